'use strict';
// The words that are within an element, as they read: what names a button, a
// link, a heading, and what a label says. Of a part with a name of its own that
// name counts; hidden parts do not.

function makeWords() {
  const { dom, roles } = Cairn;
  const { fold, NAME_MAX } = Cairn.text;

  /** Text collected for one name stops here; fold cuts the rest. */
  const COLLECT_MAX = NAME_MAX * 4;
  /** Depth of the tree below an element that still counts for its name. */
  const DEPTH_MAX = 24;
  const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

  /** Items of their own within an item of a tree or menu: their label alone is part of it. */
  const NESTED = new Set(['group', 'menu', 'tree']);
  const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'head', 'datalist', 'object', 'rt', 'rp']);

  /**
   * Parts that stand for themselves: the browser takes their own name into that
   * of what they are in, but not their words.
   */
  const APART = new Set([
    'alert', 'alertdialog', 'application', 'article', 'banner', 'blockquote', 'complementary', 'contentinfo', 'dialog', 'document', 'feed',
    'figure', 'form', 'grid', 'img', 'listbox', 'log', 'main', 'marquee', 'math', 'navigation', 'note', 'radiogroup', 'search', 'separator',
    'status', 'table', 'tablist', 'tabpanel', 'timer', 'toolbar', 'treegrid',
  ]);

  /** @typedef {Parameters<typeof Cairn.names.authorLabel>[1]} NameContext */
  /** @typedef {{ parts: string[], length: number }} Collector */

  /** @param {Element} el @param {NameContext} ctx @returns {string} the text within el, as it reads */
  function content(el, ctx) {
    // What is within an editor was typed, whatever markup it wears.
    if (dom.isEditable(el)) return '';
    if (!dom.firstElement(el) && !dom.shadow(el) && dom.tag(el) !== 'slot' && !dom.has(el, 'aria-owns')) {
      return fold(withCssText(el, asShown(dom.text(el) ?? '', el, ctx), ctx));
    }
    /** @type {Collector} */
    const out = { parts: [], length: 0 };
    collectChildren(el, ctx, out, 0);
    for (const owned of dom.referred(el, 'aria-owns')) {
      add(out, ' ');
      collectNode(owned, ctx, out, 0);
    }
    return fold(withCssText(el, out.parts.join(''), ctx));
  }

  /**
   * Text in the letters that a person sees, as the browser's tree has it.
   * @param {string} text @param {Element | null} el whose style it has @param {NameContext} ctx @returns {string}
   */
  function asShown(text, el, ctx) {
    if (!el || ctx.hidden || !LETTER_OR_DIGIT.test(text) || dom.tag(el) === 'option') return text;
    const style = getComputedStyle(el);
    return unseen(style) ? '' : Cairn.generated.cased(text, style.textTransform);
  }

  /** @param {CSSStyleDeclaration} style @returns {boolean} what is no longer in the document has no style at all; it was seen */
  function unseen(style) {
    return style.visibility !== 'visible' && style.visibility !== '';
  }

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
    const closed = dom.tag(el) === 'details' && !dom.has(el, 'open') && !ctx.hidden;
    const first = closed ? dom.child(el, 'summary') : dom.firstChild(dom.shadow(el) ?? el);
    for (let node = first; node && out.length < COLLECT_MAX; node = closed ? null : dom.nextSibling(node)) {
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
    if (dom.tag(el) === 'br' || dom.tag(el) === 'wbr') {
      add(out, ' ');
      return;
    }
    let inline = false; // what is not laid out is all apart
    if (!ctx.hidden) {
      if (dom.attr(el, 'aria-hidden') === 'true') return;
      const style = getComputedStyle(el);
      if (style.display === 'none' || (unseen(style) && !dom.firstElement(el))) return;
      if (style.getPropertyValue('-webkit-user-modify').startsWith('read-write')) return;
      inline = style.display === 'inline';
    }
    const space = inline ? '' : ' ';
    add(out, space);
    add(out, part(el, ctx, depth + 1));
    add(out, space);
  }

  /** @param {Element} el @param {NameContext} ctx @param {number} depth @returns {string} what an element adds to the name of what it is in */
  function part(el, ctx, depth) {
    const given = dom.attr(el, 'role') ?? '';
    if (NESTED.has(given)) return ` ${Cairn.names.authorLabel(el, ctx)} `;
    if (!ctx.way.strict || !isApart(el, given)) return alternative(el, ctx, depth);
    const own = ownName(el, ctx);
    if (!own) ctx.way.left = true;
    return ` ${own} `;
  }

  /** @param {Element} el @param {string} given its role attribute @returns {boolean} */
  function isApart(el, given) {
    switch (dom.tag(el)) {
      case 'img':
      case 'svg':
      case 'label':
        return false;
      case 'table':
        // The browser takes most tables that are not captioned for layout.
        return given ? APART.has(given) : dom.child(el, 'caption') !== null;
      case 'form':
      case 'fieldset':
        return true;
    }
    return APART.has(roles.role(el));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} */
  function ownName(el, ctx) {
    return Cairn.names.authorLabel(el, ctx) || (dom.tag(el) === 'figure' ? '' : Cairn.names.nativeName(el, ctx)) || fold(dom.attr(el, 'title'));
  }

  /**
   * What an element says where it is referred to, or within another.
   * @param {Element} el @param {NameContext} ctx @param {number} [depth] @returns {string}
   */
  function alternative(el, ctx, depth = 0) {
    const byAuthor = Cairn.names.authorLabel(el, ctx);
    if (byAuthor) return byAuthor;
    const plain = presentational(el);
    switch (dom.tag(el)) {
      case 'iframe':
        return fold(dom.attr(el, 'title'));
      case 'img':
      case 'area':
        return plain ? '' : (dom.attr(el, 'alt') ?? fold(dom.attr(el, 'title')));
      case 'svg':
        return plain ? '' : drawn(el) || fold(dom.attr(el, 'title'));
      case 'table':
      case 'fieldset': {
        const native = Cairn.names.nativeName(el, ctx);
        if (native && ctx.way.strict) return native;
      }
    }
    if (measures(el)) return dom.attr(el, 'aria-valuetext') ?? dom.attr(el, 'aria-valuenow') ?? String(Number(dom.attr(el, 'value') ?? ''));
    if (holdsValue(el)) return depth === 0 ? Cairn.names.nativeName(el, { ...ctx, own: el }) || Cairn.names.placeholder(el) : '';
    if (dom.tag(el) === 'input') return Cairn.names.nativeName(el, ctx.own ? ctx : { ...ctx, own: el }) || Cairn.names.caption(/** @type {HTMLInputElement} */ (el));
    /** @type {Collector} */
    const out = { parts: [], length: 0 };
    collectChildren(el, ctx, out, depth);
    const text = withCssText(el, out.parts.join(''), ctx);
    return text.trim() ? text : tooltip(el, ctx, depth) || text;
  }

  /** @param {Element} el @param {NameContext} ctx @param {number} depth @returns {string} */
  function tooltip(el, ctx, depth) {
    const tip = fold(dom.attr(el, 'title'));
    if (!tip || !ctx.way.strict || depth === 0 || dom.tag(el) === 'abbr' || roles.role(el)) return tip;
    ctx.way.left = true;
    return '';
  }

  /** @param {Element} el @returns {boolean} */
  function presentational(el) {
    const given = dom.attr(el, 'role');
    return given === 'none' || given === 'presentation';
  }

  /** @param {Element} el @param {number} [depth] @returns {string} what a drawing says: the titles and the writing in it */
  function drawn(el, depth = 0) {
    const title = Cairn.names.svgTitle(el);
    if (title || depth > DEPTH_MAX) return title;
    if (dom.tag(el) === 'text') return fold(dom.text(el));
    if (dom.tag(el) === 'use') {
      const symbol = dom.byId(dom.rootOf(el), (dom.attr(el, 'href') ?? dom.attr(el, 'xlink:href') ?? '').slice(1));
      return symbol ? Cairn.names.svgTitle(symbol) : '';
    }
    if (!dom.one(el, 'title, text, use')) return '';
    return fold([...dom.children(el)].slice(0, COLLECT_MAX).map((child) => drawn(child, depth + 1)).join(' '));
  }

  /** @param {Element} el @returns {boolean} whether it shows a figure that nobody enters */
  function measures(el) {
    const given = dom.attr(el, 'role');
    return given ? given === 'progressbar' || given === 'meter' : dom.tag(el) === 'progress' || dom.tag(el) === 'meter';
  }

  /** @param {Element} el @returns {boolean} whether what is in el was entered, not written by the author */
  function holdsValue(el) {
    switch (dom.tag(el)) {
      case 'textarea':
      case 'select':
        return true;
      case 'input':
        return roles.inputRole(/** @type {HTMLInputElement} */ (el)) !== 'button';
    }
    const given = dom.attr(el, 'role');
    return given === 'textbox' || given === 'searchbox' || given === 'spinbutton' || given === 'slider' || roles.editingHost(el);
  }

  /** @param {Element} el @param {string} text @param {NameContext} ctx @returns {string} text with what style sheets add to it */
  function withCssText(el, text, ctx) {
    return ctx.hidden ? text : Cairn.generated.around(el, text);
  }

  return { content, alternative };
}

Cairn.words ??= makeWords();
