'use strict';
// Walks over a frame's DOM: every element that may be listed, in the order in which it is
// drawn: shadow trees in place of their hosts' content, and that content in its slots. It
// also collects the properties that each element inherits from its ancestors.

/**
 * Around holds the properties that an element inherits from its ancestors.
 * @typedef {object} Around
 * @property {boolean} out the element is behind a modal dialog, inert or typed text
 * @property {boolean} mute it is hidden from assistive technology
 * @property {boolean} off disabled
 * @property {string[]} path
 */

/** @typedef {{ width: number, height: number, out: boolean, beyond: boolean }} Box out: outside the viewport; beyond: unreachable by scrolling */

/**
 * Pass holds the state of one pass over the page.
 * @typedef {object} Pass
 * @property {Map<Element, Around>} around
 * @property {LabelIndex} labels
 * @property {Element | null} modal the open modal dialog: only its content is usable
 * @property {number} began start time
 * @property {boolean} cut no more elements are gathered: the time is nearly over, or the page changed during the pass
 * @property {boolean} late no more elements are considered either
 * @property {string[]} [words] in lower case, that an agent looks for
 * @property {boolean} large there are enough elements for a long list
 * @property {boolean} partial the page has more than an observation holds
 * @property {{ width: number, height: number, x: number, y: number }} view the viewport, as it was at the start
 * @property {Map<Element, Box>} boxes measured boxes
 * @property {Map<string, Element | null>} links the first one by name and address; null after a second one that is no copy of it
 * @property {Node[] | null} flow for an outline: candidates, texts and line breaks in document order
 * @property {import('../wire').Outline} [outline]
 */

function makeWalk() {
  const { dom, roles, names, clickable, target, lists } = Cairn;
  const { clip } = Cairn.text;

  const PATH_NAME_MAX = 40;
  const STRIDE = 1000; // elements between two checks of the clock

  const TAGS = new Set('a area body button input select textarea summary h1 h2 h3 h4 h5 h6 dialog output'.split(' '));
  const BY_ATTRIBUTE = '[role],[contenteditable],[tabindex],[onclick],[aria-live],' + target.TEST_ID_SELECTOR;

  /** @param {Element} el @returns {boolean} whether it may be listed */
  const isCandidate = (el) => TAGS.has(dom.tag(el)) || (dom.hasAny(el) && dom.fits(el, BY_ATTRIBUTE));

  const PATH_ROLES = new Set('banner navigation main complementary contentinfo region form search dialog alertdialog radiogroup tabpanel toolbar menu listbox'.split(' '));
  const PATH_TAGS = new Set('nav main header footer aside section form search dialog fieldset menu'.split(' '));

  /** @param {boolean} [outlined] whether texts are included @returns {Pass} */
  function begin(outlined = false) {
    const modals = dom.all(document, 'dialog:modal');
    return { around: new Map(), labels: new Map(), modal: modals[modals.length - 1] ?? null, began: performance.now(), cut: false, late: false, large: dom.count() > lists.LONG, partial: false, view: { width: innerWidth, height: innerHeight, x: scrollX, y: scrollY }, boxes: new Map(), links: new Map(), flow: outlined ? [] : null };
  }

  /** @param {Element | null} el @param {Pass} pass @returns {Around} the properties that the children of el inherit */
  function aroundOf(el, pass) {
    const known = el && pass.around.get(el);
    if (known) return known;
    // Not recursive: a page may nest deeper than the stack.
    /** @type {Element[]} */
    const inner = [];
    let at = el;
    while (at && !pass.around.has(at)) {
      inner.push(at);
      at = dom.drawnIn(at);
    }
    let around = (at && pass.around.get(at)) ?? { out: pass.modal !== null, mute: false, off: false, path: [] };
    for (let i = inner.length - 1; i >= 0; i--) {
      around = within(around, inner[i], pass);
      pass.around.set(inner[i], around);
    }
    return around;
  }

  /** @param {Around} outer @param {Element} el @param {Pass} pass @returns {Around} */
  function within(outer, el, pass) {
    let { out, mute, off, path } = outer;
    if (el === pass.modal) out = false;
    const bare = !dom.hasAny(el);
    if (!out && !bare && (dom.has(el, 'inert') || roles.editingHost(el))) out = true;
    mute ||= !bare && isMute(el);
    off ||= !bare && isOff(el);
    if (!out && (PATH_TAGS.has(dom.tag(el)) || (!bare && dom.has(el, 'role')))) {
      const entry = pathEntry(el);
      if (entry) path = [...path, entry];
    }
    return out === outer.out && mute === outer.mute && off === outer.off && path === outer.path ? outer : { out, mute, off, path };
  }

  /** @param {Element} el @returns {boolean} whether it is hidden from assistive technology */
  const isMute = (el) => dom.attr(el, 'aria-hidden') === 'true';

  /** @param {Element} el @returns {boolean} whether aria-disabled disables its content */
  const isOff = (el) => dom.attr(el, 'aria-disabled')?.toLowerCase() === 'true';

  /** @param {Element} el @returns {string} `role "name"`, '' if the element gives no structure */
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

  /** shadowRoots holds the shadow roots of the last observation: mutations within them do not show outside. @type {Set<ShadowRoot>} */
  const shadowRoots = new Set();

  /**
   * Part holds a part of the walk: the rest of the current tree, then the trees of `rows`,
   * from the last row to the first.
   * @typedef {{ walker: TreeWalker | null, rows: Node[] }} Part
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

  /** @param {Node} node @returns {boolean} whether it is a text that is not only white space */
  const isText = (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (node).data);

  /** @param {Part} part skipContent continues it after the content of its current node */
  function skipContent({ walker }) {
    while (walker?.lastChild());
  }

  /** @param {TreeWalker} walker @param {Element} el the next element of the walker */
  function standBefore(walker, el) {
    walker.currentNode = el;
    walker.previousNode();
  }

  /**
   * Way describes the walk; the defaults are those of an observation.
   * @typedef {object} Way
   * @property {Element | null} [start] the first element, instead of the document's
   * @property {boolean} [inside] only its content
   * @property {(list: Element) => Generator<void, Element[], void>} [rows] returns the rows of a long list, in their order
   * @property {string} [also] a selector of more candidates
   * @property {number} [most] maximum number of candidates; at the limit the pass is partial
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
    /** The part of the innermost shadow tree or list is last. @type {Part[]} */
    const parts = [{ walker: inside && start ? null : over(start ? dom.rootOf(start) : document), rows: inside && start ? [start] : [] }];
    if (start && !inside) standBefore(/** @type {TreeWalker} */ (parts[0].walker), start);
    for (let n = 1; parts.length && !pass.cut; n++) {
      const part = parts[parts.length - 1];
      if (n % STRIDE === 0) {
        yield;
        // The walk's current node was removed meanwhile: the next position is unknown.
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
        skipContent(part);
        continue;
      }
      const slotted = dom.slotted(el);
      if (slotted.length) {
        parts.push({ walker: null, rows: slotted.reverse() });
        skipContent(part);
      }
      const inside = dom.shadow(el);
      if (!inside) continue;
      skipContent(part); // it is drawn in slots, or not at all
      shadowRoots.add(inside);
      clickable.refresh(inside);
      parts.push({ walker: over(inside), rows: [] });
    }
  }

  return { begin, candidates, aroundOf, isOff, isMute, shadowRoots, isCandidate, PATH_NAME_MAX };
}

Cairn.walk ??= makeWalk();
