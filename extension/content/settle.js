'use strict';
// Waiting until a page is quiet: no mutation, nothing just loaded, no
// animation about to end. A page that never rests is given up on in time.

function makeSettle() {
  const { dom } = Cairn;

  const QUIET_MS = 150;
  const TIMEOUT_MS = 3000;
  const TIMEOUT_MAX_MS = 60_000;
  /** A transition that ends within this is waited for; a longer one is decoration. */
  const ANIMATION_MS = 1000;

  /**
   * @param {number} [quietMs]
   * @param {number} [timeoutMs]
   * @param {AbortSignal} [signal] ends the wait at once
   * @returns {Promise<boolean>} whether the page did come to rest
   */
  function quiet(quietMs, timeoutMs, signal) {
    const calm = clamp(quietMs, QUIET_MS, TIMEOUT_MAX_MS);
    const deadline = performance.now() + clamp(timeoutMs, TIMEOUT_MS, TIMEOUT_MAX_MS);
    return new Promise((resolve) => {
      let since = performance.now();
      let timer = 0;
      const stir = () => {
        since = performance.now();
      };
      const mutations = watchMutations(stir);
      const loads = new PerformanceObserver(stir);
      loads.observe({ type: 'resource' });
      const end = (/** @type {boolean} */ rested) => {
        clearTimeout(timer);
        mutations.disconnect();
        loads.disconnect();
        resolve(rested);
      };
      const check = () => {
        if (signal?.aborted) return end(false);
        const now = performance.now();
        if (now >= deadline) return end(false);
        const left = since + calm - now;
        if (left <= 0 && dom.readyState() !== 'loading' && !animating()) return end(true);
        timer = setTimeout(check, Math.min(left > 0 ? left : 50, deadline - now));
      };
      signal?.addEventListener('abort', () => end(false), { once: true });
      check();
    });
  }

  /** @param {unknown} value @param {number} fallback @param {number} max @returns {number} */
  function clamp(value, fallback, max) {
    return typeof value === 'number' && value > 0 ? Math.min(value, max) : fallback;
  }

  /** @param {() => void} stir @returns {MutationObserver} that calls stir on any change, in shadow roots too */
  function watchMutations(stir) {
    const observer = new MutationObserver(stir);
    for (const root of [document, ...Cairn.sweep.shadowRoots]) {
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    return observer;
  }

  /** @returns {boolean} whether an animation is under way that soon ends */
  function animating() {
    return dom.animations().some((animation) => {
      if (animation.playState !== 'running') return false;
      const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
      return end - Number(animation.currentTime ?? 0) <= ANIMATION_MS;
    });
  }

  return { quiet, clamp, watchMutations };
}

Cairn.settle ??= makeSettle();
