// A dedicated module Worker around the Wasm core: a garbage collection or a
// long search stops this thread and no page of the extension.

import { serveCore } from "../lib/core-port.js";

const wasm = new URL("../core/core.wasm", import.meta.url);

serveCore(/** @type {any} */ (self), {
  // chrome-extension: URLs come with the media type that streaming needs.
  module: () => WebAssembly.compileStreaming(fetch(wasm)),
  // A Worker's clock begins with the Worker.
  started: 0,
});
