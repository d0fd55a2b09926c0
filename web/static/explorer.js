// <head-explorer>: move h and see what the head makes of it.
//
// The page holds the numbers of its start as a table. When the element comes near the window, this
// script loads the parts and puts them in the table's place. Where anything that they need is missing,
// the table stays.

const NEAR = "500px";

class HeadExplorer extends HTMLElement {
  connectedCallback() {
    if (this.dataset.state) return;
    this.dataset.state = "waiting";
    if (!("IntersectionObserver" in window)) {
      this.start();
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        this.start();
      },
      { rootMargin: NEAR },
    );
    observer.observe(this);
  }

  async start() {
    const table = this.querySelector(".explorer-fallback");
    try {
      const { mount } = await import("./explorer-view.js");
      const setup = JSON.parse(this.dataset.setup);
      table.hidden = true;
      mount(this, { ...setup, show: (this.getAttribute("show") ?? "").split(" ") });
      this.dataset.state = "started";
    } catch (error) {
      this.querySelector(".explorer-body")?.remove();
      table.hidden = false;
      this.dataset.state = "failed";
    }
  }
}

customElements.define("head-explorer", HeadExplorer);
