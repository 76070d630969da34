'use strict';
// Searches elements that an observation leaves out: those that contain certain words,
// anywhere on the page, or those that follow an element in page order. A row is matched by
// its whole text, because its buttons have the same names in every row.

function makeSeek() {
  const { dom, roles, names, refs, lists, walk, nodes: node, sweep } = Cairn;
  const { fold, clip } = Cairn.text;

  const MOST = 120; // nodes in an answer
  const CONSIDERED_MAX = 50_000; // elements
  const ROWS_MAX = 1000; // rows of a long list that may match
  const MOST_MS = 7000;
  const REVEAL_MS = 7000; // for scrolling
  const SLICE = 64;
  const CELLS_MAX = 40; // of a row
  const NEIGHBOURS = 64; // names before and after one in the answer: no list of codes or words is longer

  const ROWS = 'tr, li, [role="row" i], [role="listitem" i]';

  /**
   * @typedef {{ find?: string, from?: string, within?: string, reveal?: boolean }} Wanted
   * @typedef {{ observation: Observation, outline: import('../wire').Outline, beside: string[] }} Part
   * @typedef {{ el: Element, name: string, role: string, fits: boolean, whole: boolean, entry: string }} Row
   * @typedef {{ node: A11yNode, row: Row | null, cells?: string[] }} Candidate a node that may match, its row, and its cells
   */

  /** @param {Wanted} wanted @returns {Promise<Part>} the state of the page, the matching elements and lines, and the names around them */
  async function seek(wanted) {
    const part = await once(wanted);
    return wanted.reveal && wanted.find && !wanted.from && isEmpty(part) ? (await revealed(wanted, part)) : part;
  }

  /** @param {Part} part @returns {boolean} */
  const isEmpty = ({ observation, outline }) => outline.items.length + observation.a11y.nodes.length + observation.testIds.length === 0;

  /**
   * revealed searches rows that a list draws only in view. Afterwards the list is scrolled
   * back, so that the matches are removed or reused: the result is text, without refs.
   * @param {Wanted} wanted @param {Part} none @returns {Promise<Part>} the matches, or none, which is truncated if the time ended before the lists did
   */
  async function revealed(wanted, none) {
    const { reveal } = Cairn;
    const parts = reveal.parts();
    const back = parts.map((el) => ({ el, top: el.scrollTop }));
    const words = wordsOf(wanted.find ?? '').filter((w) => !/[&<>"]/.test(w) && !roles.isRoleWord(w));
    // Reading the page costs more than drawing a screen of a list: most screens have not all the words.
    const may = () => {
      const drawn = parts.map((el) => `${dom.text(el)}${el.innerHTML}`).join(' ').toLowerCase();
      return walk.shadowRoots.size > 0 || has(drawn, words);
    };
    /** @type {Part | null} */
    let part = null;
    const end = performance.now() + REVEAL_MS;
    await reveal.seek(async () => {
      const now = may() ? await once(wanted) : null;
      if (now && !isEmpty(now)) part = now;
      return part !== null;
    }, end);
    for (const { el, top } of back) el.scrollTo({ top, behavior: 'instant' });
    return part ? asText(part) : performance.now() < end ? none : { ...none, observation: { ...none.observation, truncated: true } };
  }

  /** @param {Part} part @returns {Part} */
  function asText({ observation, outline, beside }) {
    const nodes = new Map(observation.a11y.nodes.map((n) => [n.ref, n]));
    const items = outline.items.map(({ ref, ...item }) => {
      const n = ref ? nodes.get(ref) : undefined;
      return { ...item, ...(n && { text: n.name ? `${n.role} "${n.name}"` : n.role }), offscreen: true };
    });
    return { observation: { ...observation, testIds: [], a11y: { nodes: [] } }, outline: { ...outline, items }, beside };
  }

  /** @param {Wanted} wanted @returns {Promise<Part>} */
  async function once(wanted) {
    const pass = walk.begin(true);
    node.forget();
    Cairn.generated.refresh([document, ...walk.shadowRoots]);
    return (await Cairn.slices.run(turns(wanted, pass))).value;
  }

  /** @param {Wanted} wanted @param {Pass} pass @returns {Generator<void, Part, void>} */
  function* turns({ find = '', from = '', within = '' }, pass) {
    const words = wordsOf(find);
    const at = from || within;
    const start = at ? refs.byRef(at) : null;
    /** @type {Element[]} */
    const out = [];
    if (start || !at) {
      const rows = words.length ? (/** @type {Element} */ list) => matching(list, words, pass) : lists.sample;
      // Without words, only the following elements are of interest.
      const most = words.length ? CONSIDERED_MAX : from ? MOST * 3 : Infinity;
      yield* walk.candidates(pass, out, { start, inside: !from, rows, also: words.length ? ROWS : '', most });
    }
    const { found, ids, listed } = yield* consider(out, words, pass);
    const { nodes, beside } = yield* pick(found, words, pass);
    const { outline, beside: texts } = yield* linesWith(words, listed, pass);
    beside.push(...(start ? textsAround(start, 'previousNode') : []), ...texts, ...(start ? textsAround(start, 'nextNode') : []));
    const known = new Set(nodes.map((n) => n.ref));
    if (from) outline.items.length = 1 + outline.items.findLastIndex((item) => known.has(item.ref ?? ''));
    // The elements of matching lines belong to the answer, too.
    const inLines = new Set(outline.items.map((item) => item.ref));
    for (const own of listed.values()) nodes.push(...own.filter((n) => inLines.has(n.ref) && !known.has(n.ref)));
    return { observation: { state: sweep.state(), testIds: ids, a11y: { nodes }, ...((pass.cut || pass.late || pass.partial) && { truncated: true }) }, outline, beside };
  }

  /**
   * @param {string[]} words @param {Map<Element, A11yNode[]>} listed @param {Pass} pass
   * @returns {Generator<void, { outline: import('../wire').Outline, beside: string[] }, void>} the lines that contain all the words,
   *   as whole words if any line does, or all lines if there are no words; and the texts of and around them
   */
  function* linesWith(words, listed, pass) {
    const flow = pass.flow ?? [];
    const near = words.length ? yield* Cairn.outline.linesAround(flow, listed, pass, words, NEIGHBOURS) : flow;
    pass.words = words;
    const outline = yield* Cairn.outline.build(near, listed, pass);
    const { items, truncated } = outline;
    const nodes = new Map([...listed.values()].flat().map((n) => [n.ref, n]));
    const beside = items.map((item) => item.text ?? nodes.get(item.ref ?? '')?.name ?? '');
    if (!words.length) return { outline, beside };
    /** @type {Map<unknown, string>} */
    const said = new Map();
    for (const item of items) said.set(item.row ?? item, `${said.get(item.row ?? item) ?? ''} ${item.text ?? Cairn.outline.about(nodes.get(item.ref ?? ''))}`.toLowerCase());
    const fits = new Set([...said].filter(([, text]) => has(text, words)).map(([row]) => row));
    const whole = new Set([...fits].filter((row) => hasWhole(said.get(row) ?? '', words)));
    const meant = [...(whole.size ? whole : fits)];
    const kept = new Set(meant.slice(0, MOST));
    return { outline: { items: items.filter((item) => kept.has(item.row ?? item)), ...((truncated || meant.length > MOST) && { truncated: true }) }, beside };
  }

  /**
   * textsAround returns the texts near el, because a label outside may mark a secret within.
   * @param {Element} el @param {'previousNode' | 'nextNode'} way @returns {string[]} the texts before or after el, in their order
   */
  function textsAround(el, way) {
    const walker = dom.texts(dom.rootOf(el));
    walker.currentNode = el;
    /** @type {string[]} */
    const found = [];
    for (let node = walker[way](); node && found.length < NEIGHBOURS; node = walker[way]()) {
      const text = el.contains(node) ? '' : fold(node.nodeValue);
      if (text) found.push(text);
    }
    return way === 'previousNode' ? found.reverse() : found;
  }

  /** @param {string} find @returns {string[]} */
  const wordsOf = (find) => fold(find).toLowerCase().split(' ').filter(Boolean);

  /** @param {Element[]} out @param {string[]} words @param {Pass} pass @returns {Generator<void, { found: Candidate[], ids: TestID[], listed: Map<Element, A11yNode[]> }, void>} */
  function* consider(out, words, pass) {
    /** @type {Candidate[]} */
    const found = [];
    /** @type {TestID[]} */
    const ids = [];
    /** @type {Map<Element, A11yNode[]>} */
    const listed = new Map();
    let row = /** @type {Row | null} */ (null);
    for (let i = 0; i < out.length && !pass.late; i++) {
      if (i % SLICE === SLICE - 1) {
        yield;
        if (performance.now() - pass.began > MOST_MS) pass.late = true;
      }
      const el = out[i];
      const within = words.length ? dom.nearest(el, ROWS) : null;
      if (within !== row?.el) row = within && rowOf(within, words, pass);
      const item = sweep.seen(el, pass);
      const own = item?.role ? node.of(item, pass, MOST) : [];
      const itself = row?.el === el ? row : null;
      if (itself?.fits && !own.length) found.push({ node: rowNode(itself, pass), row: null, cells: cellsOf(el) });
      if (own.length) listed.set(el, own);
      for (const it of own) found.push({ node: it, row: itself ? null : row });
      if (item?.testId && (has(item.testId.toLowerCase(), words) || row?.fits)) ids.push(node.testIdOf(item, own[0]));
    }
    return { found, ids: ids.slice(0, MOST), listed };
  }

  /** @param {Element} el @param {string[]} words @param {Pass} pass @returns {Row} */
  function rowOf(el, words, pass) {
    const around = walk.aroundOf(dom.drawnIn(el), pass);
    const role = roles.role(el) || 'row';
    const name = around.out || around.mute || walk.isMute(el) || !dom.rendered(el) ? '' : rowName(el);
    const said = [role, name, ...around.path].join(' ').toLowerCase();
    const fits = !!name && has(said, words);
    return { el, role, name, fits, whole: fits && hasWhole(said, words), entry: fits ? `${role} "${clip(name, walk.PATH_NAME_MAX)}"` : '' };
  }

  /** @param {Element} el @returns {string[]} the texts of its cells, if it has several */
  function cellsOf(el) {
    const cells = [...dom.children(el)].slice(0, CELLS_MAX);
    return cells.length > 1 ? cells.map((cell) => names.name(cell, 'cell')).filter(Boolean) : [];
  }

  /** @param {Element} el @returns {string} */
  const rowName = (el) => fold(cellsOf(el).join(' ') || names.name(el, 'row'));

  /** @param {Row} row @param {Pass} pass @returns {A11yNode} */
  function rowNode({ el, role, name }, pass) {
    const { path } = walk.aroundOf(dom.drawnIn(el), pass);
    return { ref: refs.refOf(el), role, name, ...(path.length && { path }), ...(sweep.outOfView(el, pass) && { offscreen: true }) };
  }

  /** @param {Candidate[]} found @param {string[]} words @param {Pass} pass @returns {Generator<void, { nodes: A11yNode[], beside: string[] }, void>} */
  function* pick(found, words, pass) {
    /** @type {number[]} */
    const kept = [];
    /** whole holds the matches of the words as whole words: if there are any, the others are dropped. @type {number[]} */
    const whole = [];
    for (let i = 0; i < found.length && whole.length <= MOST; i++) {
      if (i % SLICE === SLICE - 1) yield;
      const { node: n, row } = found[i];
      const path = n.path ?? [];
      const at = path.length - Number(n.role === 'option'); // its list is in the row
      if (row?.fits) n.path = [...path.slice(0, at), row.entry, ...path.slice(at)];
      const said = [n.role, n.name, n.testId ?? '', ...(n.path ?? [])].join(' ').toLowerCase();
      if (!row?.fits && !has(said, words)) continue;
      if (row?.whole || hasWhole(said, words)) whole.push(i);
      else if (kept.length <= MOST) kept.push(i);
    }
    const meant = whole.length ? whole : kept;
    if (meant.length > MOST) pass.partial = true;
    /** near holds the indices of the names in the answer, and of those around them. @type {Set<number>} */
    const near = new Set();
    for (const i of meant) for (let j = Math.max(0, i - NEIGHBOURS); j <= i + NEIGHBOURS && j < found.length; j++) near.add(j);
    // A neighbour that is left out may reveal a secret: the core needs it for masking.
    const beside = [...near].sort((a, b) => a - b).flatMap((i) => found[i].cells ?? found[i].node.name);
    return { nodes: meant.slice(0, MOST).map((i) => found[i].node), beside };
  }

  /** @param {string} text @param {string[]} words @returns {boolean} */
  const has = (text, words) => words.every((w) => text.includes(w));

  const PART = /[\p{L}\p{N}\p{M}]/u;
  /** SPACELESS matches scripts without spaces between words: a word may occur anywhere. */
  const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

  /** @param {string} text @param {string[]} words @returns {boolean} whether it contains each as a separate word */
  function hasWhole(text, words) {
    return words.every((w) => {
      if (SPACELESS.test(w)) return text.includes(w);
      for (let at = text.indexOf(w); at >= 0; at = text.indexOf(w, at + 1)) {
        const before = PART.test(w[0]) && at > 0 && PART.test(text[at - 1]);
        const after = PART.test(w[w.length - 1]) && PART.test(text[at + w.length] ?? ' ');
        if (!before && !after) return true;
      }
      return false;
    });
  }

  /**
   * @param {Element} list a long list @param {string[]} words @param {Pass} pass
   * @returns {Generator<void, Element[], void>} its rows that may contain all the words
   */
  function* matching(list, words, pass) {
    const around = walk.aroundOf(list, pass).path.join(' ').toLowerCase();
    // Words that belong to every row distinguish none.
    const telling = words.filter((w) => !around.includes(w) && !roles.isRoleWord(w));
    /** @type {Element[]} */
    const found = [];
    /** @type {Element[]} */
    const whole = [];
    const take = (/** @type {Element} */ row, /** @type {string} */ text) => {
      if (hasWhole(text, telling)) whole.push(row);
      else if (found.length < ROWS_MAX) found.push(row);
    };
    yield* lists.having(list, telling, take, () => {
      if (performance.now() - pass.began > MOST_MS) pass.late = true;
      return pass.late || whole.length >= ROWS_MAX;
    });
    if ((whole.length || found.length) >= ROWS_MAX) pass.partial = true;
    return whole.length ? whole : found;
  }

  return { seek };
}

Cairn.seek ??= makeSeek();
