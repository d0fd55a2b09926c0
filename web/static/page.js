// The language switch keeps the reader's place. Both editions carry the same labels, which the link
// lists; it leads to the one that the reader reached last.
(() => {
  "use strict";

  const link = document.querySelector(".language-switch");
  if (!link) return;
  const href = link.getAttribute("href");
  const anchors = (link.dataset.anchors ?? "").split(" ").filter(Boolean);

  const reached = () => {
    let last = "";
    let lastTop = -Infinity;
    for (const anchor of anchors) {
      const element = document.getElementById(anchor);
      if (!element) continue;
      const top = element.getBoundingClientRect().top;
      if (top < window.innerHeight / 3 && top > lastTop) [last, lastTop] = [anchor, top];
    }
    return last;
  };

  link.addEventListener("click", () => {
    const anchor = window.scrollY > 0 ? reached() : "";
    link.setAttribute("href", anchor ? `${href}#${anchor}` : href);
  });
})();

// Search is loaded when its reader opens it: the field in the dialog, or the search page.
(() => {
  "use strict";

  const module = new URL("search.js", document.currentScript.src).href;
  const open = (form) => import(module).then(({ attach }) => attach(form), () => {
    const results = form.parentElement.querySelector(".search-results");
    if (results) results.querySelector("[role=status]").textContent = results.dataset.failed;
  });

  for (const form of document.querySelectorAll("form.bd-search")) {
    const input = form.querySelector("input[name=q]");
    if (form.closest("dialog")) {
      input.addEventListener("focus", () => open(form), { once: true });
      continue;
    }
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    if (input.value) open(form);
    else {
      input.addEventListener("focus", () => open(form), { once: true });
      input.focus();
    }
  }
})();

// Paper has no clicks: what can be opened is printed open. And it is white.
(() => {
  "use strict";

  const root = document.documentElement;
  let opened = [];
  let theme;
  addEventListener("beforeprint", () => {
    theme = root.dataset.theme;
    root.dataset.theme = "light";
    opened = [...document.querySelectorAll("article details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
    root.dataset.theme = theme;
  });
})();
