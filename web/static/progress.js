// <lmhead-progress>: one line on what this browser has passed of a page.
//
// Nothing is counted anywhere but here: predict.js keeps the answers, this file keeps the cells
// passed and the reader's own marks of notebooks, each under a key of its own (storage.js). Both
// editions use the same ids, so they share it.

const { PREFIX, key, lasts, names, read: stored, write: store } = window.lmheadStorage;

// What the storage did not take; it lasts as long as the page.
const unkept = new Map();

const read = (name) => (unkept.has(name) ? unkept.get(name) : stored(name));

// The page says so once: by the class, from its first paint, where all storage is refused or full.
const notKept = () => {
  const root = document.documentElement;
  if (root.classList.contains("unkept")) return;
  root.classList.add("unkept");
  const line = document.querySelector("lmhead-progress");
  line?.say(line.querySelector(".progress-unkept").textContent);
};

// `value` as it should be from now on, whoever wrote it; null where there is none.
const settle = (name, value) => {
  if (stored(name) === value) unkept.delete(name);
  else unkept.set(name, value);
  if (value !== null && (unkept.has(name) || !lasts())) notKept();
};

const write = (name, value) => {
  store(name, value);
  settle(name, value);
};

const forgetAll = (known) => {
  for (const name of [...known, ...names()]) write(name, null);
};

// --- counting --------------------------------------------------------------------------------------

// A question's answer as the number of an option, or null. What is kept may be anything.
const answerTo = ([id, options]) => {
  const kept = read(key.question(id));
  const number = /^\d{1,3}$/.test(kept ?? "") ? Number(kept) : options;
  return number < options && String(number) === kept ? number : null;
};

const isDone = (name) => read(name) === "1";

// Tasks that are right in the notebooks of this browser, as they were read last.
let rightHere = new Set();
const isChecked = (task) => rightHere.has(task) || isDone(key.check(task));

// A notebook is done when all its checks are right, or when its reader says so.
const tally = ({ questions = [], tryits = [], notebook, tasks = [] }) => {
  const checked = tasks.filter(isChecked).length;
  const allChecked = tasks.length > 0 && checked === tasks.length;
  const answers = questions.map(answerTo);
  return {
    answered: answers.filter((answer) => answer !== null).length,
    right: answers.filter((answer, i) => answer === questions[i][2]).length,
    passed: tryits.filter((id) => isDone(key.tryit(id))).length,
    checked,
    done: notebook && (allChecked || isDone(key.notebook(notebook))) ? 1 : 0,
  };
};

const fillIn = (element, counts) => {
  for (const place of element.querySelectorAll("[data-count]"))
    place.textContent = counts[place.dataset.count];
};

// --- the line --------------------------------------------------------------------------------------

class Line extends HTMLElement {
  connectedCallback() {
    this.items = JSON.parse(this.dataset.items);
    this.parts = [...this.querySelectorAll(".progress-part")];
    this.next = this.querySelector(".progress-next");
    this.said = this.querySelector(".progress-said");
    this.mark = this.querySelector("input");
    this.mark?.addEventListener("change", () => {
      write(key.notebook(this.items.notebook), this.mark.checked ? "1" : null);
      changed();
    });
    this.render();
  }

  say(sentence) {
    this.said.textContent = sentence;
  }

  render() {
    fillIn(this, tally(this.items));
    if (this.mark) this.mark.checked = isDone(key.notebook(this.items.notebook));
    if (this.next) this.renderNext();
  }

  // The first thing of the page that is still open; where there is none, words that lead nowhere.
  renderNext() {
    const questions = new Map((this.items.questions ?? []).map((item) => [item[0], item]));
    const open = [...document.querySelectorAll("lmhead-predict, lmhead-tryit")].find((box) => {
      const { question, task } = box.dataset;
      return question ? answerTo(questions.get(question)) === null : !isDone(key.tryit(task));
    });
    if (open) this.next.setAttribute("href", `#${open.id}`);
    else this.next.removeAttribute("href");
    const words = !open ? "all" : open.dataset.question ? "predict" : "tryit";
    this.next.textContent = this.next.dataset[words];
  }
}

// `part`, where the reader changed something: which of the line's parts is read out.
const changed = (part) => {
  for (const line of document.querySelectorAll("lmhead-progress")) {
    line.render();
    const words = line.parts.find((e) => part && e.querySelector(`[data-count=${part}]`));
    if (words) line.say(words.textContent);
  }
  for (const table of document.querySelectorAll("lmhead-progress-table")) table.render?.();
};

customElements.define("lmhead-progress", Line);

addEventListener("lmhead:answered", ({ detail: { id, answer } }) => {
  settle(key.question(id), answer);
  changed("answered");
});
addEventListener("lmhead:passed", ({ detail: { id } }) => {
  write(key.tryit(id), "1");
  changed("passed");
});
// From another tab, or back on a page that the browser had put aside.
addEventListener("storage", (event) => {
  if (event.key !== null && !event.key.startsWith(PREFIX)) return;
  unkept.delete(event.key);
  changed();
});
addEventListener("pageshow", ({ persisted }) => persisted && changed());

if (document.querySelector("lmhead-progress-table")) {
  const shared = { answerTo, changed, fillIn, forgetAll, isChecked, isDone, key, tally, write };
  // Where it does not arrive, the line is still right, and the buttons are not shown.
  import("./progress-table.js").then(({ define }) => define(shared), () => {});
}

// Notebooks are read where they are counted, again when the reader comes back from one.
const notebooks = document.querySelector("[data-notebooks]")?.dataset.notebooks;
if (notebooks) {
  const look = async () => {
    const { rightTasks } = await import("./progress-notebooks.js");
    rightHere = await rightTasks(JSON.parse(notebooks));
    changed();
  };
  const lookAgain = () => document.hidden || look().catch(() => {});
  document.addEventListener("visibilitychange", lookAgain);
  lookAgain();
}
