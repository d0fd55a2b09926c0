// The picture of the head explorer: the rows of W_out as arrows, and h as an arrow with a ring to drag.

import { draw, set } from "./explorer-dom.js";
import { clamp, seen, settings, vector, withSettings } from "./explorer-numbers.js";
import { placeLabels, textWidth } from "./explorer-layout.js";

const SIZE = 320;
const RING = 11;
const FONT = 15;
const HEIGHT = 20;
const STEP = 0.1;
const KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1] };

const bounds = { x: 2, y: 2, width: SIZE - 4, height: SIZE - 4 };

export const geometry = (head) => {
  const origin = { x: SIZE / 2, y: head.up * head.unit };
  const at = (v) => {
    const [across, up] = seen(v, head.knobs);
    return { x: origin.x + head.unit * across, y: origin.y - head.unit * up };
  };
  return { origin, at };
};

// Where the names go: of the words, in their order, and of h. A pure function of h, for the tests.
export const labelPlaces = (head, names, h) => {
  const { origin, at } = geometry(head);
  const tips = [...head.rows, h].map(at);
  const labels = tips.map(({ x, y }, k) => ({
    x,
    y,
    width: textWidth([...names, "h"][k], FONT),
    height: HEIGHT,
    // On from the arrow; h below the ring, where a name of the same arrow does not go.
    angle: k < names.length ? Math.atan2(y - origin.y, x - origin.x) : Math.PI / 2,
  }));
  const segments = tips.map(({ x, y }) => ({ x1: origin.x, y1: origin.y, x2: x, y2: y }));
  const discs = [{ ...tips[tips.length - 1], radius: RING + 2 }];
  return { boxes: placeLabels(labels, { segments, discs, bounds }), tips, segments, discs };
};

const arrowPath = (origin, { x, y }, short = 0) => {
  const length = Math.hypot(x - origin.x, y - origin.y);
  if (length <= short + 1) return { line: "", point: "" };
  const [ux, uy] = [(x - origin.x) / length, (y - origin.y) / length];
  const [tx, ty] = [x - short * ux, y - short * uy];
  const back = Math.min(9, length - short);
  const [bx, by] = [tx - back * ux, ty - back * uy];
  return {
    line: `M${origin.x} ${origin.y}L${bx} ${by}`,
    point: `M${tx} ${ty}L${bx - 4.5 * uy} ${by + 4.5 * ux}L${bx + 4.5 * uy} ${by - 4.5 * ux}Z`,
  };
};

const makeArrow = (kind) => {
  const line = draw("path", { class: "explorer-shaft" });
  const point = draw("path", { class: "explorer-point" });
  const show = (...places) => {
    const path = arrowPath(...places);
    set(line, { d: path.line });
    set(point, { d: path.point });
  };
  return { element: draw("g", { class: `explorer-arrow explorer-${kind}` }, line, point), show };
};

const makeLabel = (text, kind) => {
  const lead = draw("path", { class: "explorer-lead" });
  const word = draw("text", { class: `explorer-name explorer-${kind}`, "text-anchor": "middle" }, text);
  const show = (box, tip, clearance) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    set(word, { x, y: y + FONT * 0.35 });
    // A name that had to go far from its arrow is tied to it.
    const near = {
      x: clamp(tip.x, [box.x, box.x + box.width]),
      y: clamp(tip.y, [box.y, box.y + box.height]),
    };
    const gap = Math.hypot(near.x - tip.x, near.y - tip.y);
    const part = clearance / (gap || 1);
    const from = `${tip.x + (near.x - tip.x) * part} ${tip.y + (near.y - tip.y) * part}`;
    set(lead, { d: gap > clearance + 16 ? `M${from}L${near.x} ${near.y}` : "" });
  };
  return { elements: [lead, word], show };
};

// `changed(h)` is called when the reader moves h.
export const makePlane = ({ head, names, text, start, described, changed }) => {
  const { origin, at } = geometry(head);
  let h = start;

  const rows = head.rows.map((row) => {
    const arrow = makeArrow("row");
    arrow.show(origin, at(row));
    return arrow.element;
  });
  const own = makeArrow("hidden");
  const ring = draw("circle", { class: "explorer-ring", r: RING });
  const area = draw("circle", { class: "explorer-touch", r: 26 });
  const handle = draw(
    "g",
    {
      class: "explorer-handle", role: "slider", tabindex: "0", "aria-label": text.handle,
      "aria-describedby": described, "aria-valuemin": head.limits[0][0], "aria-valuemax": head.limits[0][1],
      // A finger on the ring does not scroll; browsers heed touch-action on a whole picture only.
      touchstart: (event) => {
        if (event.cancelable) event.preventDefault();
      },
    },
    area,
    ring,
  );
  const labels = [...names, "h"].map((name, k) => makeLabel(name, k < names.length ? "word" : "hidden"));
  const axes = draw("path", {
    class: "explorer-axes",
    d: `M4 ${origin.y}H${SIZE - 4}M${origin.x} 4V${SIZE - 4}`,
  });
  const svg = draw(
    "svg",
    { class: "explorer-plane", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group", "aria-label": text.picture },
    axes,
    ...rows,
    ...labels.flatMap((label) => label.elements),
    own.element,
    handle,
  );

  const move = (wanted) => {
    const kept = settings(h, head.knobs);
    const held = head.limits.map((limit, j) => (j < 2 ? clamp(wanted[j], limit) : kept[j]));
    changed(withSettings(head.knobs, held));
  };

  const drag = (event) => {
    const box = svg.getBoundingClientRect();
    const scale = SIZE / box.width;
    const across = ((event.clientX - box.left) * scale - origin.x) / head.unit;
    const up = (origin.y - (event.clientY - box.top) * scale) / head.unit;
    const wanted = [across, up].map((x, j) => x / Math.hypot(...head.knobs[j]));
    move(wanted.map((x) => Math.round(x / STEP) * STEP));
  };
  let dragging = null;
  const stop = () => {
    dragging = null;
    svg.classList.remove("explorer-dragging");
  };
  set(svg, {
    pointerdown: (event) => {
      // A finger on the picture scrolls the page, unless it is on the ring.
      if (event.button !== 0 || (event.pointerType === "touch" && !handle.contains(event.target))) return;
      event.preventDefault();
      handle.focus({ preventScroll: true });
      dragging = event.pointerId;
      svg.setPointerCapture(dragging);
      svg.classList.add("explorer-dragging");
      drag(event);
    },
    pointermove: (event) => {
      if (event.pointerId === dragging) drag(event);
    },
    pointerup: stop,
    pointercancel: stop,
    lostpointercapture: stop,
  });
  handle.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Home") changed(start);
    else if (event.key in KEYS) {
      const [j, way] = KEYS[event.key];
      const wanted = settings(h, head.knobs);
      wanted[j] += way * STEP * (event.shiftKey ? 5 : 1);
      move(wanted);
    } else return;
    // The page has uses of its own for these keys.
    event.preventDefault();
    event.stopPropagation();
  });

  const show = (now) => {
    h = now;
    const { boxes, tips } = labelPlaces(head, names, h);
    const tip = tips[tips.length - 1];
    own.show(origin, tip, RING);
    for (const circle of [ring, area]) set(circle, { cx: tip.x, cy: tip.y });
    labels.forEach((label, k) => {
      const covered = Math.hypot(tips[k].x - tip.x, tips[k].y - tip.y) <= RING;
      label.show(boxes[k], tips[k], covered ? RING + 2 : 2);
    });
    set(handle, {
      "aria-valuenow": settings(h, head.knobs)[0].toFixed(2),
      "aria-valuetext": `h = ${vector(h)}`,
    });
  };
  return { element: svg, show };
};
