'use strict';
// Accessible names by the ARIA rules (accname 1.2, HTML-AAM), close enough to the browser's own tree to agree with it and fast
// enough to run on a whole page: the browser's tree costs a hundred times as
// much. Three things differ on purpose. The value of a control is never read, so
// a field inside a label adds nothing to it. The private-use characters of icon
// fonts are left out, because they are not names. And if the browser has no name at
// all, the words that it leaves out serve as the name (words.js).

function makeNames() {
  const { dom } = Cairn;
  const { fold } = Cairn.text;
  const { role, editingHost, INTERACTIVE, NAME_FROM_CONTENT } = Cairn.roles;
  const { labelsOf } = Cairn.labels;

  // The text of these elements is their message: without an explicit name, the text
  // serves as one, which the ARIA rules leave to the reader.
  const DRAWN_MAX = 40; // characters of the button that a page draws below a transparent control
  const TEXT_IS_THE_POINT = new Set(['alert', 'status', 'generic']);

  /**
   * NameContext holds the state of one name computation.
   * @typedef {object} NameContext
   * @property {LabelIndex | null} labels
   * @property {boolean} referenced inside aria-labelledby: no second hop
   * @property {boolean} hidden the text of hidden elements counts
   * @property {Element | null} own the control whose label is read
   * @property {boolean} seen whether the named element is known to be visible
   * @property {boolean} [bare] controls within are left out
   * @property {{ strict: boolean, left: boolean }} way strict omits the parts that the browser omits; left is true if some were omitted
   */

  /** @param {boolean} strict @param {LabelIndex | null} [labels] @param {boolean} [seen] @returns {NameContext} */
  function context(strict, labels = null, seen = false) {
    return { labels, referenced: false, hidden: false, own: null, seen, way: { strict, left: false } };
  }

  /**
   * @param {Element} el
   * @param {string} [elRole] its role, if the caller knows it
   * @param {LabelIndex | null} [labels]
   * @param {boolean} [seen] whether the caller knows that it is visible
   * @returns {string} the accessible name, folded and cut
   */
  function name(el, elRole = role(el), labels = null, seen = false) {
    const ctx = context(INTERACTIVE.has(elRole) || elRole === 'heading', labels, seen);
    ctx.bare = TEXT_IS_THE_POINT.has(elRole);
    const given = authorLabel(el, ctx) || ownWords(el, elRole, ctx) || titleOf(el) || placeholder(el);
    if (given || !ctx.way.left) return given;
    ctx.way.strict = false;
    return ownWords(el, elRole, ctx);
  }

  /** @type {WeakMap<Element, string>} the last title of each element that was named by it */
  const titles = new WeakMap();

  /** @param {Element} el @returns {string} its title, also while a library that shows it as a tooltip has taken it away */
  function titleOf(el) {
    const title = fold(dom.attr(el, 'title') || dom.attr(el, 'data-original-title'));
    const had = titles.get(el);
    if (title) titles.set(el, title);
    else if (had && dom.referred(el, 'aria-describedby').some((tip) => fold(dom.text(tip)) === had)) return had;
    return title;
  }

  /** @param {Element} el @param {string} elRole @param {NameContext} ctx @returns {string} the name from the element's own content or labels */
  function ownWords(el, elRole, ctx) {
    const native = nativeName(el, ctx);
    if (native) return native;
    if (NAME_FROM_CONTENT.has(elRole) || TEXT_IS_THE_POINT.has(elRole)) {
      const text = Cairn.words.content(el, ctx, ctx.seen);
      if (text) return text;
    }
    const isDialog = elRole === 'dialog' || elRole === 'alertdialog';
    const heading = isDialog && dom.one(el, dom.TITLE);
    return heading ? Cairn.words.content(heading, ctx) : '';
  }

  /**
   * authorName returns the name that the author gave, without reading the content. That
   * is enough to distinguish landmarks and groups.
   * @param {Element} el
   * @returns {string}
   */
  function authorName(el) {
    return authorLabel(el, context(false)) || fold(dom.attr(el, 'title'));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the name that ARIA attributes give */
  function authorLabel(el, ctx) {
    return labelledBy(el, ctx) || fold(dom.attr(el, 'aria-label'));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} */
  function labelledBy(el, ctx) {
    if (ctx.referenced || !dom.has(el, 'aria-labelledby')) return '';
    const parts = dom.labelledBy(el).map((node) => Cairn.words.alternative(node, { ...ctx, referenced: true, hidden: !dom.rendered(node) || Cairn.walk.isMute(node), own: null }));
    return fold(parts.join(' '));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the name by the host language's own means */
  function nativeName(el, ctx) {
    switch (dom.tag(el)) {
      case 'input':
        return labelText(el, ctx) || caption(/** @type {HTMLInputElement} */ (el));
      case 'select':
      case 'textarea':
      case 'button':
      case 'meter':
      case 'output':
      case 'progress':
        return labelText(el, ctx);
      case 'img':
      case 'area':
        return fold(dom.attr(el, 'alt'));
      case 'fieldset':
        return childText(el, 'legend', ctx);
      case 'table':
        return childText(el, 'caption', ctx);
      case 'figure':
        return childText(el, 'figcaption', ctx);
      case 'option':
      case 'optgroup':
        return fold(dom.attr(el, 'label'));
      case 'svg':
        return svgTitle(el);
    }
    return '';
  }

  /** @param {HTMLInputElement} el @returns {string} its caption */
  function caption(el) {
    // The value attribute of a push button is its caption, written by the author; no
    // user can type it.
    const value = dom.attr(el, 'value');
    switch (el.type) {
      case 'submit':
        return fold(value ?? 'Submit');
      case 'reset':
        return fold(value ?? 'Reset');
      case 'button':
        return fold(value);
      case 'image':
        return fold(dom.attr(el, 'alt')) || fold(value) || fold(dom.attr(el, 'title')) || 'Submit';
      case 'file':
        return fold(dom.attr(el, 'title')) || (dom.transparent(el) && fold(dom.text(dom.parentElement(el) ?? el), DRAWN_MAX)) || (el.multiple ? 'Choose Files' : 'Choose File');
    }
    return '';
  }

  /** @param {Element} el @returns {string} the placeholder of an empty field; editors draw theirs from an attribute of their first line */
  function placeholder(el) {
    const given = fold(dom.attr(el, 'placeholder')) || fold(dom.attr(el, 'aria-placeholder'));
    if (given || !editingHost(el)) return given;
    const line = dom.firstElement(el);
    const drawn = fold(dom.attr(el, 'data-placeholder') ?? (line && dom.attr(line, 'data-placeholder')));
    return drawn === 'true' ? '' : drawn; // that it is shown, in some libraries
  }

  /** @param {Element} el @param {string} tag @param {NameContext} ctx @returns {string} */
  function childText(el, tag, ctx) {
    const child = dom.child(el, tag);
    return child ? Cairn.words.content(child, ctx) : '';
  }

  /** @param {Element} el @returns {string} */
  function svgTitle(el) {
    const title = dom.child(el, 'title');
    return title ? fold(dom.text(title)) : '';
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the text of a control's visible labels */
  function labelText(el, ctx) {
    if (ctx.own && ctx.own !== el) return ''; // in a label already
    const shown = labelsOf(el, ctx.labels).filter((label) => dom.rendered(label) && !dom.nearest(label, '[aria-hidden="true" i]'));
    return fold(shown.map((label) => Cairn.words.alternative(label, { ...ctx, own: el })).join(' '));
  }

  return { name, authorName, authorLabel, nativeName, caption, svgTitle, placeholder };
}

Cairn.names ??= makeNames();
