import assert from "node:assert/strict";
import { test } from "node:test";

import { findCompanion } from "../firstrun/companion.js";

/** @param {number[]} open ports that accept, the others refuse */
function sockets(open) {
  /** @type {string[]} */
  const closed = [];
  const make = (/** @type {string} */ url) => {
    const socket = /** @type {any} */ ({ close: () => closed.push(url) });
    setTimeout(() => (open.some((port) => url === `ws://127.0.0.1:${port}/sync`) ? socket.onopen() : socket.onerror()));
    return socket;
  };
  return { make, closed };
}

test("the companion is found on any of its ports, and its socket is closed again", async () => {
  const { make, closed } = sockets([17839]);
  assert.equal(await findCompanion(make), 17839);
  assert.deepEqual(closed, ["ws://127.0.0.1:17839/sync"]);
});

test("without a companion none is found", async () => {
  assert.equal(await findCompanion(sockets([]).make), undefined);
});
