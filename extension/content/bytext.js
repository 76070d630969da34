'use strict';
// Finds elements by their visible text, as a person names them: the element that acts
// on the text "Preferences", whether the text is a whole control or a part of an
// element that acts like one.

function makeByText() {
  const { dom, roles, names, clickable, rows, target, walk } = Cairn;
  const { fold, seen, shownAs, shownIn } = Cairn.text;

  const STRIDE = 200; // texts between two pauses
  const TEXT_MAX = 1000; // of a text that is named
  const LEVELS = 8; // elements over which one text may be spread
  const OCCURRENCES = 2000; // maximum number of occurrences of its first part to check

  /** PART matches the container of a heading's part of the page, if that is not a row. */
  const PART = 'section, article, fieldset, form, dialog, [role=dialog], [role=region], [role=group], [role=tabpanel], table, ul, ol';

  /**
   * Found holds matching texts, each as the innermost element that has it.
   * @typedef {{ exact: Set<Element>, loose: Set<Element>, around: Set<Element>, alone: Set<Element> }} Found
   *   loose ignores case and white space; around has the text as a part of a single text; alone has other texts after it in the same element
   */

  /** @param {string} text @returns {string} */
  const plain = (text) => seen(fold(text, TEXT_MAX));
  /** @param {string} text @returns {string} */
  const squeezed = (text) => plain(text).replace(/\s+/g, '').toLowerCase();

  /**
   * controls returns the controls that act on a text: those that show it exactly, or
   * else those that show it in another case.
   * @param {string} text @returns {Generator<void, Element[], void>}
   */
  function* controls(text) {
    return yield* acting(text, yield* occurrences(text));
  }

  /** @param {string} text @param {Found} found @returns {Generator<void, Element[], void>} */
  function* acting(text, found) {
    /** @param {Set<Element>} texts @param {Element[]} named */
    const those = (texts, named) => [...new Set([...[...texts].map(controlOf).filter((x) => !!x), ...named])];
    const named = yield* byName(text);
    const exact = those(found.exact, named.exact);
    return exact.length ? exact : those(found.loose, named.loose);
  }

  /**
   * pointed returns the elements for the mouse: the controls, or else the elements that
   * show the text, because handlers of clicks and drags are not always visible. One that
   * has other texts and a field is neither: its middle may be the other field.
   * @param {string} text @returns {Generator<void, Element[], void>}
   */
  function* pointed(text) {
    const found = yield* occurrences(text);
    const controls = yield* acting(text, found);
    return controls.length ? controls : [...([found.exact, found.loose].find((set) => set.size) ?? [...found.alone].filter((el) => !dom.one(el, 'input')))];
  }

  /**
   * containers returns the elements that a target may be within: the row, or else the
   * part of the page, that contains a text.
   * @param {string} text @returns {Generator<void, Element[], void>}
   */
  function* containers(text) {
    const { exact, loose, alone, around } = yield* occurrences(text);
    const texts = [exact, loose, alone, around].find((set) => set.size) ?? [];
    return [...new Set([...texts].map((el) => rows.around(el)?.el ?? dom.nearest(el, PART) ?? el))];
  }

  /** @param {Element} el @returns {Element | null} the element that acts when el is clicked */
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
          if (!dom.connected(node)) break; // the page changes during the walk: the walk soon runs again
        }
        const own = squeezed(node.nodeValue ?? '');
        const parent = own && (loose.startsWith(own) || own.includes(loose) || wanted.includes('[')) && dom.parentElement(node);
        if (!parent || !isShown(parent)) continue;
        left--;
        if (shownAs(plain(node.nodeValue ?? ''), wanted)) found.alone.add(parent);
        note(found, parent, wanted, loose);
      }
    }
    return found;
  }

  /** @param {Found} found @param {Element | null} parent parent of a text with which the wanted one may begin @param {string} wanted @param {string} loose */
  function note(found, parent, wanted, loose) {
    for (let el = parent, n = 0; el && n < LEVELS; el = dom.parentElement(el), n++) {
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

  /** @param {Element} el @param {number} most @returns {string} the start of its text, without reading all of a large element */
  function textOf(el, most) {
    let out = '';
    const seen = dom.rendered(el); // else it only shows under the mouse, with all its text
    const texts = dom.texts(el);
    for (let node = texts.nextNode(); node && out.length <= most; node = texts.nextNode()) {
      const parent = dom.parentElement(node);
      if (parent && (!seen || dom.rendered(parent)) && isShown(parent)) out += node.nodeValue ?? '';
    }
    return out;
  }

  /** @param {Element} el @returns {boolean} whether a person sees the text in it, at least under the mouse, and did not type it */
  function isShown(el) {
    return (dom.rendered(el) || !!clickable.hoverFor(el)) && !dom.nearest(el, dom.TYPED);
  }

  /** @param {string} text @returns {Generator<void, { exact: Element[], loose: Element[] }, void>} the controls with this name: a picture has only a name, no text */
  function* byName(text) {
    const wanted = plain(text);
    const loose = squeezed(text);
    /** @type {LabelIndex} */
    const labels = new Map();
    /** @type {Element[]} */
    const folded = [];
    for (const root of [document, ...walk.shadowRoots]) clickable.refresh(root);
    /** @param {Element} el @returns {boolean} */
    const may = (el) => walk.isCandidate(el) || clickable.may(el);
    const exact = yield* Cairn.find.those(yield* Cairn.find.everywhere(may), (el) => {
      const role = Cairn.sweep.listedRole(el);
      const acts = role === 'generic' || roles.INTERACTIVE.has(role);
      if (!acts || !(dom.rendered(el) || clickable.hoverFor(el)) || (role === 'generic' && !clickable.is(el))) return false;
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
