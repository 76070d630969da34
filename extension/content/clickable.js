'use strict';
// Elements that act like a control without being one: applications turn any element
// into a button. No script can see click listeners, so clickable judges as a person
// does: by the cursor, and by changes under the mouse. Computing that is expensive, so
// the style sheets are read first to find elements that may set the cursor
// (generated.js). The outermost element with such a cursor acts, and so does an element
// within it that sets the cursor again.

function makeClickable() {
  const { dom, roles, generated, names } = Cairn;
  const { clip, fold } = Cairn.text;

  const NAME_MAX = 80;
  const TEXT_MAX = 300; // characters of an element that takes the focus and acts
  const HUGE = 0.5; // share of the viewport; a cursor over a larger element means nothing
  const DRAWN_MIN = 40; // pixels: minimum size of a canvas that a person works on
  const ICON_MIN = 8; // minimum size at which an element without words is visible
  const CONTROLS_MAX = 20; // within one; an element with more controls is a part of the page
  const NESTED_MAX = 20;
  const ITEM_LEVELS = 3; // between an item and its parts
  const SAME_BOX = 2; // pixels: sum of the distances between the edges of two boxes
  const DRAWN_LEVELS = 3; // between a checkbox and the parts of its picture

  const ACTING = /(?:^|[ ,])(?:pointer|grab|move|crosshair|cell|zoom-in|zoom-out)$/;
  const WHOLE = new Set('html body main form table tbody ul ol nav'.split(' '));
  /** CONTROLS matches elements that are listed by their own role. */
  const CONTROLS = 'a[href], button, input:not([type="hidden" i]), select, textarea, summary, ' + [...roles.INTERACTIVE].map((r) => `[role="${r}"]`).join(', ');
  /** OTHERS matches controls that are excluded from the name of the element around them; a link counts as its title. */
  const OTHERS = CONTROLS.replace('a[href], ', '').replace('[role="link"], ', '');

  /** HOLDING matches controls that may hold a part with another function: the cross of a tab, the box before an item. */
  const HOLDING = '[role=tab],[role=treeitem],[role=option],[role=menuitem]';
  /** TAGGED matches those, and boxes that hold tags. */
  const TAGGED = `${HOLDING}, [role="combobox"]`;

  /** HANDLED matches elements that stand apart within an acting element: they have their own handler, or a tooltip instead of words. */
  const HANDLED = '[data-action], [data-act], [data-command], [data-cmd], [jsaction], [ng-click], [data-ng-click], [data-click]';
  const TIPPED = '[title], [aria-label]';
  const SPRITE_MAX = 64; // pixels: a larger picture with a tooltip is for looking at
  /** PART matches class names that components give to parts that unfold, tick, drag, empty or remove their item. */
  const PART = /(?:^|\s)((?:\S*[_-])?(?:check(?:box|column)|expand(?:er|o|able)?|collaps(?:er|ible)|twist(?:y|ie)|toggler?|switcher|disclosure|handle|filter|calendar[_-]icon|tree\S*(?:arrow|caret)|(?:spin(?:ner)?|step|handler)[_-](?:up|down)|(?:clear|close|delete|remove|toggle|trash|pencil|(?:in|de)crease)(?:[_-]?(?:icon|btn|button))?)(?:[_-]\S*)?)(?=\s|$)/i;
  const PICTURE = 'svg, i';
  /** LIGATURE matches the name of a picture in an icon font. */
  const LIGATURE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
  const ICON = /(^|[\s_-])(icons?|symbols?|glyph(icon)?)([\s_-]|$)|material|awesome/i;
  /** CHOSEN matches controls that are ticked. */
  const CHOSEN = '[type=radio], [type=checkbox]';
  const DRAGGED = '[draggable="true"]';
  const APART = `${HANDLED}, ${TIPPED}, ${DRAGGED}`;
  const LITTLE_MAX = 40; // characters of an element that reacts to the mouse by itself: a row that reacts is for reading
  const REVEALED_MAX = 6; // controls in an element that only shows under the mouse; a menu holds more
  /** READ lists elements that are for reading, even if they react to the mouse. */
  const READ = new Set(['tr', 'li', 'p', 'img', 'svg', 'label']);
  const HIDING = 99; // pixels to the left: the text is out of sight
  const SIGN_MAX = 3; // characters of a sign such as a cross
  const SIGN = /^[^\p{L}\p{N}\s]+$/u;
  const CROSS = /^\s*[×✕✖✗✘]\s*$/;

  /** setting holds elements that may set such a cursor; reacting holds elements that change under the mouse. @type {WeakSet<Element>} */
  const setting = new WeakSet();
  /** @type {WeakSet<Element>} */
  const reacting = new WeakSet();
  /** revealing stores, per root, a selector for elements that only show while the mouse is on their parent. @type {WeakMap<Node, string>} */
  const revealing = new WeakMap();
  /** known is true if setting contains all elements that may set such a cursor. */
  let known = false;

  /** refresh reads which elements of a tree may set their cursor. It is called for each tree before a pass over it. @param {Document | ShadowRoot} root */
  function refresh(root) {
    const css = generated.underMouse(root);
    if (root instanceof Document) known = true;
    if (css.pointing === null) known = false;
    else for (const el of dom.all(root, css.pointing)) setting.add(el);
    for (const changing of [css.reacting, css.pressing]) if (changing) for (const el of dom.all(root, changing)) reacting.add(el);
    revealing.set(root, css.revealing);
  }

  /** @param {Element} el an invisible element @returns {Element | null} the element that the mouse must be on for el to show */
  function hoverFor(el) {
    const css = revealing.get(dom.rootOf(el));
    const hidden = css ? dom.nearest(el, css) : null;
    const around = hidden && dom.parentElement(hidden);
    return around && dom.boxed(around) && dom.all(hidden, CONTROLS).length <= REVEALED_MAX ? around : null;
  }

  /** @param {Element} el @returns {boolean} whether el may act like a control */
  function may(el) {
    if (dom.tag(el) === 'canvas' || dom.tag(el) === 'a' || isHandled(el)) return true;
    if (reacting.has(el) || (dom.hasAny(el) && dom.fits(el, APART)) || isPart(el) || isCross(el)) return true;
    return known ? setting.has(el) : points(el) && !points(dom.parentElement(el));
  }

  /** @param {Element | null} el @returns {boolean} */
  const points = (el) => el !== null && ACTING.test(getComputedStyle(el).cursor);

  /** @param {Element} el @returns {boolean} whether el, which has no control's role, acts like one */
  function is(el) {
    if (dom.tag(el) === 'canvas') return isDrawn(el);
    if (WHOLE.has(dom.tag(el)) || isHuge(el) || roles.editingHost(el)) return false;
    if (isHandled(el)) return !isFilled(el);
    if (Number(dom.attr(el, 'tabindex') ?? -1) >= 0 && !roles.role(el)) {
      const outer = points(el) && around(/** @type {Element} */ (dom.parentElement(el)));
      return (points(el) || isSmall(el)) && !isFilled(el) && !(outer && saysAsMuch(el, outer));
    }
    if (dom.tag(el) === 'a' && dom.fits(el, TIPPED)) return !isOfControl(el);
    if (!points(el) && !dom.fits(el, DRAGGED)) return (reacts(el) || isSprite(el) || (isPart(el) && isInItem(el) && !dom.mouseless(el) && !isUnderControl(el))) && !isOfControl(el);
    return isOutermost(el) && !(holdsPart(el) && isBare(el)) && !standsForControl(el);
  }

  /** @param {Element} el @returns {boolean} whether a control has the same box, which is listed itself, as in a component */
  function isFilled(el) {
    const inner = dom.one(dom.shadow(el) ?? el, CONTROLS);
    return !!inner && isCovered(el, inner);
  }

  /** @param {Element} el @returns {boolean} whether it names its handler of clicks, of which an empty one is none, or is the label of a hidden input for files */
  function isHandled(el) {
    const control = dom.tag(el) === 'label' && Cairn.labels.controlOf(el);
    return !!(dom.attr(el, 'onclick') || dom.attr(el, 'data-click') || (control && dom.fits(control, '[type=file]') && !dom.rendered(control)));
  }

  /** @param {Element} el @returns {boolean} whether it changes under the mouse as a button does: by itself, and with little text */
  const reacts = (el) => reacting.has(el) && !READ.has(dom.tag(el)) && isLittle(el) && !holdsControl(el) && !dom.mouseless(el);

  /** @param {Element} el @returns {boolean} whether it is empty, a small background picture and a tooltip: older pages draw their buttons so, with any cursor */
  function isSprite(el) {
    if (!dom.has(el, 'title') || dom.firstChild(el) || READ.has(dom.tag(el)) || roles.role(el)) return false;
    const { width, height } = dom.rect(el);
    return Math.max(width, height) <= SPRITE_MAX && !dom.mouseless(el) && getComputedStyle(el).backgroundImage !== 'none';
  }

  /** @param {Element} el @returns {boolean} whether it shows little text, without that of a closed menu in it */
  function isLittle(el) {
    const { length } = (dom.text(el) ?? '').trim();
    return length <= LITTLE_MAX || (length <= TEXT_MAX && names.name(el, 'generic').length <= LITTLE_MAX);
  }

  /** @param {Element} el @returns {boolean} whether a control is in it that is not hidden */
  const holdsControl = (el) => [...dom.all(el, CONTROLS)].some(dom.rendered);

  /** @param {Element} el @returns {string} the name of an item's part from its class, if it is empty except for a picture */
  function partOf(el) {
    const around = dom.fits(el, PICTURE) ? dom.parentElement(el) : null;
    const part = around && partIn(around) ? '' : partIn(el);
    if (part && holdsPart(el)) return ''; // the innermost acts
    const outer = dom.parentElement(el);
    if (part && outer && dom.has(outer, 'tabindex') && (dom.elementCount(outer) === 1 || isCovered(outer, el)) && isBare(outer)) return ''; // it is all that is drawn of that one
    return part && dom.elementCount(el) <= 2 && !dom.fits(el, 'th, [role="columnheader"]') && isBare(el) && !dom.one(dom.shadow(el) ?? el, CONTROLS) ? part : '';
  }

  /** @param {Element} el @returns {boolean} whether a part begins it */
  function holdsPart(el) {
    let at = dom.firstElement(el);
    while (at && (!partIn(at) || dom.fits(at, PICTURE))) at = dom.firstElement(at);
    return at !== null;
  }

  /** @param {Element} el @returns {string} */
  const partIn = (el) => (PART.exec(dom.attr(el, 'class') ?? '') ?? PART.exec(dom.attr(el, 'part') ?? ''))?.[1] ?? '';

  /** @param {Element} el @returns {boolean} whether it has no text except the name of a picture, or shows none */
  function isBare(el) {
    const text = dom.text(el) ?? '';
    if (!text.trim() || SIGN.test(text.trim()) || isIcon(dom.firstElement(el) ?? el, text)) return true;
    const { fontSize, textIndent } = getComputedStyle(el);
    return Number.parseFloat(fontSize) < 1 || Number.parseFloat(textIndent) < -HIDING;
  }

  /** @param {Element} el @param {string} text @returns {boolean} whether an icon font draws it as a picture */
  function isIcon(el, text) {
    if (!LIGATURE.test(text.trim())) return false;
    const around = dom.parentElement(el);
    return ICON.test([dom.attr(el, 'class'), around && dom.tag(around) === 'i' && dom.attr(around, 'class'), getComputedStyle(el).fontFamily.split(',', 1)[0]].join(' '));
  }

  /** @param {Element} el @returns {boolean} */
  const isPart = (el) => partOf(el) !== '';

  /** @param {Element} el @returns {boolean} whether it is a cross behind other text, which closes or removes what it is in */
  function isCross(el) {
    const text = dom.firstElement(el) ? '' : dom.text(el) ?? '';
    return CROSS.test(text) && dom.text(dom.parentElement(el) ?? el)?.trim() !== text.trim();
  }

  /** @param {Element} el @returns {boolean} whether it is in an item, or in an element that changes under the mouse as a whole */
  function isInItem(el) {
    let at = dom.parentElement(el);
    for (let n = 0; at && n++ < ITEM_LEVELS; at = dom.parentElement(at)) if (reacting.has(at)) return true;
    return dom.has(el, 'part') || dom.nearest(el, `${HOLDING}, [role="row"], [role="gridcell"], li, td`) !== null;
  }

  /** @param {Element} el a canvas @returns {boolean} whether a person works on it: not one with another canvas in front, nor one that takes no mouse, without a layer that takes it for it */
  function isDrawn(el) {
    const box = dom.rect(el);
    const { x, y } = dom.middle(box);
    const hit = Cairn.place.hit(x, y);
    const layered = hit && hit !== el && Cairn.place.isLayerOf(el, hit);
    return Math.min(box.width, box.height) >= DRAWN_MIN && (layered ? dom.tag(hit) !== 'canvas' : !dom.mouseless(el));
  }

  /** @param {Element} el @returns {boolean} */
  function isHuge(el) {
    const { width, height } = dom.rect(el);
    return width * height > HUGE * innerWidth * innerHeight;
  }

  /** @param {Element} el an element that takes the focus @returns {boolean} whether it has little text or only a name, no control, row or scrolling, as acting elements do */
  function isSmall(el) {
    const length = (dom.text(el) ?? '').trim().length;
    return (length > 0 || dom.fits(el, TIPPED)) && length <= TEXT_MAX && !dom.one(el, `${CONTROLS}, tr, [role=row]`) && !/auto|scroll/.test(getComputedStyle(el).overflow);
  }

  /** @param {Element} el an element with such a cursor @returns {boolean} whether it has the cursor itself, and not only from its ancestors */
  function isOutermost(el) {
    const around = dom.parentElement(el);
    if (!around || !points(around) || standsApart(el)) return true;
    return setting.has(el) && (!setting.has(around) || WHOLE.has(dom.tag(around)) || isHuge(around));
  }

  /** @param {Element} el @returns {boolean} whether it has another function than the element around it */
  function standsApart(el) {
    const role = dom.hasAny(el) ? roles.role(el) : 'none';
    if (isCross(el)) return true;
    if (role) return role === 'img' && dom.has(el, 'tabindex');
    const text = fold(dom.text(el));
    if (reacts(el) || isPart(el) || (dom.tag(el) === 'a' && !text)) return true;
    return dom.fits(el, HANDLED) || (text.length <= SIGN_MAX && (dom.fits(el, TIPPED) ? !text || SIGN.test(text) || setting.has(el) : setting.has(el) && SIGN.test(text)));
  }

  /** @param {Element} el @returns {boolean} whether a control acts instead: one around it, the one that it labels, or its only content */
  function standsForControl(el) {
    if (isOfControl(el) || isUnderControl(el)) return true;
    const inside = dom.shadow(el);
    if (inside && dom.one(inside, CONTROLS)) return true;
    const label = dom.nearest(el, 'label');
    const control = label && Cairn.labels.controlOf(label);
    if (control && dom.rendered(control) && !(setting.has(el) && isBare(el) && !points(label))) return true;
    const all = [...dom.all(el, `${CONTROLS}, a`)].filter((c) => dom.fits(c, CONTROLS) || roles.role(c));
    if (all.length > (getComputedStyle(el).cursor === 'cell' ? 0 : CONTROLS_MAX)) return true; // of a sheet, the cells act
    const inner = all.filter(dom.rendered); // without those of a closed menu
    const own = inner.length < all.length ? names.name(el, 'generic') : fold(dom.text(el));
    const [only, ...others] = inner.filter((c) => dom.fits(c, HOLDING));
    if (only && !others.length && own.startsWith(names.name(only) || '\n')) return true; // it is drawn around a tab and its cross
    if (inner.length > 1 && bare(own) && bare(own) === bare(inner.map((c) => names.name(c)).join(''))) return true; // it only holds them, as stars
    if (inner.length === 1 && own && names.name(inner[0]).toLowerCase().startsWith(own.toLowerCase())) return true;
    const at = inner[0] ?? all[0];
    return inner.some((c) => fold(dom.text(c)) === own) || (!!at && (isCovered(el, at) || takesFiles(at)));
  }

  const bare = (/** @type {string} */ text) => text.replace(/\s/g, '');

  /** @param {Element} el @returns {boolean} whether it is a transparent input for files, over its drawing */
  const takesFiles = (el) => dom.fits(el, '[type=file]') && dom.transparent(el);

  /** @param {Element} el @returns {boolean} whether it has the same function as a control around it, or as the component that it is drawn by */
  function isOfControl(el) {
    const root = dom.rootOf(el); // a component that takes the focus is listed itself
    if (root instanceof ShadowRoot && dom.has(root.host, 'tabindex') && isCovered(root.host, el) && is(root.host)) return true;
    const control = dom.nearestAround(dom.drawnIn(el) ?? el, `${CONTROLS}, a`); // a slot may show it in one
    // A tag that is a button holds the part that removes it.
    if (control && dom.fits(control, TAGGED) && setting.has(el) && isBare(el) && !points(control)) return saysAsMuch(el, control); // else of a tag that takes no press itself
    if (control && setting.has(el) && /grab|move/.test(getComputedStyle(control).cursor)) return false; // the card around it is for drags
    if (!control || !dom.fits(control, HOLDING)) return control !== null && !(/clear|close|delete|remove/.test(partOf(el)) && (dom.has(control, 'role') || ((setting.has(el) || reacting.has(el)) && !dom.nextElement(el) && (dom.text(control)?.trim() || names.name(control)))));
    return !standsApart(el) || saysAsMuch(el, control);
  }

  /** @param {Element} el @param {Element} control around it @returns {boolean} whether both have one name or text: it changes under the mouse because the control does */
  function saysAsMuch(el, control) {
    const name = names.name(el, 'generic');
    return name !== '' && (name === names.name(control) || fold(dom.text(el)) === fold(dom.text(control)));
  }

  /** @param {Element} el @param {Element} inner @returns {boolean} whether inner has the same box */
  function isCovered(el, inner) {
    const [own, other] = [dom.rect(el), dom.rect(inner)];
    return own.width > 0 && Math.abs(own.left - other.left) + Math.abs(own.top - other.top) + Math.abs(own.right - other.right) + Math.abs(own.bottom - other.bottom) <= SAME_BOX;
  }

  /** @param {Element} el @returns {boolean} whether it is in the label of a checkbox or switch, or its picture, or the words of a transparent one or an input for files, which lies over it and takes its clicks */
  function isUnderControl(el) {
    const label = dom.nearest(el, 'label');
    const chosen = label && Cairn.labels.controlOf(label);
    if (chosen && dom.fits(chosen, CHOSEN)) return true;
    for (let at = dom.parentElement(el), n = 0; at && n < DRAWN_LEVELS; n++, at = dom.parentElement(at)) {
      const control = dom.child(at, 'input');
      if (!control || !(isBare(el) ? dom.fits(control, CHOSEN) : takesFiles(control) || (dom.fits(control, CHOSEN) && dom.transparent(control)))) continue;
      const { x, y } = dom.middle(dom.rect(el));
      return dom.holds({ x, y }, dom.rect(control)) && (Cairn.place.hit(x, y) ?? control) === control;
    }
    return false;
  }

  /** @param {Element} hit @returns {Element | null} the element that acts when hit is clicked, null for none */
  function around(hit) {
    /** @type {Element | null} */
    let at = hit;
    for (let n = 0; at && n++ < NESTED_MAX; at = dom.parentElement(at)) if (is(at)) return at;
    return null;
  }

  /** @param {Element} el @param {LabelIndex | null} [labels] @param {boolean} [seen] @returns {string} its text, as a name */
  function nameOf(el, labels = null, seen = false) {
    const tip = fold(dom.text(el)).length <= SIGN_MAX && standsApart(el) ? names.authorName(el) : ''; // a sign is less clear than its tooltip
    return clip(tip || names.name(el, 'generic', labels, seen), NAME_MAX) || (dom.tag(el) === 'canvas' ? 'canvas' : '');
  }

  /** @param {Element} el an element without a name @returns {boolean} whether a person still sees it */
  function shows(el) {
    const { width, height } = dom.rect(el);
    return Math.min(width, height) >= ICON_MIN && (dom.tag(el) === 'canvas' || points(el) || dom.fits(el, DRAGGED) || reacts(el) || isPart(el) || isHandled(el)) && !holdsControl(el);
  }

  /** @param {Element} el @returns {boolean} whether the name of the acting element excludes it */
  const isOther = (el) => dom.fits(el, OTHERS) || standsApart(el);

  return { CHOSEN, LIGATURE, refresh, may, is, isBare, isOther, isIcon, isCovered, around, nameOf, partOf, shows, hoverFor };
}

Cairn.clickable ??= makeClickable();
