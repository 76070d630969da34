'use strict';
// Work that takes long is done a slice at a time, and the page has its turn in
// between.

function makeSlices() {
  const SLICE_MS = 8; // half a frame

  /**
   * @template T
   * @param {Generator<void, T, void>} turns the work, which pauses often
   * @param {'user-visible' | 'background'} [priority] background: nobody waits for it
   * @returns {Promise<{ value: T, cost: number }>} what came of it, and how long it worked in all
   */
  async function run(turns, priority = 'user-visible') {
    let cost = 0;
    for (;;) {
      const began = performance.now();
      let turn = turns.next();
      while (!turn.done && performance.now() - began < SLICE_MS) turn = turns.next();
      cost += performance.now() - began;
      if (turn.done) return { value: turn.value, cost };
      // A timer may take a second where the page is hidden.
      await /** @type {any} */ (globalThis).scheduler.postTask(() => {}, { priority });
    }
  }

  return { run };
}

Cairn.slices ??= makeSlices();
