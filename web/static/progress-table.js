// <lmhead-progress-table>: what this browser has passed of the whole course, to save, to add to from
// a file, and to forget. progress.js loads it where a page has the table, and hands over what both
// need: an import would name that file without the query of its address, and so load it twice.

let answerTo, changed, fillIn, forgetAll, isChecked, isDone, key, tally, write;

const FORMAT = "lmhead-progress";
const VERSION = 1;
const FILE = "lmhead-progress.json";
const LIMIT = 100; // KB; a file of everything has a few

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

// Why a file is not read: the name of a sentence, and what stands in it.
class Refused extends Error {
  constructor(reason, values = {}) {
    super(reason);
    this.values = values;
  }
}

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const shown = (value) => {
  try {
    return JSON.stringify(value)?.slice(0, 60) ?? "";
  } catch (deep) {
    return "…"; // lists in lists, more than some browsers write
  }
};

// The text of a file as lists of what it holds, or Refused. It is data from anywhere: no key of it is
// used before it is known to be one that this course writes.
const parse = (text, items) => {
  let data;
  try {
    data = JSON.parse(text);
  } catch (broken) {
    throw new Refused("no-json");
  }
  if (!isRecord(data) || data.format !== FORMAT) throw new Refused("foreign");
  if (Number.isInteger(data.version) && data.version > VERSION) throw new Refused("newer");
  const { predictions = {}, tryits = [], notebooks = [], checks = [] } = data;
  for (const [name, sound] of [
    ["version", data.version === VERSION],
    ["predictions", isRecord(predictions)],
    ["tryits", Array.isArray(tryits)],
    ["notebooks", Array.isArray(notebooks)],
    ["checks", Array.isArray(checks)],
  ])
    if (!sound) throw new Refused("entry", { entry: shown(name) });

  const found = { predictions: [], tryits: [], notebooks: [], checks: [], left: 0 };
  for (const [id, number] of Object.entries(predictions)) {
    const question = items.questions.find((item) => item[0] === id);
    if (!Number.isInteger(number) || number < 0 || (question && number >= question[1]))
      throw new Refused("entry", { entry: shown({ [id]: number }) });
    if (question) found.predictions.push([question, number]);
    else found.left += 1;
  }
  for (const [name, list] of Object.entries({ tryits, notebooks, checks }))
    for (const id of new Set(list)) {
      if (typeof id !== "string") throw new Refused("entry", { entry: shown(id) });
      if (items[name].includes(id)) found[name].push(id);
      else found.left += 1;
    }
  return found;
};

// Adds what is not here yet; an answer that is here stays as it is. How many of each were added.
const merge = (found) => {
  const added = { predictions: 0, tryits: 0, notebooks: 0, checks: 0 };
  const add = (name, here, place, value) => {
    if (here) return;
    write(place, value);
    added[name] += 1;
  };
  for (const [question, number] of found.predictions)
    add("predictions", answerTo(question) !== null, key.question(question[0]), String(number));
  for (const id of found.tryits) add("tryits", isDone(key.tryit(id)), key.tryit(id), "1");
  for (const id of found.notebooks) add("notebooks", isDone(key.notebook(id)), key.notebook(id), "1");
  for (const id of found.checks) add("checks", isChecked(id), key.check(id), "1");
  return added;
};

const toSave = ({ questions, tryits, notebooks, checks }) => ({
  format: FORMAT,
  version: VERSION,
  predictions: Object.fromEntries(
    questions.map((item) => [item[0], answerTo(item)]).filter(([, answer]) => answer !== null),
  ),
  tryits: tryits.filter((id) => isDone(key.tryit(id))),
  notebooks: notebooks.filter((id) => isDone(key.notebook(id))),
  checks: checks.filter(isChecked),
});

class Table extends HTMLElement {
  connectedCallback() {
    if (this.say) return;
    this.say = JSON.parse(this.dataset.say);
    this.rows = [...this.querySelectorAll("tbody tr")].map((row) => [
      row,
      JSON.parse(row.dataset.items),
    ]);
    const all = this.rows.map(([, items]) => items);
    this.items = {
      questions: all.flatMap(({ questions = [] }) => questions),
      tryits: all.flatMap(({ tryits = [] }) => tryits),
      notebooks: all.flatMap(({ notebook = [] }) => notebook),
      checks: all.flatMap(({ tasks = [] }) => tasks),
    };
    this.status = this.querySelector(".progress-status");
    this.file = this.querySelector("input");
    this.dialog = this.querySelector("dialog");
    for (const button of this.querySelectorAll("[data-action]"))
      button.addEventListener("click", () => this[button.dataset.action]());
    this.file.addEventListener("change", () => this.add(this.file.files[0]));
    this.dialog.addEventListener("close", () => this.answer(this.dialog.returnValue));
    this.render();
  }

  render() {
    const total = { answered: 0, right: 0, passed: 0, done: 0 };
    for (const [row, items] of this.rows) {
      const counts = tally(items);
      fillIn(row, counts);
      for (const name of Object.keys(total)) total[name] += counts[name];
      const mark = row.querySelector("[data-done]");
      if (mark) mark.textContent = this.state(mark.dataset, counts);
    }
    fillIn(this.querySelector("tfoot"), total);
  }

  // How far a notebook is.
  state({ done, some, open }, { done: isOne, checked }) {
    if (isOne) return done;
    return checked ? fill(some, { count: checked }) : open;
  }

  tell(name, values = {}) {
    this.status.textContent = fill(this.say[name], values);
  }

  save() {
    const text = `${JSON.stringify(toSave(this.items), null, 2)}\n`;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = FILE;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    this.tell("saved", { file: FILE });
  }

  load() {
    this.file.click();
  }

  async add(file) {
    if (!file) return;
    try {
      if (file.size > LIMIT * 1024) throw new Refused("large", { limit: LIMIT });
      const found = parse(await file.text().catch(() => ""), this.items);
      const added = merge(found);
      const any = Object.values(added).some(Boolean);
      this.tell(any ? "added" : "nothing", { file: file.name, ...added });
      if (found.left) this.status.append(" ", fill(this.say.left, { count: found.left }));
      this.spread(false);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const reason = fill(this.say[error.message], error.values);
      this.tell("refused", { file: file.name, reason });
    } finally {
      this.file.value = ""; // so that the same file can be chosen again
    }
  }

  forget() {
    this.dialog.returnValue = "no";
    this.dialog.showModal();
  }

  answer(value) {
    if (value !== "yes") {
      this.tell("kept");
      return;
    }
    const { questions, tryits, notebooks, checks } = this.items;
    forgetAll([
      ...questions.map(([id]) => key.question(id)),
      ...tryits.map(key.tryit),
      ...notebooks.map(key.notebook),
      ...checks.map(key.check),
    ]);
    this.tell("forgotten");
    this.spread(true);
  }

  // The page's own predictions show what is kept now.
  spread(forgotten) {
    dispatchEvent(new CustomEvent("lmhead:restored", { detail: { forgotten } }));
    changed();
  }
}

export const define = (shared) => {
  ({ answerTo, changed, fillIn, forgetAll, isChecked, isDone, key, tally, write } = shared);
  customElements.define("lmhead-progress-table", Table);
};
