'use strict';
// What acts like a control without being one: applications make buttons of any
// element. No script sees who listens for clicks, so it is told as a person
// tells it: by the cursor, and by what changes under the mouse. That is dear to ask, so the style sheets are read for
// which elements may set it (generated.js). The outermost of the elements with
// such a cursor is the one that acts, and what sets it once more within.

function makeClickable() {
  const { dom, roles, generated, names } = Cairn;
  const { clip, fold } = Cairn.text;

  const NAME_MAX = 80;
  const TEXT_MAX = 300; // characters of what takes the focus and acts
  const HUGE = 0.5; // of the viewport; a cursor over so much means nothing
  const DRAWN_MIN = 40; // pixels: a canvas that is worked on
  const ICON_MIN = 8; // what has no words is seen from this size on
  const CONTROLS_MAX = 20; // within one; what holds more is a part of the page
  const NESTED_MAX = 20;
  const ITEM_LEVELS = 3; // between an item and its parts

  const ACTING = /(?:^|[ ,])(?:pointer|grab|move|crosshair|cell|zoom-in|zoom-out)$/;
  const WHOLE = new Set(['html', 'body', 'main', 'form', 'table', 'tbody', 'ul', 'ol', 'nav']);
  /** What is listed by its own role. */
  const CONTROLS = 'a[href], button, input:not([type="hidden" i]), select, textarea, summary, ' + [...roles.INTERACTIVE].map((r) => `[role="${r}"]`).join(', ');
  /** A control in it is no part of its name; a link is its title. */
  const OTHERS = CONTROLS.replace('a[href], ', '').replace('[role="link"], ', '');

  /** Controls that may hold a part which does something else: the cross of a tab, the box before an item. */
  const HOLDING = ['tab', 'treeitem', 'option', 'menuitem'].map((r) => `[role="${r}"]`).join(', ');
  /** What may be one in a grid; what says the same within is no other. */
  const CELL = '[role="gridcell"], [role="columnheader"]';

  /** What stands apart within something that acts as a whole: it is made for a handler of its own, or has a tooltip instead of words. */
  const HANDLED = '[data-action], [data-act], [data-command], [data-cmd], [jsaction], [ng-click], [data-ng-click]';
  const TIPPED = '[title], [aria-label]';
  /** What components call the parts that unfold, tick or drag the item that they are in. */
  const PART = /(?:^|\s)((?:\S*[_-])?(?:checkbox|expander|expando|twist(?:y|ie)|toggler?|switcher|disclosure|handle)(?:[_-]\S*)?)(?=\s|$)/i;
  const DRAGGED = '[draggable="true"]';
  const APART = `${HANDLED}, ${TIPPED}, ${DRAGGED}`;
  const LITTLE_MAX = 40; // characters of what reacts to the mouse by itself: a row that does is for reading
  const REVEALED_MAX = 6; // controls in one that only shows under the mouse; a menu holds more
  /** What is read, whatever it does under the mouse. */
  const READ = new Set(['tr', 'li', 'p', 'img', 'svg', 'label']);
  const SIGN_MAX = 3; // characters of what is drawn as a sign
  const SIGN = /^[^\p{L}\p{N}\s]+$/u;

  /** Elements that may set such a cursor, and those that change under the mouse. @type {WeakSet<Element>} */
  const setting = new WeakSet();
  /** @type {WeakSet<Element>} */
  const reacting = new WeakSet();
  /** What only shows while the mouse is on what is around it. @type {WeakMap<Node, string>} */
  const revealing = new WeakMap();
  /** Whether all that may are among them. */
  let known = false;

  /** Reads which elements of a tree may set their cursor; for each before a pass over it. @param {Document | ShadowRoot} root */
  function refresh(root) {
    const css = generated.pointing(root);
    if (root instanceof Document) known = true;
    if (css === null) known = false;
    if (css) for (const el of dom.all(root, css)) setting.add(el);
    const changing = generated.hovered(root, 'reacting');
    if (changing) for (const el of dom.all(root, changing)) reacting.add(el);
    revealing.set(root, generated.hovered(root, 'revealing'));
  }

  /** @param {Element} el that does not show @returns {Element | null} what the mouse has to be on for el to show */
  function hoverFor(el) {
    const css = revealing.get(dom.rootOf(el));
    const hidden = css ? dom.nearest(el, css) : null;
    const around = hidden && dom.parentElement(hidden);
    return around && dom.boxed(around) && dom.all(hidden, CONTROLS).length <= REVEALED_MAX ? around : null;
  }

  /** @param {Element} el @returns {boolean} whether el may be one */
  function may(el) {
    if (dom.tag(el) === 'canvas' || dom.has(el, 'onclick')) return true;
    if (reacting.has(el) || (dom.hasAny(el) && dom.fits(el, APART)) || isPart(el)) return true;
    return known ? setting.has(el) : points(el) && !points(dom.parentElement(el));
  }

  /** @param {Element | null} el @returns {boolean} */
  function points(el) {
    return el !== null && ACTING.test(getComputedStyle(el).cursor);
  }

  /** @param {Element} el @returns {boolean} whether el, which is no control by its role, acts like one */
  function is(el) {
    if (dom.tag(el) === 'canvas') return isDrawn(el);
    if (WHOLE.has(dom.tag(el)) || isHuge(el) || roles.editingHost(el)) return false;
    if (dom.has(el, 'onclick')) return true;
    if (Number(dom.attr(el, 'tabindex') ?? -1) >= 0 && !roles.role(el)) return points(el) || isSmall(el);
    if (!points(el) && !dom.fits(el, DRAGGED)) return (reacts(el) || (isPart(el) && isInItem(el))) && !isOfControl(el);
    return isOutermost(el) && !standsForControl(el);
  }

  /** @param {Element} el @returns {boolean} whether it changes under the mouse as what is pressed does: by itself, and little as it is */
  function reacts(el) {
    return reacting.has(el) && !READ.has(dom.tag(el)) && (dom.text(el) ?? '').trim().length <= LITTLE_MAX && !dom.one(el, CONTROLS);
  }

  /** @param {Element} el @returns {string} what its class calls it, where it is empty but for a picture and called a part of an item */
  function partOf(el) {
    return dom.firstChild(el) ? '' : (PART.exec(dom.attr(el, 'class') ?? '')?.[1] ?? '');
  }

  /** @param {Element} el @returns {boolean} */
  function isPart(el) {
    return partOf(el) !== '';
  }

  /** @param {Element} el @returns {boolean} whether it is in an item, or in what changes under the mouse as a whole */
  function isInItem(el) {
    let at = dom.parentElement(el);
    for (let n = 0; at && n < ITEM_LEVELS; n++, at = dom.parentElement(at)) if (reacting.has(at)) return true;
    return dom.nearest(el, HOLDING) !== null;
  }

  /** @param {Element} el a canvas @returns {boolean} */
  function isDrawn(el) {
    const { width, height } = dom.rect(el);
    return width >= DRAWN_MIN && height >= DRAWN_MIN && getComputedStyle(el).pointerEvents !== 'none';
  }

  /** @param {Element} el @returns {boolean} */
  function isHuge(el) {
    const { width, height } = dom.rect(el);
    return width * height > HUGE * innerWidth * innerHeight;
  }

  /** @param {Element} el that takes the focus @returns {boolean} whether it says little and holds no control, as what acts does, and does not scroll */
  function isSmall(el) {
    const length = (dom.text(el) ?? '').trim().length;
    return length > 0 && length <= TEXT_MAX && !dom.one(el, CONTROLS) && !/auto|scroll/.test(getComputedStyle(el).overflow);
  }

  /** @param {Element} el with such a cursor @returns {boolean} whether it does not merely have it from what it is in */
  function isOutermost(el) {
    const around = dom.parentElement(el);
    if (!around || !points(around) || standsApart(el)) return true;
    return setting.has(el) && (!setting.has(around) || WHOLE.has(dom.tag(around)) || isHuge(around));
  }

  /** @param {Element} el @returns {boolean} whether it does something else than what it is in */
  function standsApart(el) {
    if (!dom.hasAny(el) || roles.role(el)) return false;
    const text = (dom.text(el) ?? '').trim();
    if (reacts(el) || isPart(el)) return true;
    if (text.length > SIGN_MAX) return dom.fits(el, HANDLED);
    return dom.fits(el, `${HANDLED}, ${TIPPED}`) || (setting.has(el) && SIGN.test(text));
  }

  /** @param {Element} el @returns {boolean} whether a control is what acts: one around it, the one that it labels, or the only thing in it */
  function standsForControl(el) {
    if (isOfControl(el) || isOfCell(el)) return true;
    const inside = dom.shadow(el);
    if (inside && dom.one(inside, CONTROLS)) return true;
    const label = dom.nearest(el, 'label');
    const control = label && Cairn.labels.controlOf(label);
    if (control && dom.rendered(control)) return true;
    const inner = dom.all(el, CONTROLS);
    if (inner.length > CONTROLS_MAX) return true;
    const own = fold(dom.text(el));
    return inner.length > 0 && [...inner].some((c) => fold(dom.text(c)) === own);
  }

  /** @param {Element} el @returns {boolean} whether it does what a control around it does */
  function isOfControl(el) {
    const control = dom.nearest(el, CONTROLS);
    return control !== null && !(dom.fits(control, HOLDING) && standsApart(el));
  }

  /** @param {Element} el @returns {boolean} whether it is all that a cell says which is listed */
  function isOfCell(el) {
    const cell = dom.nearest(el, CELL);
    return cell !== null && cell !== el && dom.has(cell, 'tabindex') && fold(dom.text(cell)) === fold(dom.text(el)) && !dom.fits(el, APART);
  }

  /** @param {Element} hit @returns {Element | null} the element that acts when hit is clicked, null for none */
  function around(hit) {
    /** @type {Element | null} */
    let at = hit;
    for (let n = 0; at && n < NESTED_MAX; n++, at = dom.parentElement(at)) if (is(at)) return at;
    return null;
  }

  /** @param {Element} el @param {LabelIndex | null} [labels] @param {boolean} [seen] @returns {string} its text, as a name */
  function nameOf(el, labels = null, seen = false) {
    const tip = (dom.text(el) ?? '').trim().length <= SIGN_MAX && standsApart(el) ? names.authorName(el) : ''; // a sign says less than its tooltip
    return clip(tip || names.name(el, 'generic', labels, seen), NAME_MAX) || (dom.tag(el) === 'canvas' ? 'canvas' : '');
  }

  /** @param {Element} el without a name @returns {boolean} whether a person sees it all the same */
  function shows(el) {
    const { width, height } = dom.rect(el);
    return Math.min(width, height) >= ICON_MIN && (dom.tag(el) === 'canvas' || points(el) || dom.fits(el, DRAGGED) || reacts(el) || isPart(el)) && !dom.one(el, CONTROLS);
  }

  /** @param {Element} el @returns {boolean} whether it is no part of the name of what acts as a whole */
  function isOther(el) {
    return dom.fits(el, OTHERS) || standsApart(el);
  }

  return { refresh, may, is, isOther, around, nameOf, partOf, shows, hoverFor };
}

Cairn.clickable ??= makeClickable();
