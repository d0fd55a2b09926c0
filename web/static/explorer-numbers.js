// The arithmetic of the head explorer: the head, a draw, a step of training, and the plane that h is
// dragged in. Each function does what its namesake in the Python package does; the tests run both on
// the same numbers. Vectors are arrays of numbers, matrices arrays of rows.

// --- the head ------------------------------------------------------------------------------------

export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

export const logits = (h, wOut) => wOut.map((row) => dot(row, h));

export const exponentials = (z) => z.map(Math.exp);

// The largest score is subtracted first, so that no exponential overflows.
export const softmax = (z, temperature = 1) => {
  const largest = Math.max(...z);
  const powers = z.map((score) => Math.exp((score - largest) / temperature));
  const total = powers.reduce((sum, x) => sum + x, 0);
  return powers.map((x) => x / total);
};

export const norm = (v) => Math.sqrt(dot(v, v));

// --- from shares to a word -----------------------------------------------------------------------

// Of words with equal scores the first.
export const greedy = (z) => z.indexOf(Math.max(...z));

// Where each word's interval on the line from 0 to 1 starts and ends; the last end is exactly 1.
export const intervals = (p) => {
  let sum = 0;
  const ends = p.map((share) => (sum += share)).map((end, _, all) => end / all[all.length - 1]);
  return ends.map((end, k) => [k ? ends[k - 1] : 0, end]);
};

// The word whose interval u falls into, for u from 0 up to but not including 1.
export const pick = (p, u) => intervals(p).findIndex(([, end]) => u < end);

// The first `count` numbers of the generator mulberry32: 32 bits of state, from 0 up to 1.
export const randomNumbers = (seed, count) => {
  let state = seed >>> 0;
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  });
};

// How often each word comes up when each number of `us` picks one.
export const countPicks = (p, us) => {
  const ends = intervals(p).map(([, end]) => end);
  const counts = p.map(() => 0);
  for (const u of us) counts[ends.findIndex((end) => u < end)] += 1;
  return counts;
};

// --- one step of training ------------------------------------------------------------------------

const scaled = (v, factor) => v.map((x) => factor * x);
const sum = (a, b) => a.map((x, i) => x + b[i]);

// One step of plain SGD on the loss -ln p(right), in a model whose layers only add to the row that
// was read: h = table[read] + (h - table[read]), z = W_out h. A tied model has one table, `wOut` is
// then `table`. The slope on the logits is p - onehot; through the exit it reaches every row as
// (p_k - y_k) h, through the entrance the row that was read, as the sum of (p_k - y_k) w_k.
// Returns what each row moves by, in the table and in W_out, and the shares before and after.
export const trainingStep = ({ table, wOut, h, read, right, rate = 1 }) => {
  const tied = wOut === undefined;
  const out = tied ? table : wOut;
  const before = softmax(logits(h, out));
  const slope = before.map((share, k) => share - (k === right ? 1 : 0));
  const nothing = h.map(() => 0);
  const exit = slope.map((x) => scaled(h, -rate * x));
  const handedBack = out.reduce((total, row, k) => sum(total, scaled(row, -rate * slope[k])), nothing);
  const entrance = table.map((_, k) => (k === read ? handedBack : nothing));
  const both = entrance.map((move, k) => sum(move, exit[k]));
  const moves = tied ? { table: both, wOut: both } : { table: entrance, wOut: exit };
  const hAfter = sum(h, moves.table[read]);
  const after = softmax(logits(hAfter, out.map((row, k) => sum(row, moves.wOut[k]))));
  return { ...moves, before, after };
};

// --- the plane -----------------------------------------------------------------------------------

// `knobs` are vectors at right angles to each other, as many as h has numbers. A knob's setting is how
// much of it is in h; turning it moves h along it and leaves the rest of h as it is. The picture shows
// the first two.
export const settings = (h, knobs) => knobs.map((knob) => dot(h, knob) / dot(knob, knob));

// Sums of hundredths are hundredths again.
export const hundredths = (v) => v.map((x) => Math.round(x * 100) / 100 + 0);

export const withSettings = (knobs, wanted) =>
  hundredths(knobs.reduce((h, knob, j) => sum(h, scaled(knob, wanted[j])), knobs[0].map(() => 0)));

// Where a vector lies in the picture, in units of its own length.
export const seen = (v, knobs) =>
  settings(v, knobs)
    .slice(0, 2)
    .map((x, j) => x * norm(knobs[j]));

export const clamp = (x, [low, high]) => Math.min(high, Math.max(low, x));

// The longest that a vector of this direction may be; `limits` are the range of each setting, and
// every range contains 0.
export const longest = (direction, knobs, limits) =>
  Math.min(
    ...settings(direction, knobs).map((x, j) => {
      if (x === 0) return Infinity;
      return limits[j][x > 0 ? 1 : 0] / x;
    }),
  ) * norm(direction);

// The range that number i of h may have while the others stay.
export const range = (h, i, knobs, limits) => {
  let [low, high] = [-Infinity, Infinity];
  settings(h, knobs).forEach((now, j) => {
    const each = knobs[j][i] / dot(knobs[j], knobs[j]);
    if (!each) return;
    const ends = limits[j].map((end) => h[i] + (end - now) / each).sort((a, b) => a - b);
    [low, high] = [Math.max(low, ends[0]), Math.min(high, ends[1])];
  });
  return hundredths([low, high]);
};

// --- numbers as text -----------------------------------------------------------------------------

const signed = (text) => (Number(text) === 0 ? text.replace("-", "") : text.replace("-", "\u2212"));

// At most three decimals, no zeros at the end, a minus sign and not a hyphen.
export const number = (x, digits = 3) => signed(String(Number(x.toFixed(digits))));

// On one line, whatever is around it.
export const vector = (v) => `[${v.map((x) => number(x)).join(",\u00a0")}]`;

const raised = (exponent) => [...String(exponent)].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"["0123456789-".indexOf(c)]).join("");

// A number above 0 in a few digits that never rounds it to 0: 22026, 7.389, 0.0015, 2.1·10⁻⁹.
export const positive = (x) => {
  if (x === 0 || x >= 1000) return x.toFixed(0);
  if (x >= 0.01) return x.toFixed(x >= 100 ? 1 : 3);
  const exponent = Math.floor(Math.log10(x));
  if (exponent >= -6) return x.toFixed(1 - exponent);
  const [digits, power] = x.toExponential(1).split("e");
  return `${digits}·10${raised(Number(power))}`;
};

// The share of word k, in digits that round it neither to 0 nor to 1. Next to 1 it is what all the
// others have together that holds the digits which the share itself has lost.
export const share = (p, k) => {
  const rest = p.reduce((total, x, j) => (j === k ? total : total + x), 0);
  if (p[k] < 0.9995 || rest === 0) return positive(p[k]);
  if (rest < 1e-6) return `1 \u2212 ${positive(rest)}`;
  return (1 - rest).toFixed(Math.ceil(-Math.log10(rest)) + 1);
};

// The products of a row with h, written out.
export const worked = (row, h) => {
  const factor = (x) => (x < 0 ? `(${number(x)})` : number(x));
  const products = row.map((x, i) => `${i ? factor(x) : number(x)} · ${factor(h[i])}`);
  return `${products.join(" + ")} = ${number(dot(row, h))}`;
};
