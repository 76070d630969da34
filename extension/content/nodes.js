'use strict';
// Builds the node of an element for an agent: ref, role, name, position, state. A name
// costs far more than all the rest, so on a page that has not changed since the last
// observation, its names are reused; position, visibility and states are read again
// each time.

/** @typedef {{ el: Element, role: string, testId: string, offscreen: boolean, empty: boolean, hover: boolean, around: Around }} Found empty: of size 0; hover: only visible while the mouse is on its parent */

function makeNodes() {
  const { dom, roles, names, clickable, sensitive, filled, refs, walk, rows } = Cairn;
  const { clip } = Cairn.text;

  const MAX_OPTIONS = 40; // of one list box

  /**
   * Named holds a computed name, the text before the element, and whether the field is like a password.
   * @typedef {{ role: string, name: string, before?: string, sensitive: boolean, era: number }} Named
   */

  /** @type {WeakMap<Element, Named>} */
  const known = new WeakMap();

  /** era counts page changes. Names of an earlier era are computed again. */
  let era = 0;

  /** forget invalidates all names, because the page may have changed. */
  function forget() {
    era++;
  }

  /** @param {Element} el @param {string} role @param {Pass} pass @param {boolean} seen whether el is known to be visible @returns {Named} */
  function named(el, role, pass, seen) {
    let it = known.get(el);
    if (!it || it.era !== era || it.role !== role) {
      const given = role === 'generic' ? clickable.nameOf(el, pass.labels, seen) : names.name(el, role, pass.labels, seen);
      it = { role, name: given, before: sensitive.before(el), sensitive: roles.INTERACTIVE.has(role) && sensitive.is(el, given), era };
      known.set(el, it);
    }
    return it;
  }

  /** @param {Found} item @param {Pass} pass @param {number} room @returns {A11yNode[]} the node, and for a list its options; none for an element without information */
  function of(item, pass, room) {
    const node = nodeOf(item, pass);
    if (!node) return [];
    if (dom.tag(item.el) !== 'select') return [node];
    const nodes = [node];
    const entry = node.name ? `${node.role} "${clip(node.name, walk.PATH_NAME_MAX)}"` : node.role;
    const path = [...item.around.path, entry];
    for (const option of /** @type {HTMLSelectElement} */ (item.el).options) {
      if (nodes.length > MAX_OPTIONS || nodes.length >= room) break;
      if (option.hidden) continue;
      nodes.push({ ref: refs.refOf(option), role: 'option', name: named(option, 'option', pass, false).name, path, ...(option.disabled && { disabled: true }), ...(item.offscreen && { offscreen: true }) });
    }
    return nodes;
  }

  /** @param {Found} item @param {Pass} pass @returns {A11yNode | null} */
  function nodeOf({ el, role, testId, offscreen, empty, hover, around }, pass) {
    const it = named(el, role, pass, true);
    if (!it.name && (role === 'alert' || role === 'status' || role === 'heading' || (role === 'generic' && !hover && !clickable.shows(el)))) return null;
    /** @type {A11yNode} */
    const node = { ref: refs.refOf(el), role, name: it.name, before: it.before };
    if (around.path.length) node.path = around.path;
    if (testId) node.testId = testId;
    if (offscreen) node.offscreen = true;
    if (hover) node.unseen = 'hover';
    if (role === 'link' && isCopy(el, it.name, pass)) node.copy = true;
    if (roles.INTERACTIVE.has(role)) states(el, role, node, it, empty, around.off);
    else if (role === 'heading') level(el, node);
    return node;
  }

  /** @param {Element} el @returns {string} the address of another page that a link leads to, empty for none */
  function addressOf(el) {
    const { href } = /** @type {HTMLAnchorElement} */ (el);
    return /^http/.test(href) && href.split('#')[0] !== location.href.split('#')[0] ? href : '';
  }

  /** @param {Element} el @param {string} name @param {Pass} pass @returns {boolean} whether a link of the name in a row of the same text led to the same address before. Lists are no bars: after the first difference, no more rows are compared. */
  function isCopy(el, name, pass) {
    const to = addressOf(el);
    const first = pass.links.get(name + to);
    const row = to && first && rows.around(el)?.text;
    if (row && row === rows.around(first)?.text) return true;
    pass.links.set(name + to, first === undefined ? el : null);
    return false;
  }

  /** @param {Element} el @param {string} role @param {A11yNode} node @param {Named} it @param {boolean} empty @param {boolean} off whether it is in a disabled element */
  function states(el, role, node, it, empty, off) {
    if (off || walk.isOff(el) || dom.fits(el, ':disabled, [role=checkbox][aria-readonly=true]')) node.disabled = true;
    // Nobody can see or press an element of size 0 whose content has that size as well. Pages replace the drawing of
    // some controls, which they make transparent.
    if (!node.unseen && empty && !/^(?:area|option)$/.test(dom.tag(el)) && Cairn.place.boxOwner(el) === null) node.unseen = 'hidden';
    else if (dom.transparent(el) && !(dom.isInput(el) && /^(?:checkbox|radio|file|range|color)$/.test(el.type))) node.unseen = 'transparent';
    if (/checkbox|radio$|switch/.test(role) || (role !== 'button' && dom.has(el, 'aria-checked'))) node.checked = checkedState(el);
    const pressed = dom.attr(el, role === 'button' ? 'aria-pressed' : dom.fits(el, '[aria-multiselectable=true] [role=option]') ? 'aria-selected' : '');
    if (pressed === 'true' || pressed === 'false') node.checked = pressed;
    const expanded = dom.attr(el, 'aria-expanded');
    if (expanded === 'true' || expanded === 'false') {
      const shown = /^(?:link|button)$/.test(role) ? dom.referred(el, 'aria-controls') : []; // templates call a closed menu expanded
      node.expanded = String(expanded === 'true' && shown.every(dom.rendered));
    }
    if (dom.tag(el) === 'summary') node.expanded = String(dom.parentElement(el) instanceof HTMLDetailsElement && dom.fits(el, '[open] > *'));
    if (it.sensitive) node.sensitive = true;
    if (filled.is(el)) node.filled = true;
  }

  /** @param {Element} el @param {A11yNode} node */
  function level(el, node) {
    const given = Number(dom.attr(el, 'aria-level') ?? /^h([1-6])$/.exec(dom.tag(el))?.[1] ?? 2);
    if (given >= 1 && given <= 9) node.level = Math.trunc(given);
  }

  /** @param {Element} el @returns {boolean} */
  const isDisabled = (el) => dom.fits(el, ':disabled') || dom.nearest(el, '[aria-disabled="true" i]') !== null;

  /** @param {Element} el @returns {string} */
  function checkedState(el) {
    if (dom.isInput(el)) return el.indeterminate ? 'mixed' : String(el.checked);
    const state = dom.attr(el, 'aria-checked');
    return state === 'true' || state === 'mixed' ? state : 'false';
  }

  /** @param {Found} item @param {A11yNode | undefined} node @returns {TestID} */
  function testIdOf(item, node) {
    /** @type {TestID} */
    const id = { testId: item.testId, tag: dom.tag(item.el), visible: true };
    if (node) {
      id.role = node.role;
      if (node.name) id.name = node.name;
    }
    return id;
  }

  return { of, testIdOf, isDisabled, forget, addressOf };
}

Cairn.nodes ??= makeNodes();
