// Before a notebook: says in the page what JupyterLite keeps to itself, that Python cannot run
// here. The notebook opens all the same, to be read; other ways to do it stand in the sentence.
//
// What it says, where Python is to come from and where the exercise's page lies stand in the page.
//
// A notebook is also read alone, so its links and those of the checks name the published site. Here
// they lead to the pages beside this one, wherever this copy of the site lies.

const told = JSON.parse(document.getElementById("lmhead-gate").textContent);
const PATIENCE = 20_000; // ms without an answer: a filtered network often gives none at all
const path = new URLSearchParams(location.search).get("path") || "";
const name = path.split("/").at(-1).replace(/\.ipynb$/, "");

const STYLE = `
:host { all: initial; }
section { position: fixed; z-index: 2000; inset: auto 0 0 0; box-sizing: border-box;
  padding: 1rem 1.25rem; max-height: 60vh; overflow: auto; border-top: 3px solid #1f5f8b;
  background: #fff; color: #1c2328; box-shadow: 0 -4px 24px rgb(0 0 0 / 0.18);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
  "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
div { max-width: 46rem; margin: 0 auto; }
h2 { margin: 0 0 0.25rem; font-size: 1.125rem; }
p { margin: 0 0 0.75rem; }
ul { display: flex; flex-wrap: wrap; gap: 0.625rem; margin: 0; padding: 0; list-style: none; }
a, button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 1rem;
  box-sizing: border-box; border: 1px solid #1f5f8b; border-radius: 6px; background: none;
  color: #1f5f8b; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
a:focus-visible, button:focus-visible { outline: 3px solid #1f5f8b; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  section { background: #1c2328; color: #dfe5e9; border-color: #8cc4ee; }
  a, button { color: #8cc4ee; border-color: #8cc4ee; }
}`;

function element(tag, text, more = {}) {
  const made = Object.assign(document.createElement(tag), more);
  made.textContent = text;
  return made;
}

function tell(title, sentence, again) {
  document.querySelector("lmhead-gate")?.remove();
  const host = document.createElement("lmhead-gate");
  const root = host.attachShadow({ mode: "open" });
  const ways = document.createElement("ul");
  const way = (made) => ways.appendChild(document.createElement("li")).appendChild(made);
  if (again) way(element("button", told.say.again, { type: "button", onclick: again }));
  // A notebook of a reader's own lies nowhere else.
  if (told.names.includes(name)) {
    const fill = (address) => new URL(address.replaceAll("{assignment}", name), location).href;
    way(element("a", told.say.download, { href: fill(told.notebook), download: `${name}.ipynb` }));
    if (told.colab) way(element("a", told.say.colab, { href: fill(told.colab), rel: "noopener" }));
    way(element("a", told.say.page, { href: fill(told.page) }));
  }
  const close = { type: "button", onclick: () => host.remove() };
  way(element("button", told.say.close, close));
  const box = document.createElement("div");
  const section = element("section", "", { tabIndex: -1 });
  section.setAttribute("role", "alert");
  section.setAttribute("aria-label", title);
  box.append(element("h2", title), element("p", sentence), ways);
  section.append(box);
  root.append(element("style", STYLE), section);
  document.body.append(host);
  console.warn(`lmhead: ${title}. ${sentence}`);
  return host;
}

function lacks() {
  if (typeof WebAssembly !== "object") return "WebAssembly";
  if (typeof Worker !== "function") return told.say.workers;
  return null;
}

// Whether Python's first file comes, sent as a module must be. A network's page that asks for a login
// is no answer, nor is the file from a host that does not know its ending.
async function answers(address) {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok && /(java|ecma)script/.test(response.headers.get("content-type") ?? "");
  } catch {
    return false;
  }
}

function keeps() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("lmhead can keep");
      request.onerror = request.onblocked = () => resolve(false);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase("lmhead can keep");
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}

async function look() {
  const missing = lacks();
  if (missing) {
    tell(told.say.title, told.say.unsupported.replace("{missing}", missing));
    return;
  }
  const from = new URL(told.probe, location);
  const answer = answers(from);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, false));
  if (!(await Promise.race([answer, late]))) {
    // A kernel that did not start does not try again by itself; the page does, with the work kept.
    const again = () => location.reload();
    const host = tell(told.say.title, told.say.unreachable.replace("{host}", from.host), again);
    if (!(await answer)) return;
    host.remove(); // it was slow, and so was the kernel's: the notebook runs after all
  }
  if (!(await keeps())) tell(told.say["not-kept-title"], told.say["not-kept"]);
}

const SITE = new URL(told.site.base, location).href;

function stay(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (link?.href.startsWith(told.site.published))
    link.href = SITE + link.href.slice(told.site.published.length);
}

for (const kind of ["pointerover", "focusin", "click", "auxclick"])
  document.addEventListener(kind, stay, true);

look();
