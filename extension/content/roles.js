'use strict';
// The ARIA role of an element, given or implied by its tag (WAI-ARIA 1.2,
// HTML-AAM).

function makeRoles() {
  const { dom } = Cairn;

  const INTERACTIVE = new Set('button link textbox searchbox combobox listbox option checkbox radio switch slider spinbutton menuitem menuitemcheckbox menuitemradio tab treeitem'.split(' '));

  const NAME_FROM_CONTENT = new Set('button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(' '));

  const KNOWN_ROLES = new Set([...INTERACTIVE, ...NAME_FROM_CONTENT, ...'alert alertdialog application article banner blockquote caption code complementary contentinfo definition dialog directory document emphasis feed figure form generic grid group img image list listitem log main marquee math menu menubar meter navigation none note paragraph presentation progressbar radiogroup region rowgroup scrollbar search separator status strong table tablist tabpanel term time timer toolbar tree treegrid'.split(' ')]);

  /** INPUT_ROLES maps input types to roles; other types are textboxes. @type {Record<string, string>} */
  const INPUT_ROLES = {
    button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', color: 'button',
    checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', hidden: '',
  };
  /** NO_TEXT lists input types that hold no text. */
  const NO_TEXT = new Set('button submit reset image file color checkbox radio range hidden'.split(' '));

  /** TAG_ROLES maps tags to roles that depend only on the tag; a role alone is its tag. @type {Record<string, string>} */
  const TAG_ROLES = Object.fromEntries(
    ('article/blockquote/caption/code/dialog/figure/main/math/meter/option/search/strong/table/time/button button summary/complementary aside/listbox datalist/definition dd/group details fieldset optgroup/' +
    'term dfn dt/emphasis em/heading h1 h2 h3 h4 h5 h6/separator hr/listitem li/list menu ol ul/navigation nav/status output/paragraph p/progressbar progress/rowgroup tbody tfoot thead/textbox textarea/row tr')
      .split('/').map((of) => of.split(' ')).flatMap((of) => (of[1] ? of.slice(1) : of).map((tag) => [tag, of[0]])));

  /** ONLY_NAMED maps tags to the role that they have only if the author names them. @type {Map<string, string>} */
  const ONLY_NAMED = new Map([['section', 'region'], ['form', 'form']]);

  /** CONTEXTS lists roles that are valid only within another role: outside it, a button or link keeps its implicit role. @type {Record<string, string>} */
  const CONTEXTS = { option: 'listbox', treeitem: 'tree', listitem: 'list' };

  /** FIELD matches elements that a person fills in, even if they are called an alert or a search. */
  const FIELD = 'input, select, textarea';

  const SECTIONING = 'article, aside, main, nav, section, [role=article], [role=complementary], [role=main], [role=navigation], [role=region]';

  /**
   * @param {Element} el
   * @returns {string} the role that the element has without a role attribute, '' for none
   */
  function implicitRole(el) {
    const tag = dom.tag(el);
    const known = TAG_ROLES[tag];
    switch (tag) {
      case 'a':
      case 'area':
        if (dom.has(el, 'href') || dom.has(el, 'xlink:href')) return 'link';
        if (editingHost(el)) return 'textbox';
        return tag === 'a' && isPressed(el) ? 'link' : '';
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
      case 'form':
        return Cairn.names.authorName(el) ? (ONLY_NAMED.get(tag) ?? '') : '';
      case 'summary':
        return isSummary(el) ? known : '';
      case 'td':
        return dom.nearest(el, '[role=grid], [role=treegrid]') ? 'gridcell' : 'cell';
      case 'th':
        return headsRow(el) ? 'rowheader' : 'columnheader';
      case 'svg':
        return dom.child(el, 'title') || Cairn.names.authorName(el) ? 'img' : '';
    }
    if (editingHost(el)) return 'textbox';
    return known && Object.hasOwn(TAG_ROLES, tag) ? known : '';
  }

  /** @param {Element} th @returns {boolean} whether it heads its row: without a scope, if a cell with data follows */
  function headsRow(th) {
    const scope = dom.attr(th, 'scope');
    const next = scope === null ? dom.nextElement(th) : null;
    return scope === 'row' || (next !== null && dom.tag(next) === 'td');
  }

  /**
   * isPressed reports whether an anchor without an address is a link because a script
   * listens for clicks on it. The hand cursor is the evidence, or that it is all that an
   * item of a list shows, and not the current one: menus set the cursor only under the mouse.
   * Under the mouse the earlier answer remains, or a press would find another role than the look before it.
   * @param {Element} el @returns {boolean}
   */
  function isPressed(el) {
    const around = dom.parentElement(el);
    if (dom.has(el, 'onclick') || !around) return true;
    const text = dom.text(el)?.trim();
    if (text && dom.fits(around, 'li:not([role])') && text === dom.text(around)?.trim() && !dom.fits(el, '[name], [aria-current], [aria-disabled=true]')) return true;
    const before = dom.fits(around, ':hover') ? pointed.get(el) : undefined;
    if (before !== undefined) return before;
    const is = getComputedStyle(el).cursor === 'pointer' && getComputedStyle(around).cursor !== 'pointer';
    pointed.set(el, is);
    return is;
  }

  /** pointed stores whether an anchor had the hand cursor while the mouse was elsewhere. @type {WeakMap<Element, boolean>} */
  const pointed = new WeakMap();

  /** @param {HTMLInputElement} el @returns {string} */
  function inputRole(el) {
    const type = el.type;
    if (dom.has(el, 'list') && !NO_TEXT.has(type) && type !== 'password' && el.list) return 'combobox';
    return Object.hasOwn(INPUT_ROLES, type) ? INPUT_ROLES[type] : 'textbox';
  }

  /**
   * @param {Element} el
   * @returns {boolean} whether el is the root of editable content: an element, or the body of a document in design mode
   */
  function editingHost(el) {
    const value = dom.attr(el, 'contenteditable') ?? (dom.tag(el) === 'body' ? document.designMode : 'false');
    return !/^(?:false|off)$/i.test(value) && dom.isEditable(el);
  }

  /** @param {Element} el @returns {boolean} whether el opens and closes its details; other summaries are plain text */
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
    if (live === 'assertive') return 'alert';
    return live === 'polite' && !dom.one(el, 'tr') ? 'status' : ''; // a table that changes is no message
  }

  /** @param {Element} el @param {string} given @returns {string} the first valid role */
  function explicitRole(el, given) {
    for (const token of given.toLowerCase().split(/\s+/, 8)) {
      if (token === 'none' || token === 'presentation') {
        // Presentation is ignored if the element can be focused: it would disappear for
        // keyboard users.
        return isFocusable(el) ? '' : 'generic';
      }
      if (token === 'image') return 'img';
      if (KNOWN_ROLES.has(token) && !isStray(el, token)) return token;
    }
    return '';
  }

  /** @param {Element} el @param {string} token @returns {boolean} whether el has an interactive implicit role, and a given role that is invalid in its context, or for a field */
  function isStray(el, token) {
    if (!INTERACTIVE.has(token) && dom.fits(el, FIELD)) return true;
    const context = Object.hasOwn(CONTEXTS, token) && CONTEXTS[token];
    if (!context || !INTERACTIVE.has(implicitRole(el))) return false;
    for (let at = dom.parentElement(el); at; at = dom.parentElement(at)) {
      const around = role(at);
      if (around === context || around === 'group') return false;
      if (around) break;
    }
    const id = dom.attr(el, 'id');
    return !id || !dom.one(document, `[role=${context}][aria-owns~="${CSS.escape(id)}"]`);
  }

  /** @param {Element} el @returns {boolean} */
  function isFocusable(el) {
    return (/** @type {HTMLElement} */ (el).tabIndex >= 0 || dom.has(el, 'tabindex')) && !dom.fits(el, ':disabled');
  }

  /** @param {string} word @returns {boolean} whether it occurs in a role's name */
  function isRoleWord(word) {
    for (const known of KNOWN_ROLES) if (known.includes(word)) return true;
    return false;
  }

  return { NO_TEXT, role, isRoleWord, inputRole, editingHost, INTERACTIVE, NAME_FROM_CONTENT, ONLY_NAMED };
}

Cairn.roles ??= makeRoles();
