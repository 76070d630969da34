'use strict';
// Frameworks redraw parts of a page: the element that was found is removed, and a
// similar one takes its place. It counts as the same element if it has the same names,
// and if the rows, cards and sections around it, which distinguish it from its
// equals, have the same text as those around the old one.

function makeRedrawn() {
  const { dom, roles, names, target } = Cairn;
  const { fold } = Cairn.text;

  const UP_MAX = 40; // ancestors that are compared
  const INSIDE_MAX = 6; // ancestors of the hit element that may be the intended one
  const TEXT_MAX = 2000; // characters of the text of a row

  /**
   * Memo holds the known facts about an element for when it is removed. It keeps references
   * to the elements, because the surroundings of a removed one exist nowhere else.
   * @typedef {{ el: Element, names: string, around: Element[] }} Memo
   */

  /** @param {Element} el @returns {Memo} */
  function memo(el) {
    return { el, names: namesOf(el), around: around(el) };
  }

  /** @param {Element} el @returns {string} the names that a redrawn element keeps */
  function namesOf(el) {
    const role = roles.role(el);
    return JSON.stringify([dom.tag(el), target.testId(el), role, names.name(el, role) || target.plainText(el)]);
  }

  /** @param {Element} el @returns {Element[]} its ancestors, the nearest first */
  function around(el) {
    const found = [];
    for (let at = dom.parentElement(el); at && found.length < UP_MAX; at = dom.parentElement(at)) found.push(at);
    return found;
  }

  /** @param {Memo} was @param {Element} el @returns {boolean} whether el is in the place of the removed element */
  function replaces(was, el) {
    if (dom.connected(was.el) || namesOf(el) !== was.names) return false;
    const now = around(el);
    for (let i = 0; i < now.length; i++) {
      if (now[i] === was.around[i]) return true;
      if (!was.around[i] || !alike(was.around[i], now[i])) return false;
    }
    return now.length === was.around.length;
  }

  /** @param {Element} was @param {Element} now @returns {boolean} */
  function alike(was, now) {
    if (dom.tag(was) !== dom.tag(now) || target.testId(was) !== target.testId(now)) return false;
    return !oneOfMany(now) || text(was) === text(now);
  }

  /** @param {Element} el @returns {boolean} whether el has a sibling of its kind */
  function oneOfMany(el) {
    const kind = (/** @type {Element | null} */ other) => !!other && dom.tag(other) === dom.tag(el);
    return kind(dom.previousElement(el)) || kind(dom.nextElement(el));
  }

  /** @param {Element} el @returns {string} */
  const text = (el) => fold((dom.text(el) ?? '').slice(0, TEXT_MAX));

  /** @param {Memo} was @param {Element} hit @returns {boolean} whether input on hit is input on the element now in its place */
  function reaches(was, hit) {
    if (dom.connected(was.el)) return false;
    let at = /** @type {Element | null} */ (hit);
    for (let n = 0; at && n++ < INSIDE_MAX; at = dom.parentElement(at)) {
      if (replaces(was, at)) return true;
    }
    return false;
  }

  return { memo, replaces, reaches };
}

Cairn.redrawn ??= makeRedrawn();
