// Making elements, for the parts of the head explorer.

const SVG = "http://www.w3.org/2000/svg";

const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
};

// make("p", { class: "note", click: (event) => ... }, "text", child): a function is a listener.
export const make = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

export const draw = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export const set = (element, attributes) => fill(element, attributes, []);

// "{word} has {share}" with its places filled in.
export const say = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// A slider with its name and its value in words. `told(position)` gives the words; `changed` is called
// with a position.
export const makeSlider = ({ name, id, min, max, step, told, changed }) => {
  const output = make("output", { class: "explorer-value", for: id });
  const input = make("input", {
    type: "range", id, min, max, step,
    input: () => changed(Number(input.value)),
  });
  const show = (position, most = max) => {
    set(input, { max: most, "aria-valuetext": told(position) });
    // A position between two steps is shown as it is in words, at the nearest step on the slider.
    input.value = position;
    output.textContent = told(position);
  };
  const label = make("label", { for: id }, name);
  return { element: make("div", { class: "explorer-slider" }, label, output, input), show };
};

export const makeBar = () => {
  const part = make("div");
  const show = (fraction) => part.style.setProperty("inline-size", `${100 * fraction}%`);
  return { element: make("div", { class: "explorer-bar", "aria-hidden": "true" }, part), show };
};

export const makeButton = (name, click) =>
  make("button", { type: "button", class: "lm-button", click }, name);
