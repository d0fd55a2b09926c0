// Which tasks are right in the notebooks that JupyterLite keeps in this browser. It keeps them in an
// IndexedDB of the same origin; what is read are the results that lie in their cells' outputs, as
// they were when the notebook was saved. A database that is not there is not made.

const settled = (request) =>
  new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
  });

const open = (name) => {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction.abort();
  return settled(request);
};

const list = (value) => (Array.isArray(value) ? value : []);

// What lies there may be anything, as every file may that a reader has put there.
const results = function* (file, mime) {
  for (const cell of list(file?.content?.cells))
    for (const output of list(cell?.outputs)) {
      const result = output?.data?.[mime];
      if (result) yield result;
    }
};

// The ids of those tasks; `table` is the database's table of files. None where there is nothing to
// read, or where what is there is no notebook.
export const rightTasks = async ({ database: name, table, mime }) => {
  const found = new Set();
  try {
    const database = await open(name);
    if (!database) return found;
    database.onversionchange = () => database.close();
    const there = database.objectStoreNames.contains(table);
    const files = there
      ? await settled(database.transaction(table).objectStore(table).getAll())
      : [];
    database.close();
    for (const file of files ?? [])
      for (const { task, status } of results(file, mime)) if (status === "right") found.add(task);
  } catch (refused) {
    /* as if there were none */
  }
  return found;
};
