// Python for the try-it cells of a page: fetched once, started in a worker, started anew after a stop.

class Unreachable extends Error {
  constructor(file) {
    super(`${file} did not arrive`);
    this.file = file;
  }
}

const get = async (base, name) => {
  let response;
  try {
    response = await fetch(base + name);
  } catch (refused) {
    throw new Unreachable(name);
  }
  if (!response.ok) throw new Unreachable(name);
  return response;
};

// One file as a blob. What has another length is another file: a filter's page, or a part.
const download = async (base, name, size, heard) => {
  const response = await get(base, name);
  const pieces = [];
  let length = 0;
  try {
    const reader = response.body.getReader();
    for (let part; !(part = await reader.read()).done; ) {
      pieces.push(part.value);
      length += part.value.length;
      heard(part.value.length);
    }
  } catch (broken) {
    throw new Unreachable(name);
  }
  if (length !== size) throw new Unreachable(name);
  const type = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  return new Blob(pieces, { type });
};

export const python = {
  files: null, // every file as a blob, so that a stopped worker starts again without the network
  fetching: null,
  progress: null, // of whoever asked last
  worker: null,
  ready: null,
  turn: 0, // how often it was stopped
  onmessage: null,

  async fetchFiles(base, version) {
    const list = `${version}/files.json`;
    let sizes;
    try {
      sizes = await (await get(base, list)).json();
    } catch (wrong) {
      throw new Unreachable(list);
    }
    const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    let done = 0;
    this.progress(done, all);
    const files = {};
    await Promise.all(
      Object.entries(sizes).map(async ([name, size]) => {
        files[name.split("/").pop()] = await download(base, name, size, (bytes) => {
          done += bytes;
          this.progress(done, all);
        });
      }),
    );
    const source = await files["runner.py"].text();
    const addresses = {};
    for (const [name, blob] of Object.entries(files)) addresses[name] = URL.createObjectURL(blob);
    // Only a name: what lies below it is in `addresses`.
    return { addresses, source, indexURL: base };
  },

  // A stop does not end the fetching; whoever presses next waits for the same one.
  async fetched(base, version) {
    this.fetching ??= this.fetchFiles(base, version);
    try {
      this.files = await this.fetching;
    } finally {
      this.fetching = null;
    }
  },

  async boot(base, version, turn) {
    if (!this.files) await this.fetched(base, version);
    if (turn !== this.turn) throw new Error("stopped meanwhile");
    this.progress(null);
    const worker = new Worker(this.files.addresses["worker.js"], { type: "module" });
    this.worker = worker;
    await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.kind === "ready" ? resolve() : reject(data.reason));
      worker.onerror = () => reject(new Error("the worker did not start"));
      worker.postMessage({ kind: "boot", ...this.files });
    });
    worker.onmessage = ({ data }) => this.onmessage(data);
    worker.onerror = () => this.onmessage({ kind: "failed" });
  },

  // Resolves when a worker waits for code. A failure is not kept: the next press tries again.
  start(base, version, progress) {
    this.progress = progress;
    this.ready ??= this.boot(base, version, this.turn);
    const current = this.ready;
    current.catch(() => {
      if (this.ready === current) this.stop();
    });
    return current;
  },

  post(message) {
    this.worker.postMessage(message);
  },

  stop() {
    this.turn += 1;
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
  },
};
