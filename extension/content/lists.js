'use strict';
// Lists of many thousand rows. No person reads them to the end, and a walk over all of
// their elements takes seconds of a page's thread. So an observation takes the first
// rows, the last and those in view. A search by words finds rows among all of them
// (seek.js).

function makeLists() {
  const { dom } = Cairn;

  const LONG = 5000; // children; an element with more is a long list
  const FIRST = 4000; // rows that an observation takes from the top: its node limit is half of that
  const LAST = 50;
  const VIEW_MAX = 300; // maximum number of rows in view
  const FAR = 10_000; // rows: reaching one this far away takes a while
  const SLICE = 500; // rows between two checks of the clock
  const PAUSE = 64; // the same if each row is read
  const ASCII = /^[\0-\x7f]*$/;
  const ALIKE = 50; // rows that represent all

  /** @param {Element} el @returns {boolean} */
  function isLong(el) {
    return dom.elementCount(el) > LONG && dom.tag(el) !== 'select'; // options are never walked over
  }

  /** @param {Element} list a long list @returns {Generator<void, Element[], void>} the rows that an observation takes, in their order */
  function* sample(list) {
    yield;
    const rows = dom.children(list);
    const count = rows.length;
    yield; // counting them took a while
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
   * inView returns the rows in view. It assumes that rows are laid out in their order;
   * in the few other lists, it may miss some or return others.
   * @param {HTMLCollection} rows @param {number} count @returns {Generator<void, number[], void>} the indices of the rows in view
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

  /** NAMING lists attributes that may give a name without being text. */
  const NAMING = 'aria-label title placeholder alt value'.split(' ');

  /**
   * @param {Element} list a long list
   * @param {string[]} words in lower case
   * @param {(row: Element, text: string) => void} take called with each row that may contain all the words, and its text
   * @param {() => boolean} over whether to stop, called from time to time
   * @returns {Generator<void, void, void>}
   */
  function* having(list, words, take, over) {
    /** @type {string[]} */
    const attributes = [];
    for (const a of [...NAMING, ...Cairn.target.TEST_ID_ATTRIBUTES]) {
      if (dom.one(list, `[${a}]`)) attributes.push(a); // attributes without any match are not checked for each row
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
   * hasShadows checks the first rows only: the rows of a long list are built alike.
   * @param {Element} list a long list @returns {boolean} whether there are shadow trees in its rows
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
