'use strict';
// Hints for an element without a name, from the page's code: words of its icon, its
// id and its classes; or from its appearance: the tooltip of an element around it, an
// empty box, the head of its column.

function makeHints() {
  const { dom, ids } = Cairn;
  const { clip, fold } = Cairn.text;

  const HINT_MAX = 48;
  const WORDS_MAX = 3;
  const WORD_MAX = 24; // characters
  const CLASSES_MAX = 5; // longer lists describe the look, except for words of DOING
  const DOING = 'add clear close copy delete dismiss download drag edit expand more next play prev remove search send toggle upload'.split(' ');

  const GIVEN = 'data-action data-act data-command id name'.split(' ');
  /** ICON matches attributes that name a picture or a direction, as in icon="trash", data-feather="x" or data-slide="next". */
  const ICON = /icon|feather|lucide|direction$|slide$/;
  /** TIP matches attributes that a library shows as a tooltip. */
  const TIP = /^(?:data-(?:\S+-)?|uk-)?(?:q?tips?|tooltip|title)$|^data-tippy-content$/;
  /** DATA matches data attributes, except those that frameworks set for themselves. */
  const DATA = /^data-(?!state|slot|test|qa|cy|v-|value|content|variant|size)/;
  const FIELD = 'input, select, textarea, [contenteditable]';
  const BOX_MIN = 8; // pixels of a box that a person ticks
  const BOX_MAX = 28;
  const PICTURE = 'svg, i, img, [class*="icon" i]';
  const WORD = /^[a-z]{2,}(?:[-_]+[a-z]+)*$/i;
  /** SET matches the prefix that icon sets put before the word. */
  const SET = /^(?:fa|[a-z]+\d[a-z]*|(?:\S*[-_])?icons?|glyphicon|bi|mdi|ti|ri|bx|lucide|octicon|codicon|pi)[-_:]+/i;
  /** OF_SET matches the set of a picture: "vaadin:bell". */
  const OF_SET = /^\S*:(?=\S)/;
  /** COUNTED matches an id with a number, which a library counts, and the end of the id of a picture. */
  const COUNTED = /^.*\d.*$|[-_]icon$/i;
  const SET_MAX = 3; // characters of such a prefix if it stands beside as a class of its own, as ik in ik ik-bell; a longer one ends with icon
  /** CROSS matches the name of a cross in a set of icons: "bi-x-lg". */
  const CROSS = /^x(?:-|$)/;
  /** OF_VENDOR matches the word that a library puts before all classes of an element, and the letter before a single one: "dx-widget dx-button", "p-splitbutton-dropdown". */
  const OF_VENDOR = /^(?:([a-z]{1,3}\d?-)\S+(?: \1\S+)+|[a-z]-\S+)$/;
  /** NAMESPACE matches a library's letters before the name of a part, or its component: "cds--tag__close-icon", "MuiChip-deleteIcon". */
  const NAMESPACE = /^(?:[a-z]{1,4}--(?=[a-z-]+__)|(?:[A-Z][a-z]+){2,}-(?=[a-z]))/;
  /** AROUND matches the end of a class of an element around a picture: "search-icon-container", "button-icon-left". */
  const AROUND = /[-_](?:container|wrapper)$|(?<=[a-z]{3}[-_]icon)[-_](?:left|right|start|end)$/;
  /** HASH matches the end that bundlers add to a class: "Button_close__x3Fa9", "dismiss-button_19bso_1gbhn_125". */
  const HASH = /(?:_{1,3}|--)(?:(?=[a-z]*\d)[a-z\d]{5,}|[a-z]{5}(?=_[a-z]*\d))(?:_[a-z\d]+)*$/i;
  /** OF_ICONS matches a class that says only that or how a picture is drawn: "close-icon", "x_size-normal". */
  const OF_ICONS = /[-_]icons?$|(?:^|[-_])(?:size|variant|fill|stroke|fontSize)[-_A-Z]/;
  /** LOOK matches the size of a picture, that it is one, and words for a part's look: "MoreVertIcon", "button--default-type". */
  const LOOK = new RegExp(`[-_]\\d+(?:x\\d+)?$|;$|(?<=[a-z])Icon$|(?<!icons?)--(?!${DOING.join('|')}).*$`);
  /** BIN matches a part that is named by its picture. */
  const BIN = /^.*(?:trash|pencil).*$/;
  const PICTURES_MAX = 4;
  /** DRAWING lists the attributes that say what a part of a picture draws, EMPTY matches a part that draws nothing. */
  const DRAWING = 'd points x1 y1 x2 y2 cx cy r x y width height'.split(' ');
  const EMPTY = /^(?:M00h\d+v\d+H0|(\d+)\1$)/i;
  const PARTS_MAX = 20;
  const PART_MAX = 5e3; // characters
  const HEAD = '[role="columnheader"]';
  const ABOVE_LEVELS = 7;
  const APART = 8; // pixels between the edges of a cell and its column's head
  const BAR = 20; // the same where a scroll bar is beside the cells
  const SAYS_NOTHING = new Set('active bi btn button clickable component fa fab fal far fas fw glyphicon hydrated icon icons item link lg lucide mdi mx my only outline primary px py root secondary slot sm svg ti true'.split(' '));

  /** @param {Element} el @returns {string} a few words, '' if the code has none either */
  function of(el) {
    const outer = dom.parentElement(el);
    const wrapper = outer && dom.firstElement(outer) === el && dom.elementCount(outer) === 1 ? outer : null;
    const pictures = [...dom.all(dom.shadow(el) ?? el, PICTURE)].slice(0, PICTURES_MAX);
    if (/img|svg/.test(dom.tag(el))) pictures.unshift(el);
    let first = dom.shownIn(el) ?? dom.firstElement(el);
    while (first && !pictures.length && dom.elementCount(first) === 1 && Cairn.clickable.isBare(first) && !dom.tag(first).includes('-')) first = dom.firstElement(first);
    const title = pictures.map(Cairn.names.svgTitle).find(Boolean);
    const tip = isForAll(el) ? 'all rows' : dom.fits(el, FIELD) ? tipAround(el, 3) : tooltip(el, 'title') || (wrapper && tooltip(wrapper)) || title || (dom.tag(el) !== 'button' && Cairn.clickable.partOf(el).replace(BIN, '').replace(NAMESPACE, '').replace(LOOK, ''));
    if (tip) return clip(tip, HINT_MAX);
    const sign = (dom.text(el) ?? '').trim();
    if (Cairn.clickable.isIcon(el, sign)) return clip(sign, HINT_MAX);
    /** @type {string[]} */
    const words = isBox(el) ? ['box'] : [];
    let room = HINT_MAX;
    const add = (/** @type {string | null} */ value) => {
      const tokens = fold(value).split(' ');
      const set = tokens.find((t) => (t.length <= SET_MAX || t.endsWith('icon')) && tokens.some((o) => o.startsWith(t + '-')));
      for (const token of tokens) {
        let word = token.replace(HASH, '').replace(AROUND, '').replace(set ? `${set}-` : SET, '').replace(NAMESPACE, '').replace(LOOK, '');
        if (OF_ICONS.test(word)) word = word.toLowerCase().split(/[-_]+/).find((w) => DOING.includes(w)) ?? '';
        if (word.length > WORD_MAX) word = word.slice(-WORD_MAX).replace(/^(?:[^-_]*[-_]+|[a-z]+(?=[A-Z]))/, '');
        if (words.length >= WORDS_MAX || word === set || word.length > Math.min(room, WORD_MAX) || !(WORD.test(word) || (word !== token && CROSS.test(word))) || SAYS_NOTHING.has(word.toLowerCase()) || ids.looksGenerated(word) || words.some((w) => word.startsWith(w))) continue;
        words.push(word);
        room -= word.length + 1;
      }
    };
    const addGiven = (/** @type {Element} */ of) => {
      for (const attribute of [...GIVEN, ...dom.attributes(of).filter((a) => ICON.test(a) || (of !== el && /^(?:data-testid|shape)$/.test(a)))]) add((dom.attr(of, attribute) ?? '').replace(attribute === 'id' ? COUNTED : OF_SET, ''));
    };
    addGiven(el);
    if (dom.fits(el, Cairn.clickable.CHOSEN)) { // the author wrote its value
      add(dom.attr(el, 'value'));
      if (words.length) return words.join(' ');
    }
    const given = words.length;
    let sure = given > 0;
    if (first && (/-|svg/.test(dom.tag(first)) || (!pictures.length && Cairn.clickable.isBare(first))) && !pictures.includes(first)) pictures.unshift(first);
    for (const picture of pictures) {
      const drawn = dom.text(picture) ?? '';
      if (!dom.one(picture, PICTURE) && Cairn.clickable.isIcon(picture, drawn)) return clip(drawn.trim(), HINT_MAX);
      const before = words.length;
      addGiven(picture);
      if (/icon-/.test(dom.tag(picture))) add(dom.tag(picture));
      sure ||= words.length > before;
      if (words.length === before) add(classesOf(picture));
      const box = dom.parentElement(picture);
      if (words.length === given && box && box !== el) add(classesOf(box));
      const drawing = dom.one(picture, 'use, path[id], g[id]') ?? picture;
      add(fileOf(dom.attr(drawing, 'src') ?? dom.attr(drawing, 'href') ?? dom.attr(drawing, 'xlink:href') ?? (drawing === picture ? '' : dom.attr(drawing, 'id')) ?? ''));
    }
    if (words.length === given) { // no picture says it
      add(classesOf(el));
      if (wrapper) add(classesOf(wrapper));
    }
    if (!words.length) add(classesOf(el).replace(/[-_]icons?(?!\S)/gi, ''));
    if (!words.length && outer && !dom.hasAny(el) && !dom.fits(el, FIELD)) add(classesOf(outer));
    if (!words.length) for (const attribute of dom.attributes(el)) if (DATA.test(attribute)) add(dom.attr(el, attribute));
    const drawn = !sure && !DOING.some((w) => words.join().includes(w)) && pictures.find((p) => dom.tag(p) === 'svg' && dom.rendered(p));
    return words.join(' ') + (drawn ? shapeOf(drawn) : '');
  }

  /** @param {Element} svg @returns {string} a digest of its drawing, by which the core knows icons of common sets: behind a character that no text of a page can have */
  function shapeOf(svg) {
    let sum = 0;
    for (const part of [...dom.all(svg, '*')].slice(0, PARTS_MAX)) {
      const said = DRAWING.map((a) => dom.attr(part, a)).join('').replace(/[\s,]/g, '').slice(0, PART_MAX);
      for (const c of EMPTY.test(said) ? '' : said) sum = Math.imul(sum ^ c.charCodeAt(0), 16777619);
    }
    return sum ? `\ue000${(sum >>> 0).toString(36)}` : '';
  }

  /** @param {string} address of a picture @returns {string} its name in a set of pictures, or that of its file */
  function fileOf(address) {
    const [file, name] = address.split('#');
    return name ?? (address.startsWith('data:') ? '' : /([^/.]*)(?:\.[^/]*)?$/.exec(file)?.[1] ?? '');
  }

  /** @param {Element} el @param {Element[]} equals @returns {string} a word of its classes or data that no equal has */
  function ownWord(el, equals) {
    const wordsOf = (/** @type {Element} */ of) => fold(dom.attributes(of).filter((a) => a === 'class' || DATA.test(a)).map((a) => dom.attr(of, a)).join(' ')).split(' ');
    const others = new Set(equals.filter((e) => e !== el).flatMap(wordsOf));
    return wordsOf(el).find((w) => WORD.test(w) && w.length <= WORD_MAX && !others.has(w) && !ids.looksGenerated(w)) ?? '';
  }

  /** @param {Element} el @param {string} name @returns {string} its own tooltip, if it differs from its name */
  function tipOf(el, name) {
    const tip = clip(tooltip(el), HINT_MAX);
    return name.toLowerCase().includes(tip.toLowerCase()) ? '' : tip;
  }

  /** @param {Element} el @param {string} [but] an attribute that does not count @returns {string} its tooltip */
  function tooltip(el, but) {
    const tip = dom.attributes(el).find((a) => a !== but && TIP.test(a));
    return tip ? fold(dom.attr(el, tip)) : '';
  }

  /** @param {Element} el @param {number} levels of ancestors @returns {string} an ancestor's tooltip, which also shows over it; that of a table's cell is its value */
  function tipAround(el, levels) {
    const at = levels ? dom.parentElement(el) : null;
    return at && dom.tag(at) !== 'td' ? tooltip(at) || tipAround(at, levels - 1) : '';
  }

  /** @param {Element} el @returns {boolean} whether it is the checkbox of a table's head */
  function isForAll(el) {
    const cell = dom.fits(el, '[type=checkbox], [role=checkbox], [class*=checkbox]') ? dom.nearest(el, `th, thead td, ${HEAD}`) : null;
    const row = cell && dom.nearest(cell, 'tr');
    return cell !== null && !(row && dom.previousElement(row)); // a later row filters
  }

  /** @param {Element} el @returns {boolean} whether it is drawn as an empty box, like a checkbox */
  function isBox(el) {
    if (dom.firstChild(el)) return false;
    const { width, height } = dom.rect(el);
    const { borderTopWidth, borderLeftWidth, borderTopLeftRadius } = getComputedStyle(el);
    const [top, left, round] = [borderTopWidth, borderLeftWidth, borderTopLeftRadius].map(Number.parseFloat);
    return width >= BOX_MIN && width <= BOX_MAX && Math.abs(width - height) <= 2 && top >= 1 && left >= 1 && round < width / 3 && !borderTopLeftRadius.includes('%');
  }

  /** @param {Element} el @returns {string} the column head of the table or grid cell that el is, or is in */
  function columnOf(el) {
    const cell = dom.nearest(el, 'td, [role="gridcell"]');
    if (!cell) return headOver(el, '\n');
    const { left, right } = dom.rect(cell);
    const own = dom.nearest(cell, 'table');
    const over = headsOf(dom.nearest(cell, '[role="grid"], [role="treegrid"]') ?? own ?? cell, own).filter((head) => Math.abs(head.left - left) <= APART && Math.abs(head.right - right) <= BAR);
    return over.every(({ said }) => said === over[0].said) ? (over[0]?.said ?? '') : '';
  }

  /** @param {Element} el in no cell @returns {string} the head of the column that its middle is in, in a grid that places its content freely */
  function under(el) {
    const { x } = dom.middle(dom.rect(el));
    const head = above(el).find((h) => dom.rect(h).left <= x && dom.rect(h).right > x);
    return head ? nameOf(head) : '';
  }

  /** heads stores the heads of tables for the current task. @type {Map<Element, { left: number, right: number, said: string }[]>} */
  const heads = new Map();

  /** @param {Element} grid @param {Element | null} own the table of a cell in it */
  function headsOf(grid, own) {
    let found = heads.get(grid);
    if (found) return found;
    if (!heads.size) queueMicrotask(() => heads.clear());
    const inside = [...dom.all(grid, `thead>tr>*,tr:not(:has(td))>th,${HEAD}`)];
    found = (inside.length || !own ? inside : above(own)).map((head) => {
      const { left, right } = dom.rect(head);
      return { left, right, said: nameOf(head) };
    }).filter(({ said }) => said);
    heads.set(grid, found);
    return found;
  }

  /** @param {Element} el @param {string} name @returns {string} the column in whose head el is, if its name does not say so */
  function headOver(el, name) {
    const head = dom.nearest(el, `th, ${HEAD}`);
    const said = head && head !== el ? nameOf(head) : '';
    return name.includes(said) || said.includes(name) ? '' : said;
  }

  /** @param {Element} head @returns {string} its name, or its texts if they are those of a button or hidden because another is drawn over it */
  function nameOf(head) {
    let said = Cairn.names.name(head, 'generic');
    const texts = dom.texts(head);
    for (let text = said ? null : texts.nextNode(); text; text = texts.nextNode()) said += ` ${text.nodeValue}`;
    return clip(fold(said), HINT_MAX);
  }

  /** @param {Element} table @returns {Element[]} the heads in a table above, as grids have one whose body scrolls by itself */
  function above(table) {
    for (let at = /** @type {Element | null} */ (table), n = 0; at && n++ < ABOVE_LEVELS; at = dom.parentElement(at)) {
      const before = dom.previousElement(at);
      const found = before ? [...dom.all(before, `th, ${HEAD}`)] : [];
      if (found.length || (before && dom.tag(before) !== dom.tag(at) && dom.one(before, 'tr'))) return found; // rows that are tables go on
    }
    return [];
  }

  /** @param {Element} el @returns {string} */
  function classesOf(el) {
    const classes = fold(dom.attr(el, 'class'));
    const all = classes.split(' ');
    if (all.length <= CLASSES_MAX) return OF_VENDOR.test(classes) ? all.map((c) => c.replace(/^[a-z]+\d?-/, '')).join(' ') : classes;
    const words = classes.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase().split(/[\s_-]+/);
    return [...all.filter((c) => SET.test(c)), ...DOING.filter((w) => words.includes(w))].join(' ');
  }

  return { PICTURE, of, ownWord, tipOf, columnOf, headOver, under };
}

Cairn.hints ??= makeHints();
