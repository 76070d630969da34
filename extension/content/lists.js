'use strict';
// Lists of many thousand rows. Nobody reads them to their end, and merely going
// over all of their elements takes a page's thread for seconds, so a look takes
// the first rows, the last and those in view. What is looked for by its words is
// found among all of them (seek.js).

function makeLists() {
  const { dom } = Cairn;

  const LONG = 5000; // children; an element with more is a long list
  const FIRST = 4000; // rows that a look takes from the top: it has nodes for half as many
  const LAST = 50;
  const VIEW_MAX = 300; // rows of those in view
  const FAR = 10_000; // rows: the way to one this far off takes a while
  const SLICE = 500; // rows between two looks at the clock
  const PAUSE = 64; // the same where each is read
  const ASCII = /^[\0-\x7f]*$/;
  const ALIKE = 50; // rows that stand for all

  /** @param {Element} el @returns {boolean} */
  function isLong(el) {
    return dom.elementCount(el) > LONG && dom.tag(el) !== 'select'; // options are never gone over
  }

  /** @param {Element} list a long one @returns {Generator<void, Element[], void>} the rows that a look takes, in their order */
  function* sample(list) {
    yield;
    const rows = dom.children(list);
    const count = rows.length;
    yield; // counting them has taken a while
    const shown = yield* inView(rows, count);
    /** @type {Element[]} */
    const out = [];
    for (let i = 0; i < Math.min(FIRST, count); i++) {
      if (i % SLICE === SLICE - 1) yield;
      out.push(rows[i]);
    }
    for (const i of shown) if (i >= FIRST && i < count - LAST) out.push(rows[i]);
    for (let i = Math.max(FIRST, count - LAST); i < count; i++) out.push(rows[i]);
    return out;
  }

  /**
   * Rows are laid out in their order in all lists but a few; there, those in
   * view are among the others or are missed.
   * @param {HTMLCollection} rows @param {number} count @returns {Generator<void, number[], void>} the indices of those in view
   */
  function* inView(rows, count) {
    let low = 0;
    let high = count;
    while (low < high) {
      if (high - low > FAR) yield;
      const middle = (low + high) >> 1;
      if (dom.rect(rows[middle]).bottom > 0) high = middle;
      else low = middle + 1;
    }
    /** @type {number[]} */
    const shown = [];
    for (let i = low; i < count && shown.length < VIEW_MAX && dom.rect(rows[i]).top < innerHeight; i++) shown.push(i);
    return shown;
  }

  /** Where a name may come from that is no text. */
  const NAMING = ['aria-label', 'title', 'placeholder', 'alt', 'value'];

  /**
   * @param {Element} list a long one
   * @param {string[]} words in lower case
   * @param {(row: Element, text: string) => void} take called with each row that may have all the words about it, and what it says
   * @param {() => boolean} over whether to end, asked once in a while
   * @returns {Generator<void, void, void>}
   */
  function* having(list, words, take, over) {
    /** @type {string[]} */
    const attributes = [];
    for (const a of [...NAMING, ...Cairn.target.TEST_ID_ATTRIBUTES]) {
      if (dom.one(list, `[${a}]`)) attributes.push(a); // what no row has is not asked of each
      yield;
    }
    const named = words.map((w) => attributes.map((a) => `[${a}*="${w.replace(/["\\]/g, '\\$&')}" i]`).join(','));
    const rows = dom.children(list);
    for (let i = 0; ; i++) {
      if (i % PAUSE === PAUSE - 1) {
        yield;
        if (over()) return;
      }
      const row = rows[i];
      if (!row) return;
      const own = dom.text(row) ?? '';
      const text = (ASCII.test(own) ? own : Cairn.text.seen(own.normalize('NFC'))).toLowerCase();
      if (words.every((w, k) => text.includes(w) || (named[k] && (dom.fits(row, named[k]) || dom.one(row, named[k]))))) take(row, text);
    }
  }

  /**
   * The rows of a long list are made alike: what none of the first holds, none holds.
   * @param {Element} list a long one @returns {boolean} whether there are shadow trees in its rows
   */
  function hasShadows(list) {
    let row = dom.firstElement(list);
    for (let i = 0; row && i < ALIKE; i++, row = dom.nextElement(row)) {
      if (dom.shadow(row)) return true;
      const inside = dom.elements(row);
      for (let el = inside.nextNode(); el; el = inside.nextNode()) if (dom.shadow(/** @type {Element} */ (el))) return true;
    }
    return false;
  }

  return { isLong, sample, having, hasShadows, LONG };
}

Cairn.lists ??= makeLists();
