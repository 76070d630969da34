'use strict';
// What the frame shows now, as one flat list: the elements that an agent could
// act on or read, and those that carry test ids. One pass over the DOM; what
// is in the viewport is named first, so that a cap never costs what a person
// sees. The last look is kept, and renewed when the page has changed and calmed
// down, at a small share of the time at most.

function makeObserve() {
  const { dom } = Cairn;
  const { fold } = Cairn.text;
  const { names, sensitive, filled, target } = Cairn;

  const MAX_NODES = 1500; // a live look: a page of 200 rows with a few buttons each
  const MAX_TEST_IDS = 1000;
  const STEP_NODES = 300; // kept with a step; the core caps again
  const STEP_TEST_IDS = 200;
  const MAX_OPTIONS = 40; // of one closed list box
  const GENERIC_NAME_MAX = 80;
  const PATH_NAME_MAX = 40;
  const SLICE = 256; // elements between two looks at the clock
  const SLICE_MS = 8; // half a frame

  const QUIET_MS = 200; // a page that changed is looked at again after this calm
  const DUTY = 20; // and at most one part in this of the time goes into looking
  const AFFORDABLE_MS = 15; // a look that an event may wait for
  const CHEAP_MS = 5; // a look that an event takes anyway once the last is old:
  const OLD_MS = 1000; // a shadow root may have come without a mutation to tell

  const CANDIDATES = [
    'a[href]', 'area[href]', 'button', 'input:not([type=hidden i])', 'select', 'textarea', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5',
    'h6', 'dialog', 'output', '[role]', '[contenteditable]', '[tabindex]', '[onclick]', '[aria-live]', target.TEST_ID_SELECTOR,
  ].join(',');

  const LISTED = new Set([...names.INTERACTIVE, 'heading', 'dialog', 'alertdialog', 'alert', 'status']);
  const PATH_ROLES = new Set([
    'banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'form', 'search', 'dialog', 'alertdialog',
    'radiogroup', 'tabpanel', 'toolbar', 'menu', 'listbox',
  ]);
  const PATH_TAGS = new Set(['nav', 'main', 'header', 'footer', 'aside', 'section', 'form', 'search', 'dialog', 'fieldset', 'menu', 'select']);

  /** Refs live as long as their elements. @type {WeakMap<Element, number>} */
  const refs = new WeakMap();
  /** @type {Map<number, WeakRef<Element>>} */
  const elements = new Map();
  let lastRef = 0;
  const collected = new FinalizationRegistry((/** @type {number} */ n) => elements.delete(n));

  /** @param {Element} el @returns {string} `e12`: the same for the same element while its document lives */
  function refOf(el) {
    let n = refs.get(el);
    if (!n) {
      n = ++lastRef;
      refs.set(el, n);
      elements.set(n, new WeakRef(el));
      collected.register(el, n);
    }
    return `e${n}`;
  }

  /** @param {string} ref @returns {Element | null} null when it never was or is no longer in the document */
  function byRef(ref) {
    const n = /^(?:f\d+)?e(\d{1,9})$/.exec(ref);
    const el = n && elements.get(Number(n[1]))?.deref();
    return el?.isConnected ? el : null;
  }

  /**
   * What an element inherits from those around it.
   * @typedef {object} Around
   * @property {boolean} out hidden from assistive technology, inert or typed text
   * @property {string[]} path
   */

  /**
   * @typedef {object} Pass
   * @property {Map<Element, Around>} around
   * @property {Map<Node, Map<string, Element[]>>} labels
   * @property {Element | null} modal what a modal dialog leaves usable
   */

  /** @typedef {{ el: Element, role: string, testId: string, offscreen: boolean, around: Around }} Found */

  /** @returns {Pass} */
  function newPass() {
    const modals = dom.all(document, 'dialog:modal');
    return { around: new Map(), labels: new Map(), modal: modals[modals.length - 1] ?? null };
  }

  /** @param {Element | null} el @param {Pass} pass @returns {Around} what holds for the children of el */
  function aroundOf(el, pass) {
    if (!el) return { out: pass.modal !== null, path: [] };
    const known = pass.around.get(el);
    if (known) return known;
    const outer = aroundOf(dom.parentElement(el), pass);
    let { out, path } = outer;
    if (el === pass.modal) out = false;
    if (!out && (dom.attr(el, 'aria-hidden') === 'true' || dom.has(el, 'inert') || names.editingHost(el))) out = true;
    if (!out && (PATH_TAGS.has(dom.tag(el)) || dom.has(el, 'role'))) {
      const entry = pathEntry(el);
      if (entry) path = [...path, entry];
    }
    const around = out === outer.out && path === outer.path ? outer : { out, path };
    pass.around.set(el, around);
    return around;
  }

  /** @param {Element} el @returns {string} `role "name"`, '' where the element structures nothing */
  function pathEntry(el) {
    const role = names.role(el);
    if (role === 'combobox' && dom.tag(el) !== 'select') return '';
    const grouped = role === 'group' || role === 'combobox';
    if (!grouped && !PATH_ROLES.has(role)) return '';
    const isDialog = role === 'dialog' || role === 'alertdialog';
    const name = fold(clean(grouped || isDialog ? names.name(el, role) : names.authorName(el)), PATH_NAME_MAX);
    if (!name) return grouped ? '' : role;
    return `${role} "${name}"`;
  }

  /** @param {string} s @returns {string} */
  function clean(s) {
    return Cairn.text.redact(s);
  }

  /** The open shadow roots of the last look: mutations within do not show outside. @type {Set<ShadowRoot>} */
  const shadowRoots = new Set();

  /**
   * Every element that may be listed, in document order, shadow trees in place
   * of their hosts' content.
   * @param {Document | ShadowRoot} root
   * @param {Element[]} out
   */
  function gather(root, out) {
    /** @type {Set<Element> | null} */
    let hosts = null;
    for (const el of dom.all(root, '*')) {
      if (dom.shadow(el)) (hosts ??= new Set()).add(el);
    }
    if (root !== document) shadowRoots.add(/** @type {ShadowRoot} */ (root));
    if (!hosts) {
      for (const el of dom.all(root, CANDIDATES)) out.push(el);
      return;
    }
    const candidates = new Set(dom.all(root, CANDIDATES));
    for (const el of dom.all(root, '*')) {
      if (candidates.has(el)) out.push(el);
      const inside = dom.shadow(el);
      if (inside) gather(inside, out);
    }
  }

  /**
   * One look, in slices: the generator pauses between them and returns the
   * Observation.
   * @param {number} maxNodes
   * @param {number} maxTestIds
   * @returns {Generator<void, Observation, void>}
   */
  function* sweep(maxNodes, maxTestIds) {
    const pass = newPass();
    /** @type {Element[]} */
    const candidates = [];
    shadowRoots.clear();
    gather(document, candidates);
    /** @type {Found[]} */
    const found = [];
    let inView = 0;
    for (let i = 0; i < candidates.length; i++) {
      if (i % SLICE === SLICE - 1) yield;
      const item = consider(candidates[i], pass);
      if (!item) continue;
      found.push(item);
      if (!item.offscreen) inView++;
    }
    const { nodes, testIds, truncated } = yield* describe(found, inView, pass, maxNodes, maxTestIds);
    return {
      state: { currentUrl: Cairn.text.url(location.href), currentScreen: '', title: clean(fold(dom.title())) },
      testIds,
      a11y: { nodes },
      ...(truncated && { truncated }),
    };
  }

  /** @param {Element} el @param {Pass} pass @returns {Found | null} */
  function consider(el, pass) {
    const around = aroundOf(dom.parentElement(el), pass);
    if (around.out && el !== pass.modal) return null;
    const testId = target.testId(el);
    const role = listedRole(el);
    if (!role && !testId) return null;
    if (dom.attr(el, 'aria-hidden') === 'true' || dom.has(el, 'inert') || !dom.rendered(el)) return null;
    const box = dom.rect(el);
    const offscreen = box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth;
    return { el, role, testId, offscreen, around };
  }

  /** @param {Element} el @returns {string} the role to list it under, '' for not at all */
  function listedRole(el) {
    const role = names.role(el);
    if (LISTED.has(role)) return role;
    const cellLike = role === 'gridcell' || role === 'columnheader' || role === 'row';
    if (cellLike) return dom.has(el, 'tabindex') || dom.has(el, 'onclick') || dom.has(el, 'aria-sort') ? role : '';
    if (role) return '';
    if (dom.has(el, 'onclick') || Number(dom.attr(el, 'tabindex') ?? -1) >= 0) {
      return getComputedStyle(el).cursor === 'pointer' || dom.has(el, 'onclick') ? 'generic' : '';
    }
    return '';
  }

  /**
   * @param {Found[]} found
   * @param {number} inView
   * @param {Pass} pass
   * @param {number} maxNodes
   * @param {number} maxTestIds
   * @returns {Generator<void, { nodes: A11yNode[], testIds: TestID[], truncated: boolean }, void>}
   */
  function* describe(found, inView, pass, maxNodes, maxTestIds) {
    // Document order within each part: first all that is in view, then the
    // rest as far as the caps go; then back into document order.
    const order = found.length > maxNodes && inView < found.length ? [...found.keys()].sort((a, b) => Number(found[a].offscreen) - Number(found[b].offscreen) || a - b) : [...found.keys()];
    /** @type {{ at: number, nodes: A11yNode[] }[]} */
    const listed = [];
    /** @type {{ at: number, id: TestID }[]} */
    const ids = [];
    let count = 0;
    let truncated = false;
    let sinceYield = 0;
    for (const at of order) {
      if (++sinceYield >= SLICE / 4) {
        sinceYield = 0;
        yield;
      }
      const item = found[at];
      const room = maxNodes - count;
      const nodes = item.role && room > 0 ? nodesOf(item, pass, room) : [];
      if (item.role && room <= 0) truncated = true;
      count += nodes.length;
      if (nodes.length) listed.push({ at, nodes });
      if (!item.testId) continue;
      if (ids.length >= maxTestIds) truncated = true;
      else ids.push({ at, id: testIdOf(item, nodes[0]) });
    }
    listed.sort((a, b) => a.at - b.at);
    ids.sort((a, b) => a.at - b.at);
    return { nodes: listed.flatMap((l) => l.nodes), testIds: ids.map((i) => i.id), truncated };
  }

  /** @param {Found} item @param {A11yNode | undefined} node @returns {TestID} */
  function testIdOf(item, node) {
    /** @type {TestID} */
    const id = { testId: Cairn.text.redactAttr(item.testId), tag: dom.tag(item.el), visible: true };
    if (node) {
      id.role = node.role;
      if (node.name) id.name = node.name;
    }
    return id;
  }

  /** @param {Found} item @param {Pass} pass @param {number} room @returns {A11yNode[]} the node, and for a closed list its options */
  function nodesOf(item, pass, room) {
    const node = nodeOf(item, pass);
    if (!node) return [];
    if (dom.tag(item.el) !== 'select' || node.role !== 'combobox') return [node];
    const nodes = [node];
    const entry = node.name ? `combobox "${fold(node.name, PATH_NAME_MAX)}"` : 'combobox';
    const path = [...item.around.path, entry];
    for (const option of /** @type {HTMLSelectElement} */ (item.el).options) {
      if (nodes.length > MAX_OPTIONS || nodes.length >= room) break;
      if (option.hidden) continue;
      nodes.push({ ref: refOf(option), role: 'option', name: clean(names.name(option, 'option')), path, ...(option.disabled && { disabled: true }) });
    }
    return nodes;
  }

  /** @param {Found} item @param {Pass} pass @returns {A11yNode | null} null for what says nothing */
  function nodeOf({ el, role, testId, offscreen, around }, pass) {
    let name = clean(names.name(el, role, pass.labels));
    if (role === 'generic' && !name) name = clean(fold(target.plainText(el), GENERIC_NAME_MAX));
    if (!name && (role === 'alert' || role === 'status' || role === 'generic' || role === 'heading')) return null;
    /** @type {A11yNode} */
    const node = { ref: refOf(el), role, name };
    if (around.path.length) node.path = around.path;
    if (testId) node.testId = Cairn.text.redactAttr(testId);
    if (offscreen) node.offscreen = true;
    states(el, role, node, pass);
    return node;
  }

  /** @param {Element} el @param {string} role @param {A11yNode} node @param {Pass} pass */
  function states(el, role, node, pass) {
    if (names.INTERACTIVE.has(role)) {
      if (isDisabled(el)) node.disabled = true;
      if (role === 'checkbox' || role === 'radio' || role === 'switch' || role === 'menuitemcheckbox' || role === 'menuitemradio') {
        node.checked = checkedState(el);
      }
      const expanded = dom.attr(el, 'aria-expanded');
      if (expanded === 'true' || expanded === 'false') node.expanded = expanded;
      else if (dom.tag(el) === 'summary') node.expanded = String(dom.parentElement(el) instanceof HTMLDetailsElement && dom.fits(el, '[open] > *'));
      if (sensitive.is(el, pass.labels)) node.sensitive = true;
      if (filled.is(el)) node.filled = true;
    } else if (role === 'heading') {
      const level = Number(dom.attr(el, 'aria-level') ?? /^h([1-6])$/.exec(dom.tag(el))?.[1] ?? 2);
      if (level >= 1 && level <= 9) node.level = Math.trunc(level);
    }
  }

  /** @param {Element} el @returns {boolean} */
  function isDisabled(el) {
    return dom.fits(el, ':disabled') || dom.nearest(el, '[aria-disabled="true" i]') !== null;
  }

  /** @param {Element} el @returns {string} */
  function checkedState(el) {
    if (el instanceof HTMLInputElement) return el.indeterminate ? 'mixed' : String(el.checked);
    const state = dom.attr(el, 'aria-checked');
    return state === 'true' || state === 'mixed' ? state : 'false';
  }

  /** @type {Observation | null} */
  let last = null;
  let lastAt = 0;
  let lastCost = 0;
  let dirty = true;

  /** @returns {Observation} a fresh look, at once */
  function look() {
    const began = performance.now();
    sensitive.noteAll(document);
    const pass = sweep(MAX_NODES, MAX_TEST_IDS);
    let turn = pass.next();
    while (!turn.done) turn = pass.next();
    return keep(turn.value, performance.now() - began);
  }

  /**
   * A fresh look that lets the page go on between its parts.
   * @returns {Promise<Observation>}
   */
  async function lookGently() {
    sensitive.noteAll(document);
    const pass = sweep(MAX_NODES, MAX_TEST_IDS);
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
    for (const root of [document, ...shadowRoots]) {
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
    if (!watcher) return;
    if (dom.pageHidden()) watch();
    else void lookGently();
  }

  return { look, lookGently, current, previous, forStep, start, stop, changed, refOf, byRef, isDisabled, checkedState, lastCost: () => lastCost, shadowRoots, CANDIDATES };
}

Cairn.observe ??= makeObserve();
