'use strict';
// The way over a frame's DOM: every element that may be listed, in document
// order, shadow trees in place of their hosts' content, and what each
// inherits from those around it.

/**
 * What an element inherits from those around it.
 * @typedef {object} Around
 * @property {boolean} out hidden from assistive technology, inert or typed text
 * @property {boolean} off disabled
 * @property {string[]} path
 */

/** @typedef {{ width: number, height: number, out: boolean, beyond: boolean }} Box out: outside the viewport; beyond: where no scrolling leads */

/**
 * What one pass over the page carries along.
 * @typedef {object} Pass
 * @property {Map<Element, Around>} around
 * @property {LabelIndex} labels
 * @property {Element | null} modal what a modal dialog leaves usable
 * @property {number} began when
 * @property {boolean} cut no more elements are gathered: the time is nearly over, or the page changed under the pass
 * @property {boolean} late nor looked at
 * @property {boolean} large there are enough elements for a long list
 * @property {boolean} partial the page has more than a look holds
 * @property {{ width: number, height: number, x: number, y: number }} view the viewport, as it was then
 * @property {Map<Element, Box>} boxes that were measured
 * @property {Node[] | null} flow for an outline: candidates, texts and line breaks in document order
 * @property {import('../wire').Outline} [outline]
 */

function makeWalk() {
  const { dom, roles, names, clickable, target, lists } = Cairn;
  const { clip } = Cairn.text;

  const PATH_NAME_MAX = 40;
  const STRIDE = 1000; // elements between two looks at the clock

  const TAGS = new Set(['a', 'area', 'button', 'input', 'select', 'textarea', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dialog', 'output']);
  const BY_ATTRIBUTE = ['[role]', '[contenteditable]', '[tabindex]', '[onclick]', '[aria-live]', target.TEST_ID_SELECTOR].join(',');

  /** @param {Element} el @returns {boolean} whether it may be listed */
  function isCandidate(el) {
    return TAGS.has(dom.tag(el)) || (dom.hasAny(el) && dom.fits(el, BY_ATTRIBUTE));
  }

  const PATH_ROLES = new Set([
    'banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'form', 'search', 'dialog', 'alertdialog',
    'radiogroup', 'tabpanel', 'toolbar', 'menu', 'listbox',
  ]);
  const PATH_TAGS = new Set(['nav', 'main', 'header', 'footer', 'aside', 'section', 'form', 'search', 'dialog', 'fieldset', 'menu']);

  /** @param {boolean} [outlined] whether texts are wanted, too @returns {Pass} */
  function begin(outlined = false) {
    const modals = dom.all(document, 'dialog:modal');
    return { around: new Map(), labels: new Map(), modal: modals[modals.length - 1] ?? null, began: performance.now(), cut: false, late: false, large: dom.count() > lists.LONG, partial: false, view: { width: innerWidth, height: innerHeight, x: scrollX, y: scrollY }, boxes: new Map(), flow: outlined ? [] : null };
  }

  /** @param {Element | null} el @param {Pass} pass @returns {Around} what holds for the children of el */
  function aroundOf(el, pass) {
    const known = el && pass.around.get(el);
    if (known) return known;
    // Not by recursion: a page may nest deeper than the stack.
    /** @type {Element[]} */
    const inner = [];
    let at = el;
    while (at && !pass.around.has(at)) {
      inner.push(at);
      at = dom.parentElement(at);
    }
    let around = (at && pass.around.get(at)) ?? { out: pass.modal !== null, off: false, path: [] };
    for (let i = inner.length - 1; i >= 0; i--) {
      around = within(around, inner[i], pass);
      pass.around.set(inner[i], around);
    }
    return around;
  }

  /** @param {Around} outer @param {Element} el @param {Pass} pass @returns {Around} */
  function within(outer, el, pass) {
    let { out, off, path } = outer;
    if (el === pass.modal) out = false;
    const bare = !dom.hasAny(el);
    if (!out && !bare && (dom.attr(el, 'aria-hidden') === 'true' || dom.has(el, 'inert') || roles.editingHost(el))) out = true;
    off ||= !bare && isOff(el);
    if (!out && (PATH_TAGS.has(dom.tag(el)) || (!bare && dom.has(el, 'role')))) {
      const entry = pathEntry(el);
      if (entry) path = [...path, entry];
    }
    return out === outer.out && off === outer.off && path === outer.path ? outer : { out, off, path };
  }

  /** @param {Element} el @returns {boolean} whether what is in it is disabled by its word */
  function isOff(el) {
    return dom.attr(el, 'aria-disabled')?.toLowerCase() === 'true';
  }

  /** @param {Element} el @returns {string} `role "name"`, '' where the element structures nothing */
  function pathEntry(el) {
    const onlyNamed = !dom.has(el, 'role') && roles.ONLY_NAMED.get(dom.tag(el));
    if (onlyNamed) {
      const name = clip(names.authorName(el), PATH_NAME_MAX);
      return name && `${onlyNamed} "${name}"`;
    }
    const role = roles.role(el);
    const grouped = role === 'group';
    if (!grouped && !PATH_ROLES.has(role)) return '';
    const isDialog = role === 'dialog' || role === 'alertdialog';
    const name = clip(grouped || isDialog ? names.name(el, role) : names.authorName(el), PATH_NAME_MAX);
    if (!name) return grouped ? '' : role;
    return `${role} "${name}"`;
  }

  /** The shadow roots of the last look: mutations within do not show outside. @type {Set<ShadowRoot>} */
  const shadowRoots = new Set();

  /**
   * A part of the way: what is left of the tree that it is in, then the trees
   * of `rows`, the last of them first.
   * @typedef {{ walker: TreeWalker | null, rows: Element[] }} Part
   */

  /** @param {Part} part @param {(node: Node) => TreeWalker} over @returns {Node | null} */
  function next(part, over) {
    const within = part.walker?.nextNode();
    if (within) return within;
    const row = part.rows.pop();
    if (!row) return null;
    part.walker = over(row);
    return row;
  }

  /** @param {Node} node @returns {boolean} whether it is a text that says something */
  function isText(node) {
    return node.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (node).data);
  }

  /** @param {TreeWalker} walker @param {Element} el what it is to come to next */
  function standBefore(walker, el) {
    walker.currentNode = el;
    walker.previousNode();
  }

  /**
   * Which way is gone: a look's, unless it says otherwise.
   * @typedef {object} Way
   * @property {Element | null} [start] the first element, instead of the document's
   * @property {boolean} [inside] only what is in that
   * @property {(list: Element) => Generator<void, Element[], void>} [rows] those of a long list, in their order
   * @property {string} [also] a selector of more candidates
   * @property {number} [most] candidates; then the pass is partial
   */

  /**
   * @param {Pass} pass
   * @param {Element[]} out
   * @param {Way} [way]
   * @returns {Generator<void, void, void>}
   */
  function* candidates(pass, out, { start = null, inside = false, rows = lists.sample, also = '', most = Infinity } = {}) {
    if (!start) shadowRoots.clear();
    clickable.refresh(document);
    const { flow } = pass;
    const over = flow ? dom.nodes : dom.elements;
    /** The part in the innermost shadow tree or list last. @type {Part[]} */
    const parts = [{ walker: inside && start ? null : over(start ? dom.rootOf(start) : document), rows: inside && start ? [start] : [] }];
    if (start && !inside) standBefore(/** @type {TreeWalker} */ (parts[0].walker), start);
    for (let n = 1; parts.length && !pass.cut; n++) {
      const part = parts[parts.length - 1];
      if (n % STRIDE === 0) {
        yield;
        // What the walk stood on went away meanwhile: nobody knows where on.
        if (part.walker && !dom.connected(part.walker.currentNode)) pass.cut = true;
      }
      const node = next(part, over);
      if (!node) {
        parts.pop();
        continue;
      }
      if (!(node instanceof Element)) {
        if (isText(node)) flow?.push(node);
        continue;
      }
      const el = node;
      if (isCandidate(el) || clickable.may(el) || (also && dom.fits(el, also))) {
        out.push(el);
        flow?.push(el);
      } else if (flow && dom.tag(el) === 'br') flow.push(el);
      if (out.length >= most) {
        pass.partial = true;
        return;
      }
      if (pass.large && lists.isLong(el)) {
        if (rows === lists.sample) pass.partial = true;
        parts.push({ walker: null, rows: (yield* rows(el)).reverse() });
        while (part.walker?.lastChild()); // on to what follows the list
      }
      const inside = dom.shadow(el);
      if (!inside) continue;
      shadowRoots.add(inside);
      clickable.refresh(inside);
      parts.push({ walker: over(inside), rows: [] });
    }
  }

  return { begin, candidates, aroundOf, isOff, shadowRoots, isCandidate, PATH_NAME_MAX };
}

Cairn.walk ??= makeWalk();
