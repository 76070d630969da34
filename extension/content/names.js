'use strict';
// Roles and accessible names by the ARIA rules (WAI-ARIA 1.2, accname 1.2,
// HTML-AAM), close enough to the browser's own tree to agree with it and fast
// enough to run on a whole page: the browser's tree costs a hundred times as
// much. Two things differ on purpose. The value of a control is never read, so
// a field inside a label adds nothing to it. And text made by CSS (::before,
// ::after) counts only where an element would otherwise have no name.

function makeNames() {
  const { dom } = Cairn;
  const { fold, NAME_MAX } = Cairn.text;

  /** Text collected for one name stops here; fold cuts the rest. */
  const COLLECT_MAX = NAME_MAX * 4;
  /** Depth of the tree below an element that still counts for its name. */
  const DEPTH_MAX = 24;

  const INTERACTIVE = new Set([
    'button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'option', 'checkbox', 'radio', 'switch', 'slider',
    'spinbutton', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'treeitem',
  ]);

  const NAME_FROM_CONTENT = new Set([
    'button', 'cell', 'checkbox', 'columnheader', 'gridcell', 'heading', 'link', 'menuitem', 'menuitemcheckbox',
    'menuitemradio', 'option', 'radio', 'row', 'rowheader', 'switch', 'tab', 'tooltip', 'treeitem',
  ]);

  // What these hold is what they have to say: without a name of their own
  // their text stands for it, which the ARIA rules leave to the reader.
  const TEXT_IS_THE_POINT = new Set(['alert', 'status']);

  const KNOWN_ROLES = new Set([
    ...INTERACTIVE, ...NAME_FROM_CONTENT, 'alert', 'alertdialog', 'application', 'article', 'banner', 'blockquote', 'caption',
    'code', 'complementary', 'contentinfo', 'definition', 'deletion', 'dialog', 'directory', 'document', 'emphasis', 'feed',
    'figure', 'form', 'generic', 'grid', 'group', 'img', 'image', 'insertion', 'list', 'listitem', 'log', 'main', 'marquee',
    'math', 'menu', 'menubar', 'meter', 'navigation', 'none', 'note', 'paragraph', 'presentation', 'progressbar', 'radiogroup',
    'region', 'rowgroup', 'scrollbar', 'search', 'separator', 'status', 'strong', 'subscript', 'superscript', 'table',
    'tablist', 'tabpanel', 'term', 'time', 'timer', 'toolbar', 'tree', 'treegrid',
  ]);

  /** Input types by role; the rest are textboxes. @type {Record<string, string>} */
  const INPUT_ROLES = {
    button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', color: 'button',
    checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', hidden: '',
  };
  const LISTABLE_INPUTS = new Set(['text', 'search', 'tel', 'url', 'email']);

  /** Roles that need nothing but the tag. @type {Record<string, string>} */
  const TAG_ROLES = {
    article: 'article', aside: 'complementary', blockquote: 'blockquote', button: 'button', caption: 'caption', code: 'code',
    datalist: 'listbox', dd: 'definition', del: 'deletion', details: 'group', dfn: 'term', dialog: 'dialog', dt: 'term',
    em: 'emphasis', fieldset: 'group', figure: 'figure', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading',
    h5: 'heading', h6: 'heading', hr: 'separator', ins: 'insertion', li: 'listitem', main: 'main', math: 'math', menu: 'list',
    meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group', option: 'option', output: 'status', p: 'paragraph',
    progress: 'progressbar', search: 'search', strong: 'strong', sub: 'subscript', sup: 'superscript', summary: 'button',
    table: 'table', tbody: 'rowgroup', textarea: 'textbox', tfoot: 'rowgroup', thead: 'rowgroup', time: 'time', tr: 'row',
    ul: 'list',
  };

  const SECTIONING = 'article, aside, main, nav, section, [role=article], [role=complementary], [role=main], [role=navigation], [role=region]';

  /**
   * @param {Element} el
   * @returns {string} the role that the element has by itself, '' for none
   */
  function implicitRole(el) {
    const tag = dom.tag(el);
    const known = TAG_ROLES[tag];
    switch (tag) {
      case 'a':
      case 'area':
        return dom.has(el, 'href') || dom.has(el, 'xlink:href') ? 'link' : editingHost(el) ? 'textbox' : '';
      case 'input':
        return inputRole(/** @type {HTMLInputElement} */ (el));
      case 'select':
        return /** @type {HTMLSelectElement} */ (el).multiple || /** @type {HTMLSelectElement} */ (el).size > 1 ? 'listbox' : 'combobox';
      case 'img':
        return dom.attr(el, 'alt') === '' && !dom.has(el, 'aria-label') && !dom.has(el, 'aria-labelledby') ? 'none' : 'img';
      case 'header':
        return dom.nearest(el, SECTIONING) ? '' : 'banner';
      case 'footer':
        return dom.nearest(el, SECTIONING) ? '' : 'contentinfo';
      case 'section':
        return authorName(el) ? 'region' : '';
      case 'form':
        return authorName(el) ? 'form' : '';
      case 'summary':
        return isSummary(el) ? known : '';
      case 'td':
        return dom.nearest(el, '[role=grid], [role=treegrid]') ? 'gridcell' : 'cell';
      case 'th':
        return dom.attr(el, 'scope') === 'row' ? 'rowheader' : 'columnheader';
      case 'svg':
        return svgTitle(el) || authorName(el) ? 'img' : '';
    }
    if (known && Object.hasOwn(TAG_ROLES, tag)) return known;
    return editingHost(el) ? 'textbox' : '';
  }

  /** @param {HTMLInputElement} el @returns {string} */
  function inputRole(el) {
    const type = el.type;
    if (LISTABLE_INPUTS.has(type) && dom.has(el, 'list')) return 'combobox';
    if (type === 'checkbox' && dom.has(el, 'switch')) return 'switch';
    return Object.hasOwn(INPUT_ROLES, type) ? INPUT_ROLES[type] : 'textbox';
  }

  /**
   * @param {Element} el
   * @returns {boolean} whether el is where editable content begins
   */
  function editingHost(el) {
    const value = dom.attr(el, 'contenteditable');
    return value !== null && value.toLowerCase() !== 'false' && dom.isEditable(el);
  }

  /** @param {Element} el @returns {boolean} whether el opens and closes its details; further summaries are just text */
  function isSummary(el) {
    const details = dom.parentElement(el);
    return details instanceof HTMLDetailsElement && dom.child(details, 'summary') === el;
  }

  /**
   * @param {Element} el
   * @returns {string} the ARIA role, '' for an element that has none
   */
  function role(el) {
    const given = dom.attr(el, 'role');
    if (given) {
      const found = explicitRole(el, given);
      if (found) return found === 'generic' ? '' : found;
    }
    const implied = implicitRole(el);
    if (implied) return implied === 'none' ? '' : implied;
    const live = dom.attr(el, 'aria-live');
    if (live === 'polite') return 'status';
    return live === 'assertive' ? 'alert' : '';
  }

  /** @param {Element} el @param {string} given @returns {string} the first role that counts */
  function explicitRole(el, given) {
    for (const token of given.toLowerCase().split(/\s+/, 8)) {
      if (token === 'none' || token === 'presentation') {
        // Presentation yields where the element can be focused: it would
        // vanish from under whoever works by keyboard.
        return isFocusable(el) ? '' : 'generic';
      }
      if (token === 'image') return 'img';
      if (KNOWN_ROLES.has(token)) return token;
    }
    return '';
  }

  /** @param {Element} el @returns {boolean} */
  function isFocusable(el) {
    return /** @type {HTMLElement} */ (el).tabIndex >= 0 || dom.has(el, 'tabindex');
  }

  /**
   * Labels by the id that they are for, made once per pass over a page.
   * @typedef {Map<Node, Map<string, Element[]>>} LabelIndex
   */

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
    const byAuthor = labelledBy(el, ctx) || fold(dom.attr(el, 'aria-label')) || nativeName(el, ctx);
    if (byAuthor) return byAuthor;
    if (NAME_FROM_CONTENT.has(elRole) || TEXT_IS_THE_POINT.has(elRole)) {
      const text = content(el, ctx) || fold(cssText(el));
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
    return labelledBy(el, ctx) || fold(dom.attr(el, 'aria-label')) || fold(dom.attr(el, 'title'));
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

  /**
   * @param {Element} el
   * @param {LabelIndex | null} labels
   * @returns {Element[]} the labels of a control, in document order
   */
  function labelsOf(el, labels) {
    const wrapper = dom.nearest(el, 'label');
    const found = dom.attr(el, 'id') ? labelsFor(el, labels) : [];
    // A label around a control is for it only if it names no other one and
    // this is the first control within.
    if (!wrapper || dom.has(wrapper, 'for') || found.includes(wrapper)) return found;
    if (/** @type {HTMLLabelElement} */ (wrapper).control !== el) return found;
    return [wrapper, ...found];
  }

  /** @param {Element} el @param {LabelIndex | null} labels @returns {Element[]} */
  function labelsFor(el, labels) {
    const root = dom.rootOf(el);
    if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
    const id = dom.attr(el, 'id') ?? '';
    const found = labels ? (indexLabels(root, labels).get(id) ?? []) : [...dom.all(root, `label[for="${CSS.escape(id)}"]`)];
    // Of elements that share an id only the first one is labelled.
    return found.length && dom.byId(root, id) === el ? found : [];
  }

  /** @param {Document | ShadowRoot} root @param {LabelIndex} labels @returns {Map<string, Element[]>} */
  function indexLabels(root, labels) {
    let index = labels.get(root);
    if (index) return index;
    index = new Map();
    for (const label of dom.all(root, 'label[for]')) {
      const id = dom.attr(label, 'for') ?? '';
      const list = index.get(id);
      if (list) list.push(label);
      else index.set(id, [label]);
    }
    labels.set(root, index);
    return index;
  }

  /** @param {Element} el @param {NameContext} ctx @returns {string} the text within el, as it reads */
  function content(el, ctx) {
    // What is within an editor was typed, whatever markup it wears.
    if (dom.isEditable(el)) return '';
    if (!dom.firstElement(el) && !dom.shadow(el) && dom.tag(el) !== 'slot') return fold(dom.text(el));
    /** @type {Collector} */
    const out = { parts: [], length: 0 };
    collectChildren(el, ctx, out, 0);
    return fold(out.parts.join(''));
  }

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
      add(out, data.length > COLLECT_MAX ? data.slice(0, COLLECT_MAX) : data);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const el = /** @type {Element} */ (node);
    if (UNREAD.has(dom.tag(el)) || el === ctx.own || NESTED.has(dom.attr(el, 'role') ?? '')) return;
    if (dom.tag(el) === 'br') {
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

  /** Items of their own within an item of a tree or menu. */
  const NESTED = new Set(['group', 'menu', 'tree']);
  const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'head', 'datalist', 'object', 'iframe']);

  /**
   * What an element adds to the name of another.
   * @param {Element} el @param {NameContext} ctx @param {number} depth @returns {string}
   */
  function alternative(el, ctx, depth) {
    const byAuthor = labelledBy(el, ctx) || fold(dom.attr(el, 'aria-label'));
    if (byAuthor) return byAuthor;
    if (dom.tag(el) === 'img' || dom.tag(el) === 'area') return dom.attr(el, 'alt') ?? fold(dom.attr(el, 'title'));
    if (dom.tag(el) === 'svg') {
      const title = svgTitle(el);
      if (title) return title;
    }
    if (holdsValue(el)) return depth === 0 ? nativeName(el, { ...ctx, own: el }) || placeholder(el) : '';
    if (dom.tag(el) === 'input') return inputName(/** @type {HTMLInputElement} */ (el), { ...ctx, own: el });
    /** @type {Collector} */
    const out = { parts: [], length: 0 };
    collectChildren(el, ctx, out, depth);
    const text = out.parts.join('');
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

  /**
   * Text that style sheets add, the last resort of a control that has no other:
   * icon fonts come out as private-use characters, which name nothing.
   * @param {Element} el @returns {string}
   */
  function cssText(el) {
    let text = '';
    for (const pseudo of ['::before', '::after']) {
      const value = getComputedStyle(el, pseudo).content;
      const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
      if (quoted) text += quoted[1].replace(/\\(.)/g, '$1');
    }
    return text.replace(/[\ue000-\uf8ff]/g, '');
  }

  return { role, name, authorName, labelsOf, editingHost, INTERACTIVE };
}

Cairn.names ??= makeNames();
