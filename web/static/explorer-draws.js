// The parts of the head explorer that choose a word: one number on the line, and a run of draws.

import { draw, make, makeBar, makeButton, makeSlider, say, set } from "./explorer-dom.js";
import { countPicks, intervals, pick, positive, randomNumbers } from "./explorer-numbers.js";
import { placeAlong, textWidth } from "./explorer-layout.js";

const FONT = 14;
const TOP = 40;
const BAR = 22;
const HEIGHT = 104;
// A slider can show no number nearer to 1.
const LAST = 0.999;

const widthOf = (name) => textWidth(name, FONT);

// Where the names below the line start, for a line of `width`.
export const namePlaces = (p, names, width) =>
  placeAlong(
    intervals(p).map(([start, end]) => ((start + end) / 2) * width),
    names.map(widthOf),
    width,
  );

// The line from 0 to 1, cut into an interval a word, and u as an arrow from above.
export const makeLine = ({ names, text, id, changed }) => {
  const told = (u) => `u = ${u.toFixed(3)}`;
  const slider = makeSlider({ name: text.u, id: `${id}-u`, min: 0, max: LAST, step: 0.001, told, changed });
  const svg = draw("svg", { class: "explorer-line", role: "img", height: HEIGHT });
  const cuts = names.map((_, k) => draw("rect", { class: k % 2 ? "explorer-odd" : "explorer-even", y: TOP, height: BAR }));
  const words = names.map((name) => draw("text", { class: "explorer-name", y: HEIGHT - 8 }, name));
  const leads = names.map(() => draw("path", { class: "explorer-lead" }));
  const ends = [0, 1].map((end) => draw("text", { class: "explorer-end", y: TOP - 8, "text-anchor": end ? "end" : "start" }, end));
  const arrow = draw("path", { class: "explorer-needle" });
  svg.append(...cuts, ...leads, ...words, ...ends, arrow);
  const sentence = make("p", { class: "explorer-sentence" });

  const show = ({ p, u, width }) => {
    set(svg, { viewBox: `0 0 ${width} ${HEIGHT}`, width });
    const [inner, margin] = [width - 16, 8];
    const lines = intervals(p);
    const starts = namePlaces(p, names, inner);
    const chosen = pick(p, u);
    lines.forEach(([start, end], k) => {
      const middle = margin + ((start + end) / 2) * inner;
      const below = margin + starts[k] + widthOf(names[k]) / 2;
      // Even the shortest interval has a line of its own.
      set(cuts[k], { x: margin + start * inner, width: Math.max((end - start) * inner, 0.75) });
      cuts[k].classList.toggle("explorer-chosen", k === chosen);
      set(words[k], { x: margin + starts[k] });
      words[k].classList.toggle("explorer-chosen", k === chosen);
      set(leads[k], { d: `M${middle} ${TOP + BAR + 2}L${below} ${HEIGHT - 22}` });
    });
    set(ends[0], { x: margin });
    set(ends[1], { x: width - margin });
    const x = margin + u * inner;
    set(arrow, { d: `M${x} 4V${TOP - 8}M${x} ${TOP + 1}l-5 -10h10Z` });
    slider.show(Math.min(u, LAST));
    const [start, end] = lines[chosen].map((cut) => cut.toFixed(3));
    sentence.textContent = say(text.falls, { u: u.toFixed(3), word: names[chosen], start, end });
    set(svg, { "aria-label": sentence.textContent });
  };
  const element = make("div", { class: "explorer-part" }, svg, slider.element, sentence);
  return { element, show };
};

export const MOST = 10000;
const LATEST = 8;

// Greedy beside a run of draws. The run is the first `count` numbers of a seed, so the same seed gives
// the same run again, and other shares cut the same numbers differently.
export const makeDraws = ({ names, text, id, drawn, seeded }) => {
  const seed = make("input", {
    type: "number", id: `${id}-seed`, min: 0, max: 999999, step: 1,
    change: () => {
      const wanted = Math.round(Number(seed.value));
      seeded(seed.value !== "" && wanted >= 0 && wanted <= 999999 ? wanted : null);
      seed.value = usOf; // what counts: a number that is no seed changes nothing
    },
  });
  const buttons = [1, 20, 1000].map((n) => makeButton(say(text.draw, { n }), () => drawn(n)));
  const clear = makeButton(text.clear, () => drawn(0));
  const control = make("div", { class: "explorer-buttons" }, ...buttons, clear);
  const label = make("label", { for: seed.id }, text.seed);
  const latest = make("p", { class: "explorer-sentence explorer-run" });
  const always = make("p", { class: "explorer-sentence explorer-run" });
  const heading = [text.word, text.greedy, text.drawn, text.expected];
  const table = make(
    "table",
    { class: "explorer-table" },
    make("caption", {}, text.draws),
    make("thead", {}, make("tr", {}, ...heading.map((name) => make("th", { scope: "col" }, name)))),
  );
  const rows = names.map((name) => {
    const cells = [0, 1, 2].map(() => make("td"));
    const bar = makeBar();
    const below = make("td", { colspan: 4, class: "explorer-below" }, bar.element);
    table.append(make("tbody", {}, make("tr", {}, make("th", { scope: "row" }, name), ...cells), make("tr", {}, below)));
    return { cells, bar };
  });

  let us = [];
  let usOf = null;
  const show = ({ p, best, seed: now, count }) => {
    if (now !== usOf || count > us.length) us = randomNumbers(now, Math.max(count, 1));
    usOf = now;
    const run = us.slice(0, count);
    const counts = countPicks(p, run);
    rows.forEach(({ cells, bar }, k) => {
      cells[0].textContent = k === best ? count : 0;
      cells[1].textContent = counts[k];
      cells[2].textContent = count ? positive(count * p[k]) : 0;
      bar.show(count ? counts[k] / count : 0);
    });
    const list = (ids) => ids.map((k) => names[k]).join(text.and);
    const last = run.slice(-LATEST).map((u) => pick(p, u));
    always.textContent = count ? say(text.always, { words: list(last.map(() => best)) }) : "";
    latest.textContent = count ? say(text.latest, { words: list(last) }) : "";
    if (document.activeElement !== seed) seed.value = now;
    const full = count >= MOST;
    // A button that is switched off would lose the focus to the page's beginning.
    if (full && buttons.includes(document.activeElement)) clear.focus();
    for (const button of buttons) button.disabled = full;
  };
  const element = make(
    "div",
    { class: "explorer-part" },
    control,
    make("div", { class: "explorer-slider explorer-seed" }, label, seed),
    table,
    always,
    latest,
    make("p", { class: "explorer-note" }, text.generator),
  );
  return { element, show };
};
