'use strict';
// What live regions say. A message that shows for a moment is gone before the
// next look, so the last few are kept for it. Listening goes on for as long as
// an agent looks at the page: pages that nobody works on cost nothing.

function makeHeard() {
  const { dom, roles, names, walk } = Cairn;
  const { fold } = Cairn.text;

  const LISTEN_MS = 60_000; // after the last look
  const KEPT_MAX = 8;
  // One batch of mutations is looked at no further: a page that draws itself anew says little by it.
  const RECORDS_MAX = 200;
  const ADDED_MAX = 50;
  // Elements of a page that is searched for its regions at first. On a larger one, which takes too long to search, a
  // region is known once it has changed.
  const KNOWN_MAX = 100_000;

  const LIVE = '[role="alert" i],[role="status" i],[role="log" i],[aria-live="polite" i],[aria-live="assertive" i],output';

  /** Tells this document's messages from another's. */
  const own = crypto.randomUUID().slice(0, 8);
  let count = 0;
  /** @type {Heard[]} oldest first */
  const kept = [];
  /** What each region said last. @type {WeakMap<Element, string>} */
  const saying = new WeakMap();

  /** @type {MutationObserver | null} */
  let ear = null;
  let timer = 0;

  /** Listens from now on, for a while. */
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
    /** What each region was given: everything it holds, or for a log what came. @type {Map<Element, string>} */
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

  /** @param {Element} region @param {string} news what a log was given */
  function note(region, news) {
    const text = dom.rendered(region) ? fold(news) || textOf(region) : '';
    if (text === (saying.get(region) ?? '')) return;
    saying.set(region, text);
    if (!text || dom.attr(region, 'aria-live') === 'off') return;
    kept.push({ id: `${own}-${++count}`, role: roleOf(region), text });
    if (kept.length > KEPT_MAX) kept.shift();
  }

  /** @param {Element} region @returns {string} as a look would name it */
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
