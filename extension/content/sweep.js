'use strict';
// One pass over the frame's DOM: the elements that an agent could act on or
// read, and those that carry test ids, as one flat list in document order. What
// is in the viewport is named first, so that a cap never costs what a person
// sees.

function makeSweep() {
  const { dom, roles, names, sensitive, filled, target, refs } = Cairn;
  const { fold } = Cairn.text;

  const MAX_NODES = 1500; // a live look: a page of 200 rows with a few buttons each
  const MAX_TEST_IDS = 1000;
  const MAX_OPTIONS = 40; // of one closed list box
  const GENERIC_NAME_MAX = 80;
  const PATH_NAME_MAX = 40;
  const SLICE = 256; // elements between two looks at the clock

  const TAGS = new Set(['a', 'area', 'button', 'input', 'select', 'textarea', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dialog', 'output']);
  const BY_ATTRIBUTE = ['[role]', '[contenteditable]', '[tabindex]', '[onclick]', '[aria-live]', target.TEST_ID_SELECTOR].join(',');
  const CANDIDATES = [...TAGS, BY_ATTRIBUTE].join(',');

  const LISTED = new Set([...roles.INTERACTIVE, 'heading', 'dialog', 'alertdialog', 'alert', 'status']);
  const PATH_ROLES = new Set([
    'banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'form', 'search', 'dialog', 'alertdialog',
    'radiogroup', 'tabpanel', 'toolbar', 'menu', 'listbox',
  ]);
  const PATH_TAGS = new Set(['nav', 'main', 'header', 'footer', 'aside', 'section', 'form', 'search', 'dialog', 'fieldset', 'menu']);

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
    if (!out && (dom.attr(el, 'aria-hidden') === 'true' || dom.has(el, 'inert') || roles.editingHost(el))) out = true;
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
    const role = roles.role(el);
    const grouped = role === 'group';
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
    if (root instanceof ShadowRoot) shadowRoots.add(root);
    const walker = dom.elements(root);
    while (walker.nextNode()) {
      const el = /** @type {Element} */ (walker.currentNode);
      if (TAGS.has(dom.tag(el)) || (dom.hasAny(el) && dom.fits(el, BY_ATTRIBUTE))) out.push(el);
      const inside = dom.shadow(el);
      if (inside) gather(inside, out);
    }
  }

  /**
   * One look, in slices: the generator pauses between them and returns the
   * Observation.
   * @returns {Generator<void, Observation, void>}
   */
  function* sweep() {
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
    const { nodes, testIds, truncated } = yield* describe(found, inView, pass);
    return {
      state: { currentUrl: Cairn.text.url(location.href), currentScreen: '', title: clean(fold(dom.title())) },
      testIds,
      a11y: { nodes },
      ...(truncated && { truncated }),
      ...(Cairn.text.sanitized() && { sanitized: true }),
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
    const role = roles.role(el);
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
   * @returns {Generator<void, { nodes: A11yNode[], testIds: TestID[], truncated: boolean }, void>}
   */
  function* describe(found, inView, pass) {
    // Document order within each part: first all that is in view, then the
    // rest as far as the caps go; then back into document order.
    const order = found.length > MAX_NODES && inView < found.length ? [...found.keys()].sort((a, b) => Number(found[a].offscreen) - Number(found[b].offscreen) || a - b) : [...found.keys()];
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
      const room = MAX_NODES - count;
      const nodes = item.role && room > 0 ? nodesOf(item, pass, room) : [];
      if (item.role && room <= 0) truncated = true;
      count += nodes.length;
      if (nodes.length) listed.push({ at, nodes });
      if (!item.testId) continue;
      if (ids.length >= MAX_TEST_IDS) truncated = true;
      else ids.push({ at, id: testIdOf(item, nodes[0]) });
    }
    listed.sort((a, b) => a.at - b.at);
    ids.sort((a, b) => a.at - b.at);
    const nodes = listed.flatMap((l) => l.nodes);
    // A wallet's words may stand one by one on buttons.
    const safe = Cairn.redact.names(nodes.map((node) => node.name));
    nodes.forEach((node, i) => (node.name = safe[i]));
    return { nodes, testIds: ids.map((i) => i.id), truncated };
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
      nodes.push({ ref: refs.refOf(option), role: 'option', name: clean(names.name(option, 'option')), path, ...(option.disabled && { disabled: true }) });
    }
    return nodes;
  }

  /** @param {Found} item @param {Pass} pass @returns {A11yNode | null} null for what says nothing */
  function nodeOf({ el, role, testId, offscreen, around }, pass) {
    const given = names.name(el, role, pass.labels);
    const name = clean(given || (role === 'generic' ? fold(target.plainText(el), GENERIC_NAME_MAX) : ''));
    if (!name && (role === 'alert' || role === 'status' || role === 'generic' || role === 'heading')) return null;
    /** @type {A11yNode} */
    const node = { ref: refs.refOf(el), role, name };
    if (around.path.length) node.path = around.path;
    if (testId) node.testId = Cairn.text.redactAttr(testId);
    if (offscreen) node.offscreen = true;
    states(el, role, node, given);
    return node;
  }

  /** @param {Element} el @param {string} role @param {A11yNode} node @param {string} name before redaction */
  function states(el, role, node, name) {
    if (roles.INTERACTIVE.has(role)) {
      if (isDisabled(el)) node.disabled = true;
      if (role === 'checkbox' || role === 'radio' || role === 'switch' || role === 'menuitemcheckbox' || role === 'menuitemradio') {
        node.checked = checkedState(el);
      }
      const expanded = dom.attr(el, 'aria-expanded');
      if (expanded === 'true' || expanded === 'false') node.expanded = expanded;
      else if (dom.tag(el) === 'summary') node.expanded = String(dom.parentElement(el) instanceof HTMLDetailsElement && dom.fits(el, '[open] > *'));
      if (sensitive.is(el, name)) node.sensitive = true;
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

  return { sweep, shadowRoots, isDisabled, CANDIDATES };
}

Cairn.sweep ??= makeSweep();
