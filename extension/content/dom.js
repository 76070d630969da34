'use strict';
// The DOM through the browser's own functions. JavaScript objects of the page do not
// reach this world, but markup does: in <form><input name="closest"></form>
// form.closest is the input, and <img name="title"> hides document.title. So Cairn
// never reads properties of a form or of the document by name; these functions come
// from the prototypes, once.

function makeDom() {
  /**
   * @param {object} proto
   * @param {string} name
   * @returns {(self: any) => any} the getter of an accessor property
   */
  function getter(proto, name) {
    const get = Object.getOwnPropertyDescriptor(proto, name)?.get;
    if (!get) throw new TypeError(`no accessor ${name}`);
    return (self) => get.call(self);
  }

  const E = Element.prototype;
  const D = Document.prototype;
  const F = DocumentFragment.prototype;
  const N = Node.prototype;
  const { getAttribute, getAttributeNames, hasAttribute, hasAttributes, closest, matches, getBoundingClientRect, getClientRects, checkVisibility } = E;

  /** @param {Element} el @param {string} name @returns {string | null} */
  const attr = (el, name) => getAttribute.call(el, name);
  /** @param {Element} el @param {string} name @returns {boolean} */
  const has = (el, name) => hasAttribute.call(el, name);
  /** @param {Element} el @returns {boolean} whether el has any attribute */
  const hasAny = (el) => hasAttributes.call(el);
  /** @param {Element} el @returns {string[]} the names of its attributes */
  const attributes = (el) => getAttributeNames.call(el);
  /** @param {Element} el @param {string} css @returns {Element | null} */
  const nearest = (el, css) => closest.call(el, css);
  /** @param {Element} el @param {string} css @returns {boolean} */
  const fits = (el, css) => matches.call(el, css);
  /** @param {Element} el @returns {DOMRect} */
  const rect = (el) => getBoundingClientRect.call(el);
  /** @param {{x: number, y: number, width: number, height: number}} box @returns {{x: number, y: number}} the point in its middle */
  const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  /** @param {{ x: number, y: number }} point @param {DOMRect} box @returns {boolean} whether it lies in the box, or on its edge */
  const holds = ({ x, y }, box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  /** @param {Element} el @returns {DOMRectList} */
  const rects = (el) => getClientRects.call(el);
  const BY_STYLE = { visibilityProperty: true };
  const BY_OPACITY = { opacityProperty: true };
  /** @param {Element} el @returns {boolean} whether el or an ancestor is fully transparent (opacity 0) */
  const transparent = (el) => boxed(el) && !checkVisibility.call(el, BY_OPACITY);

  /** @param {Element} el @returns {boolean} */
  const mouseless = (el) => getComputedStyle(el).pointerEvents === 'none';
  /** @param {Element} el @returns {boolean} whether el has a box and can be seen by style */
  const boxed = (el) => checkVisibility.call(el, BY_STYLE);
  const BY_BOTH = { visibilityProperty: true, opacityProperty: true };
  /** @param {Element} el @returns {boolean} whether a person can see the content of el, by style */
  const visible = (el) => checkVisibility.call(el, BY_BOTH) || boxless(el);
  /** @param {Element} el @returns {boolean} whether el is boxed, or has boxes only through its children, or is a part of an image */
  const rendered = (el) => boxed(el) || boxless(el) || Cairn.areas.imageOf(el) !== null;

  /** @param {Element} el @returns {boolean} whether only the children of el are visible (display: contents) */
  function boxless(el) {
    const style = getComputedStyle(el);
    if (style.display !== 'contents' || style.visibility !== 'visible') return false;
    const around = parentElement(el);
    return around !== null && rendered(around);
  }

  const nodeType = getter(N, 'nodeType'); // nodes of a frame around this one are not instances of its classes
  /** @param {ParentNode} root @returns {ParentNode} the prototype that has its functions */
  const kindOf = (root) => (nodeType(root) === Node.ELEMENT_NODE ? E : nodeType(root) === Node.DOCUMENT_NODE ? D : F);
  /** @param {ParentNode} root @param {string} css @returns {NodeListOf<Element>} */
  const all = (root, css) => kindOf(root).querySelectorAll.call(root, css);
  /** @param {ParentNode} root @param {string} css @returns {Element | null} */
  const one = (root, css) => kindOf(root).querySelector.call(root, css);
  /** @returns {number} the number of elements in the document, without shadow trees */
  const count = () => D.getElementsByTagName.call(document, '*').length;
  /** @param {Node} root a document or a shadow root @param {string} id @returns {Element | null} */
  const byId = (root, id) => {
    if (root instanceof Document) return D.getElementById.call(root, id);
    return root instanceof DocumentFragment ? F.getElementById.call(root, id) : null;
  };
  /** @param {Node} node @returns {Node} */
  const rootOf = (node) => N.getRootNode.call(node);

  /** @type {(el: Element) => string} */
  const tag = getter(E, 'localName');
  /** @type {(el: Element) => ShadowRoot | null} */
  const openShadow = getter(E, 'shadowRoot');
  /** HOSTS lists standard elements that may hold a shadow tree; other hosts are custom elements. */
  const HOSTS = new Set('article aside blockquote div footer header main nav p section span'.split(' '));

  /**
   * shadow returns open and closed shadow trees, because a person sees both. The query
   * for a closed one costs as much as reading a hundred attributes, so it runs only
   * where one is possible: for custom elements, and for empty ones.
   * @param {Element} el @returns {ShadowRoot | null}
   */
  function shadow(el) {
    const open = openShadow(el);
    if (open || !(el instanceof HTMLElement)) return open;
    const name = tag(el);
    if (!name.includes('-') && (!HOSTS.has(name) || firstChild(el))) return null;
    return /** @type {ShadowRoot | null | undefined} */ (chrome.dom?.openOrClosedShadowRoot(el)) ?? null;
  }
  /** @type {(el: Element) => Element | null} */
  const firstElement = getter(E, 'firstElementChild');
  /** @type {(el: Element) => Element | null} */
  const nextElement = getter(E, 'nextElementSibling');
  /** @type {(el: Element) => Element | null} */
  const previousElement = getter(E, 'previousElementSibling');
  /** @type {(el: Element) => number} */
  const elementCount = getter(E, 'childElementCount');
  /** @type {(el: Element) => HTMLCollection} */
  const children = getter(E, 'children');
  /** @type {(node: Node) => Node | null} */
  const parent = getter(N, 'parentNode');
  /** @type {(node: Node) => Element | null} */
  const outer = getter(N, 'parentElement');
  /** @type {(node: Node) => Node | null} */
  const firstChild = getter(N, 'firstChild');
  /** @type {(node: Node) => Node | null} */
  const nextSibling = getter(N, 'nextSibling');
  const previousSibling = getter(N, 'previousSibling');
  /** @type {(node: Node) => string | null} */
  const text = getter(N, 'textContent');
  /** @type {(node: Node) => boolean} */
  const connected = getter(N, 'isConnected');
  /** @type {(el: Element) => boolean} */
  const editable = getter(HTMLElement.prototype, 'isContentEditable');
  /** @type {() => string} */
  const title = getter(D, 'title').bind(null, document);
  /** @type {() => string} */
  const readyState = getter(D, 'readyState').bind(null, document);
  /** @type {() => boolean} */
  const pageHidden = getter(D, 'hidden').bind(null, document);
  /** @type {() => Element | null} */
  const body = getter(D, 'body').bind(null, document);
  /** @type {() => Element | null} */
  const html = getter(D, 'documentElement').bind(null, document);

  /** @param {Element} el @returns {boolean} whether el takes text; only HTML elements can. Editors that draw their text themselves have an EditContext */
  const isEditable = (el) => el instanceof HTMLElement && (editable(el) || !!(/** @type {{ editContext?: unknown }} */ (el).editContext));

  /** @param {EventTarget | null | undefined} el @returns {el is HTMLInputElement} */
  const isInput = (el) => el instanceof HTMLInputElement;

  /** @param {Document | ShadowRoot} root @param {number} x @param {number} y @returns {Element | null} */
  const fromPoint = (root, x, y) => (root instanceof ShadowRoot ? ShadowRoot : Document).prototype.elementFromPoint.call(root, x, y);
  /** @param {number} x @param {number} y @returns {Element[]} the topmost first */
  const allFromPoint = (x, y) => D.elementsFromPoint.call(document, x, y);
  const activeInDocument = getter(D, 'activeElement');
  /** @param {Document | ShadowRoot} root @returns {Element | null} the element in it that has the focus */
  const focused = (root) => (root instanceof Document ? activeInDocument(root) : root.activeElement);
  /** @returns {Animation[]} */
  const animations = () => D.getAnimations.call(document);
  const timeline = getter(D, 'timeline');
  /** @returns {number} page time in milliseconds of the current frame; it does not change between two frames */
  const frameTime = () => Number(timeline(document).currentTime);
  /** @param {Node} node @returns {TreeWalker} over the elements within, in document order */
  const elements = (node) => D.createTreeWalker.call(document, node, NodeFilter.SHOW_ELEMENT);
  /** @param {Node} node @returns {TreeWalker} over the elements and text nodes within, in document order */
  const nodes = (node) => D.createTreeWalker.call(document, node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  /** @param {Node} node @returns {TreeWalker} over the text nodes within */
  const texts = (node) => D.createTreeWalker.call(document, node, NodeFilter.SHOW_TEXT);

  /** @type {(root: Document) => StyleSheetList} */
  const sheetsOfDocument = getter(D, 'styleSheets');
  /** @type {(root: Document) => CSSStyleSheet[]} */
  const adoptedByDocument = getter(D, 'adoptedStyleSheets');
  /** @param {Document | ShadowRoot} root @returns {CSSStyleSheet[]} its style sheets, adopted ones too */
  const sheets = (root) => (root instanceof Document ? [...sheetsOfDocument(root), ...adoptedByDocument(root)] : [...root.styleSheets, ...root.adoptedStyleSheets]);

  const REFERRED_MAX = 16; // by one attribute

  /** @param {Element} el @param {string} attribute of ids @returns {Element[]} */
  function referred(el, attribute) {
    const ids = attr(el, attribute);
    if (!ids) return [];
    const root = rootOf(el);
    return ids.split(/\s+/, REFERRED_MAX).flatMap((id) => (id && byId(root, id)) || []);
  }

  /** @type {(el: Element) => Element[] | null} */
  const labelElements = 'ariaLabelledByElements' in E ? getter(E, 'ariaLabelledByElements') : () => null;
  /** @param {Element} el @returns {Element[]} the elements that aria-labelledby names; it is empty if a script set the elements directly */
  const labelledBy = (el) => (attr(el, 'aria-labelledby') ? referred(el, 'aria-labelledby') : (labelElements(el) ?? []).slice(0, REFERRED_MAX));

  /** @param {Event} event @returns {EventTarget | undefined} its original target: a closed shadow tree hides that from outside listeners */
  function origin(event) {
    let at = event.composedPath()[0];
    for (let n = 0; at instanceof Element && n < NESTED_MAX; n++) {
      const inside = shadow(at);
      if (inside?.mode !== 'closed') break;
      const inner = event instanceof MouseEvent ? fromPoint(inside, event.clientX, event.clientY) : inside.activeElement;
      if (!inner || inner === at) break;
      at = inner;
    }
    return at;
  }
  const NESTED_MAX = 20; // shadow trees in each other

  /** @param {Element} el @param {string} name @returns {Element | null} the first child of that tag, among the first of them: it is asked of each child of a long list */
  function child(el, name) {
    let at = firstElement(el);
    for (let n = 0; at && tag(at) !== name; n++) at = n < FIRST_MAX ? nextElement(at) : null;
    return at;
  }
  const FIRST_MAX = 20;

  /** @param {Node} node @param {Element} around @returns {boolean} whether node is in it, shadow trees included */
  function isWithin(node, around) {
    let at = parentElement(node);
    while (at && at !== around) at = parentElement(at);
    return at !== null;
  }

  /** @param {Node} node @returns {Element | null} the parent; for a child of a shadow root, the host */
  function parentElement(node) {
    const up = outer(node);
    if (up) return up;
    const root = parent(node);
    return root instanceof ShadowRoot ? root.host : null;
  }

  /** @param {Element} el @returns {Element | null} the next element around it that can cut it off: one between it and the block that positions it cannot */
  const clipper = (el) => (el instanceof HTMLElement && /fixed|absolute/.test(getComputedStyle(el).position) ? el.offsetParent : parentElement(el));

  const slotOfElement = getter(E, 'assignedSlot');
  const slotOfText = getter(Text.prototype, 'assignedSlot');
  /** @param {Node} node @returns {Element | null} the element that node is drawn in: its slot, else its parent */
  const drawnIn = (node) => (node instanceof Element ? slotOfElement(node) : node instanceof Text ? slotOfText(node) : null) ?? parentElement(node);
  /** @param {Element} el @param {boolean} [flatten] whether slots among them are replaced by their nodes @returns {Node[]} the nodes of the host that el, a slot, shows in its place */
  const slotted = (el, flatten = false) => (tag(el) === 'slot' ? HTMLSlotElement.prototype.assignedNodes.call(el, { flatten }) : []);

  /** @param {Element} el @returns {Element | null} the first element that a slot in el shows */
  const shownIn = (el) => /** @type {Element | null} */ ([...all(el, 'slot')].flatMap((slot) => slotted(slot)).find((node) => node instanceof Element) ?? null);

  /** @param {Element} el @param {string} css @returns {Element | null} the nearest match, also outside of its shadow tree */
  function nearestAround(el, css) {
    const root = rootOf(el);
    return nearest(el, css) ?? (root instanceof ShadowRoot ? nearestAround(root.host, css) : null);
  }

  const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
  const TITLE = 'h1, h2, h3, [role=heading]';
  /** TYPED matches typed text, which Cairn never reads, and elements without page text. */
  const TYPED = 'script, style, textarea, [contenteditable]:not([contenteditable="false" i])';

  return {
    DIALOG, TITLE, TYPED, attr, attributes, has, nearest, fits, rect, middle, holds, rects, boxed, transparent, mouseless, visible, rendered, all, one, byId, rootOf, tag, shadow, firstElement, nextElement, previousElement, elementCount, children, count,
    parent, parentElement, drawnIn, slotted, shownIn, nearestAround, isWithin, clipper, firstChild, nextSibling, previousSibling, text, connected, isEditable, isInput, fromPoint, allFromPoint, focused, animations, frameTime, elements, nodes, texts, hasAny, title, readyState, pageHidden, body, html, child, sheets, referred, labelledBy, origin,
  };
}

Cairn.dom ??= makeDom();
