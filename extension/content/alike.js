'use strict';
// Tells elements apart that have the same name or none: by the code, the column or the
// text around them.

function makeAlike() {
  const { dom, roles, labels, hints } = Cairn;
  const { fold, clip } = Cairn.text;

  const EQUALS_MAX = 4; // elements with one name; larger groups are distinguished by their position
  const SIGNS_MAX = 12; // elements that look alike on one line, as the tools of a bar
  const AROUND_MAX = 30; // characters
  /** SIGN matches a name that says little, as the B of a button for bold text, or F5. */
  const SIGN = /^(?:[^\p{L}\p{N}]+|\p{L}\d{0,2})$/u;
  const COUNT = /^\d[\d.,]*\+?$/;

  /** tellEquals adds hints from the code to small groups of elements with the same name. @param {LineEntry[]} entries @param {Map<Element, A11yNode[]>} listed */
  function tellEquals(entries, listed) {
    const equals = Map.groupBy(entries, ({ el, item }) => {
      const node = listed.get(el)?.[0];
      return node?.name && item.ref === node.ref && !item.hint && (node.role === 'generic' || roles.INTERACTIVE.has(node.role)) ? node.role + node.name : '';
    });
    equals.delete('');
    const worded = new Set(entries.filter(({ item }) => /\p{L}/u.test(item.text ?? '')).map(({ row }) => row));
    for (const some of equals.values()) {
      if (some.length < 2) continue;
      const name = listed.get(some[0].el)?.[0]?.name ?? '';
      if (some.length <= SIGNS_MAX && tellGroups(some, worded)) continue;
      const few = some.length <= (SIGN.test(name) ? SIGNS_MAX : EQUALS_MAX);
      const said = some.map(({ el }) => hints.tipOf(el, name) || (few ? hints.of(el) : ''));
      const all = few ? some.map(({ el }) => el) : [];
      for (const [i, { el, item }] of some.entries()) {
        const others = all.length ? said.filter((_, k) => k !== i).join(' ').split(' ') : [];
        const hint = said[i] && said[i].split(' ').every((w) => others.includes(w)) ? hints.ownWord(el, all) : said[i];
        if (hint && hint !== name) item.hint = hint;
      }
    }
  }

  /**
   * tellGroups adds the label of the group or the head of the column that each of some equals is in, as the day of an event in a calendar, if their lines say nothing more.
   * @param {LineEntry[]} some @param {Set<unknown>} worded rows with words @returns {boolean} whether the labels distinguish them
   */
  function tellGroups(some, worded) {
    const isOwn = (/** @type {string[]} */ said) => new Set(said.filter(Boolean)).size === said.length;
    let said = some.map(({ el }) => {
      const group = dom.nearestAround(dom.drawnIn(el) ?? el, '[aria-label]');
      return group ? fold(dom.attr(group, 'aria-label')) : '';
    });
    if (!isOwn(said)) said = some.map(({ el }) => hints.columnOf(el) || hints.under(el));
    if (!isOwn(said) || some.some(({ row }) => worded.has(row))) return false;
    for (const [i, { item }] of some.entries()) Object.assign(item, { hint: clip(said[i], AROUND_MAX), kind: 'label' });
    return true;
  }

  /** tellTwins gives small groups of elements without a name, whose hints are equal, a word of their own, in long lists by row: the two handles of a slider. @param {LineEntry[]} entries @param {Map<Element, A11yNode[]>} listed */
  function tellTwins(entries, listed) {
    const twins = Map.groupBy(entries, ({ el, item }) => {
      const node = item.ref && item.hint && !item.kind ? listed.get(el)?.[0] : null;
      return node && !node.name ? node.role + item.hint : '';
    });
    twins.delete('');
    for (const some of [...twins.values()].flatMap((all) => (all.length > EQUALS_MAX ? [...Map.groupBy(all, ({ row }) => row).values()] : [all]))) {
      if (some.length < 2 || some.length > SIGNS_MAX) continue;
      const all = some.map(({ el }) => el);
      for (const { el, item } of some) item.hint = hints.ownWord(el, all) || item.hint;
    }
  }

  /** tellBare adds the text around elements that have the same name or hint in one line: tags, each with its cross. @param {LineEntry[]} entries @param {Map<Element, A11yNode[]>} listed */
  function tellBare(entries, listed) {
    const said = (/** @type {LineEntry} */ { el, item, row }) => {
      const node = row && item.ref && !item.kind ? listed.get(el)?.[0] : null;
      const name = node && (node.name || item.hint);
      return name ? node.role + name : '';
    };
    const rows = Map.groupBy(entries, ({ row }) => row);
    for (const alike of [...rows.values()].flatMap((some) => [...Map.groupBy(some.filter(said), said).values()])) {
      const around = new Set(alike.map(({ el }) => dom.parentElement(el)));
      if (alike.length < 2 || around.size < alike.length) continue; // it distinguishes none
      for (const { el, item } of alike) {
        const outer = dom.parentElement(el);
        const text = outer && !alike.some((e) => e.el !== el && dom.isWithin(e.el, outer)) && clip(Cairn.names.name(outer, 'generic'), AROUND_MAX);
        const name = listed.get(el)?.[0]?.name;
        if (!text || text === name) continue;
        item.hint = item.hint && !name ? `${text}: ${item.hint}` : text;
        if (name) item.kind = 'label';
      }
    }
  }

  /** @param {Element} el @param {A11yNode} node @param {Pass} pass @returns {{ hint?: string, kind?: string }} */
  function hintOf(el, { role, name }, pass) {
    if (role !== 'generic' && role !== 'gridcell' && !roles.INTERACTIVE.has(role)) return {};
    const cell = dom.tag(el) === 'td' || role === 'gridcell';
    const column = !name || cell ? hints.columnOf(el) : hints.headOver(el, name);
    const isValue = role === 'combobox' && name && name === fold(dom.text(el));
    const drawnIn = Cairn.names.placeholder(el);
    const label = isValue ? fold(labels.labelsOf(el, pass.labels).map(dom.text).join(' ')) : name.includes(drawnIn) ? '' : drawnIn;
    if (name && label) return { hint: clip(label, AROUND_MAX), kind: 'label' };
    const drawn = SIGN.test(name) ? hints.tipOf(el, name) : (name && !isCount(el, name)) || (column && (cell || role === 'switch' || role.endsWith('box'))) ? '' : hints.of(el);
    const hint = column && drawn ? `${column}: ${drawn}` : column || drawn;
    return hint ? { hint, ...(column && { kind: 'cell' }) } : {};
  }

  /** @param {Element} el @param {string} name @returns {boolean} whether el is a picture with a number on it: its name does not tell its effect */
  function isCount(el, name) {
    return COUNT.test(name) && dom.one(el, hints.PICTURE) !== null && !dom.one(el, 'a, button');
  }

  return { tellEquals, tellTwins, tellBare, hintOf };
}

Cairn.alike ??= makeAlike();
