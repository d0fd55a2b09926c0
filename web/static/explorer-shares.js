// The table of the head explorer: for every word its products, its score, and its share with a bar.

import { make, makeBar, set } from "./explorer-dom.js";
import { number, positive, share, worked } from "./explorer-numbers.js";

// The columns between the word and its share, and the names of their heads.
const columnsOf = (parts, text) => [
  { head: text.logit, of: (state, k) => number(state.z[k]) },
  ...(parts.has("temperature")
    ? [{ head: text.scaled, of: (state, k) => number(state.z[k] / state.temperature) }]
    : []),
  ...(parts.has("exponentials")
    ? [{ head: text.exponential, of: (state, k) => positive(Math.exp(state.z[k])) }]
    : []),
  { head: text.share, of: (state, k) => share(state.p, k) },
];

export const makeShares = ({ head, names, parts, text }) => {
  const columns = columnsOf(parts, text);
  const heading = make("tr", {}, make("th", { scope: "col" }, text.word));
  heading.append(...columns.map((column) => make("th", { scope: "col" }, column.head)));
  const table = make("table", { class: "explorer-table explorer-shares" }, make("caption", {}, text.shares), make("thead", {}, heading));
  const words = names.map((name, k) => {
    const cells = columns.map(() => make("td"));
    const bar = makeBar();
    const products = make("div", { class: "explorer-products" });
    const below = make("td", { colspan: columns.length + 1, class: "explorer-below" });
    if (parts.has("products")) below.append(products);
    below.append(bar.element);
    const row = make("tr", {}, make("th", { scope: "row" }, name), ...cells);
    table.append(make("tbody", {}, row, make("tr", {}, below)));
    const show = (state) => {
      columns.forEach((column, i) => (cells[i].textContent = column.of(state, k)));
      products.textContent = worked(head.rows[k], state.h);
      bar.show(state.p[k]);
      set(row.parentElement, { class: k === state.best ? "explorer-best" : "" });
    };
    return { show };
  });
  return { element: table, show: (state) => words.forEach((word) => word.show(state)) };
};
