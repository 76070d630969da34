'use strict';
// Reads the words within an element: the name of a button, a link or a heading, and the
// text of a label. A part with its own name counts with that name; hidden parts do not
// count.

function makeWords() {
  const { dom, roles } = Cairn;
  const { fold, NAME_MAX } = Cairn.text;

  /** COLLECT_MAX bounds the text collected for one name; fold cuts the rest. */
  const COLLECT_MAX = NAME_MAX * 4;
  /** DEPTH_MAX bounds the depth of the tree below an element that counts for its name. */
  const DEPTH_MAX = 24;
  const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

  /** NESTED lists roles of nested item groups in an item of a tree or menu: only their label is part of its name. */
  const NESTED = new Set(['group', 'menu', 'tree']);
  const UNREAD = new Set('script style noscript template head datalist object rt rp'.split(' '));

  /**
   * APART lists roles of separate parts: the browser adds their own name to that of the
   * element around them, but not their words.
   */
  const APART = new Set('alert alertdialog application article banner blockquote complementary contentinfo dialog document feed figure form grid img listbox log main marquee math navigation note radiogroup search separator status table tablist tabpanel timer toolbar treegrid'.split(' '));

  /** @typedef {Parameters<typeof Cairn.names.authorLabel>[1]} NameContext */

  /**
   * Reading holds the text read so far.
   * @typedef {object} Reading
   * @property {string} said
   * @property {Element[]} edges the elements whose edges lie between that and the next text
   * @property {boolean} apart every edge separates words, because hidden text has no layout
   */

  /** @param {NameContext} ctx @returns {Reading} */
  function begin(ctx) {
    return { said: '', edges: [], apart: ctx.hidden };
  }

  /**
   * say appends text. Words on both sides of an inline edge are one word. The query for the
   * layout is expensive, so it is made only if it matters.
   * @param {Reading} out @param {string} text
   */
  function say(out, text) {
    if (!text) return;
    if (out.edges.length) {
      const touch = out.said !== '' && !isSpace(out.said, out.said.length - 1) && !isSpace(text, 0);
      if (touch && (out.apart || out.edges.some((el) => getComputedStyle(el).display !== 'inline'))) out.said += ' ';
      out.edges.length = 0;
    }
    out.said += text;
  }

  /** @param {string} text added by a style sheet; a single letter is how a font of icons calls a picture @param {NameContext} ctx @param {Reading} out */
  function sayDrawn(text, ctx, out) {
    if (!ctx.bare || !/^ ?\p{L} ?$/u.test(text)) say(out, text);
  }

  /** @param {string} s @param {number} at @returns {boolean} */
  function isSpace(s, at) {
    const c = s.charCodeAt(at);
    return c === 32 || (c >= 9 && c <= 13) || c === 160;
  }

  /** @param {Element} el @param {NameContext} ctx @param {boolean} [seen] whether el is known to be visible @returns {string} the text within el, as it reads */
  function content(el, ctx, seen = false) {
    // Text within an editor was typed, even if it has markup.
    if (dom.isEditable(el)) return '';
    const out = begin(ctx);
    const added = ctx.hidden ? null : Cairn.generated.around(el);
    if (added) sayDrawn(added.before, ctx, out);
    if (!dom.firstElement(el) && !dom.shadow(el) && dom.tag(el) !== 'slot') say(out, asShown(dom.text(el) ?? '', el, ctx, seen));
    else readChildren(el, ctx, out, 0, seen);
    if (dom.has(el, 'aria-owns')) readOwned(el, ctx, out);
    if (added) sayDrawn(added.after, ctx, out);
    return fold(out.said);
  }

  /** readOwned reads the elements that el owns; a table is no name. @param {Element} el @param {NameContext} ctx @param {Reading} out */
  function readOwned(el, ctx, out) {
    for (const owned of dom.referred(el, 'aria-owns')) {
      if (dom.tag(owned) === 'table') continue;
      say(out, ' ');
      read(owned, ctx, out, 0, false);
    }
  }

  /**
   * asShown returns text in the letters that a person sees, as in the browser's tree.
   * @param {string} text @param {Element | null} el whose style it has @param {NameContext} ctx @param {boolean} seen @returns {string}
   */
  function asShown(text, el, ctx, seen) {
    if (!el || ctx.hidden || !LETTER_OR_DIGIT.test(text) || dom.tag(el) === 'option') return text;
    const style = getComputedStyle(el);
    return !seen && unseen(style) ? '' : Cairn.generated.cased(text, style.textTransform);
  }

  /** @param {CSSStyleDeclaration} style @returns {boolean} whether it hides; an element that was removed has no style, and was visible */
  const unseen = (style) => style.visibility !== 'visible' && style.visibility !== '';

  /** @param {Element} el @param {NameContext} ctx @param {Reading} out @param {number} depth @param {boolean} seen whether el is known to be visible */
  function readChildren(el, ctx, out, depth, seen) {
    if (depth > DEPTH_MAX) return;
    const slot = dom.tag(el) === 'slot' ? /** @type {HTMLSlotElement} */ (el).assignedNodes({ flatten: true }) : [];
    if (slot.length) {
      for (const node of slot) read(node, ctx, out, depth, false);
      return;
    }
    const closed = dom.tag(el) === 'details' && !dom.has(el, 'open') && !ctx.hidden;
    const first = closed ? dom.child(el, 'summary') : dom.firstChild(dom.shadow(el) ?? el);
    for (let node = first; node && out.said.length < COLLECT_MAX; node = closed ? null : dom.nextSibling(node)) {
      read(node, ctx, out, depth, seen);
    }
  }

  /** @param {Node} node @param {NameContext} ctx @param {Reading} out @param {number} depth @param {boolean} seen whether its parent is known to be visible */
  function read(node, ctx, out, depth, seen) {
    const { nodeType } = node;
    if (nodeType === Node.TEXT_NODE) {
      const data = /** @type {Text} */ (node).data;
      say(out, asShown(data.length > COLLECT_MAX ? data.slice(0, COLLECT_MAX) : data, dom.parentElement(node), ctx, seen));
    } else if (nodeType === Node.ELEMENT_NODE) readElement(/** @type {Element} */ (node), ctx, out, depth);
  }

  /** @param {Element} el @param {NameContext} ctx @param {Reading} out @param {number} depth */
  function readElement(el, ctx, out, depth) {
    const tag = dom.tag(el);
    if (UNREAD.has(tag) || el === ctx.own || (ctx.bare && Cairn.clickable.isOther(el))) return;
    if (tag === 'br' || tag === 'wbr') return say(out, ' ');
    const seen = !ctx.hidden && dom.boxed(el);
    if (!ctx.hidden && (dom.attr(el, 'aria-hidden') === 'true' || (!seen && isOut(el)) || dom.isEditable(el))) return;
    out.edges.push(el);
    readPart(el, ctx, out, depth + 1, seen);
    out.edges.push(el);
  }

  /** @param {Element} el an element without a box @returns {boolean} whether its content is invisible as well */
  function isOut(el) {
    const style = getComputedStyle(el);
    return style.display === 'none' || (unseen(style) && !dom.firstElement(el));
  }

  /** @param {Element} el @param {NameContext} ctx @param {Reading} out @param {number} depth @param {boolean} seen whether el is visible; readPart adds the words of el to the name of the element around it */
  function readPart(el, ctx, out, depth, seen) {
    const given = dom.attr(el, 'role') ?? '';
    if (NESTED.has(given)) return say(out, ` ${Cairn.names.authorLabel(el, ctx)} `);
    if (!ctx.way.strict || !isApart(el, given)) return readAlternative(el, ctx, out, depth, seen);
    const own = ownName(el, ctx);
    if (!own) ctx.way.left = true;
    say(out, ` ${own} `);
  }

  /** @param {Element} el @param {string} given its role attribute @returns {boolean} */
  function isApart(el, given) {
    switch (dom.tag(el)) {
      case 'img':
      case 'svg':
      case 'label':
        return false;
      case 'table':
        // The browser treats most tables without a caption as layout.
        return given ? APART.has(given) : dom.child(el, 'caption') !== null;
      case 'form':
      case 'fieldset':
        return true;
    }
    return APART.has(roles.role(el));
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} */
  const ownName = (el, ctx) => Cairn.names.authorLabel(el, ctx) || (dom.tag(el) === 'figure' ? '' : Cairn.names.nativeName(el, ctx)) || fold(dom.attr(el, 'title'));

  /** @param {Element} el @param {NameContext} ctx @returns {string} the text of an element that is referred to */
  function alternative(el, ctx) {
    const out = begin(ctx);
    readAlternative(el, ctx, out, 0, false);
    return out.said;
  }

  /** @param {Element} el @param {NameContext} ctx @param {Reading} out @param {number} depth @param {boolean} seen */
  function readAlternative(el, ctx, out, depth, seen) {
    const given = substitute(el, ctx, depth);
    if (given !== null) return say(out, given);
    const before = out.said.length;
    const added = ctx.hidden ? null : Cairn.generated.around(el);
    if (added) sayDrawn(added.before, ctx, out);
    readChildren(el, ctx, out, depth, seen);
    if (added) sayDrawn(added.after, ctx, out);
    if (!out.said.slice(before).trim()) say(out, tooltip(el, ctx, depth));
  }

  /** @param {Element} el @param {NameContext} ctx @param {number} depth @returns {string | null} the text that replaces the words within el, null if they count */
  function substitute(el, ctx, depth) {
    const byAuthor = Cairn.names.authorLabel(el, ctx);
    if (byAuthor) return byAuthor;
    switch (dom.tag(el)) {
      case 'iframe':
        return fold(dom.attr(el, 'title'));
      case 'img':
      case 'area':
        return presentational(el) ? '' : (dom.attr(el, 'alt') ?? fold(dom.attr(el, 'title')));
      case 'svg':
        return presentational(el) ? '' : drawn(el) || fold(dom.attr(el, 'title'));
      case 'table':
      case 'fieldset': {
        const native = Cairn.names.nativeName(el, ctx);
        if (native && ctx.way.strict) return native;
      }
    }
    if (measures(el)) return dom.attr(el, 'aria-valuetext') ?? dom.attr(el, 'aria-valuenow') ?? String(Number(dom.attr(el, 'value') ?? ''));
    if (holdsValue(el)) return depth === 0 ? Cairn.names.nativeName(el, { ...ctx, own: el }) || Cairn.names.placeholder(el) : '';
    if (dom.tag(el) === 'input') return Cairn.names.nativeName(el, ctx.own ? ctx : { ...ctx, own: el }) || Cairn.names.caption(/** @type {HTMLInputElement} */ (el));
    return null;
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

  /** @param {Element} el @param {number} [depth] @returns {string} the text of a drawing: its titles and its writing */
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

  /** @param {Element} el @returns {boolean} whether it shows a figure that no user enters */
  function measures(el) {
    const given = dom.attr(el, 'role');
    return given ? given === 'progressbar' || given === 'meter' : dom.tag(el) === 'progress' || dom.tag(el) === 'meter';
  }

  /** @param {Element} el @returns {boolean} whether the content of el was entered by a user, not written by the author */
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

  return { content, alternative };
}

Cairn.words ??= makeWords();
