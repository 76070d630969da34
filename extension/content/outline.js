'use strict';
// The page as a person reads it: its visible texts and its listed elements in document
// order, grouped into lines. It is built only for an agent's observation, in the same
// walk, and is not stored.

/**
 * @typedef {{ el: Element, row: Element | null, item: import('../wire').OutlineItem }} LineEntry an item and its line
 * @typedef {{ block: Element, text: string, said: string, item: import('../wire').OutlineItem }} TextRun consecutive texts of one block
 */

/**
 * Place holds the properties shared by everything within an element.
 * @typedef {object} Place
 * @property {boolean} shown
 * @property {boolean} [cut] whether an element without content in flow cuts it off: content that is positioned outside of that shows
 * @property {Element | null} row its line
 * @property {number} rank kind of that line; a lower rank begins no line within it
 * @property {string} said names of listed elements around it, in lower case
 * @property {string} kind
 */

function makeOutline() {
  const { dom, roles, labels, lines, alike } = Cairn;
  const { fold, clip } = Cairn.text;

  const TEXT_MAX = 1300; // UTF-16 units of one text, which the core reads completely
  const SENTENCE_MAX = 200; // characters before a sought word
  const BYTES_MAX = 64 * 1024; // of all texts; texts in view come first
  const CONSIDERED_MAX = 20_000; // texts; beyond that, only those that come first and those in view
  const FIRST = 5000;
  const SLICE = 64; // texts between two checks of the clock

  const UNREAD = new Set('script style noscript template head title desc datalist textarea select option optgroup iframe object canvas video audio rp'.split(' '));
  const INLINE = new Set('a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp slot small span strong sub sup time tt u var'.split(' '));
  /** FOLDING lists elements that pages collapse by clipping them. */
  const FOLDING = new Set('div ul ol section nav menu dl'.split(' '));
  const SAYING = new Set([...roles.INTERACTIVE, ...'heading alert status generic gridcell columnheader row'.split(' ')]);
  const LIVE = new Set(['alert', 'status', 'log']);
  /** OF_LIBRARY matches a class that may be a library's for every control, as in "mantine-active"; most elements have it then. */
  const OF_LIBRARY = /^(?!is-)[a-z]+-[a-z]+$/i;
  const CURRENT = /(?:^|[\s_-])(?<!(?:after|before|not|in)-)(?:selected|current|active)(?:\s|$)/i;

  /**
   * @param {Node[]} flow texts, line breaks and elements that may be listed, in document order
   * @param {Map<Element, A11yNode[]>} listed
   * @param {Pass} pass
   * @returns {Generator<void, import('../wire').Outline, void>}
   */
  function* build(flow, listed, pass) {
    const reader = begin(listed, pass);
    common.clear();
    /** @type {LineEntry[]} */
    const entries = [];
    let run = /** @type {TextRun | null} */ (null);
    let texts = 0;
    let truncated = false;
    const end = () => {
      if (run) {
        const own = fold(passage(run.text, pass.words), TEXT_MAX);
        truncated ||= run.text.length > TEXT_MAX * 8 || own.length >= TEXT_MAX;
        const text = clip(own, TEXT_MAX);
        run.item.text = isSaid(run.said, text) ? '' : text;
      }
      run = null;
    };
    for (const [i, node] of flow.entries()) {
      if (i % SLICE === SLICE - 1) yield;
      if (pass.late) {
        truncated = true;
        break;
      }
      if (node instanceof Element) {
        const nodes = listed.get(node);
        if (nodes) {
          end();
          const { row, kind } = reader.placeOf(node);
          const isCut = !reader.placeOf(dom.drawnIn(node)).shown && Cairn.place.boxOwner(node) === node && !dom.fits(node, dom.TYPED);
          for (const n of nodes) {
            if (isCut) n.unseen ??= 'hidden';
            entries.push({ el: node, row, item: { ref: n.ref, ...alike.hintOf(node, n, pass), ...(kind === 'header' && { kind }), ...(n.offscreen && { offscreen: true }) } });
          }
        } else if (run && dom.tag(node) === 'br') run.text += ' ';
        continue;
      }
      const parent = dom.drawnIn(node);
      if (!parent || UNREAD.has(dom.tag(parent))) continue;
      if (++texts > FIRST && (texts > CONSIDERED_MAX || reader.outOfView(parent))) {
        if (flow.length > CONSIDERED_MAX) {
          truncated = true;
          continue;
        }
      }
      const place = reader.placeOf(parent);
      const text = passage(/** @type {Text} */ (node).data, pass.words);
      if (!place.shown || (place.said && isSaid(place.said, fold(text))) || !reader.shows(parent)) continue;
      if (Cairn.clickable.isIcon(parent, text)) continue;
      const block = reader.blockOf(parent);
      const marked = isStruck(parent) || isStruck(block) ? text.replace(/\S.*\S|\S/s, '~~$&~~') : text;
      if (run?.block === block && run.said === place.said) {
        if (run.text.length >= TEXT_MAX * 8 && pass.words && passage(run.text, pass.words) === run.text) run.text = '';
        if (run.text.length < TEXT_MAX * 8) run.text += isParted(node, block) ? ` ${marked}` : marked;
        else truncated = true;
        continue;
      }
      end();
      /** @type {import('../wire').OutlineItem} */
      const item = { text: '', ...(place.kind && { kind: place.kind }), ...(reader.outOfView(parent) && { offscreen: true }), ...(reader.behind(parent) && { covered: true }) };
      run = { block, text: marked.slice(0, TEXT_MAX * 8 + 1), said: place.said, item };
      entries.push({ el: parent, row: place.row ?? block, item });
    }
    end();
    yield;
    const kept = yield* lines.joined(withoutRepeats(entries, listed));
    yield;
    const fitting = fit(kept);
    alike.tellEquals(fitting, listed);
    alike.tellTwins(fitting, listed);
    alike.tellBare(fitting, listed);
    yield;
    yield* lines.number(fitting);
    yield;
    const overlays = Cairn.overlays.find(fitting, listed);
    return { items: fitting.map((e) => e.item), ...(overlays.length && { overlays }), ...((truncated || fitting.length < kept.length || pass.cut || pass.late || pass.partial) && { truncated: true }) };
  }

  /**
   * passage returns the part of a long text that has all the words. It begins with a sentence or with a word
   * that the agent named, so that no value is parted from the label before it.
   * @param {string} text @param {string[] | undefined} words in lower case @returns {string} all of the text if it is short, or has no such part
   */
  function passage(text, words) {
    if (!words?.length || text.length <= TEXT_MAX) return text;
    const low = text.toLowerCase();
    for (let i = low.indexOf(words[0]); i >= 0; i = low.indexOf(words[0], i + TEXT_MAX / 4)) {
      const from = Math.max(0, i - TEXT_MAX / 4);
      const part = low.slice(from, from + TEXT_MAX / 2);
      const places = words.map((word) => part.indexOf(word));
      if (places.includes(-1)) continue;
      const first = from + Math.min(...places);
      const sentence = Math.max(low.lastIndexOf('\n', first), low.lastIndexOf('. ', first)) + 1;
      return text.slice(first - sentence > SENTENCE_MAX ? first : sentence);
    }
    return text;
  }

  /**
   * linesAround returns the nodes of a flow in lines that may contain all the words, or close to them.
   * @param {Node[]} flow @param {Map<Element, A11yNode[]>} listed @param {Pass} pass
   * @param {string[]} words in lower case
   * @param {number} neighbours nodes before and after each line
   * @returns {Generator<void, Node[], void>}
   */
  function* linesAround(flow, listed, pass, words, neighbours) {
    const reader = begin(listed, pass);
    /** @type {Node[]} */
    const out = [];
    let taken = 0; // position in the flow up to which nodes were taken
    let begun = 0; // position after the last line that may match
    for (const i of yield* rarest(flow, listed, words)) {
      yield;
      const node = flow[i];
      const el = node instanceof Element ? node : dom.parentElement(node);
      if (out.length >= CONSIDERED_MAX || pass.late) pass.partial = true;
      if (i < begun || !el || pass.partial) continue;
      const line = reader.placeOf(el).row ?? reader.blockOf(el);
      const isIn = (/** @type {Node | undefined} */ n) => n !== undefined && (line.contains(n) || dom.isWithin(n, line));
      let from = i;
      while (from > taken && isIn(flow[from - 1])) from--;
      begun = i + 1;
      while (isIn(flow[begun])) begun++;
      from = Math.max(taken, from - neighbours);
      const end = begun + neighbours;
      if (end > taken) out.push(...flow.slice(from, end));
      taken = Math.max(taken, end);
    }
    return out;
  }

  /**
   * @param {Node[]} flow @param {Map<Element, A11yNode[]>} listed @param {string[]} words
   * @returns {Generator<void, number[], void>} the positions of the rarest word: a text with all words contains it
   */
  function* rarest(flow, listed, words) {
    /** @type {number[][]} */
    const at = words.map(() => []);
    for (const [i, node] of flow.entries()) {
      if (i % FIRST === FIRST - 1) yield;
      const raw = node instanceof Element ? (listed.get(node) ?? []).map(about).join(' ') : /** @type {Text} */ (node).data;
      const text = raw && Cairn.text.seen(raw.normalize('NFC')).toLowerCase();
      if (text) for (const [k, word] of words.entries()) if (text.includes(word)) at[k].push(i);
    }
    return at.reduce((fewest, places) => (places.length < fewest.length ? places : fewest), at[0] ?? []);
  }

  /** @param {Element} el @returns {boolean} whether a line goes through its text: a former price, what a plan lacks */
  const isStruck = (el) => getComputedStyle(el).textDecorationLine === 'line-through';

  /** @param {string} said in lower case @param {string} text @returns {boolean} whether said has the text; a number must be a whole one there: a day of the month is in most dates */
  function isSaid(said, text) {
    const low = text.toLowerCase();
    return said.includes(low) && (!/^\d+$/.test(low) || RegExp(`(?<![\\d.,])${low}(?![.,]?\\d)`).test(said));
  }

  /** @param {Node} text @param {Element} block its block @returns {boolean} whether white space precedes it that is in no text */
  function isParted(text, block) {
    for (let at = /** @type {Node | null} */ (text); at && at !== block; at = dom.parent(at)) {
      const before = dom.previousSibling(at);
      if (before) return before instanceof Element ? /^\s+$/.test(dom.text(before) ?? '') : before.nodeType === Node.TEXT_NODE && !/\S/.test(/** @type {Text} */ (before).data);
    }
    return false;
  }

  /** @param {A11yNode | undefined} node @returns {string} the text by which it can be found */
  const about = (node) => node ? [node.role, node.name, node.testId ?? ''].join(' ') : '';

  /** @param {Map<Element, A11yNode[]>} listed @param {Pass} pass returns a cache of element properties for one outline */
  function begin(listed, pass) {
    /** @type {Map<Element, Place>} */
    const places = new Map();
    /** @type {Map<Element, Element>} */
    const blocks = new Map();
    /** @type {Map<Element, boolean>} */
    const shows = new Map();

    /** @param {Element | null} el @returns {Place} */
    function placeOf(el) {
      /** @type {Element[]} */
      const inner = [];
      let at = el;
      for (; at && !places.has(at); at = dom.drawnIn(at)) inner.push(at);
      let place = (at && places.get(at)) ?? { shown: true, row: null, rank: 0, said: '', kind: '' };
      for (let i = inner.length - 1; i >= 0; i--) {
        place = within(place, inner[i]);
        places.set(inner[i], place);
      }
      return place;
    }

    /** @param {Place} outer @param {Element} el @returns {Place} */
    function within(outer, el) {
      if (outer.cut) outer = placeOf(dom.clipper(el));
      if (!outer.shown) return outer;
      const tag = dom.tag(el);
      const given = dom.hasAny(el) ? dom.attr(el, 'role') : null;
      // Within a line, only elements with content are measured: they may be collapsed.
      const height = outer.rank < lines.LOW || (FOLDING.has(tag) && dom.firstElement(el)) ? boxOf(el).height : lines.UNKNOWN;
      const cut = isCutOff(el, height);
      if (cut || UNREAD.has(tag) || ((tag === 'body' || dom.hasAny(el)) && roles.editingHost(el))) return { ...outer, shown: false, cut: cut && el.scrollHeight <= el.clientHeight };
      const said = saidBy(el);
      const kind = outer.kind || kindOf(el, tag);
      const node = listed.get(el)?.[0];
      const { row, rank } = lines.within(el, { tag, given, height }, outer, !!node && roles.INTERACTIVE.has(node.role));
      if (!said && kind === outer.kind && row === outer.row && rank === outer.rank) return outer;
      return { shown: true, row, rank, kind, said: said ? `${outer.said}\n${said}` : outer.said };
    }

    /** @param {Element} el @returns {string} the name of el, or of the control that it labels, in lower case */
    function saidBy(el) {
      const own = listed.get(el)?.[0];
      if (own) return SAYING.has(own.role) ? own.name.toLowerCase() : '';
      const control = dom.tag(el) === 'label' && labels.controlOf(el);
      return (control && listed.get(control)?.[0]?.name.toLowerCase()) || '';
    }

    /** @param {Element} el @returns {Element} the block in which its text flows */
    function blockOf(el) {
      let block = blocks.get(el);
      if (!block) {
        block = el;
        for (let up = /** @type {Element | null} */ (el); up && INLINE.has(dom.tag(block)) && /^(?:inline|contents)$/.test(getComputedStyle(block).display); block = up) {
          up = dom.drawnIn(block);
          if (!up) break;
        }
        blocks.set(el, block);
      }
      return block;
    }

    const boxOf = (/** @type {Element} */ el) => Cairn.sweep.boxOf(el, pass);

    /** @param {Element} el @param {number} height @returns {boolean} whether its content is clipped away, which needs a box */
    function isCutOff(el, height) {
      if (height > 1 && (height <= lines.HEIGHT || boxOf(el).width > 1)) return false;
      const style = getComputedStyle(el);
      return style.display !== 'contents' && (style.overflow !== 'visible' || style.clip !== 'auto');
    }

    /** @param {Element} el @returns {{ out: boolean, beyond: boolean }} its position; the elements of one low line share the line's position */
    function sideOf(el) {
      const { row, rank } = placeOf(el);
      let at = row && rank >= lines.LOW ? row : el;
      for (let up = dom.drawnIn(at); up && !boxOf(at).width && getComputedStyle(at).display === 'contents'; up = dom.drawnIn(at)) at = up; // a slot has no box
      return boxOf(at);
    }

    /** @param {Element} el @returns {boolean} whether its text is visible to a person */
    function showsText(el) {
      if (sideOf(el).beyond) return false;
      let it = shows.get(el);
      if (it === undefined) shows.set(el, (it = dom.visible(el) && (placeOf(el).rank < lines.LOW || !dom.hasAny(el) || !isCutOff(el, boxOf(el).height))));
      return it;
    }

    return {
      placeOf, blockOf,
      shows: showsText,
      outOfView: (/** @type {Element} */ el) => sideOf(el).out,
      behind: (/** @type {Element} */ el) => pass.modal !== null && !pass.modal.contains(el),
    };
  }

  /** @param {Element} el @param {string} tag @returns {string} */
  function kindOf(el, tag) {
    if (tag === 'label' || tag === 'legend') return 'label';
    if (tag === 'output') return 'message';
    if (tag !== 'th' && !(dom.hasAny(el) && dom.fits(el, '[role], [aria-live]'))) return '';
    const role = roles.role(el);
    return role === 'columnheader' ? 'header' : LIVE.has(role) ? 'message' : '';
  }

  /** @param {LineEntry[]} entries @param {Map<Element, A11yNode[]>} listed @returns {LineEntry[]} the entries without empty texts, and without texts that repeat the name of a listed element in the same line */
  function withoutRepeats(entries, listed) {
    /** @type {Map<Element, Set<string>>} */
    const named = new Map();
    for (const { el, row, item } of entries) {
      if (!item.ref || !row) continue;
      const names = named.get(row) ?? new Set();
      for (const n of listed.get(el) ?? []) names.add(n.name.toLowerCase());
      named.set(row, names);
    }
    return entries.filter(({ row, item }) => item.ref || (item.text && !(row && named.get(row)?.has(item.text.toLowerCase()))));
  }

  /** @param {LineEntry[]} entries @returns {LineEntry[]} the entries that fit, in their order */
  function fit(entries) {
    let room = BYTES_MAX;
    const kept = new Set();
    for (const offscreen of [false, true]) {
      for (const e of entries) {
        if (e.item.ref || !!e.item.offscreen !== offscreen) continue;
        room -= e.item.text?.length ?? 0;
        if (room < 0) break;
        kept.add(e);
      }
    }
    return entries.filter((e) => e.item.ref || kept.has(e));
  }

  /** @param {Element} el @returns {boolean} whether el is selected, or currently shown */
  function isCurrent(el) {
    if (dom.fits(el, '[aria-selected=true], [aria-pressed=true]') || !/^(?:false|undefined)?$/.test(dom.attr(el, 'aria-current') ?? '')) return true;
    return lines.classesOf(el).some((c) => CURRENT.test(c) && !((OF_LIBRARY.test(c) || (c === 'active' && dom.tag(el) === 'a')) && isCommon(el, c)));
  }

  /** common stores classes with their tags, and whether most elements of the tag have the class, or all links of one kind: their account is active. @type {Map<string, boolean>} */
  const common = new Map();

  /** @param {Element} el @param {string} state a class @returns {boolean} */
  function isCommon(el, state) {
    const kind = state === 'active' ? lines.classesOf(el).filter((c) => c !== state) : [];
    const all = [dom.tag(el), ...kind.map((c) => CSS.escape(c))].join('.');
    const css = `${all}.${CSS.escape(state)}`;
    if (!common.has(css)) {
      const [having, count] = [css, all].map((s) => dom.all(document, s).length);
      common.set(css, kind.length ? having > 1 && having === count : having > 3 && having * 2 > count);
    }
    return common.get(css) === true;
  }

  return { build, linesAround, about, isCurrent };
}

Cairn.outline ??= makeOutline();
