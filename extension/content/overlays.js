'use strict';
// Finds layers in front of the page (dialogs, banners, menus) and the listed elements
// that they cover. It samples some points of the viewport, so that a page without
// layers costs little.

function makeOverlays() {
  const { dom, roles, names } = Cairn;
  const { clip } = Cairn.text;

  const ACROSS = 4; // grid of sampled points
  const DOWN = 8;
  const EDGE = 12; // pixels from the edge of the viewport: banners are low
  const TESTED_MAX = 400; // elements
  const NAME_MAX = 80;

  /** @typedef {{ el: Element, box: DOMRect, covers: number }} Front */

  /**
   * @param {LineEntry[]} entries entries of an outline; covered ones are marked
   * @param {Map<Element, A11yNode[]>} listed
   * @returns {import('../wire').Overlay[]} the topmost first
   */
  function find(entries, listed) {
    const fronts = inFront();
    if (!fronts.length) return [];
    let tested = 0;
    for (const { el, item } of entries) {
      if (!item.ref || item.offscreen || dom.tag(el) === 'option' || tested >= TESTED_MAX) continue;
      const shown = (dom.isInput(el) && Cairn.place.boxOwner(el)) || el;
      const at = dom.middle(dom.rect(shown));
      const over = fronts.filter(({ el: front, box }) => dom.holds(at, box) && !isIn(shown, front));
      if (!over.length || !Cairn.place.inView(at)) continue;
      tested++;
      const hit = Cairn.place.hit(at.x, at.y);
      const by = hit && !isIn(hit, shown) && !isIn(shown, hit) && !Cairn.place.reaches(hit, shown) && over.find(({ el: front }) => isIn(hit, front));
      if (!by) continue;
      by.covers++;
      item.covered = true;
    }
    const overlays = fronts.filter(({ el, covers }) => covers > 0 || dom.fits(el, dom.DIALOG)).map(({ el, covers }) => ({ ...described(el, listed), covers }));
    // A backdrop belongs to the dialog in front of it.
    const dialog = overlays.find((o) => /dialog$/.test(o.role ?? ''));
    const bare = dialog ? overlays.filter((o) => !o.role && !o.name) : [];
    for (const o of bare) if (dialog) dialog.covers += o.covers;
    return overlays.filter((o) => !bare.includes(o));
  }

  /** @param {Element} el @param {Element} around @returns {boolean} whether el equals around, or is in it */
  const isIn = (el, around) => el === around || dom.isWithin(el, around);

  /** @returns {Front[]} the visible layers in front of other parts of the page, the last in the document first */
  function inFront() {
    /** @type {Map<Element, Element | null>} */
    const known = new Map();
    /** @type {Set<Element>} */
    const found = new Set();
    for (let i = 0; i < ACROSS * DOWN; i++) {
      const part = (/** @type {number} */ n, /** @type {number} */ of, /** @type {number} */ size) => EDGE + (n / (of - 1)) * (size - 2 * EDGE);
      const hit = Cairn.place.hit(part(i % ACROSS, ACROSS, innerWidth), part(Math.floor(i / ACROSS), DOWN, innerHeight));
      const front = hit && frontOf(hit, known);
      if (front) found.add(front);
    }
    return [...found].map((el) => ({ el, box: dom.rect(el), covers: 0 })).sort((a, b) => (a.el.compareDocumentPosition(b.el) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1));
  }

  /** @param {Element} hit @param {Map<Element, Element | null>} known @returns {Element | null} the innermost of hit and its ancestors that is laid over others */
  function frontOf(hit, known) {
    /** @type {Element[]} */
    const way = [];
    let front = /** @type {Element | null} */ (null);
    for (let at = /** @type {Element | null} */ (hit); at && !front; at = dom.parentElement(at)) {
      const it = known.get(at);
      if (it !== undefined) {
        front = it;
        break;
      }
      way.push(at);
      if (isLaidOver(at)) front = at;
    }
    for (const el of way) known.set(el, front);
    return front;
  }

  /** @param {Element} el @returns {boolean} */
  function isLaidOver(el) {
    if (dom.fits(el, dom.DIALOG)) return true;
    const { position, zIndex } = getComputedStyle(el);
    return /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) > 0);
  }

  /** @param {Element} front @param {Map<Element, A11yNode[]>} listed @returns {{ ref?: string, role?: string, name?: string }} */
  function described(front, listed) {
    const el = (dom.fits(front, dom.DIALOG) ? front : dom.one(front, dom.DIALOG)) ?? Cairn.place.coverOf(front);
    const node = listed.get(el)?.[0];
    const role = node?.role ?? roles.role(el);
    const heading = dom.one(el, dom.TITLE);
    const name = node?.name || names.authorName(el) || clip(names.name(heading ?? el, 'button'), NAME_MAX); // all the words that show
    return { ...(node && { ref: node.ref }), ...(role && { role }), ...(name && { name }) };
  }

  return { find };
}

Cairn.overlays ??= makeOverlays();
