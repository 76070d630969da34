// Runs work again for each request, one run at a time, so that the last run begins after
// the last request: an answer to an older question is never the one that stays.

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {() => unknown} work its failures are its own matter
 * @param {number} [restMs] waits before each run, to group requests
 * @returns {() => Promise<void>} requests a run; resolves when no request is left
 */
export function inTurn(work, restMs = 0) {
  let again = false;
  /** @type {Promise<void> | undefined} */
  let running;
  const run = async () => {
    while (again) {
      if (restMs) await pause(restMs);
      again = false;
      await Promise.resolve().then(work).catch(() => {});
    }
    running = undefined;
  };
  return () => {
    again = true;
    running ??= run();
    return running;
  };
}
