'use strict';
// Tells elements apart that have the same name or none: by what the code, the column or the
// text around them says.

function makeAlike() {
  const { dom, roles, labels, hints } = Cairn;
  const { fold, clip } = Cairn.text;

  const EQUALS_MAX = 4; // elements with one name; larger groups are distinguished by their position
  const AROUND_MAX = 30; // characters
  /** SIGN matches a name that says little, as the B of a button for bold text. */
  const SIGN = /^(?:[^\p{L}\p{N}]+|\p{L})$/u;
  const COUNT = /^\d[\d.,]*\+?$/;

  /** tellEquals adds hints from the code to small groups of elements with the same name. @param {LineEntry[]} entries @param {Map<Element, A11yNode[]>} listed */
  function tellEquals(entries, listed) {
    /** @type {Map<string, LineEntry[]>} */
    const equals = new Map();
    for (const e of entries) {
      const node = e.item.ref && !e.item.hint ? listed.get(e.el)?.[0] : undefined;
      if (!node?.name || (node.role !== 'generic' && !roles.INTERACTIVE.has(node.role))) continue;
      const key = node.role + node.name;
      const some = equals.get(key);
      if (some) some.push(e);
      else equals.set(key, [e]);
    }
    for (const some of equals.values()) {
      if (some.length < 2) continue;
      for (const { el, item } of some) {
        const name = listed.get(el)?.[0]?.name ?? '';
        const hint = hints.tipOf(el, name) || (some.length > EQUALS_MAX ? '' : hints.of(el));
        if (hint && hint !== name) item.hint = hint;
      }
    }
  }

  /** tellBare adds the text around elements without a name that have the same hint in one line: tags, each with its cross. @param {LineEntry[]} entries @param {Map<Element, A11yNode[]>} listed */
  function tellBare(entries, listed) {
    /** @type {Map<Element, Map<string, LineEntry[]>>} */
    const rows = new Map();
    for (const e of entries) {
      if (!e.row || !e.item.hint || e.item.kind || listed.get(e.el)?.[0]?.name) continue;
      const hinted = rows.get(e.row) ?? new Map();
      rows.set(e.row, hinted.set(e.item.hint, [...(hinted.get(e.item.hint) ?? []), e]));
    }
    for (const alike of [...rows.values()].flatMap((hinted) => [...hinted.values()])) {
      const around = new Set(alike.map(({ el }) => dom.parentElement(el)));
      if (alike.length < 2 || around.size < alike.length) continue; // it distinguishes none
      for (const { el, item } of alike) {
        const outer = dom.parentElement(el);
        const text = outer && !alike.some((e) => e.el !== el && outer.contains(e.el)) && clip(fold(Cairn.target.plainText(outer)), AROUND_MAX);
        if (text) item.hint = `${text}: ${item.hint}`;
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
    const drawn = SIGN.test(name) ? hints.tipOf(el, name) : (name && !isCount(el, name)) || (column && (cell || role.endsWith('box'))) ? '' : hints.of(el);
    const hint = column && drawn ? `${column}: ${drawn}` : column || drawn;
    return hint ? { hint, ...(column && { kind: 'cell' }) } : {};
  }

  /** @param {Element} el @param {string} name @returns {boolean} whether el is a picture with a number on it: its name does not say what it does */
  function isCount(el, name) {
    return COUNT.test(name) && dom.one(el, hints.PICTURE) !== null && !dom.one(el, 'a, button');
  }

  return { tellEquals, tellBare, hintOf };
}

Cairn.alike ??= makeAlike();
