// What this browser keeps for the course: one place that reads it and writes it, for all components.
//
// A browser may refuse storage altogether or be full, and the page then puts an object of its own in
// its place, which forgets (templates/layout.html). Nothing here throws. A classic script, which the
// others find as `lmheadStorage`, so that a page also works when it is opened from the disk.
(() => {
  "use strict";

  const PREFIX = "lmhead:";
  const named = (kind) => (id) => `${PREFIX}${kind}:${id}`;

  const local = (use, otherwise) => {
    try {
      return use(window.localStorage);
    } catch (refused) {
      return otherwise;
    }
  };

  window.lmheadStorage = {
    PREFIX,

    // The names under which things are kept. Readers have work under them, so they never change.
    key: {
      question: named("predict"), // the number of the option that was chosen
      code: named("tryit"), // a try-it cell's code; its id ends with a hash of the template
      tryit: named("passed"),
      notebook: named("notebook"),
      check: named("checked"),
    },

    read: (name) => local((storage) => storage.getItem(name), null),

    // null removes. Whether it will be there at the next visit.
    write: (name, value) =>
      local((storage) => {
        if (value === null) storage.removeItem(name);
        else storage.setItem(name, value);
        return storage instanceof Storage;
      }, false),

    lasts: () => local((storage) => storage instanceof Storage, false),

    // All names of the course's own. Where the page has put an object in its place, the browser's is
    // `real` there. In the browser's own, that would be the name of something kept, by anyone of
    // this origin.
    names: () =>
      local((storage) => {
        const kept = Object.keys(storage instanceof Storage ? storage : storage.real);
        return kept.filter((name) => name.startsWith(PREFIX));
      }, []),
  };
})();
