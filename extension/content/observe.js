'use strict';
// The frame's current Observation. The last look is kept, and renewed when the
// page has changed and calmed down, at a small share of the time at most; never
// on every mutation.

function makeObserve() {
  const { dom, sweep } = Cairn;

  const STEP_NODES = 300; // kept with a step; the core caps again
  const STEP_TEST_IDS = 200;
  const SLICE_MS = 8; // half a frame

  const QUIET_MS = 200; // a page that changed is looked at again after this calm
  const DUTY = 20; // and at most one part in this of the time goes into looking
  const AFFORDABLE_MS = 15; // a look that an event may wait for
  const CHEAP_MS = 5; // a look that an event takes anyway once the last is old:
  const OLD_MS = 1000; // a shadow root may have come without a mutation to tell

  /** @type {Observation | null} */
  let last = null;
  let lastAt = 0;
  let lastCost = 0;
  let dirty = true;

  /** @returns {Observation} a fresh look, at once */
  function look() {
    const began = performance.now();
    const pass = sweep.sweep();
    let turn = pass.next();
    while (!turn.done) turn = pass.next();
    return keep(turn.value, performance.now() - began);
  }

  /**
   * A fresh look that lets the page go on between its parts.
   * @returns {Promise<Observation>}
   */
  async function lookGently() {
    const pass = sweep.sweep();
    let cost = 0;
    for (;;) {
      const began = performance.now();
      let turn = pass.next();
      while (!turn.done && performance.now() - began < SLICE_MS) turn = pass.next();
      cost += performance.now() - began;
      if (turn.done) return keep(turn.value, cost);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** @param {Observation} seen @param {number} cost @returns {Observation} */
  function keep(seen, cost) {
    last = seen;
    lastAt = performance.now();
    // The first look of a page runs code that is not compiled yet.
    lastCost = (lastCost + cost) / 2;
    dirty = false;
    clearTimeout(timer);
    timer = 0;
    watcher?.takeRecords();
    watch();
    return seen;
  }

  /**
   * The look to go with an event: the last one while the page has not changed
   * since; a new one where it costs little; else the last all the same, since
   * a page must not stutter for being watched.
   * @returns {Observation}
   */
  function current() {
    if (!last || !watcher) return look();
    const old = dirty ? lastCost <= AFFORDABLE_MS : lastCost <= CHEAP_MS && performance.now() - lastAt > OLD_MS;
    return old ? look() : last;
  }

  /** @returns {Observation} the last look, whatever has happened since */
  function previous() {
    return last ?? look();
  }

  /**
   * @param {Observation} seen
   * @returns {Observation} cut to what is kept with a step, the visible part first
   */
  function forStep(seen) {
    const { nodes } = seen.a11y;
    if (nodes.length <= STEP_NODES && seen.testIds.length <= STEP_TEST_IDS) return seen;
    let room = STEP_NODES - nodes.filter((n) => !n.offscreen).length;
    const kept = nodes.filter((n) => !n.offscreen || room-- > 0).slice(0, STEP_NODES);
    return { ...seen, a11y: { nodes: kept }, testIds: seen.testIds.slice(0, STEP_TEST_IDS), truncated: true };
  }

  /** @type {MutationObserver | null} */
  let watcher = null;
  let timer = 0;

  /** Keeps the last look current until stop. */
  function start() {
    if (watcher) return;
    watcher = new MutationObserver(changed);
    watch();
    addEventListener('scrollend', changed, { capture: true, passive: true });
    changed();
  }

  function stop() {
    watcher?.disconnect();
    watcher = null;
    removeEventListener('scrollend', changed, { capture: true });
    clearTimeout(timer);
    timer = 0;
  }

  function watch() {
    for (const root of [document, ...sweep.shadowRoots]) {
      watcher?.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
  }

  /**
   * The page changed. One mutation is enough to know: until the next look the
   * observer is off, so that a page that never rests costs nothing more.
   */
  function changed() {
    dirty = true;
    if (timer || !watcher) return;
    watcher.disconnect();
    timer = setTimeout(renewWhenIdle, Math.max(QUIET_MS, lastCost * DUTY));
  }

  function renewWhenIdle() {
    requestIdleCallback(renew, { timeout: 1000 });
  }

  function renew() {
    timer = 0;
    // Nobody looks for an extension that is gone.
    if (!watcher || !Cairn.main.checkAlive()) return;
    if (dom.pageHidden()) watch();
    else void lookGently();
  }

  return { look, lookGently, current, previous, forStep, start, stop, changed };
}

Cairn.observe ??= makeObserve();
