'use strict';
// Waiting until a page is quiet: no mutation, nothing just loaded, no
// animation about to end. A page that never rests is given up on in time.

function makeSettle() {
  const { dom } = Cairn;

  const QUIET_MS = 150;
  /** What an action of ours may take at most: then nothing is expected of it any more. */
  const EXPECT_MAX_MS = 60_000;
  const TIMEOUT_MS = 3000;
  const TIMEOUT_MAX_MS = 60_000;
  /** Changes are watched for this long after they were last asked for. */
  const CALM_WATCH_MS = 5000;
  /** A transition that ends within this is waited for; a longer one is decoration. */
  const ANIMATION_MS = 1000;
  /** A page that sends the browser on after this long is left soon; it has so much more for it. */
  const REFRESH_MS = 1000;
  const REFRESH_LATE_MS = 1000;

  /** What the page has done since an action of ours began. @type {{ since: number, stirred: boolean, stop: () => void } | null} */
  let reaction = null;

  /**
   * An action of ours begins: what the page does from now on is its reaction,
   * also what it does before anybody waits for it to be quiet.
   * @param {number} ms for how long; 0 ends it
   */
  function expect(ms) {
    reaction?.stop();
    reaction = null;
    if (ms <= 0) return;
    const mine = { since: performance.now(), stirred: false, stop: () => {} };
    const unwatch = watch(() => {
      mine.since = performance.now();
      mine.stirred = true;
    });
    const timer = setTimeout(() => mine.stop(), Math.min(ms, EXPECT_MAX_MS));
    mine.stop = () => {
      clearTimeout(timer);
      unwatch();
    };
    reaction = mine;
  }

  /**
   * Waits for calm: so much of it after the last stir, and more (patience)
   * where an action has had no visible effect yet.
   * @param {{ quietMs?: number, patienceMs?: number, timeoutMs?: number, signal?: AbortSignal }} wanted
   *   signal ends the wait at once
   * @returns {Promise<boolean>} whether the page did come to rest
   */
  function quiet({ quietMs, patienceMs, timeoutMs, signal }) {
    const calm = clamp(quietMs, QUIET_MS, TIMEOUT_MAX_MS);
    const patience = Math.max(calm, clamp(patienceMs, calm, TIMEOUT_MAX_MS));
    const deadline = performance.now() + clamp(timeoutMs, TIMEOUT_MS, TIMEOUT_MAX_MS);
    const inert = reaction?.stirred === false;
    let since = reaction?.stirred ? reaction.since : performance.now();
    expect(0); // what comes next is waited for here
    return new Promise((resolve) => {
      let needed = inert ? patience : calm;
      let timer = 0;
      const unwatch = watch(() => {
        since = performance.now();
        needed = calm;
      });
      const end = (/** @type {boolean} */ rested) => {
        clearTimeout(timer);
        unwatch();
        resolve(rested);
      };
      const check = () => {
        if (signal?.aborted) return end(false);
        const now = performance.now();
        if (now >= deadline) return end(false);
        const left = since + needed - now;
        if (left <= 0 && dom.readyState() !== 'loading' && !animating() && !leaving()) return end(true);
        timer = setTimeout(check, Math.min(left > 0 ? left : 50, deadline - now));
      };
      signal?.addEventListener('abort', () => end(false), { once: true });
      check();
    });
  }

  /** When the page changed last, while somebody asks for it. @type {{ since: number, timer: number, stop: () => void } | null} */
  let calm = null;

  /** Until when changes are our own doing, by the clock of performance. */
  let ours = 0;

  /** @param {number} ms for how long what the page changes is no unrest of its own: it follows our scrolling */
  function disregard(ms) {
    ours = performance.now() + ms;
  }

  /** @returns {number} for how many milliseconds the page has been loaded and changed nothing but a ticking text, as far as that was watched: from the first time that it is asked for */
  function calmMs() {
    const now = performance.now();
    calm ??= watchCalm(now);
    clearTimeout(calm.timer);
    calm.timer = setTimeout(calm.stop, CALM_WATCH_MS);
    return dom.readyState() === 'complete' && !isBusy() ? Math.round(now - calm.since) : 0;
  }

  /** What says that more is on its way. */
  const BUSY = '[aria-busy="true" i], progress:not([value]), [role="progressbar"]:not([aria-valuenow])';

  /** @returns {boolean} whether the page says that it waits for something */
  function isBusy() {
    return [...dom.all(document, BUSY)].some(dom.rendered);
  }

  /** Where a text alone has changed, as a clock's does. @type {WeakSet<Node>} */
  const ticking = new WeakSet();

  /** @param {MutationRecord} record @returns {boolean} whether a text changes again where one did before: such a place may never rest, and makes no element */
  function ticksOn({ type, target, addedNodes, removedNodes }) {
    const place = type === 'characterData' ? target.parentNode : target;
    if (!place || type === 'attributes' || !areTexts(addedNodes) || !areTexts(removedNodes)) return false;
    if (ticking.has(place)) return true;
    ticking.add(place);
    return false;
  }

  /** @param {NodeList} nodes @returns {boolean} */
  function areTexts(nodes) {
    for (const node of nodes) if (node.nodeType !== Node.TEXT_NODE) return false;
    return true;
  }

  /** @param {number} since */
  function watchCalm(since) {
    const mine = { since, timer: 0, stop: () => {} };
    const observer = watchMutations((records) => {
      const stirs = records.filter((record) => !ticksOn(record)).length > 0; // all are looked at
      if (stirs && performance.now() > ours) mine.since = performance.now();
    });
    mine.stop = () => {
      clearTimeout(mine.timer);
      observer.disconnect();
      calm = null;
    };
    return mine;
  }

  /** @param {() => void} stir called when the page changes or has loaded something @returns {() => void} ends it */
  function watch(stir) {
    const mutations = watchMutations(stir);
    const loads = new PerformanceObserver(stir);
    loads.observe({ type: 'resource' });
    return () => {
      mutations.disconnect();
      loads.disconnect();
    };
  }

  /** @param {unknown} value @param {number} fallback @param {number} max @returns {number} */
  function clamp(value, fallback, max) {
    return typeof value === 'number' && value > 0 ? Math.min(value, max) : fallback;
  }

  /** @param {(records: MutationRecord[]) => void} stir @returns {MutationObserver} that calls stir on any change, in shadow roots too */
  function watchMutations(stir) {
    const observer = new MutationObserver(stir);
    for (const root of [document, ...Cairn.walk.shadowRoots]) {
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    return observer;
  }

  /** @returns {boolean} whether the page is about to send the browser on by itself, as redirects within pages do */
  function leaving() {
    const meta = dom.one(document, 'meta[http-equiv="refresh" i]');
    const delay = meta ? Number.parseFloat(dom.attr(meta, 'content') ?? '') * 1000 : NaN;
    if (!(delay <= REFRESH_MS)) return false;
    const loaded = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType('navigation')[0])?.loadEventEnd ?? 0;
    return performance.now() < (loaded || performance.now()) + delay + REFRESH_LATE_MS;
  }

  /** @returns {boolean} whether an animation is under way that soon ends */
  function animating() {
    return dom.animations().some((animation) => {
      if (animation.playState !== 'running') return false;
      const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
      return end - Number(animation.currentTime ?? 0) <= ANIMATION_MS;
    });
  }

  return { expect, quiet, calmMs, isBusy, disregard, clamp, watchMutations };
}

Cairn.settle ??= makeSettle();
