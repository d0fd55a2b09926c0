// Python, apart from the page: a module worker that holds Pyodide and runner.py. It is started when
// a reader first runs a try-it cell. The page hands over every file as a blob, so that a worker that
// was stopped starts again without the network.
let runner = null;

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
}

// What is printed reaches the page while the code still runs, in pieces of at most 20 a second.
function pieces(id) {
  let waiting = "";
  let last = 0;
  const send = () => {
    if (waiting) post({ kind: "output", id, text: waiting });
    waiting = "";
    last = performance.now();
  };
  const emit = (text) => {
    waiting += text;
    if (performance.now() - last > 50) send();
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
