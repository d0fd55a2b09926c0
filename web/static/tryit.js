// <lmhead-tryit>: a small task in plain Python, done and checked in the page.
//
// The page holds the template as text, hints and a solution as <details>. This element lays a plain
// field over the template; when a reader enters it, the editor is fetched and takes its place. Python
// is fetched when Run or Check is first pressed (python.js), and all cells of a page share it.
(() => {
  "use strict";

  const { key, read, write } = window.lmheadStorage;
  const SECONDS = 10; // a run may take
  // UTF-16 units of output. The runner ends it at 10,000 characters, which have two at the most.
  const SHOWN = 20000;

  const make = (name, className, ...children) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children);
    return element;
  };

  const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);

  // `code` in a sentence becomes a <code> element; everything else stays text.
  const withCode = (sentence) =>
    sentence.split("`").map((part, i) => (i % 2 ? make("code", "", part) : part));

  // --- Python, one for the page; python.js says how -----------------------------------------------

  let python = null;
  let user = null; // the cell whose code runs
  let runs = 0;

  // Resolves when Python waits for code. An error's `file` is what did not arrive.
  const started = async (base, version, progress) => {
    if (!python) {
      const module = new URL(`${base}${version}/python.js`, location.href).href;
      try {
        ({ python } = await import(module));
      } catch (refused) {
        throw Object.assign(new Error("not fetched"), { file: "python.js" });
      }
      python.onmessage = (message) => user?.hear(message.id ? message : { ...message, id: runs });
    }
    await python.start(new URL(base, location.href).href, version, progress);
  };

  // --- a cell ------------------------------------------------------------------------------------

  class TryIt extends HTMLElement {
    connectedCallback() {
      if (this.field) return;
      const data = JSON.parse(this.querySelector(".tryit-data").textContent);
      Object.assign(this, {
        data,
        box: this.querySelector(".tryit-field"),
        template: this.querySelector(".tryit-template"),
        said: this.querySelector(".tryit-said"),
        status: this.querySelector(".tryit-status"),
        hints: [...this.querySelectorAll(".tryit-hint")],
        buttons: {},
      });
      for (const name of ["run", "check", "hint", "stop", "reset"]) {
        this.buttons[name] = this.querySelector(`[data-action=${name}]`);
        this.buttons[name].addEventListener("click", () => this[name]());
      }
      this.buttons.hint.hidden = this.hints.length === 0;
      const kept = [data.key, ...data.earlier].map((name) => read(key.code(name)));
      this.code = kept.find((code) => code !== null) ?? data.template;
      this.makeField();
      this.dataset.state = "idle";
    }

    // The plain field: on top of the template and unseen until it has the focus.
    makeField() {
      this.field = make("textarea", "tryit-plain");
      this.field.value = this.code;
      this.field.rows = this.code.split("\n").length;
      this.field.spellcheck = false;
      this.field.setAttribute("autocapitalize", "off");
      this.field.setAttribute("autocorrect", "off");
      this.field.setAttribute("aria-label", this.data.say.editor);
      this.field.setAttribute("aria-describedby", `${this.id}-keys`);
      this.field.addEventListener("input", () => this.changed(this.field.value));
      this.field.addEventListener("pointerdown", () => {
        this.clicked = true;
      });
      this.field.addEventListener("focus", () => this.open(), { once: true });
      this.field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          this.run();
        }
      });
      this.field.addEventListener("scroll", () => {
        this.template.scrollTo(this.field.scrollLeft, this.field.scrollTop);
      });
      // The site's shortcuts, such as "/" for the search, are characters here.
      for (const kind of ["keydown", "keypress", "keyup"])
        this.box.addEventListener(kind, (event) => event.stopPropagation());
      if (this.code !== this.data.template) this.template.textContent = this.code;
      this.template.setAttribute("aria-hidden", "true");
      this.box.append(this.field);
    }

    // Puts the editor in the field's place, with what was typed meanwhile.
    async open() {
      this.box.classList.add("tryit-entered");
      const { base, version, say } = this.data;
      const was = this.code;
      let module;
      try {
        module = await import(new URL(`${base}${version}/editor.js`, location.href).href);
      } catch (unreachable) {
        this.say(say["no-editor"]);
        return;
      }
      const focused = document.activeElement === this.field;
      const { selectionStart: anchor, selectionEnd: head } = this.field;
      this.editor = module.createEditor({
        parent: this.box,
        text: this.code,
        selection: { anchor, head },
        label: say.editor,
        describedBy: `${this.id}-keys`,
        used: Boolean(this.clicked) || this.code !== was,
        wrap: window.matchMedia("(max-width: 600px)").matches, // as the style sheet does
        onChange: (text) => this.changed(text),
        onRun: () => this.run(),
      });
      this.template.remove();
      this.field.remove();
      if (this.line) this.editor.showLine(this.line);
      if (focused) this.editor.focus();
    }

    changed(text) {
      this.code = text;
      this.field.rows = text.split("\n").length;
      if (this.replaced !== undefined) {
        this.replaced = undefined;
        this.buttons.reset.textContent = this.resetLabel;
      }
      this.keep();
    }

    keep() {
      const code = this.code === this.data.template ? null : this.code;
      const kept = write(key.code(this.data.key), code);
      // Or else the next visit would show once more what was just given up.
      if (code === null) for (const name of this.data.earlier) write(key.code(name), null);
      if (!kept && !this.saidNotKept) {
        this.saidNotKept = true;
        this.say(this.data.say["not-kept"]);
      }
    }

    setCode(text) {
      if (this.editor) this.editor.text = text; // tells `changed`
      else {
        this.field.value = text;
        this.template.textContent = text;
        this.changed(text);
      }
    }

    // --- what the cell says

    say(sentence, verdict) {
      this.status.replaceChildren(...withCode(sentence));
      this.status.dataset.verdict = verdict ?? "";
    }

    showLine(line) {
      this.line = line;
      this.editor?.showLine(line);
    }

    clear() {
      this.output?.remove();
      this.output = null;
      this.showLine(null);
    }

    print(text) {
      if (!this.output) {
        this.output = make("pre", "tryit-output");
        this.output.tabIndex = 0;
        this.output.setAttribute("role", "group");
        this.output.setAttribute("aria-label", this.data.say.output);
        this.said.after(this.output); // not within: nobody wants all of it read out
      }
      this.output.textContent = (this.output.textContent + text).slice(0, SHOWN);
    }

    // --- the buttons

    run() {
      return this.execute("");
    }

    check() {
      return this.execute(this.data.check);
    }

    async execute(check) {
      const { base, version, say, language } = this.data;
      if (user) {
        if (user !== this) this.say(say.busy);
        return;
      }
      if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") {
        this.say(say.unsupported);
        return;
      }
      user = this;
      this.setState("loading");
      this.clear();
      const id = ++runs;
      this.runId = id;
      let last = "";
      const progress = (done, all) => {
        if (this.runId !== id) return;
        const million = (bytes) => (bytes / 1e6).toFixed(0);
        const sentence =
          done === null ? say.starting : fill(say.loading, { done: million(done), all: million(all) });
        if (sentence !== last) this.say((last = sentence));
      };
      try {
        await started(base, version, progress);
      } catch (error) {
        if (this.runId !== id) return; // stopped meanwhile
        this.finish(error.file ? fill(say.unreachable, { file: error.file }) : say.failed);
        return;
      }
      if (this.runId !== id) return;
      this.setState("running");
      this.say(say.running);
      this.timer = setTimeout(() => {
        this.abort(fill(say["too-long"], { seconds: SECONDS }));
      }, SECONDS * 1000);
      python.post({ id, code: this.code, check, language });
    }

    // What the worker tells of the run.
    hear(message) {
      if (message.id !== this.runId) return;
      const { say, language } = this.data;
      if (message.kind === "output") this.print(message.text);
      else if (message.kind === "failed") {
        python.stop();
        this.finish(say.failed);
      } else if (message.kind === "done") {
        this.showLine(message.line);
        if (message.passed) {
          this.finish(say.passed, "right");
          this.dispatchEvent(
            new CustomEvent("lmhead:passed", {
              bubbles: true,
              detail: { kind: "tryit", id: this.dataset.task },
            }),
          );
        } else if (message.passed === false) {
          const space = language === "en" ? " " : "";
          this.finish(say["not-yet"] + space + message.message, "wrong");
        } else if (message.message) this.finish(message.message, "wrong");
        else this.finish(this.output ? say.ran : say.silent);
      }
    }

    finish(sentence, verdict) {
      clearTimeout(this.timer);
      this.runId = null;
      user = null;
      this.setState("idle");
      this.say(sentence, verdict);
    }

    // Ends a run that does not end, and starts Python anew for the next one.
    abort(sentence) {
      const { base, version } = this.data;
      python?.stop();
      this.finish(sentence);
      if (python?.files) started(base, version, () => {}).catch(() => {});
    }

    stop() {
      if (user === this) this.abort(this.data.say.stopped);
      this.buttons.run.focus();
    }

    hint() {
      const next = this.hints.find((hint) => !hint.open);
      if (next) next.open = true;
      else for (const hint of this.hints) hint.open = false;
      this.buttons.hint.setAttribute("aria-expanded", String(Boolean(next)));
    }

    // Back to the template, and on the next press back again: nothing typed is lost by one press.
    reset() {
      const { say, template } = this.data;
      this.clear();
      if (this.replaced !== undefined) {
        this.setCode(this.replaced);
        this.say(say.undone);
        return;
      }
      if (this.code === template) {
        this.say(say.reset);
        return;
      }
      const before = this.code;
      this.setCode(template);
      this.replaced = before;
      this.resetLabel ??= this.buttons.reset.textContent;
      this.buttons.reset.textContent = say.undo;
      this.say(say.reset);
    }

    setState(state) {
      this.dataset.state = state;
      this.buttons.stop.disabled = state === "idle";
    }
  }

  customElements.define("lmhead-tryit", TryIt);
})();
