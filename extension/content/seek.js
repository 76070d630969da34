'use strict';
// What a look leaves out: the elements that have certain words about them,
// wherever on the page they are, or those that follow one in its order. A row is
// looked for by all that it says, for its buttons are named alike in every row.

function makeSeek() {
  const { dom, roles, names, refs, lists, walk, nodes: node, sweep, target } = Cairn;
  const { fold, redact } = Cairn.text;

  const MOST = 120; // nodes that are told
  const CONSIDERED_MAX = 50_000; // elements
  const ROWS_MAX = 1000; // rows of a long list that may be meant
  const MOST_MS = 7000;
  const SLICE = 64;
  const CELLS_MAX = 40; // of a row
  const SAFE_SLICE = 256; // names that are freed of secrets at a time,
  const NEIGHBOURS = 64; // with so many before and after: no list of codes or words is longer

  const ROWS = 'tr, li, [role="row" i], [role="listitem" i]';
  /** Where a name may come from that is no text. */
  const NAMING = ['aria-label', 'title', 'placeholder', 'alt', 'value', ...target.TEST_ID_ATTRIBUTES];

  /**
   * @typedef {{ find?: string, from?: string }} Wanted
   * @typedef {{ el: Element, name: string, role: string, fits: boolean, entry: string }} Row
   * @typedef {{ node: A11yNode, row: Row | null }} Candidate what may be meant, and the row that it is in
   */

  /** @param {Wanted} wanted @returns {Promise<Observation>} the state of the page, and of its elements those that are wanted */
  async function seek(wanted) {
    const pass = walk.begin();
    node.forget();
    Cairn.generated.refresh([document, ...walk.shadowRoots]);
    return (await Cairn.slices.run(turns(wanted, pass))).value;
  }

  /** @param {Wanted} wanted @param {Pass} pass @returns {Generator<void, Observation, void>} */
  function* turns({ find = '', from = '' }, pass) {
    const words = wordsOf(find);
    const start = from ? refs.byRef(from) : null;
    /** @type {Element[]} */
    const out = [];
    if (start || !from) {
      const rows = words.length ? (/** @type {Element} */ list) => matching(list, words, pass) : lists.sample;
      // Without words there is nothing to look for but what comes next.
      yield* walk.candidates(pass, out, { start, rows, also: words.length ? ROWS : '', most: words.length ? CONSIDERED_MAX : MOST * 3 });
    }
    const { found, ids } = yield* consider(out, words, pass);
    return { state: sweep.state(), testIds: ids, a11y: { nodes: yield* told(found, words, pass) }, ...((pass.cut || pass.late || pass.partial) && { truncated: true }) };
  }

  /** @param {string} find @returns {string[]} */
  function wordsOf(find) {
    return fold(find).toLowerCase().split(' ').filter(Boolean);
  }

  /** @param {Element[]} out @param {string[]} words @param {Pass} pass @returns {Generator<void, { found: Candidate[], ids: TestID[] }, void>} */
  function* consider(out, words, pass) {
    /** @type {Candidate[]} */
    const found = [];
    /** @type {TestID[]} */
    const ids = [];
    let row = /** @type {Row | null} */ (null);
    for (let i = 0; i < out.length && !pass.late; i++) {
      if (i % SLICE === SLICE - 1) {
        yield;
        if (performance.now() - pass.began > MOST_MS) pass.late = true;
      }
      const el = out[i];
      const within = words.length ? dom.nearest(el, ROWS) : null;
      if (within !== row?.el) row = within && rowOf(within, words, pass);
      if (row && el === row.el && row.fits) found.push({ node: rowNode(row, pass), row: null });
      const item = sweep.seen(el, pass);
      if (!item) continue;
      const own = item.role ? node.of(item, pass, MOST) : [];
      for (const it of own) found.push({ node: it, row });
      if (item.testId && (has(item.testId.toLowerCase(), words) || row?.fits)) ids.push(node.testIdOf(item, own[0]));
    }
    return { found, ids: ids.slice(0, MOST) };
  }

  /** @param {Element} el @param {string[]} words @param {Pass} pass @returns {Row} */
  function rowOf(el, words, pass) {
    const around = walk.aroundOf(dom.parentElement(el), pass);
    const role = roles.role(el) || 'row';
    const name = around.out || dom.attr(el, 'aria-hidden') === 'true' || !dom.rendered(el) ? '' : rowName(el);
    const fits = !!name && has([role, name, ...around.path].join(' ').toLowerCase(), words);
    return { el, role, name, fits, entry: fits ? `${role} "${fold(name, walk.PATH_NAME_MAX)}"` : '' };
  }

  /** @param {Element} el @returns {string} what its cells say: what stands behind a label there is a secret for it */
  function rowName(el) {
    const cells = [...dom.children(el)].slice(0, CELLS_MAX).map((cell) => redact(names.name(cell, 'cell')));
    const said = cells.length > 1 ? Cairn.redact.names(cells).filter(Boolean).join(' ') : names.name(el, 'row');
    return redact(fold(said));
  }

  /** @param {Row} row @param {Pass} pass @returns {A11yNode} */
  function rowNode({ el, role, name }, pass) {
    const { path } = walk.aroundOf(dom.parentElement(el), pass);
    return { ref: refs.refOf(el), role, name, ...(path.length && { path }), ...(sweep.outOfView(el) && { offscreen: true }) };
  }

  /** @param {Candidate[]} found @param {string[]} words @param {Pass} pass @returns {Generator<void, A11yNode[], void>} */
  function* told(found, words, pass) {
    // Secrets show by their neighbours: before any of those are left out.
    const safe = yield* safeNames(found.map((f) => f.node.name));
    /** @type {A11yNode[]} */
    const kept = [];
    for (let i = 0; i < found.length && kept.length <= MOST; i++) {
      if (i % SAFE_SLICE === SAFE_SLICE - 1) yield;
      const { node: n, row } = found[i];
      n.name = safe[i];
      if (row?.fits) n.path = [...(n.path ?? []), row.entry];
      if (row?.fits || has([n.role, n.name, n.testId ?? '', ...(n.path ?? [])].join(' ').toLowerCase(), words)) kept.push(n);
    }
    if (kept.length > MOST) pass.partial = true;
    return kept.slice(0, MOST);
  }

  /** @param {string[]} names @returns {Generator<void, string[], void>} the same without secrets, each looked at with its neighbours */
  function* safeNames(names) {
    /** @type {string[]} */
    const out = [];
    for (let i = 0; i < names.length; i += SAFE_SLICE) {
      yield;
      const from = Math.max(0, i - NEIGHBOURS);
      out.push(...Cairn.redact.names(names.slice(from, i + SAFE_SLICE + NEIGHBOURS)).slice(i - from, i - from + SAFE_SLICE));
    }
    return out;
  }

  /** @param {string} text @param {string[]} words @returns {boolean} */
  function has(text, words) {
    return words.every((w) => text.includes(w));
  }

  /**
   * @param {Element} list a long one @param {string[]} words @param {Pass} pass
   * @returns {Generator<void, Element[], void>} its rows that may have all the words about them
   */
  function* matching(list, words, pass) {
    const around = walk.aroundOf(list, pass).path.join(' ').toLowerCase();
    // What every row has about it tells none from another.
    const telling = words.filter((w) => !around.includes(w) && !roles.isRoleWord(w));
    const named = telling.map((w) => NAMING.map((a) => `[${a}*="${w.replace(/["\\]/g, '\\$&')}" i]`).join(','));
    const rows = dom.children(list);
    /** @type {Element[]} */
    const found = [];
    for (let i = 0; ; i++) {
      if (i % SLICE === SLICE - 1) {
        yield;
        if (performance.now() - pass.began > MOST_MS) pass.late = true;
      }
      const row = rows[i];
      if (!row || pass.late || found.length >= ROWS_MAX) break;
      const text = (dom.text(row) ?? '').normalize('NFC').toLowerCase();
      if (telling.every((w, k) => text.includes(w) || dom.fits(row, named[k]) || dom.one(row, named[k]))) found.push(row);
    }
    if (found.length >= ROWS_MAX) pass.partial = true;
    return found;
  }

  return { seek };
}

Cairn.seek ??= makeSeek();
