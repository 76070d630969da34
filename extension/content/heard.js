'use strict';
// Messages of live regions. A message that shows for a moment disappears before the
// next observation, so the last few are stored for it. Listening continues while an
// agent observes the page, so that pages without an agent cost nothing.

function makeHeard() {
  const { dom, roles, names, walk } = Cairn;
  const { fold } = Cairn.text;

  const LISTEN_MS = 60_000; // after the last observation
  const KEPT_MAX = 8;
  // Bounds the work on one batch of mutations: a page that redraws itself gives little information.
  const RECORDS_MAX = 200;
  const ADDED_MAX = 50;
  // Size of a page that is searched for its regions at first. Searching a larger one
  // takes too long: there, a region is known after its first change.
  const KNOWN_MAX = 100_000;

  const LIVE = '[role="alert" i],[role="status" i],[role="log" i],[aria-live="polite" i],[aria-live="assertive" i],output';

  /** own distinguishes this document's messages from another's. */
  const own = crypto.randomUUID().slice(0, 8);
  let count = 0;
  /** @type {Heard[]} oldest first */
  const kept = [];
  /** saying stores the last message of each region. @type {WeakMap<Element, string>} */
  const saying = new WeakMap();

  /** @type {MutationObserver | null} */
  let ear = null;
  let timer = 0;

  /** listen starts listening, for a limited time. */
  function listen() {
    clearTimeout(timer);
    timer = setTimeout(stop, LISTEN_MS);
    if (!ear) {
      ear = new MutationObserver(hear);
      const known = dom.count() <= KNOWN_MAX ? dom.all(document, LIVE) : [];
      for (const region of known) saying.set(region, textOf(region));
    }
    for (const root of [document, ...walk.shadowRoots]) {
      ear.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden', 'class', 'style', 'role'] });
    }
  }

  function stop() {
    ear?.disconnect();
    ear = null;
    clearTimeout(timer);
  }

  /** @returns {Heard[]} the last few messages, oldest first */
  function last() {
    return kept.slice();
  }

  /** @param {MutationRecord[]} records */
  function hear(records) {
    if (!Cairn.main.checkAlive()) return stop();
    /** given stores the news of each region: '' for its whole text, or for a log the added text. @type {Map<Element, string>} */
    const given = new Map();
    for (const { target, addedNodes } of records.slice(0, RECORDS_MAX)) {
      const el = target instanceof Element ? target : dom.parentElement(target);
      const region = el && dom.nearest(el, LIVE);
      const added = [...addedNodes].slice(0, ADDED_MAX);
      if (region) {
        const news = roleOf(region) === 'log' ? (given.get(region) ?? '') + ' ' + added.map((n) => fold(dom.text(n))).join(' ') : '';
        given.set(region, news);
        continue;
      }
      for (const node of added) {
        const inside = node instanceof Element && (dom.fits(node, LIVE) ? node : dom.one(node, LIVE));
        if (inside) given.set(inside, '');
      }
    }
    for (const [region, news] of given) note(region, news.trim());
  }

  /** @param {Element} region @param {string} news text added to a log */
  function note(region, news) {
    const text = dom.rendered(region) ? fold(news) || textOf(region) : '';
    if (text === (saying.get(region) ?? '')) return;
    saying.set(region, text);
    if (!text || dom.attr(region, 'aria-live') === 'off') return;
    kept.push({ id: `${own}-${++count}`, role: roleOf(region), text });
    if (kept.length > KEPT_MAX) kept.shift();
  }

  /** @param {Element} region @returns {string} its name in an observation */
  function textOf(region) {
    return dom.rendered(region) ? names.name(region) || fold(dom.text(region)) : '';
  }

  /** @param {Element} region @returns {string} */
  function roleOf(region) {
    const role = roles.role(region);
    if (role === 'alert' || role === 'status' || role === 'log') return role;
    return dom.attr(region, 'aria-live')?.toLowerCase() === 'assertive' ? 'alert' : 'status';
  }

  return { listen, last, stop };
}

Cairn.heard ??= makeHeard();
