'use strict';
// Accessible names by the ARIA rules (accname 1.2, HTML-AAM), close enough to the browser's own tree to agree with it and fast
// enough to run on a whole page: the browser's tree costs a hundred times as
// much. Two things differ on purpose. The value of a control is never read, so
// a field inside a label adds nothing to it. And the private-use characters of
// icon fonts are left out: they name nothing.

function makeNames() {
  const { dom } = Cairn;
  const { fold, NAME_MAX } = Cairn.text;
  const { role, inputRole, editingHost, NAME_FROM_CONTENT } = Cairn.roles;
  const { labelsOf } = Cairn.labels;

  /** Text collected for one name stops here; fold cuts the rest. */
  const COLLECT_MAX = NAME_MAX * 4;
  /** Depth of the tree below an element that still counts for its name. */
  const DEPTH_MAX = 24;

  // What these hold is what they have to say: without a name of their own
  // their text stands for it, which the ARIA rules leave to the reader.
  const TEXT_IS_THE_POINT = new Set(['alert', 'status']);

  /**
   * What one name computation carries along.
   * @typedef {object} NameContext
   * @property {LabelIndex | null} labels
   * @property {boolean} referenced inside aria-labelledby: no second hop
   * @property {boolean} hidden the text of hidden elements counts
   * @property {Element | null} own the control whose label is read
   */

  /**
   * @param {Element} el
   * @param {string} [elRole] where the caller knows it
   * @param {LabelIndex | null} [labels]
   * @returns {string} the accessible name, folded and cut
   */
  function name(el, elRole = role(el), labels = null) {
    /** @type {NameContext} */
    const ctx = { labels, referenced: false, hidden: false, own: null };
    const byAuthor = authorLabel(el, ctx) || nativeName(el, ctx);
    if (byAuthor) return byAuthor;
    if (NAME_FROM_CONTENT.has(elRole) || TEXT_IS_THE_POINT.has(elRole)) {
      const text = content(el, ctx);
      if (text) return text;
    }
    if (elRole === 'dialog' || elRole === 'alertdialog') {
      const heading = dom.one(el, 'h1, h2, h3, [role=heading]');
      if (heading) return content(heading, ctx);
    }
    return fold(dom.attr(el, 'title')) || placeholder(el);
  }

  /**
   * The name that the author gave, without looking into the content: enough to
   * tell landmarks and groups apart.
   * @param {Element} el
   * @returns {string}
   */
  function authorName(el) {
    const ctx = { labels: null, referenced: false, hidden: false, own: null };
    return authorLabel(el, ctx) || fold(dom.attr(el, 'title'));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the name that ARIA attributes give */
  function authorLabel(el, ctx) {
    return labelledBy(el, ctx) || fold(dom.attr(el, 'aria-label'));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} */
  function labelledBy(el, ctx) {
    const ids = ctx.referenced ? null : dom.attr(el, 'aria-labelledby');
    if (!ids) return '';
    const root = dom.rootOf(el);
    const parts = [];
    for (const id of ids.split(/\s+/, 16)) {
      const node = id && dom.byId(root, id);
      if (node) parts.push(alternative(node, { ...ctx, referenced: true, hidden: !dom.rendered(node), own: null }, 0));
    }
    return fold(parts.join(' '));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the name by the host language's own means */
  function nativeName(el, ctx) {
    switch (dom.tag(el)) {
      case 'input':
        return inputName(/** @type {HTMLInputElement} */ (el), ctx);
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

  /** @param {HTMLInputElement} el @param {NameContext} ctx @returns {string} */
  function inputName(el, ctx) {
    const label = labelText(el, ctx);
    if (label) return label;
    switch (el.type) {
      // The value attribute of a push button is its caption, written by the
      // author; nobody can type it.
      case 'submit':
        return fold(dom.attr(el, 'value') ?? 'Submit');
      case 'reset':
        return fold(dom.attr(el, 'value') ?? 'Reset');
      case 'button':
        return fold(dom.attr(el, 'value'));
      case 'image':
        return fold(dom.attr(el, 'alt')) || fold(dom.attr(el, 'title')) || 'Submit';
      case 'file':
        return fold(dom.attr(el, 'title')) || (el.multiple ? 'Choose Files' : 'Choose File');
    }
    return '';
  }

  /** @param {Element} el @returns {string} */
  function placeholder(el) {
    return fold(dom.attr(el, 'placeholder')) || fold(dom.attr(el, 'aria-placeholder'));
  }

  /** @param {Element} el @param {string} tag @param {NameContext} ctx @returns {string} */
  function childText(el, tag, ctx) {
    const child = dom.child(el, tag);
    return child ? content(child, ctx) : '';
  }

  /** @param {Element} el @returns {string} */
  function svgTitle(el) {
    const title = dom.child(el, 'title');
    return title ? fold(dom.text(title)) : '';
  }

  /**
   * The text of the labels of a control. Never through `el.labels`: it walks
   * the whole document after every mutation.
   * @param {Element} el @param {NameContext} ctx @returns {string}
   */
  function labelText(el, ctx) {
    const found = labelsOf(el, ctx.labels);
    if (!found.length) return '';
    return fold(found.map((label) => alternative(label, { ...ctx, referenced: true, own: el }, 0)).join(' '));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the text within el, as it reads */
  function content(el, ctx) {
    // What is within an editor was typed, whatever markup it wears.
    if (dom.isEditable(el)) return '';
    if (!dom.firstElement(el) && !dom.shadow(el) && dom.tag(el) !== 'slot') return fold(withCssText(el, asShown(dom.text(el) ?? '', el, ctx), ctx));
    /** @type {Collector} */
    const out = { parts: [], length: 0 };
    collectChildren(el, ctx, out, 0);
    return fold(withCssText(el, out.parts.join(''), ctx));
  }

  /**
   * Text in the letters that a person sees, as the browser's tree has it.
   * @param {string} text @param {Element | null} el whose style it has @param {NameContext} ctx @returns {string}
   */
  function asShown(text, el, ctx) {
    if (!el || ctx.hidden || !LETTER.test(text) || dom.tag(el) === 'option') return text;
    return Cairn.generated.cased(text, getComputedStyle(el).textTransform);
  }
  const LETTER = /\p{L}/u;

  /** @typedef {{ parts: string[], length: number }} Collector */

  /** @param {Collector} out @param {string} text */
  function add(out, text) {
    out.parts.push(text);
    out.length += text.length;
  }

  /** @param {Element} el @param {NameContext} ctx @param {Collector} out @param {number} depth */
  function collectChildren(el, ctx, out, depth) {
    if (depth > DEPTH_MAX) return;
    const slot = dom.tag(el) === 'slot' ? /** @type {HTMLSlotElement} */ (el).assignedNodes({ flatten: true }) : [];
    if (slot.length) {
      for (const node of slot) collectNode(node, ctx, out, depth);
      return;
    }
    for (let node = dom.firstChild(dom.shadow(el) ?? el); node && out.length < COLLECT_MAX; node = dom.nextSibling(node)) {
      collectNode(node, ctx, out, depth);
    }
  }

  /** @param {Node} node @param {NameContext} ctx @param {Collector} out @param {number} depth */
  function collectNode(node, ctx, out, depth) {
    if (node.nodeType === Node.TEXT_NODE) {
      const data = /** @type {Text} */ (node).data;
      add(out, asShown(data.length > COLLECT_MAX ? data.slice(0, COLLECT_MAX) : data, dom.parentElement(node), ctx));
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const el = /** @type {Element} */ (node);
    if (UNREAD.has(dom.tag(el)) || el === ctx.own) return;
    if (NESTED.has(dom.attr(el, 'role') ?? '')) {
      add(out, ` ${authorLabel(el, ctx)} `);
      return;
    }
    if (dom.tag(el) === 'br' || dom.tag(el) === 'wbr') {
      add(out, ' ');
      return;
    }
    let inline = true;
    if (!ctx.hidden) {
      if (dom.attr(el, 'aria-hidden') === 'true') return;
      const style = getComputedStyle(el);
      const display = style.display;
      if (display === 'none') return;
      inline = display === 'inline';
      // What is no longer in the document has no style at all; it was seen.
      if (style.visibility !== 'visible' && style.visibility !== '' && !dom.firstElement(el)) return;
      if (style.getPropertyValue('-webkit-user-modify').startsWith('read-write')) return;
    }
    if (!inline) add(out, ' ');
    add(out, alternative(el, ctx, depth + 1));
    if (!inline) add(out, ' ');
  }

  /** Items of their own within an item of a tree or menu: their label alone is part of it. */
  const NESTED = new Set(['group', 'menu', 'tree']);
  const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'head', 'datalist', 'object', 'rt', 'rp']);

  /**
   * What an element adds to the name of another.
   * @param {Element} el @param {NameContext} ctx @param {number} depth @returns {string}
   */
  function alternative(el, ctx, depth) {
    const byAuthor = authorLabel(el, ctx);
    if (byAuthor) return byAuthor;
    if (dom.tag(el) === 'iframe') return fold(dom.attr(el, 'title'));
    if (dom.tag(el) === 'img' || dom.tag(el) === 'area') return dom.attr(el, 'alt') ?? fold(dom.attr(el, 'title'));
    if (dom.tag(el) === 'svg') return svgTitle(el) || (dom.one(el, 'text') ? fold(dom.text(el)) : '');
    if (holdsValue(el)) return depth === 0 ? nativeName(el, { ...ctx, own: el }) || placeholder(el) : '';
    if (dom.tag(el) === 'input') return inputName(/** @type {HTMLInputElement} */ (el), { ...ctx, own: el });
    /** @type {Collector} */
    const out = { parts: [], length: 0 };
    collectChildren(el, ctx, out, depth);
    const text = withCssText(el, out.parts.join(''), ctx);
    return text.trim() ? text : fold(dom.attr(el, 'title')) || text;
  }

  /** @param {Element} el @returns {boolean} whether what is in el was entered, not written by the author */
  function holdsValue(el) {
    switch (dom.tag(el)) {
      case 'textarea':
      case 'select':
        return true;
      case 'input': {
        const given = inputRole(/** @type {HTMLInputElement} */ (el));
        return given !== 'button';
      }
    }
    const given = dom.attr(el, 'role');
    return given === 'textbox' || given === 'searchbox' || given === 'spinbutton' || given === 'slider' || editingHost(el);
  }

  /** @param {Element} el @param {string} text @param {NameContext} ctx @returns {string} text with what style sheets add to it */
  function withCssText(el, text, ctx) {
    return ctx.hidden ? text : Cairn.generated.around(el, text);
  }

  return { name, authorName };
}

Cairn.names ??= makeNames();
