// <lmhead-predict>: a question to commit to before its replies open.
//
// The page holds a list of <details>, one an option, with its reply inside. This element puts a form
// of radio buttons in its place; once the reader commits, the list comes back with the chosen reply
// open. Without this script the list is all there is, and each reply opens on its own.
(() => {
  "use strict";

  const { key, read, write } = window.lmheadStorage;

  const make = (name, className, ...children) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children);
    return element;
  };

  // The option's own words, to stand beside a radio button. An id must stay unique in the page.
  const copyOf = (answer) => {
    const copy = answer.cloneNode(true);
    for (const element of copy.querySelectorAll("[id]")) element.removeAttribute("id");
    return copy;
  };

  class Predict extends HTMLElement {
    connectedCallback() {
      if (this.form) return;
      this.list = this.querySelector(".predict-options");
      this.options = [...this.querySelectorAll(".predict-option")];
      // The same question on another page, with the same options; its answer stands beside this one.
      this.first = this.dataset.first;
      this.id_ = this.dataset.question;
      this.status = make("p", "predict-status");
      this.status.setAttribute("role", "status");
      this.form = this.makeForm();
      this.again = make("button", "lm-button predict-again", this.dataset.again);
      this.again.type = "button";
      this.again.addEventListener("click", () => this.reset());
      this.list.before(this.form);
      this.append(make("div", "predict-after", this.status, this.again));
      // What was kept may be anything: the key is open to every script of the site's origin.
      const kept = this.kept(this.id_);
      if (kept) this.show(kept);
      else this.ask();
      addEventListener("storage", ({ key: name, newValue }) => {
        if (name === null || name === key.question(this.id_)) this.refresh(newValue === null);
      });
      addEventListener("lmhead:restored", ({ detail }) => this.refresh(detail.forgotten));
    }

    // What is kept was changed elsewhere: in another tab, or by the table of progress. An answer that
    // is shown goes only when it was `forgotten` there, not when the storage never took it.
    refresh(forgotten) {
      const kept = this.kept(this.id_);
      if (kept === this.chosen || (!kept && !forgotten)) return;
      this.say("");
      this.ask();
      if (kept) this.show(kept);
    }

    kept(id) {
      const number = read(key.question(id));
      return this.options.find((_, index) => String(index) === number);
    }

    makeForm() {
      const fieldset = make("fieldset", "predict-choices", make("legend", "", this.dataset.legend));
      fieldset.setAttribute("aria-describedby", this.querySelector(".predict-question").id);
      this.radios = this.options.map((option, number) => {
        const radio = make("input");
        radio.type = "radio";
        radio.name = `predict-${this.id_}`;
        radio.value = String(number);
        const answer = copyOf(option.querySelector(".predict-answer"));
        // Not every screen reader takes a formula into the name of a button.
        if (answer.querySelector("math")) radio.setAttribute("aria-label", answer.textContent);
        radio.addEventListener("change", () => this.say(""));
        fieldset.append(make("label", "predict-choice", radio, answer));
        return radio;
      });
      const commit = make("button", "lm-button lm-button--main predict-commit", this.dataset.commit);
      commit.type = "submit";
      const form = make("form", "predict-form", fieldset, commit);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.commit();
      });
      return form;
    }

    say(sentence) {
      this.status.textContent = sentence;
    }

    ask() {
      this.chosen = undefined;
      for (const option of this.options) {
        option.open = false;
        option.classList.remove("predict-chosen");
        option.querySelector(".predict-badge")?.remove();
      }
      this.querySelector(".predict-compare")?.remove();
      this.form.hidden = false;
      this.list.hidden = true;
      this.again.hidden = true;
      this.dataset.state = "asking";
    }

    show(chosen) {
      this.chosen = chosen;
      chosen.open = true;
      chosen.classList.add("predict-chosen");
      chosen
        .querySelector("summary")
        .append(make("span", "predict-badge", this.dataset.chosen));
      if (this.first) this.list.before(this.comparison(this.kept(this.first), chosen));
      this.form.hidden = true;
      this.list.hidden = false;
      this.again.hidden = false;
      this.dataset.state = "answered";
    }

    // Two answers side by side, each with its verdict.
    comparison(before, now) {
      const list = make("dl", "predict-compare");
      for (const [when, option] of [
        [this.dataset.before, before],
        [this.dataset.now, now],
      ]) {
        const said = make("dd", "");
        if (option) {
          const verdict = option.querySelector(".predict-verdict").cloneNode(true);
          said.append(copyOf(option.querySelector(".predict-answer")), verdict);
          said.dataset.verdict = option.dataset.verdict;
        } else {
          said.append(this.dataset.unanswered);
        }
        list.append(make("div", "", make("dt", "", when), said));
      }
      return list;
    }

    commit() {
      const number = this.radios.findIndex((radio) => radio.checked);
      if (number < 0) {
        this.say(this.dataset.choose);
        this.radios[0].focus();
        return;
      }
      const chosen = this.options[number];
      this.keep(String(number));
      this.show(chosen);
      const right = chosen.dataset.verdict === "right";
      this.say(right ? this.dataset.saidRight : this.dataset.saidWrong);
      // The form that had the focus is gone; the reply is what comes next.
      chosen.querySelector("summary").focus({ preventScroll: true });
    }

    // For whoever counts: progress.js.
    keep(answer) {
      write(key.question(this.id_), answer);
      const detail = { id: this.id_, answer };
      this.dispatchEvent(new CustomEvent("lmhead:answered", { bubbles: true, detail }));
    }

    reset() {
      this.keep(null);
      this.say("");
      for (const radio of this.radios) radio.checked = false;
      this.ask();
      this.radios[0].focus({ preventScroll: true });
    }
  }

  customElements.define("lmhead-predict", Predict);
})();
