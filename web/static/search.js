// Search by Pagefind. page.js loads this module when a reader opens a search field; the index is
// asked for with the first query. Everything is on this host, at addresses relative to the page.

const HAN = /\p{Script=Han}/u;
// Spaces that the index has around Han characters, beside one or beside Chinese punctuation.
const WIDE = "[\\p{Script=Han}\\u2018-\\u201d\\u3000-\\u303f\\uff00-\\uffef…]";
const BETWEEN_WIDE = new RegExp(`(${WIDE}(?:</?mark>)*) +(?=(?:</?mark>)*${WIDE})`, "gu");
// From so many Han characters on, a query is a question: its characters need not stand together.
const QUESTION = 4;
const SECTIONS = 3;
const WAIT = 120;

/** What Pagefind is asked, the strictest first: [phrase, all its characters] or [query]. */
export const queries = (text) => {
  const plain = text.replaceAll('"', " ").trim();
  if (!HAN.test(plain)) return plain ? [text.trim()] : [];
  const words = plain.replace(/\p{Script=Han}/gu, " $& ").trim().split(/\s+/);
  const all = words.join(" ");
  const phrase = words.length > 1 ? `"${all}"` : all;
  return words.filter((word) => HAN.test(word)).length < QUESTION ? [phrase] : [phrase, all];
};

/** A title's text or an excerpt's HTML as it stands on the page: Han without the index's spaces. */
export const tidy = (html) =>
  html.replace(BETWEEN_WIDE, "$1").replaceAll("</mark><mark>", "").trim();

/** Whether a page's text holds the beginnings of half the words asked for, or more.
    Pagefind shortens a word it does not know until something matches, down to one letter. */
export const holds = (content, text) => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = words.filter((word) => !HAN.test(word));
  const known = content.toLowerCase();
  const found = own.filter((word) => known.includes(word.slice(0, Math.max(3, Math.ceil(0.6 * word.length)))));
  return 2 * found.length >= own.length;
};

let pagefind;
const loaded = (address) => {
  pagefind ??= import(address).then(async (module) => {
    await module.init();
    return module;
  });
  pagefind.catch(() => { pagefind = undefined; }); // a later query tries again
  return pagefind;
};

const find = async (address, text) => {
  const index = await loaded(address);
  for (const query of queries(text)) {
    const { results } = await index.search(query);
    const pages = await Promise.all(results.map((result) => result.data()));
    const kept = pages.filter((page) => holds(`${page.meta.title} ${page.content}`, text));
    if (kept.length) return kept;
  }
  return [];
};

const link = (href, title) => {
  const a = document.createElement("a");
  a.href = href;
  a.textContent = tidy(title); // Pagefind gives titles as text
  return a;
};

const excerpt = (html) => {
  const p = document.createElement("p");
  p.innerHTML = tidy(html); // from the site's own index; Pagefind escapes all but its <mark>
  return p;
};

const item = (page) => {
  const li = document.createElement("li");
  const sections = page.sub_results.filter((part) => part.url !== page.url);
  li.append(link(page.url, page.meta.title ?? page.url));
  // The first section is the page's own title when the words stand before any other.
  const shown = sections.filter((part) => part.title !== page.meta.title).slice(0, SECTIONS);
  if (!shown.length) li.append(excerpt(page.excerpt));
  else {
    const inner = document.createElement("ul");
    for (const part of shown) {
      const row = document.createElement("li");
      row.append(link(part.url, part.title), excerpt(part.excerpt));
      inner.append(row);
    }
    li.append(inner);
  }
  return li;
};

/** Fill the results beside `form` while its reader types; `text` is asked for at once. */
export const attach = (form) => {
  const results = form.parentElement.querySelector(".search-results");
  const input = form.querySelector("input[name=q]");
  if (!results || results.dataset.ready) return;
  results.dataset.ready = "true";
  const status = results.querySelector("[role=status]");
  const list = results.querySelector("ol");
  const index = new URL(results.dataset.index, document.baseURI).href; // one for both editions
  const onPage = !form.closest("dialog");
  let asked = 0;

  const say = (key, values = {}) => {
    let sentence = results.dataset[key] ?? "";
    // A function, since in a text "$&" would stand for what it replaces.
    for (const [name, value] of Object.entries(values)) sentence = sentence.replace(`{${name}}`, () => value);
    status.textContent = sentence;
  };

  const run = async () => {
    const mine = ++asked;
    const text = input.value;
    if (onPage) {
      const address = new URL(location.href);
      if (text.trim()) address.searchParams.set("q", text);
      else address.searchParams.delete("q");
      try {
        history.replaceState(null, "", address);
      } catch { /* too many at once for some browsers: the next one counts */ }
    }
    if (!text.trim()) {
      list.replaceChildren();
      status.textContent = "";
      return;
    }
    try {
      const pages = await find(index, text);
      if (mine !== asked) return;
      list.replaceChildren(...pages.map(item));
      if (!pages.length) say("none", { query: text.trim() });
      else say(pages.length === 1 ? "one" : "many", { count: pages.length });
    } catch {
      if (mine !== asked) return;
      list.replaceChildren();
      say("failed");
    }
  };

  let timer;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(run, WAIT);
  });
  form.addEventListener("submit", (event) => {
    if (!onPage) return; // the dialog's Enter opens the search page
    event.preventDefault();
    clearTimeout(timer);
    run();
  });
  // Arrow keys go from the field through the results and back.
  form.parentElement.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...list.querySelectorAll("a")];
    const here = stops.indexOf(document.activeElement);
    const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  if (input.value.trim()) run();
};
