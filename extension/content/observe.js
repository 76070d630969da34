'use strict';
// The frame's current Observation. The last observation is stored, and renewed when the
// page has changed and calmed down, but uses only a small share of the time; it is never
// renewed on every mutation.

function makeObserve() {
  const { dom, walk, sweep } = Cairn;

  const STEP_NODES = 300; // kept with a step; the core caps again
  const STEP_TEST_IDS = 200;

  const QUIET_MS = 200; // a page that changed is observed again after this calm
  const DUTY = 20; // at most one part in this of the time goes into observing
  const AFFORDABLE_MS = 15; // maximum cost of an observation that an event may wait for
  const CHEAP_MS = 5; // cost of an observation that an event always takes if the last one is old:
  const OLD_MS = 1000; // a shadow root may have been added without a mutation event
  const NAMES_MS = 2000; // lifetime of names of an unchanged page: a rule of a style sheet may have changed in place

  /** @type {Observation | null} */
  let last = null;
  let lastBegan = 0;
  let lastAt = 0;
  let lastCost = 0;
  /** dirty is true if the page may have changed since the last observation. */
  let dirty = true;
  /** restyled is true if names may differ without a mutation: styles depend on pointer and focus. */
  let restyled = true;
  let namedAt = -Infinity;

  /**
   * @param {number} [mostMs] time limit; later elements are left out
   * @returns {Observation} a fresh observation, at once
   */
  function look(mostMs = Infinity) {
    const began = performance.now();
    const { pass, turns } = begin();
    let turn = turns.next();
    while (!turn.done) {
      const spent = performance.now() - began;
      if (spent > mostMs / 2) pass.cut = true;
      if (spent > mostMs) pass.late = true;
      turn = turns.next();
    }
    return keep(turn.value, pass, performance.now() - began);
  }

  /** gentle is the chain of sliced observations, one after the other. @type {Promise<unknown>} */
  let gentle = Promise.resolve();
  /** idle is the running observation that no caller waits for. @type {Pass | null} */
  let idle = null;

  /**
   * lookGently makes a fresh observation, and lets the page run between its parts.
   * @param {{ unasked?: boolean, outlined?: boolean }} [how] unasked: no caller waits for it; outlined: include the page's texts
   * @returns {Promise<{ observation: Observation, outline?: import('../wire').Outline }>} the observation; the outline is not stored
   */
  function lookGently({ unasked = false, outlined = false } = {}) {
    if (idle && !unasked) idle.cut = idle.late = true;
    const mine = gentle.then(() => inSlices(unasked, outlined));
    gentle = mine.catch(() => {});
    return mine;
  }

  /** @param {boolean} unasked @param {boolean} outlined @returns {Promise<{ observation: Observation, outline?: import('../wire').Outline }>} */
  async function inSlices(unasked, outlined) {
    const { pass, turns } = begin(outlined);
    if (unasked) idle = pass;
    try {
      const { value, cost } = await Cairn.slices.run(turns, unasked ? 'background' : 'user-visible');
      return { observation: keep(value, pass, cost), outline: pass.outline };
    } finally {
      if (idle === pass) idle = null;
    }
  }

  /** @param {boolean} [outlined] @returns {{ pass: Pass, turns: Generator<void, Observation, void> }} an observation to run; later changes count as news */
  function begin(outlined = false) {
    const pending = watcher ? watcher.takeRecords().length > 0 : true;
    const now = performance.now();
    const full = dirty || pending || restyled || now - namedAt > NAMES_MS;
    if (full) namedAt = now;
    news ||= full;
    dirty = restyled = false;
    watch();
    const pass = walk.begin(outlined);
    return { pass, turns: sweep.sweep(pass, full) };
  }

  /** @param {Observation} seen @param {Pass} pass @param {number} cost @returns {Observation} */
  function keep(seen, pass, cost) {
    if (pass.began < lastBegan) return seen; // an event took a later observation meanwhile
    last = seen;
    lastBegan = pass.began;
    lastAt = performance.now();
    // The first observation of a page runs code that is not compiled yet.
    lastCost = (lastCost + cost) / 2;
    watch();
    if (!dirty) {
      clearTimeout(timer);
      timer = 0;
      if (news && watcher) requestIdleCallback(tell, { timeout: 1000 });
      news = false;
    }
    if (pass.cut || pass.late) changed();
    return seen;
  }

  /**
   * current returns the observation for an event: the last one if the page has not changed
   * since; a new one if it costs little; else the last one all the same, because watching
   * must not make a page stutter.
   * @returns {Observation}
   */
  function current() {
    // The observation of another address is useless here.
    if (!last || last.state.currentUrl !== location.href) return look(AFFORDABLE_MS);
    if (!watcher) return look();
    const old = dirty ? lastCost <= AFFORDABLE_MS : lastCost <= CHEAP_MS && performance.now() - lastAt > OLD_MS;
    return old ? look() : last;
  }

  /** @returns {Observation} the last observation, regardless of later changes */
  function previous() {
    return last ?? look(AFFORDABLE_MS);
  }

  /**
   * @param {Observation} seen
   * @returns {Observation} cut to the size stored with a step, the visible part first
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

  /** CHANGING lists events that change a page without a mutation of its tree. */
  const CHANGING = 'scrollend toggle load resize animationend transitionend'.split(' ');
  const RESTYLING = ['pointerover', 'focusin', 'focusout'];

  /** start keeps the last observation current until stop. */
  function start() {
    if (watcher) return;
    watcher = new MutationObserver(changed);
    for (const event of CHANGING) addEventListener(event, changed, { capture: true, passive: true });
    for (const event of RESTYLING) addEventListener(event, noteRestyled, { capture: true, passive: true });
    changed();
  }

  function stop() {
    watcher?.disconnect();
    watcher = null;
    for (const event of CHANGING) removeEventListener(event, changed, { capture: true });
    for (const event of RESTYLING) removeEventListener(event, noteRestyled, { capture: true });
    clearTimeout(timer);
    timer = 0;
  }

  function noteRestyled() {
    restyled = true;
  }

  function watch() {
    if (dirty) return; // off until the next observation
    for (const root of [document, ...walk.shadowRoots]) {
      watcher?.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
  }

  /**
   * changed notes a change of the page. One mutation is enough: until the next observation
   * the observer is off, so that a page that never rests costs nothing more.
   */
  function changed() {
    dirty = true;
    watcher?.disconnect();
    if (timer || !watcher) return;
    timer = setTimeout(renewWhenIdle, Math.max(QUIET_MS, lastCost * DUTY));
  }

  function renewWhenIdle() {
    requestIdleCallback(renew, { timeout: 1000 });
  }

  function renew() {
    timer = 0;
    // Without the extension, no observation is needed.
    if (!watcher || !Cairn.main.checkAlive()) return;
    if (!dom.pageHidden()) void lookGently({ unasked: true });
  }

  /** news is true if the page may have changed since it was last at rest. */
  let news = false;
  /** sent describes the page at the time of the last report. */
  let sent = '';

  /**
   * tell reports that the page has come to rest, if it shows something different from the
   * last report. This lets the core look up successful actions before any request.
   */
  function tell() {
    const seen = last;
    if (!seen || !watcher || window !== window.top || !Cairn.main.checkAlive()) return;
    const shows = [seen.state.currentUrl, ...seen.testIds.map((t) => t.testId), ...seen.a11y.nodes.map((n) => n.role + n.name)].join('\n');
    if (shows === sent) return;
    sent = shows;
    Cairn.main.sayRest();
  }

  return { look, lookGently, current, previous, forStep, start, stop, changed };
}

Cairn.observe ??= makeObserve();
