'use strict';
// The row around an element, which distinguishes it from its equals in the other rows.
// A position does not: rows are inserted, sorted and filtered.

function makeRows() {
  const { dom, roles } = Cairn;
  const { fold, clip } = Cairn.text;

  const LEVELS = 16; // ancestors that are checked, slots and shadow trees included
  const EQUALS = 50; // siblings that are compared
  const TEXT_MAX = 1000; // characters; an element with more text is not a row
  const CELL_MAX = 80;
  const ROW_MAX = 200;

  /** CELL_JOIN separates the texts of a row's cells. */
  const CELL_JOIN = ' · ';

  /** WHOLE matches elements that no row reaches beyond. A card has a header and a footer too, and a row may hold a form. */
  const WHOLE = `body,form:not(tr form,li form),main,nav,aside,${dom.DIALOG}`;

  /** lists holds the kinds of the rows of lists, of which a search may leave a single one. @type {WeakMap<Element, string>} */
  const lists = new WeakMap();

  /**
   * @param {Element} el
   * @returns {{ el: Element, role: string, text: string } | null} the nearest row, list item or card around el that has more text
   *   than el itself; null for none
   */
  function around(el) {
    const own = fold(dom.text(el), ROW_MAX);
    for (let at = /** @type {Element | null} */ (el), n = 0; at && n++ < LEVELS && !dom.fits(at, WHOLE); at = dom.drawnIn(at)) {
      if (!repeats(at) || (dom.tag(at) !== 'tr' && fold(dom.text(at), 1e4).length > TEXT_MAX)) continue;
      const text = clip(fold(cells(at).join(CELL_JOIN)), ROW_MAX);
      if (text && text !== own) return { el: at, role: roles.role(at), text };
    }
    return null;
  }

  /** @param {Element} el @returns {boolean} whether a sibling is built like el, as rows are */
  function repeats(el) {
    if (/cell$/.test(roles.role(el))) return false; // a part of one
    return ((dom.tag(el) === 'tr' || roles.role(el) === 'row') && !dom.one(el, 'table')) || (dom.elementCount(el) > 0 && (dom.tag(el) === 'li' || hasBeside(el, EQUALS, isEqual) || wasBeside(el)));
  }

  /** @param {Element} el @returns {boolean} whether it stood beside others of its class */
  function wasBeside(el) {
    const list = dom.parentElement(el);
    return list !== null && dom.has(el, 'class') && lists.get(list) === kindOf(el);
  }

  /** @param {Element} el @returns {string} */
  const kindOf = (el) => dom.tag(el) + dom.attr(el, 'role') + (dom.tag(el) === 'li' || dom.attr(el, 'class'));

  /** @param {Element} a @param {Element} b @returns {boolean} whether both are of one kind; the first of several items may look otherwise */
  function isEqual(a, b) {
    return kindOf(a) === kindOf(b) && dom.elementCount(b) > 0;
  }

  /** @param {Element} el @param {number} most siblings on either side @param {(el: Element, other: Element) => boolean} like @returns {boolean} */
  function hasBeside(el, most, like) {
    const list = dom.parentElement(el);
    const has = [dom.previousElement, dom.nextElement].some((step) => {
      for (let other = step(el), n = 0; other && n++ < most; other = step(other)) if (like(el, other)) return true;
      return false;
    });
    if (list && has) lists.set(list, kindOf(el));
    return has;
  }

  /**
   * @param {Element} row
   * @returns {string[]} the texts of its parts; a part that only wraps others is replaced by its content. The value of a
   * control, which is never read, is none, nor are a list's options, the drawing of a picture or the content of a closed
   * menu; none where they have more text than a row
   */
  function cells(row) {
    /** @type {string[]} */
    const out = [];
    let whole = row;
    for (let only = /** @type {Element | null} */ (row); only; only = onlyChild(whole)) whole = only;
    const walker = dom.texts(whole);
    let length = 0;
    for (let node = walker.nextNode(), last = /** @type {Element | null} */ (null); node; node = walker.nextNode()) {
      const said = fold(node.nodeValue, TEXT_MAX);
      const text = clip(said, CELL_MAX);
      const parent = dom.parentElement(node);
      if (!said || (parent && (!dom.rendered(parent) || Cairn.clickable.isIcon(parent, text) || dom.nearest(parent, `${dom.TYPED}, select`)))) continue;
      const cell = childOf(whole, node);
      if (cell && Cairn.sensitive.below(Cairn.hints.columnOf(cell), text)) continue;
      if ((length += said.length) >= TEXT_MAX) return [];
      if (cell && cell === last) out[out.length - 1] = clip(`${out[out.length - 1]} ${text}`, CELL_MAX);
      else out.push(text);
      last = cell;
    }
    return out;
  }

  /** @param {Element} el @returns {Element | null} its only child element, if that contains all its text */
  function onlyChild(el) {
    const [only, other] = dom.children(el);
    return only && !other && fold(dom.text(only)) === fold(dom.text(el)) ? only : null;
  }

  /** @param {Element} root @param {Node} node within it @returns {Element | null} the child of root that holds node; null for root's own text */
  function childOf(root, node) {
    let at = node;
    while (dom.parent(at) !== root) at = /** @type {Node} */ (dom.parent(at));
    return at instanceof Element ? at : null;
  }

  return { around, hasBeside };
}

Cairn.rows ??= makeRows();
