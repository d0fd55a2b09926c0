// Python, apart from the page: a module worker that holds Pyodide and runner.py. It is started when
// a reader first runs a try-it cell. The page hands over every file as a blob, so that a worker that
// was stopped starts again without the network.
let runner = null;

const RECURSION = 250;

const post = (message) => self.postMessage(message);

async function boot({ addresses, indexURL, source }) {
  const { loadPyodide } = await import(addresses["pyodide.mjs"]);
  const { default: createPyodideModule } = await import(addresses["pyodide.asm.mjs"]);
  // Pyodide asks for its WebAssembly by name below indexURL; nothing else is asked for.
  const original = self.fetch.bind(self);
  self.fetch = (address, options) =>
    String(address).endsWith("pyodide.asm.wasm")
      ? original(addresses["pyodide.asm.wasm"])
      : original(address, options);
  const python = await loadPyodide({
    indexURL,
    createPyodideModule,
    stdLibURL: addresses["python_stdlib.zip"],
    // Plain Python: no package is ever fetched.
    lockFileContents: JSON.parse(await (await original(addresses["pyodide-lock.json"])).text()),
  });
  python.FS.writeFile("/home/pyodide/runner.py", source);
  runner = python.pyimport("runner");
  // Calls that pass through C, such as a key of sorted(), fill the browser's stack long before
  // Python's own limit of 1000, and that ends Python without a word about the line.
  python.pyimport("sys").setrecursionlimit(RECURSION);
}

// What is printed reaches the page while the code still runs: the first pieces each at once, so that
// all of a few lines is there when the code then goes on without end; later at most 20 a second.
const AT_ONCE = 200;

function pieces(id) {
  let waiting = "";
  let last = 0;
  let count = 0;
  const send = () => {
    if (waiting) post({ kind: "output", id, text: waiting });
    waiting = "";
    last = performance.now();
  };
  const emit = (text) => {
    waiting += text;
    count += 1;
    if (count <= AT_ONCE || performance.now() - last > 50) send();
  };
  return { emit, send };
}

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "boot") {
      await boot(data);
      post({ kind: "ready" });
      return;
    }
    const { emit, send } = pieces(data.id);
    const answer = runner.answer(data.code, data.check ?? "", data.language, emit);
    send();
    post({ kind: "done", id: data.id, ...JSON.parse(answer) });
  } catch (error) {
    post({ kind: "failed", id: data.id, reason: String(error) });
  }
};
