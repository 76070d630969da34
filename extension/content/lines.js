'use strict';
// Groups the elements of a page that are read together as one line: a table row, a
// list item, a card, a label with its field, elements side by side.

function makeLines() {
  const { dom } = Cairn;

  const HEIGHT = 64; // pixels: a line or two of text, or a bar of buttons
  const STACKED = 32; // pixels: minimum height of two rows
  const UNKNOWN = 2; // neither cut off nor high
  const TEXT_MAX = 1000; // characters; an element with more text is not a line
  const PARTS_MAX = 4; // depth of wrappers that are searched
  const SLICE = 64; // lines between two checks of the clock
  const BESIDE = 3; // siblings on either side that are compared
  const SAID_MAX = 20; // texts of a row that identify it
  const GAP = 2; // pixels: maximum distance between two parts of one table

  /** Ranks of lines: nothing within a table row or list item is a separate line; a card may hold lines that repeat. */
  const CARD = 1;
  const LOW = 2;
  const ITEM = 3;
  const ROW = 4;

  const ITEM_ROLES = new Set(['listitem', 'option', 'treeitem']);
  /** WHOLE lists elements that no line reaches beyond. */
  const WHOLE = new Set('body html form dialog main table tbody thead tfoot ul ol dl'.split(' '));

  /**
   * @param {Element} el
   * @param {{ tag: string, given: string | null, height: number }} own given is its role attribute
   * @param {{ row: Element | null, rank: number }} outer the line that el is in
   * @param {boolean} control whether el is a control
   * @returns {{ row: Element | null, rank: number }} the line of the content of el
   */
  function within(el, { tag, given, height }, outer, control) {
    const isRow = (tag === 'tr' || given !== null) && isRowOf(el);
    // An item by role within a list item is read in that list item, together with its neighbours.
    const mayBe = tag === 'li' || (given !== null && ITEM_ROLES.has(given) && !(outer.row && dom.tag(outer.row) === 'li' && dom.parentElement(el) === outer.row));
    // Items side by side are one line, and so are items with one part within a card.
    const isItem = mayBe && outer.rank !== LOW && outer.rank !== ROW && (outer.rank !== CARD || isSeveral(el));
    if (outer.rank <= CARD && (given === 'alert' || given === 'status') && isSmall(el)) return { row: el, rank: LOW };
    if (isRow || isItem) return isSmall(el) ? { row: el, rank: isRow ? ROW : ITEM } : { row: null, rank: 0 };
    if (outer.rank >= LOW || WHOLE.has(tag)) return outer;
    const low = height > 0 && height <= HEIGHT;
    const list = outer.row || tag === 'dt' ? null : dom.parentElement(el);
    if (list && dom.tag(list) === 'dl') {
      let dt = dom.previousElement(el); // the term that it describes, or is beside
      while (dt && dom.tag(dt) !== 'dt') dt = dom.previousElement(dt);
      return { row: dt ?? el, rank: LOW };
    }
    if (low && !outer.row && isSmall(el) && !isStack(el, height)) return { row: el, rank: LOW };
    if (!control && !low && outer.rank > CARD) return outer;
    if (!control && isSeveral(el) && repeats(el) && isSmall(el)) return { row: el, rank: low ? LOW : CARD };
    return outer;
  }

  /** @param {Element} el @returns {boolean} whether it is a row, or a cell in a column of its own */
  function isRowOf(el) {
    const given = dom.attr(el, 'role');
    return dom.tag(el) === 'tr' || given === 'row' || (given === 'gridcell' && !dom.nearest(el, 'tr, [role=row]'));
  }

  /** @param {Element} el @returns {boolean} */
  const isItemOf = (el) => dom.tag(el) === 'li' || ITEM_ROLES.has(dom.attr(el, 'role') ?? '');

  /** @param {Element} el @param {number} height @returns {boolean} whether it holds rows, one below the other: then it is not a line, although it is low */
  function isStack(el, height) {
    const first = height >= STACKED ? dom.firstElement(el) : null;
    const second = first && dom.nextElement(first);
    if (!first || !second || !isAlike(first, second) || !isSeveral(first) || !isSeveral(second)) return false;
    return dom.rect(second).top >= dom.rect(first).bottom - 1;
  }

  /** @param {Element} el @returns {boolean} */
  const isSmall = (el) => Cairn.text.fold(dom.text(el), 1e4).length <= TEXT_MAX;

  /** @param {Element} el @returns {boolean} whether it has several parts, not counting wrappers of a single part */
  function isSeveral(el) {
    let at = /** @type {Element | null} */ (el);
    for (let n = 0; at && n++ < PARTS_MAX; at = dom.firstElement(at)) if (dom.elementCount(at) > 1) return true;
    return false;
  }

  /** @param {Element} el @returns {boolean} whether a sibling close by shows and is similar to el: of pages in one place, one shows */
  const repeats = (el) => Cairn.rows.hasBeside(el, BESIDE, (a, b) => isAlike(a, b) && dom.rendered(b));

  /** @param {Element} a @param {Element} b @returns {boolean} */
  function isAlike(a, b) {
    if (dom.tag(a) !== dom.tag(b) || dom.attr(a, 'role') !== dom.attr(b, 'role')) return false;
    const first = classesOf(a);
    const second = classesOf(b);
    if (first.length + second.length > 0) return first.some((c) => second.includes(c));
    const [begins, other] = [dom.firstElement(a), dom.firstElement(b)];
    return begins && other ? dom.tag(begins) === dom.tag(other) : begins === other;
  }

  /** @param {Element} el @returns {string[]} */
  const classesOf = (el) => (dom.attr(el, 'class') ?? '').split(/\s+/).filter(Boolean);

  /** @param {Element} row @returns {Element | null} the list or table of a row */
  function listOf(row) {
    if (isItemOf(row)) return dom.nearest(row, '[role="tree"]') ?? dom.parentElement(row);
    if (isRowOf(row)) return dom.nearest(row, 'table, [role=table], [role=grid], [role=treegrid]') ?? dom.parentElement(row);
    let at = row;
    for (let n = 0; n < PARTS_MAX; n++) {
      const around = dom.parentElement(at);
      if (!around) return null;
      if (repeats(at)) return around;
      if (dom.elementCount(around) > 1) return null;
      at = around;
    }
    return null;
  }

  /**
   * joined joins the rows of tables that stand side by side without a gap, as the fixed and the scrolled columns of a grid do, or each of its columns.
   * @param {LineEntry[]} entries @returns {Generator<void, LineEntry[], void>} in the order of the lines
   */
  function* joined(entries) {
    /** parts stores the rows of each part of a table. @type {Map<Element, Set<Element>>} */
    const parts = new Map();
    /** ends stores the last entry of each row. @type {Map<Element, LineEntry>} */
    const ends = new Map();
    for (const [i, e] of entries.entries()) {
      if (i % SLICE === SLICE - 1) yield;
      const around = e.row && isRowOf(e.row) ? dom.parentElement(e.row) : null;
      if (!e.row || !around) continue;
      parts.set(around, (parts.get(around) ?? new Set()).add(e.row));
      ends.set(e.row, e);
    }
    yield;
    /** first stores, for a row that continues another, that one. @type {Map<Element, Element>} */
    const first = new Map();
    /** @type {{ box: DOMRect, rows: Element[] }[]} */
    const seen = [];
    for (const [around, rows] of parts) {
      const part = { box: dom.rect(around), rows: [...rows] };
      const left = seen.find((p) => p.rows.length === rows.size && Math.abs(p.box.right - part.box.left) <= GAP && [0, -1].every((n) => isLevel(p.rows.at(n), part.rows.at(n))));
      left?.rows.forEach((row, n) => first.set(part.rows[n], first.get(row) ?? row));
      seen.push(part);
    }
    if (!first.size) return entries;
    /** @type {Map<LineEntry, LineEntry[]>} */
    const further = new Map();
    for (const e of entries) {
      const row = e.row && first.get(e.row);
      const end = row && ends.get(row);
      if (!end) continue;
      e.row = row;
      further.set(end, [...(further.get(end) ?? []), e]);
    }
    const moved = new Set([...further.values()].flat());
    return entries.flatMap((e) => (moved.has(e) ? [] : [e, ...(further.get(e) ?? [])]));
  }

  /** @param {Element | undefined} a @param {Element | undefined} b @returns {boolean} whether they are at the same height */
  function isLevel(a, b) {
    const [one, other] = [a, b].map((el) => el && dom.rect(el));
    return !!one && !!other && Math.abs(one.top - other.top) <= 1 && Math.abs(one.bottom - other.bottom) <= 1;
  }

  /** number numbers the lines of an outline and their lists. @param {LineEntry[]} entries @returns {Generator<void, void, void>} */
  function* number(entries) {
    /** @type {Map<Element, { count: number, refs: number, row: number, list: number, selected: boolean }>} */
    const rows = new Map();
    for (const { row, item } of entries) {
      if (!row) continue;
      const it = rows.get(row) ?? { count: 0, refs: 0, row: 0, list: 0, selected: false };
      it.count++;
      if (item.ref) it.refs++;
      rows.set(row, it);
    }
    /** lists stores, per container, a list number for each kind of row in it. @type {Map<Element, Map<string, number>>} */
    const lists = new Map();
    let count = 0;
    let turn = 0;
    for (const [row, it] of rows) {
      if (++turn % SLICE === 0) yield;
      // A series of paragraphs is not a list.
      const list = it.count > 1 || it.refs || isRowOf(row) || isItemOf(row) ? listOf(row) : null;
      if (!list) continue;
      const kinds = lists.get(list) ?? new Map();
      lists.set(list, kinds);
      it.list = kinds.get(dom.tag(row)) ?? ++count;
      kinds.set(dom.tag(row), it.list);
      it.selected = Cairn.outline.isCurrent(row);
    }
    yield;
    yield* identify(rows);
    let last = 0;
    for (const { el, row, item } of entries) {
      const it = row && rows.get(row);
      if (it && (it.count > 1 || it.list)) {
        item.row = it.row ||= ++last;
        if (it.list) item.list = it.list;
      }
      if (it?.selected || (item.ref && Cairn.outline.isCurrent(el))) item.selected = true;
    }
  }

  /** records stores the texts of each row of a list that an agent has read, and the first that no other row of it had: without its numbers, which change in place, if that is enough. @type {WeakMap<Element, { id: string, all: string[] }>} */
  const records = new WeakMap();

  /** @param {Map<Element, { list: number }>} rows @returns {Generator<void, void, void>} */
  function* identify(rows) {
    /** @type {Map<string, number>} */
    const having = new Map();
    const isOwn = (/** @type {number} */ list) => (/** @type {string} */ text) => having.get(`${list} ${text}`) === 1;
    let turn = 0;
    for (const [row, { list }] of rows) {
      if (++turn % SLICE === 0) yield;
      const all = list ? textsOf(row) : [];
      records.set(row, { id: '', all });
      for (const text of new Set([...all, ...all.map(bare)])) having.set(`${list} ${text}`, (having.get(`${list} ${text}`) ?? 0) + 1);
    }
    for (const [row, { list }] of rows) {
      const of = records.get(row);
      if (of) of.id = of.all.map(bare).find(isOwn(list)) ?? of.all.find(isOwn(list)) ?? '';
    }
  }

  const bare = (/** @type {string} */ text) => text.replace(/\d+/g, '');

  /** @param {Element} row @returns {string[]} its texts that are not only numbers */
  function textsOf(row) {
    const texts = dom.texts(row);
    /** @type {string[]} */
    const said = [];
    for (let node = texts.nextNode(), n = 0; node && n++ < SAID_MAX; node = texts.nextNode()) said.push(Cairn.text.fold(node.nodeValue));
    return said.filter((text) => /\p{L}/u.test(text));
  }

  /** @param {Element} el @returns {boolean} whether its row shows another record than the one that an agent read: lists reuse the elements of their rows */
  function isReused(el) {
    let at = /** @type {Element | null} */ (el);
    while (at && !records.has(at)) at = dom.drawnIn(at);
    const was = at && records.get(at);
    if (!at || !was?.id) return false;
    const now = textsOf(at);
    return !now.some((text) => text === was.id || bare(text) === was.id) && now.some((text) => !was.all.includes(text));
  }

  return { within, joined, number, isReused, classesOf, LOW, HEIGHT, UNKNOWN };
}

Cairn.lines ??= makeLines();
