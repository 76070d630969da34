// Runs the Wasm core in a dedicated module Worker: a garbage collection or a
// long search then blocks this thread and no extension page.

import { serveCore } from "../lib/core-port.js";

const wasm = new URL("../core/core.wasm", import.meta.url);

serveCore(/** @type {any} */ (self), {
  // chrome-extension: URLs have the media type that streaming compilation requires.
  module: () => WebAssembly.compileStreaming(fetch(wasm)),
  // A Worker's clock starts at zero when the Worker starts.
  started: 0,
});
