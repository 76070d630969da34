'use strict';
// Elements by their visible text, as a person names them: what acts on the text
// "Preferences", whether it is the whole of a control or a part of what acts like
// one.

function makeByText() {
  const { dom, roles, names, clickable, rows, target, walk } = Cairn;
  const { fold, seen, shownAs, shownIn } = Cairn.text;

  const STRIDE = 200; // texts between two pauses
  const TEXT_MAX = 1000; // of a text that is named
  const LEVELS = 8; // elements that one text may be spread over
  const OCCURRENCES = 2000; // of the first part of it that are looked at

  /** What holds a heading's part of the page, where that is no row. */
  const PART = 'section, article, fieldset, form, dialog, [role=dialog], [role=region], [role=group], [role=tabpanel], table, ul, ol';

  /**
   * Texts that are found, each by the innermost element that has it.
   * @typedef {{ exact: Set<Element>, loose: Set<Element>, around: Set<Element>, alone: Set<Element> }} Found
   *   loose without regard to case and white space, around as a part of what a single text says, alone where other texts follow in the same element
   */

  /** @param {string} text @returns {string} */
  const plain = (text) => seen(fold(text, TEXT_MAX));
  /** @param {string} text @returns {string} */
  const squeezed = (text) => plain(text).replace(/\s+/g, '').toLowerCase();

  /**
   * The controls that act on a text: those that say it, else those that say it in
   * another case.
   * @param {string} text @returns {Generator<void, Element[], void>}
   */
  function* controls(text) {
    return yield* acting(text, yield* occurrences(text));
  }

  /** @param {string} text @param {Found} found @returns {Generator<void, Element[], void>} */
  function* acting(text, found) {
    /** @param {Set<Element>} texts @param {Element[]} named */
    const those = (texts, named) => [...new Set([...[...texts].map(controlOf).filter((el) => el !== null), ...named])];
    const named = yield* byName(text);
    const exact = those(found.exact, named.exact);
    return exact.length ? exact : those(found.loose, named.loose);
  }

  /**
   * What the mouse is put on: the controls, else what shows the text, for handlers
   * of clicks and drags do not always show.
   * @param {string} text @returns {Generator<void, Element[], void>}
   */
  function* pointed(text) {
    const found = yield* occurrences(text);
    const controls = yield* acting(text, found);
    return controls.length ? controls : [...([found.exact, found.loose].find((some) => some.size) ?? found.alone)];
  }

  /**
   * What a target may be within: the row, else the part of the page, that says a
   * text.
   * @param {string} text @returns {Generator<void, Element[], void>}
   */
  function* containers(text) {
    const { exact, loose, around } = yield* occurrences(text);
    const texts = [exact, loose, around].find((some) => some.size) ?? [];
    return [...new Set([...texts].map((el) => rows.around(el)?.el ?? dom.nearest(el, PART) ?? el))];
  }

  /** @param {Element} el @returns {Element | null} what acts when el is clicked */
  function controlOf(el) {
    const meant = target.actionable(el);
    return meant.actionable ? meant.el : null;
  }

  /** @param {string} text @returns {Generator<void, Found, void>} */
  function* occurrences(text) {
    /** @type {Found} */
    const found = { exact: new Set(), loose: new Set(), around: new Set(), alone: new Set() };
    const wanted = plain(text);
    const loose = squeezed(text);
    let n = 0;
    let left = OCCURRENCES;
    for (const root of [document, ...walk.shadowRoots]) {
      const texts = dom.texts(root);
      for (let node = texts.nextNode(); node && left > 0; node = texts.nextNode()) {
        if (++n % STRIDE === 0) {
          yield;
          if (!dom.connected(node)) break; // the page changes under it: it is gone over again, soon
        }
        const own = squeezed(node.nodeValue ?? '');
        const begins = own && (loose.startsWith(own) || own.includes(loose) || wanted.includes('['));
        const parent = begins && dom.parentElement(node);
        if (!parent || !isShown(parent)) continue;
        left--;
        if (shownAs(plain(node.nodeValue ?? ''), wanted)) found.alone.add(parent);
        note(found, parent, wanted, loose);
      }
    }
    return found;
  }

  /** @param {Found} found @param {Element} parent of a text that the wanted one may begin with @param {string} wanted @param {string} loose */
  function note(found, parent, wanted, loose) {
    for (let el = /** @type {Element | null} */ (parent), n = 0; el && n < LEVELS; el = dom.parentElement(el), n++) {
      const text = textOf(el, wanted.length * 2 + 50);
      const own = plain(text);
      if (shownAs(own, wanted)) return void found.exact.add(el);
      const tight = squeezed(text);
      if (tight === loose) return void found.loose.add(el);
      if (tight.length > loose.length) {
        if (shownIn(own, wanted)) found.around.add(el);
        return;
      }
    }
  }

  /** @param {Element} el @param {number} most @returns {string} the beginning of its text, without going over all of a large one */
  function textOf(el, most) {
    let out = '';
    const texts = dom.texts(el);
    for (let node = texts.nextNode(); node && out.length <= most; node = texts.nextNode()) {
      const parent = dom.parentElement(node);
      if (parent && isShown(parent)) out += node.nodeValue ?? '';
    }
    return out;
  }

  /** @param {Element} el @returns {boolean} whether a person sees the text in it, and it is no text of theirs */
  function isShown(el) {
    return dom.rendered(el) && !dom.nearest(el, dom.TYPED);
  }

  /** @param {string} text @returns {Generator<void, { exact: Element[], loose: Element[] }, void>} the controls that have it for a name: what a picture shows is a name alone */
  function* byName(text) {
    const wanted = plain(text);
    const loose = squeezed(text);
    /** @type {LabelIndex} */
    const labels = new Map();
    /** @type {Element[]} */
    const folded = [];
    for (const root of [document, ...walk.shadowRoots]) clickable.refresh(root);
    const may = (/** @type {Element} */ el) => walk.isCandidate(el) || clickable.may(el);
    const exact = yield* Cairn.find.those(yield* Cairn.find.everywhere(may), (el) => {
      const role = Cairn.sweep.listedRole(el);
      const acts = role === 'generic' || roles.INTERACTIVE.has(role);
      if (!acts || !dom.rendered(el) || (role === 'generic' && !clickable.is(el))) return false;
      const own = plain(role === 'generic' ? clickable.nameOf(el, labels) : names.name(el, role, labels));
      if (own && shownAs(own, wanted)) return true;
      if (own && squeezed(own) === loose) folded.push(el);
      return false;
    });
    return { exact, loose: folded };
  }

  return { controls, pointed, containers };
}

Cairn.byText ??= makeByText();
