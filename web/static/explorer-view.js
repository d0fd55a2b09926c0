// The whole head explorer: what the reader has set, and the parts that show what follows from it.

import { make, makeButton, makeSlider, say, set } from "./explorer-dom.js";
import { makeDraws, makeLine, MOST } from "./explorer-draws.js";
import {
  clamp, greedy, hundredths, logits, longest, norm, number, randomNumbers, range, share, softmax, vector,
} from "./explorer-numbers.js";
import { makePlane } from "./explorer-plane.js";
import { makeShares } from "./explorer-shares.js";
import { makeStep } from "./explorer-step.js";

const TEMPERATURES = [
  0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10,
];
// What is read aloud waits until the hand rests.
const REST = 400;
const NARROWEST = 240;

const subscripts = "₀₁₂₃";

// Builds the explorer in `element`. `setup` is what the page says: the head (words, rows, h, knobs,
// limits, ...), which parts to show, and every text.
export const mount = (element, { head, names, show, text }) => {
  const parts = new Set(show);
  const id = element.id;
  const start = () => ({
    h: head.h, direction: head.h, temperature: 1, u: 0.6, seed: 4, count: 0, tied: false, right: head.right,
  });
  let state = start();

  const change = (changes) => {
    state = { ...state, ...changes };
    render();
  };
  const moveTo = (h) => change({ h, direction: norm(h) ? h : state.direction });

  // --- h -----------------------------------------------------------------------------------------
  const keys = make("p", { class: "explorer-note", id: `${id}-keys` }, text.keys);
  const plane = makePlane({
    head, names, text, start: head.h, described: keys.id, changed: moveTo,
  });
  const boxes = head.h.map((_, i) => {
    const input = make("input", {
      type: "number", step: 0.1, "aria-label": `h${subscripts[i + 1]}`,
      input: () => typed(i, false),
      change: () => typed(i, true),
    });
    return input;
  });
  // A number that is half typed, or none, changes nothing; one that is too large counts as the largest.
  const typed = (i, done) => {
    const wanted = boxes[i].valueAsNumber;
    const limits = range(state.h, i, head.knobs, head.limits);
    if (Number.isFinite(wanted)) {
      moveTo(hundredths(state.h.map((x, j) => (j === i ? clamp(wanted, limits) : x))));
    }
    if (done) boxes[i].value = state.h[i];
  };
  const entry = make("div", { class: "explorer-entry", role: "group", "aria-label": text.entry }, make("span", { "aria-hidden": "true" }, "h = "), ...boxes);
  const picture = make("div", { class: "explorer-picture" }, plane.element, entry, keys);

  // --- sliders -----------------------------------------------------------------------------------
  const length = makeSlider({
    name: text.length, id: `${id}-length`, min: 0, max: 1, step: 0.05,
    told: (x) => x.toFixed(2),
    changed: (x) => change({ h: hundredths(state.direction.map((y) => (y * x) / norm(state.direction))) }),
  });
  const temperature = makeSlider({
    name: text.temperature, id: `${id}-temperature`, min: 0, max: TEMPERATURES.length - 1, step: 1,
    told: (position) => `T = ${number(TEMPERATURES[position])}`,
    changed: (position) => change({ temperature: TEMPERATURES[position] }),
  });

  // --- the parts ---------------------------------------------------------------------------------
  const shares = makeShares({ head, names, parts, text });
  const line = parts.has("number") && makeLine({ names, text, id, changed: (u) => change({ u }) });
  const draws = parts.has("draws") && makeDraws({
    names, text, id,
    // The arrow on the line shows the number of the last draw.
    drawn: (n) => {
      const count = n ? Math.min(MOST, state.count + n) : 0;
      change({ count, u: count ? randomNumbers(state.seed, count)[count - 1] : state.u });
    },
    seeded: (seed) => change(seed === null ? {} : { seed, count: 0 }),
  });
  const step = parts.has("step") && makeStep({
    head, names, text, id,
    tied: (tied) => change({ tied }),
    right: (right) => change({ right }),
  });

  const summary = make("p", { class: "explorer-summary", role: "status" });
  const again = makeButton(text.again, () => change(start()));
  const side = make("div", { class: "explorer-side" }, shares.element);
  if (parts.has("length")) side.append(length.element);
  if (parts.has("temperature")) side.append(temperature.element);
  side.append(make("p", { class: "explorer-note" }, text.seen));
  const rest = [line, draws, step].filter(Boolean).map((part) => part.element);

  let speaking = 0;
  const speak = () => {
    const { h, p, z, best } = state;
    const last = z.indexOf(Math.min(...z));
    const sentence = say(text.summary, {
      h: vector(h),
      first: names[best], most: share(p, best),
      last: names[last], least: share(p, last),
    });
    if (summary.textContent !== sentence) summary.textContent = sentence;
  };

  // The line is drawn as wide as there is room, so that its text keeps its size.
  const width = () => Math.max(NARROWEST, body.clientWidth);
  const render = () => {
    state.z = logits(state.h, head.rows);
    state.p = softmax(state.z, state.temperature);
    state.best = greedy(state.z);
    state.width = width();
    plane.show(state.h);
    boxes.forEach((box, i) => {
      const [min, max] = range(state.h, i, head.knobs, head.limits);
      set(box, { min, max });
      if (document.activeElement !== box) box.value = state.h[i];
    });
    length.show(norm(state.h), longest(state.direction, head.knobs, head.limits).toFixed(2));
    temperature.show(TEMPERATURES.indexOf(state.temperature));
    shares.show(state);
    for (const part of [line, draws, step]) if (part) part.show(state);
    clearTimeout(speaking);
    speaking = setTimeout(speak, REST);
  };

  const body = make(
    "div",
    { class: "explorer-body" },
    make("div", { class: "explorer-main" }, picture, side),
    ...rest,
    make("div", { class: "explorer-foot" }, summary, again),
  );
  element.append(body);
  render();
  speak();
  if (!line) return;
  const fit = () => {
    if (width() === state.width) return;
    state = { ...state, width: width() };
    line.show(state);
  };
  new ResizeObserver(fit).observe(body);
};
