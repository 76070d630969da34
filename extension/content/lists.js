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

  /** @param {Element} el @returns {boolean} */
  function isLong(el) {
    return dom.children(el)[LONG] !== undefined && dom.tag(el) !== 'select'; // options are never gone over
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

  return { isLong, sample, LONG };
}

Cairn.lists ??= makeLists();
