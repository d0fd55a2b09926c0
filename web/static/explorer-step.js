// One step of training, in the head explorer: which rows it moves, with two tables and with one.

import { make, makeBar, say } from "./explorer-dom.js";
import { norm, number, positive, share, trainingStep, vector } from "./explorer-numbers.js";

export const makeStep = ({ head, names, text, id, tied, right }) => {
  const choice = (value, name) => {
    const radio = make("input", { type: "radio", name: `${id}-tied`, id: `${id}-${name}`, change: () => tied(value) });
    return { radio, element: make("label", { class: "explorer-choice" }, radio, text[name]) };
  };
  const [two, one] = [choice(false, "untied"), choice(true, "tied")];
  const group = make("fieldset", { class: "explorer-choices" }, make("legend", {}, text.tables), two.element, one.element);
  const select = make(
    "select",
    { id: `${id}-right`, change: () => right(Number(select.value)) },
    ...names.map((name, k) => make("option", { value: k }, name)),
  );
  const asked = make("div", { class: "explorer-slider explorer-right" }, make("label", { for: select.id }, text.right), select);
  const model = make("p", { class: "explorer-sentence" });
  const moved = make("p", { class: "explorer-sentence" });
  const result = make("p", { class: "explorer-sentence" });

  // The same longest bar with two tables as with one, so that the switch changes no scale.
  const makeTable = (columns) => {
    const heads = [text.word, ...columns.map((column) => text[column])];
    const table = make(
      "table",
      { class: "explorer-table explorer-moves" },
      make("caption", {}, text.moves),
      make("thead", {}, make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)))),
    );
    const body = make("tbody");
    table.append(body);
    const rows = names.map((name) => {
      const cells = columns.map(() => ({ length: make("span"), bar: makeBar() }));
      const shown = cells.map(({ length, bar }) => make("td", {}, length, bar.element));
      body.append(make("tr", {}, make("th", { scope: "row" }, name), ...shown));
      return cells;
    });
    const show = (moves, longest) =>
      rows.forEach((cells, k) =>
        cells.forEach(({ length, bar }, c) => {
          const far = norm(moves[c][k]);
          length.textContent = far ? positive(far) : text.rests;
          bar.show(longest ? far / longest : 0);
        }),
      );
    return { element: table, show };
  };
  const tables = { false: makeTable(["entrance", "exit"]), true: makeTable(["both"]) };

  const counted = (moves) => moves.filter((move) => norm(move) > 0).length;
  const show = (state) => {
    const arguments_ = { table: head.rows, h: state.h, read: head.read, right: state.right };
    const untied = trainingStep({ ...arguments_, wOut: head.rows });
    const shared = trainingStep(arguments_);
    const step = state.tied ? shared : untied;
    const longest = Math.max(...[untied.table, untied.wOut, shared.table].flat().map(norm));
    tables.false.show([untied.table, untied.wOut], longest);
    tables.true.show([shared.table], longest);
    for (const value of [true, false]) tables[value].element.hidden = value !== state.tied;
    [two.radio.checked, one.radio.checked] = [!state.tied, state.tied];
    select.value = state.right;
    const added = state.h.map((x, i) => Number((x - head.rows[head.read][i]).toFixed(2)));
    model.textContent = say(text.model, { read: names[head.read], added: vector(added), h: vector(state.h) });
    moved.textContent = say(state.tied ? text.movedTied : text.movedUntied, {
      table: counted(step.table),
      wOut: counted(step.wOut),
      all: number(names.length),
    });
    result.textContent = say(text.result, {
      word: names[state.right],
      before: share(step.before, state.right),
      after: share(step.after, state.right),
    });
  };
  const element = make(
    "div",
    { class: "explorer-part" },
    group,
    asked,
    model,
    tables.false.element,
    tables.true.element,
    moved,
    result,
  );
  return { element, show };
};
