'use strict';
// Waits until a page is quiet: no mutation, no recent load, no animation about to
// end. For a page that never rests, the wait ends at its timeout.

function makeSettle() {
  const { dom } = Cairn;

  const QUIET_MS = 150;
  const TIMEOUT_MS = 3000;
  const TIMEOUT_MAX_MS = 60_000;
  /** CALM_WATCH_MS is the time for which changes are watched after the last query. */
  const CALM_WATCH_MS = 5000;
  /** ANIMATION_MS bounds the wait for a transition; a longer one is decoration. */
  const ANIMATION_MS = 1000;
  /** REFRESH_MS is the longest delay of a refresh that is waited for; REFRESH_LATE_MS is added as a margin. */
  const REFRESH_MS = 1000;
  const REFRESH_LATE_MS = 1000;

  /** reaction stores the time of the page's last change since an action of Cairn began, 0 for none. @type {{ since: number, stop: () => void } | null} */
  let reaction = null;

  /**
   * expect starts an action of Cairn: later changes of the page count as its reaction,
   * also those before the call that waits for quiet.
   * @param {number} ms maximum time; 0 ends it
   */
  function expect(ms) {
    reaction?.stop();
    reaction = null;
    if (ms <= 0) return;
    const stop = watch(() => {
      mine.since = performance.now();
    });
    const mine = { since: 0, stop };
    setTimeout(stop, ms);
    reaction = mine;
  }

  /**
   * quiet waits for calm: quietMs after the last change, and longer (patienceMs) if an
   * action has had no visible effect yet.
   * @param {{ quietMs?: number, patienceMs?: number, timeoutMs?: number, signal?: AbortSignal }} wanted
   *   signal ends the wait at once
   * @returns {Promise<boolean>} whether the wait ended because the page is about to go
   */
  function quiet({ quietMs, patienceMs, timeoutMs, signal }) {
    const calm = clamp(quietMs, QUIET_MS);
    const patience = Math.max(calm, clamp(patienceMs, calm));
    const deadline = performance.now() + clamp(timeoutMs, TIMEOUT_MS);
    let needed = reaction?.since === 0 ? patience : calm;
    let since = reaction?.since || performance.now();
    expect(0); // this call waits for the following changes
    return new Promise((resolve) => {
      let timer = 0;
      const unwatch = watch(() => {
        since = performance.now();
        needed = calm;
      });
      const end = () => {
        clearTimeout(timer);
        unwatch();
        resolve(Cairn.leaving.isLeaving());
      };
      const check = () => {
        const now = performance.now();
        const left = since + needed - now;
        if (signal?.aborted || now >= deadline || Cairn.leaving.isLeaving() || (left <= 0 && dom.readyState() !== 'loading' && !animating() && !refreshes())) return end();
        timer = setTimeout(check, Math.min(left > 0 ? left : 50, deadline - now));
      };
      signal?.addEventListener('abort', end);
      check();
    });
  }

  /** calm stores the time of the page's last change, while calmMs is queried. @type {{ since: number, timer: number, stop: () => void } | null} */
  let calm = null;

  /** ours is the end of the time in which changes are caused by Cairn, by the clock of performance. */
  let ours = 0;

  /** @param {number} ms time in which changes do not count as the page's own, because Cairn scrolls */
  function disregard(ms) {
    ours = performance.now() + ms;
  }

  /** @returns {number} the milliseconds for which the page has been loaded and changed only ticking places, counted from the first call at most */
  function calmMs() {
    const now = performance.now();
    calm ??= watchCalm(now);
    clearTimeout(calm.timer);
    calm.timer = setTimeout(calm.stop, CALM_WATCH_MS);
    return dom.readyState() === 'complete' && !isBusy() ? Math.round(now - calm.since) : 0;
  }

  /** BUSY matches signs that more content is loading. */
  const BUSY = '[aria-busy="true" i], progress:not([value]), [role="progressbar"]:not([aria-valuenow], [aria-hidden="true"])';

  /** BAR matches bars, of which one that says a number shows how far a person has come: "Page 2 of 3". */
  const BAR = '[role="progressbar"]:not([aria-busy="true" i])';

  /** @returns {boolean} whether the page shows that it waits for something */
  function isBusy() {
    return [...dom.all(document, BUSY)].some((el) => dom.rendered(el) && !(dom.fits(el, BAR) && /\d/.test(dom.text(el) ?? '')));
  }

  /** ticking holds elements in which only a text has changed, like a clock, or all of the same number of elements. @type {WeakSet<Node>} */
  const ticking = new WeakSet();

  /** @param {MutationRecord} record @returns {boolean} whether a text or as many elements are drawn again where they were before: such a place may never rest, and grows by no element */
  function ticksOn({ type, target, addedNodes, removedNodes }) {
    const place = type === 'characterData' ? target.parentNode : target;
    if (!place || type === 'attributes' || (addedNodes.length !== removedNodes.length && ![...addedNodes, ...removedNodes].every((node) => node instanceof Text))) return false;
    if (ticking.has(place)) return true;
    ticking.add(place);
    return false;
  }

  /** @param {MutationRecord} record @returns {unknown} whether only the look of an element changed that a person cannot see, such as a hidden spinner that turns */
  function isUnseen({ type, target }) {
    const around = dom.parentElement(target);
    return type === 'attributes' && around && !dom.rendered(/** @type {Element} */ (target)) && !dom.rendered(around);
  }

  /** @param {number} since */
  function watchCalm(since) {
    const mine = { since, timer: 0, stop: () => {} };
    const observer = watchMutations((records) => {
      const ticks = records.filter((record) => ticksOn(record) || isUnseen(record)); // check all records
      if (ticks.length < records.length && performance.now() > ours) mine.since = performance.now();
    });
    mine.stop = () => {
      observer.disconnect();
      calm = null;
    };
    return mine;
  }

  /** @param {() => void} stir called when the page changes or has loaded a resource @returns {() => void} a function that stops watching */
  function watch(stir) {
    const mutations = watchMutations((records) => {
      if (!records.every(isUnseen)) stir();
    });
    const loads = new PerformanceObserver(stir);
    loads.observe({ type: 'resource' });
    return () => {
      mutations.disconnect();
      loads.disconnect();
    };
  }

  /** @param {unknown} value @param {number} fallback @param {number} [max] @returns {number} */
  function clamp(value, fallback, max = TIMEOUT_MAX_MS) {
    return typeof value === 'number' && value > 0 ? Math.min(value, max) : fallback;
  }

  /** @param {(records: MutationRecord[]) => void} stir @returns {MutationObserver} an observer that calls stir on any change, in shadow roots too */
  function watchMutations(stir) {
    const observer = new MutationObserver(stir);
    for (const root of [document, ...Cairn.walk.shadowRoots]) {
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    return observer;
  }

  /** @returns {boolean} whether the page is about to redirect the browser by a meta refresh */
  function refreshes() {
    const meta = dom.one(document, 'meta[http-equiv="refresh" i]');
    const delay = meta ? Number.parseFloat(dom.attr(meta, 'content') ?? '') * 1000 : NaN;
    if (!(delay <= REFRESH_MS)) return false;
    const loaded = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType('navigation')[0])?.loadEventEnd ?? 0;
    return performance.now() < (loaded || performance.now()) + delay + REFRESH_LATE_MS;
  }

  /** @returns {boolean} whether an animation is running that ends soon */
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
