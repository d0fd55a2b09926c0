// The language switch keeps the reader's place: both editions carry the same labels, so it leads to
// the last labelled section that the reader has reached.
(() => {
  "use strict";

  const link = document.querySelector(".language-switch");
  if (!link) return;
  const href = link.getAttribute("href");

  // A section's own id comes from its heading and differs by language; its label does not.
  const labels = () => [...document.querySelectorAll("article section > span[id]:empty, article lmhead-predict[id]")];

  link.addEventListener("click", () => {
    let reached = "";
    for (const element of labels()) {
      const place = element.matches("lmhead-predict") ? element : element.parentElement;
      if (place.getBoundingClientRect().top < window.innerHeight / 3) reached = element.id;
    }
    link.setAttribute("href", reached && window.scrollY > 0 ? `${href}#${reached}` : href);
  });
})();
