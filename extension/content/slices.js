'use strict';
// Splits long work into slices, between which the page can run.

function makeSlices() {
  const SLICE_MS = 8; // half a frame

  /**
   * @template T
   * @param {Generator<void, T, void>} turns the work, which pauses often
   * @param {'user-visible' | 'background'} [priority] background: no caller waits for it
   * @returns {Promise<{ value: T, cost: number }>} the result, and the total working time
   */
  async function run(turns, priority = 'user-visible') {
    let cost = 0;
    for (;;) {
      const began = performance.now();
      let turn = turns.next();
      while (!turn.done && performance.now() - began < SLICE_MS) turn = turns.next();
      cost += performance.now() - began;
      if (turn.done) return { value: turn.value, cost };
      // A timer may take a second in a hidden page.
      await /** @type {any} */ (globalThis).scheduler.postTask(() => {}, { priority });
    }
  }

  return { run };
}

Cairn.slices ??= makeSlices();
