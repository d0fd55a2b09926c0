// Where labels go, so that none lies on another, on an arrow or outside the picture. Lengths are in
// units of the picture; a box is {x, y, width, height} with its corner at the top left.

// How wide a text may become, at most: fonts differ from reader to reader.
const widthOf = (c) => {
  if (c >= "\u2e80") return 1.04;
  if (c === " ") return 0.36;
  return "mwMW".includes(c) ? 1.02 : 0.74;
};

export const textWidth = (text, size) => [...text].reduce((sum, c) => sum + size * widthOf(c), 0);

// --- what touches what ---------------------------------------------------------------------------

export const overlap = (a, b) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

// How much of a segment {x1, y1, x2, y2} lies in a box: its part of the segment that is cut off
// by the four sides in turn.
export const inside = ({ x1, y1, x2, y2 }, { x, y, width, height }) => {
  let [from, to] = [0, 1];
  const sides = [
    [x2 - x1, x - x1, x + width - x1],
    [y2 - y1, y - y1, y + height - y1],
  ];
  for (const [step, low, high] of sides) {
    if (step === 0) {
      if (low > 0 || high < 0) return 0;
      continue;
    }
    const ends = [low / step, high / step].sort((a, b) => a - b);
    from = Math.max(from, ends[0]);
    to = Math.min(to, ends[1]);
  }
  return Math.max(0, to - from) * Math.hypot(x2 - x1, y2 - y1);
};

// How deep a disc {x, y, radius} reaches into a box.
export const reach = ({ x, y, radius }, box) => {
  const dx = x - Math.min(box.x + box.width, Math.max(box.x, x));
  const dy = y - Math.min(box.y + box.height, Math.max(box.y, y));
  return Math.max(0, radius - Math.hypot(dx, dy));
};

const outside = (box, bounds) =>
  Math.max(0, bounds.x - box.x) +
  Math.max(0, bounds.y - box.y) +
  Math.max(0, box.x + box.width - bounds.x - bounds.width) +
  Math.max(0, box.y + box.height - bounds.y - bounds.height);

// --- labels in a plane ---------------------------------------------------------------------------

const DISTANCES = [6, 12, 20, 30, 42, 56, 72];
const TURNS = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180];
const GAP = 2;

// The boxes around a point, the nearest first, and of these the one in the wanted direction first.
function* places({ x, y, width, height, angle }) {
  for (const distance of DISTANCES) {
    for (const turn of TURNS) {
      const way = angle + (turn * Math.PI) / 180;
      const [across, up] = [Math.cos(way), Math.sin(way)];
      const far = distance + Math.min(width / 2 / Math.abs(across), height / 2 / Math.abs(up));
      yield { x: x + far * across - width / 2, y: y + far * up - height / 2, width, height };
    }
  }
}

// A box for each label {x, y, width, height, angle}: near its point (x, y), in the direction `angle`
// from it if that is free, clear of the boxes before it, of `segments` and of `discs`, and within
// `bounds`. Where nothing is free it is the place with the least in the way.
export const placeLabels = (labels, { segments, discs, bounds }) => {
  const placed = [];
  for (const label of labels) {
    let best = null;
    let least = Infinity;
    for (const box of places(label)) {
      const air = grown(box, GAP);
      const trouble =
        placed.reduce((all, other) => all + overlap(air, other), 0) +
        segments.reduce((all, segment) => all + inside(segment, air), 0) +
        discs.reduce((all, disc) => all + reach(disc, air), 0) +
        10 * outside(box, bounds);
      if (trouble < least) [best, least] = [box, trouble];
      if (least === 0) break;
    }
    placed.push(best);
  }
  return placed;
};

// --- labels along a line -------------------------------------------------------------------------

// Where labels of these widths start below a line of `length`, each as near as can be to being
// centred at its place, in the same order, at least `gap` apart. They must fit in one row.
export const placeAlong = (centres, widths, length, gap = 6) => {
  const starts = centres.map((centre, k) => centre - widths[k] / 2);
  let free = 0;
  for (let k = 0; k < starts.length; k += 1) {
    starts[k] = Math.max(starts[k], free);
    free = starts[k] + widths[k] + gap;
  }
  let limit = length;
  for (let k = starts.length - 1; k >= 0; k -= 1) {
    starts[k] = Math.min(starts[k], limit - widths[k]);
    limit = starts[k] - gap;
  }
  return starts;
};
