'use strict';
// Computes the position of an element, and whether input there would reach it.

function makePlace() {
  const { dom, areas, roles, names, target } = Cairn;
  const { fold, clip } = Cairn.text;

  const EDITOR_MIN = 16; // pixels
  const QUOTE_MAX = 80; // characters of a name in a message
  // A hidden page has no animation frames, so a timer replaces them. A visible page has frames, however late: there, the timer
  // is a last resort, because a moving element seems to rest between two frames.
  const FRAME_HIDDEN_MS = 100;
  const FRAME_SEEN_MS = 1000;
  // A starved machine runs the callbacks of two frames at the same moment of the page, microseconds apart. No screen is
  // faster than 240 frames a second. FRAMES_MAX bounds the frames to wait for.
  const FRAMES_APART_MS = 4;
  const FRAMES_MAX = 4;

  /** POINTS lists the points of a box to try, as fractions of width and height: the middle first. */
  const POINTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5]];

  /** GRID lists further points: a rotated element, or one drawn in parts, may miss any point of its box. */
  const GRID = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95].flatMap((down, _, all) => all.map((across) => [across, down]));
  /** ITEM matches the parts of a tree. An item is pressed on its words: pages take no press beside them, and its box holds the items within. */
  const ITEM = '[role=treeitem]';
  const OWNER_LEVELS = 3;
  /** KEYED matches the element that takes the keys of an editor that draws its text elsewhere. */
  const KEYED = 'textarea, [role=textbox]';
  const SHAPE = /^(?:circle|ellipse|image|polygon|rect|use)$/;
  const PARTS_MAX = 12; // of an element; the middle of each is tried

  /** @param {Element} el @returns {Element | null} the visible element for el: el itself, or a styled label that represents it */
  function boxOwner(el) {
    const chosen = dom.isInput(el) && (el.type === 'checkbox' || el.type === 'radio');
    const file = dom.isInput(el) && el.type === 'file';
    const box = dom.rendered(el) ? boxOf(el) : null;
    const thumb = box && dom.isInput(el) && el.type === 'range' ? thumbOf(el) : null;
    if (thumb) return thumb;
    const gone = box && (box.width <= 1 || box.right + scrollX <= 0) && (chosen || file || dom.tag(el) === 'button');
    if (box && !gone && !(file && dom.transparent(el))) return (chosen && dom.mouseless(el) && (pressedFor(el) ?? labelOf(el))) || el;
    if (chosen || file || box) {
      const around = chosen && dom.rendered(el) ? pressedFor(el) : null;
      return labelOf(el) ?? (around && Cairn.clickable.isBare(around) ? around : box && el);
    }
    return dom.rect(el).height > 1 && (dom.fits(el, '[role=textbox]') || labelOf(el)) ? editorOf(el) : null; // as wide as its caret; a textarea without a label is for scripts then
  }

  /** @param {Element} el @returns {Element | undefined} its first label that is shown */
  const labelOf = (el) => Cairn.labels.labelsOf(el, null).find((label) => dom.rendered(label) && boxOf(label));

  /** @param {HTMLInputElement} el @param {Element} [hit] @returns {Element | null} the element around el (and hit), which takes no mouse or has no size, that is pressed instead: it acts like a control, and holds no other */
  function pressedFor(el, hit = el) {
    for (let at = dom.parentElement(el), n = 0; at && n < OWNER_LEVELS && dom.all(at, 'input, select, button, a').length < 2; n++, at = dom.parentElement(at)) {
      const { pointerEvents, cursor } = getComputedStyle(at);
      if (pointerEvents !== 'none' && cursor === 'pointer' && boxOf(at) && dom.isWithin(hit, at)) return at;
    }
    return null;
  }

  /** @param {Element} el a slider @returns {Element | null} the thumb that is drawn around it, if it is clipped away in that */
  function thumbOf(el) {
    let at = dom.parentElement(el);
    for (let n = 0; at && n < OWNER_LEVELS; n++, at = dom.parentElement(at)) {
      const { width, height } = dom.rect(at);
      if (Math.min(width, height) > 1) return n && dom.all(at, 'input, select, button, a').length < 2 ? at : null;
    }
    return null;
  }

  /** @param {Element} el @returns {DOMRect | null} the largest box of el, or a box of its content if el has none */
  function boxOf(el) {
    const part = areas.imageOf(el) && areas.boxOf(el);
    if (part) return part.width > 0 ? part : null;
    let best = null;
    for (const rect of dom.rects(el)) {
      if (rect.width > 0 && rect.height > 0 && (!best || rect.width * rect.height > best.width * best.height)) best = rect;
    }
    if (best) return best;
    const parts = dom.elements(el);
    for (let n = 0; n < PARTS_MAX && parts.nextNode(); n++) {
      const rect = dom.rect(/** @type {Element} */ (parts.currentNode));
      if (rect.width > 0 && rect.height > 0) return rect;
    }
    return null;
  }

  /** @param {Element} el @param {DOMRect} box its box @returns {boolean} whether its middle is in the viewport, and not cut off by any ancestor that scrolls or clips */
  function middleInView(el, box) {
    const middle = dom.middle(box);
    if (!inView(middle)) return false;
    for (let at = /** @type {Element | null} */ (el); at; at = dom.clipper(at)) {
      const { display, overflow } = getComputedStyle(at);
      if (at !== el && display !== 'contents' && overflow !== 'visible' && at !== dom.body() && at !== dom.html() && !dom.holds(middle, dom.rect(at))) return false;
    }
    return true;
  }

  /** @param {Element} el @returns {Promise<DOMRect | null>} its box, if it is equal in two consecutive frames */
  async function restingBox(el) {
    await frame();
    const first = boxOf(el);
    const apart = await frameAfter(dom.frameTime());
    const second = boxOf(el);
    if (!first || !second || !dom.connected(el)) return null;
    if (first.x !== second.x || first.y !== second.y || first.width !== second.width || first.height !== second.height) return null;
    // An animated element rests between two frames, too; in a hidden page it really rests.
    return apart || dom.pageHidden() || !animated(el) ? second : null;
  }

  /** @param {number} first the time of a frame @returns {Promise<boolean>} whether a later one came */
  async function frameAfter(first) {
    for (let n = 0; n < FRAMES_MAX; n++) {
      if (!(await frame())) return false;
      if (dom.frameTime() - first >= FRAMES_APART_MS) return true;
    }
    return false;
  }

  /** @param {Element} el @returns {boolean} whether an animation of el, or of an ancestor, is running */
  function animated(el) {
    return dom.animations().some(({ playState, effect }) => {
      const moved = playState === 'running' && effect instanceof KeyframeEffect && effect.target;
      return !!moved && (moved === el || dom.isWithin(el, moved));
    });
  }

  /** @returns {Promise<boolean>} whether an animation frame came; without frames, the timer ends the wait */
  function frame() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, dom.pageHidden() ? FRAME_HIDDEN_MS : FRAME_SEEN_MS, false);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  /**
   * @param {Element} el
   * @param {DOMRect} box
   * @returns {{ x: number, y: number } | { by: Element | null }} a point where input reaches el, or the element
   *   in the way, null for the edge of the viewport
   */
  function openPoint(el, box) {
    /** @type {Element | null} */
    let by = null;
    for (const point of pointsOf(el, box)) {
      const cover = coverAt(el, point);
      if (!cover) return point;
      by ??= cover.hit;
    }
    return { by };
  }

  /** @param {{ x: number, y: number }} point @returns {boolean} whether it is in the viewport */
  const inView = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

  /**
   * @param {Element} el
   * @param {(box: DOMRect) => { x: number, y: number }} pointIn returns, for its box, the point to bring into view
   */
  function scrollTo(el, pointIn) {
    el.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { x, y } = pointIn(dom.rect(el));
    if (!inView({ x, y })) scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant' });
  }

  /** unselect removes the selection that an earlier drag left on the page: a press on selected text would drag that text. */
  function unselect() {
    const selection = getSelection();
    const at = selection?.anchorNode;
    const around = at instanceof Element ? at : at?.parentElement;
    if (selection && !selection.isCollapsed && around && !dom.isEditable(around)) selection.removeAllRanges();
  }

  /** @param {Element} el @param {{ x: number, y: number }} point @returns {{ hit: Element | null } | null} the element in the way of el there, null for none */
  function coverAt(el, { x, y }) {
    const hit = inView({ x, y }) ? deepHit(document, x, y) : null;
    return hit && (reaches(hit, el) || areas.holds(el, hit, { x, y })) ? null : { hit };
  }

  /** @param {Element} el @param {DOMRect} box @returns {Generator<{ x: number, y: number }>} the points to try, the likeliest first */
  function* pointsOf(el, box) {
    const at = (/** @type {DOMRect} */ r, /** @type {number[]} */ [across, down]) => ({ x: r.x + r.width * across, y: r.y + r.height * down });
    const said = dom.fits(el, ITEM) ? [...dom.all(el, '*')].filter((part) => !Cairn.clickable.isBare(part) && !Cairn.clickable.isOther(part)) : [];
    const words = said.find((part) => !dom.firstElement(part)) ?? said[0];
    if (words) yield at(dom.rect(words), POINTS[0]);
    const editor = dom.fits(el, KEYED) && editorOf(el);
    if (editor && deepHit(document, box.x + 2, box.y + 2) !== el) yield at(dom.rect(editor), POINTS[0]);
    const shape = dom.tag(el) === 'g' && [...dom.children(el)].find((part) => SHAPE.test(dom.tag(part)));
    if (shape) yield at(dom.rect(shape), POINTS[0]); // some drawings only listen there
    for (const point of POINTS) yield at(box, point);
    for (const r of dom.rects(el)) yield at(r, POINTS[0]);
    const parts = dom.elements(el);
    for (let n = 0; n < PARTS_MAX && parts.nextNode(); n++) yield at(dom.rect(/** @type {Element} */ (parts.currentNode)), POINTS[0]);
    for (const point of GRID) yield at(box, point);
  }

  /** @param {Document | ShadowRoot} root @param {number} x @param {number} y @returns {Element | null} */
  function deepHit(root, x, y) {
    const hit = dom.fromPoint(root, x, y);
    const inside = hit && dom.shadow(hit);
    if (!inside || inside === root) return hit; // beside its content
    return deepHit(inside, x, y) ?? hit;
  }

  /** @param {Element} hit @param {Element} el @returns {boolean} whether input on hit is input on el */
  function reaches(hit, el) {
    /** @type {Element[]} */
    const path = []; // as events pass, through slots
    let at = /** @type {Element | null} */ (hit);
    for (; at && at !== el; at = dom.drawnIn(at)) path.push(at);
    // A card that acts as a whole may hold controls with other functions.
    if (at && path.some((on) => dom.fits(on, ITEM)) && dom.fits(el, ITEM)) return false;
    if (at) return Cairn.sweep.listedRole(el) !== 'generic' || !path.some((on) => roles.INTERACTIVE.has(roles.role(on)) || Cairn.clickable.is(on));
    if (dom.tag(el) === 'canvas' && isLayerOf(el, hit)) return true;
    // For a text of a component that a slot in el shows, the browser answers with the component.
    if (dom.shadow(hit) && [...dom.all(el, 'slot')].some((slot) => dom.slotted(slot, true).some((shown) => shown instanceof Text && dom.parent(shown) === hit))) return true;
    // A label represents its control, and text in a button represents the button, but a tab is not the cross in it.
    const meant = target.actionable(el);
    if (meant.actionable && (meant.el === el || !Cairn.clickable.isOther(el)) && target.actionable(hit).el === meant.el) return true;
    const said = fold(dom.text(el)); // a field for files is drawn as el if its surroundings have no other text
    if (said && dom.fits(hit, '[type=file]') && dom.transparent(hit) && fold(dom.text(dom.parentElement(hit) ?? hit)) === said) return true;
    // The component or element around one that takes no mouse, or is clipped away, takes it instead.
    const { host } = /** @type {ShadowRoot} */ (dom.rootOf(el));
    if (host && dom.mouseless(el) && (hit === host || dom.isWithin(hit, host)) && Cairn.clickable.isCovered(host, el)) return true;
    const instead = boxOwner(el);
    if (instead && instead !== el && dom.isWithin(el, instead) && (hit === instead || dom.isWithin(hit, instead))) return true;
    // The words of a list lie over its field, and take the mouse for it.
    if (dom.isInput(el) && dom.rect(hit).width >= dom.rect(el).width && pressedFor(el, hit)) return true;
    const box = dom.fits(el, KEYED) ? editorOf(el) : dom.fits(el, 'input') && (dom.mouseless(el) || isClipped(el)) && dom.isWithin(el, hit) ? hit : null;
    return box !== null && (hit === box || dom.isWithin(hit, box)) && [...dom.all(box, 'input,select,button,a,textarea')].filter(dom.rendered).length < 2;
  }

  /** @param {Element} el a canvas @param {Element} hit @returns {boolean} whether hit lies over it to take the mouse for it: beside it in the page, without text, look or role */
  function isLayerOf(el, hit) {
    const around = dom.parentElement(el);
    const { backgroundImage, backgroundColor, position } = getComputedStyle(hit);
    for (let at = dom.firstChild(hit); at; at = dom.nextSibling(at)) if (/\S/.test(at.nodeValue ?? '')) return false;
    return !!around && around !== dom.body() && dom.isWithin(hit, around) && backgroundImage === 'none' && /, 0\)$/.test(backgroundColor) && position !== 'fixed' && !roles.role(hit);
  }

  /** @param {Element} el @returns {Element | null} the editor that gives its focus to el, which is too little to be seen: code editors do */
  function editorOf(el) {
    for (let at = /** @type {Element | null} */ (el); at; at = dom.parentElement(at)) {
      const { width, height } = dom.rect(at);
      if (Math.min(width, height) >= EDITOR_MIN) return at;
    }
    return null;
  }

  /** @param {Element} el @returns {boolean} whether its style clips all of it away */
  function isClipped(el) {
    const { clip: area, clipPath } = getComputedStyle(el);
    return /^rect\(0/.test(area) || clipPath === 'inset(50%)';
  }

  /** @param {Element} hit @returns {Element} the dialog of which hit is a part or the backdrop, else hit */
  function coverOf(hit) {
    const own = dom.nearest(hit, dom.DIALOG);
    if (own || (dom.text(hit) ?? '').trim()) return own ?? hit;
    return [...dom.all(document, '[aria-modal=true], dialog:modal')].filter(dom.rendered).pop() ?? hit;
  }

  /**
   * @param {Element} el
   * @param {Element | null} by the element that input would hit instead of el
   * @returns {[message: string, hint: string]} the reason why el cannot be reached
   */
  function unreached(el, by) {
    if (dom.nearest(el, '[inert]')) return [`${quote(el)} is inert`, 'close what is in front of it first'];
    if (dom.mouseless(el)) return [`${quote(el)} takes no mouse (pointer-events: none)`, 'do or fill in something else first'];
    if (!by) return [`${quote(el)} is beyond the edge of the viewport`, 'mm_hover it first, or look at the page again'];
    if (dom.isWithin(el, by)) return [`${quote(el)} is cut off by what it is in`, 'look again later'];
    if (dom.nearest(by, '[role="tooltip"]')) return [`${quote(el)} is covered by ${quote(coverOf(by))}`, 'mm_hover another element first'];
    return [`${quote(el)} is covered by ${quote(coverOf(by))}`, 'close or finish what covers it first'];
  }

  /** @param {Element} el @param {Element} by @returns {boolean} whether scrolling may move el out from under by, or into view within it */
  function scrollsApart(el, by) {
    if (dom.isWithin(el, by)) return true;
    for (let at = /** @type {Element | null} */ (by); at; at = dom.parentElement(at)) {
      const { position } = getComputedStyle(at);
      if (!/fixed|sticky/.test(position)) continue;
      const { width, height } = dom.rect(at);
      return width < innerWidth || height < innerHeight;
    }
    return false;
  }

  /**
   * @param {HTMLElement} owner of a frame
   * @param {{ x: number, y: number }} point in pixels of the frame
   * @returns {{ x: number, y: number }} the point in pixels of the owner's document, which may scale the frame
   */
  function throughFrame(owner, { x, y }) {
    const box = dom.rect(owner);
    const { paddingLeft, paddingTop } = getComputedStyle(owner);
    return {
      x: box.x + (owner.clientLeft + Number.parseFloat(paddingLeft) + x) * (box.width / owner.offsetWidth || 1),
      y: box.y + (owner.clientTop + Number.parseFloat(paddingTop) + y) * (box.height / owner.offsetHeight || 1),
    };
  }

  /** @param {Window} view @returns {Element | null} the element that holds the frame, null across origins */
  function frameOwner(view) {
    try {
      return view.frameElement;
    } catch {
      return null;
    }
  }

  /** @param {Element} el @returns {string} `button "Send"` */
  function quote(el) {
    if (el === dom.body() || el === dom.html()) return 'the page itself';
    const role = roles.role(el) || dom.tag(el);
    const name = names.name(el, role) || fold(target.plainText(el));
    const id = target.testId(el);
    if (name) return `${role} "${clip(name, QUOTE_MAX)}"`;
    return id ? `${role} with test id "${id}"` : role;
  }

  return { hit: (/** @type {number} */ x, /** @type {number} */ y) => deepHit(document, x, y), boxOwner, boxOf, middleInView, inView, scrollTo, unselect, coverAt, restingBox, openPoint, unreached, scrollsApart, reaches, isLayerOf, coverOf, frameOwner, throughFrame, quote };
}

Cairn.place ??= makePlace();
