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
