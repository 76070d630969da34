'use strict';
// Finding the one element that a target names and making it ready for real
// input: there, visible, enabled, at rest, in view and covered by nothing. The
// answer is a point; the input itself comes from the browser. Until all holds
// or the time is over it waits, and then says which of these failed.

function makeLocate() {
  const { clamp, watchMutations } = Cairn.settle;
  const { fold, redact, redactAttr } = Cairn.text;
  const { dom, names, target, observe, find } = Cairn;

  const TIMEOUT_MS = 5000;
  const TIMEOUT_MAX_MS = 60_000;
  const AMBIGUOUS_MS = 1000; // a page between two states shows both for no longer
  const LOOK_EVERY_MS = 100; // without a mutation: styles and layout change silently
  const LOOK_AGAIN_MS = 30; // after one: they come in bursts
  const FRAME_MS = 100; // a hidden or throttled page has no animation frames
  const QUOTE_MAX = 80;

  /** Where in its box an element is tried, as parts of width and height: the middle first. */
  const POINTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5]];

  const PURPOSES = new Set(['click', 'type', 'see']);

  /**
   * @typedef {import('../wire').Located} Located
   * @typedef {{ located?: Located, error?: Fault, final?: boolean }} Answer
   */

  /** @param {import('../wire').Code} code @param {string} message @param {string} [hint] @returns {Fault} */
  function fault(code, message, hint) {
    return hint ? { code, message, hint } : { code, message };
  }

  /**
   * @param {unknown} request a wire.Locate
   * @returns {Promise<Answer>}
   */
  async function locate(request) {
    const wanted = validate(request);
    if ('error' in wanted) return { error: wanted.error };
    const began = performance.now();
    const deadline = began + clamp(wanted.timeoutMs, TIMEOUT_MS, TIMEOUT_MAX_MS);
    const changes = watchChanges();
    try {
      for (;;) {
        const answer = await attempt(wanted.target, wanted.purpose);
        const now = performance.now();
        const settledFault = answer.final || (answer.error?.code === 'MM_TARGET_AMBIGUOUS' && now - began >= AMBIGUOUS_MS);
        if (!answer.error || settledFault || now >= deadline) return finished(answer, wanted.target);
        await changes.next(Math.min(LOOK_EVERY_MS, deadline - now));
      }
    } finally {
      changes.stop();
    }
  }

  /** @param {Answer} answer @param {Target} wanted @returns {Answer} */
  function finished(answer, wanted) {
    const { final: _, ...rest } = answer;
    if (rest.error?.code === 'MM_TARGET_NOT_FOUND') {
      const near = find.nearest(wanted);
      rest.error = { ...rest.error, hint: near.length ? `nearest here: ${near.join(', ')}` : 'nothing like it is on this page: look at the page again' };
    }
    return rest;
  }

  /**
   * @param {unknown} request
   * @returns {{ target: Target, purpose: string, timeoutMs: unknown } | { error: Fault }}
   */
  function validate(request) {
    const r = /** @type {any} */ (request);
    const hint = 'give exactly one of a11yRef, testId, selector, or role with name';
    if (typeof r !== 'object' || r === null || typeof r.target !== 'object' || r.target === null) {
      return { error: fault('MM_INVALID_INPUT', 'locate needs a target', hint) };
    }
    const { a11yRef, testId, selector, role, name } = r.target;
    if ([a11yRef, testId, selector, role, name].some((v) => v !== undefined && typeof v !== 'string')) {
      return { error: fault('MM_INVALID_INPUT', 'the names of a target are strings', hint) };
    }
    const given = [a11yRef, testId, selector, role || name].filter(Boolean).length;
    if (given !== 1) return { error: fault('MM_INVALID_INPUT', given ? 'the target is named in more than one way' : 'the target names nothing', hint) };
    if (name && !role) return { error: fault('MM_INVALID_INPUT', 'a name needs its role', hint) };
    const purpose = r.for ?? 'click';
    if (!PURPOSES.has(purpose)) return { error: fault('MM_INVALID_INPUT', 'for is none of click, type and see') };
    return { target: r.target, purpose, timeoutMs: r.timeoutMs };
  }

  /** @returns {{ next: (ms: number) => Promise<void>, stop: () => void }} waits for the page to change, ms at most */
  function watchChanges() {
    let wake = () => {};
    const observer = watchMutations(() => wake());
    return {
      next: (ms) =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            wake = () => {};
            clearTimeout(timer);
            setTimeout(resolve, Math.min(ms, LOOK_AGAIN_MS));
          };
        }),
      stop: () => observer.disconnect(),
    };
  }

  /** @param {Target} wanted @param {string} purpose @returns {Promise<Answer>} */
  async function attempt(wanted, purpose) {
    const found = find.all(wanted);
    if ('error' in found) return { error: found.error, final: true };
    const { elements } = found;
    if (!elements.length) return { error: fault('MM_TARGET_NOT_FOUND', `no element has ${find.describe(wanted)}`) };
    const seen = elements.filter((el) => boxOwner(el) !== null);
    if (!seen.length) return { error: fault('MM_TARGET_NOT_ACTIONABLE', `${quote(elements[0])} is hidden`, 'it may show after another action: look at the page again') };
    if (seen.length > 1 && purpose !== 'see') {
      const list = seen.slice(0, 5).map((el) => `${observe.refOf(el)} ${quote(el)}`).join(', ');
      return { error: fault('MM_TARGET_AMBIGUOUS', `${seen.length} elements have ${find.describe(wanted)}`, `name one of them by its a11yRef: ${list}`) };
    }
    const el = purpose === 'type' ? fieldOf(seen[0]) : seen[0];
    const unfit = purpose === 'see' ? null : unfitFor(el, purpose);
    if (unfit) return { error: unfit };
    return place(el, purpose, seen.length);
  }

  /** @param {Element} el @returns {Element | null} what shows of el: itself, or its label where a styled one stands for it */
  function boxOwner(el) {
    if (dom.rendered(el) && boxOf(el)) return el;
    if (el instanceof HTMLInputElement && (el.type === 'checkbox' || el.type === 'radio' || el.type === 'file')) {
      return names.labelsOf(el, null).find((label) => dom.rendered(label) && boxOf(label)) ?? null;
    }
    return null;
  }

  /** @param {Element} el @returns {DOMRect | null} the largest part of el, or of what is in it where it has no box itself */
  function boxOf(el) {
    let best = null;
    for (const rect of dom.rects(el)) {
      if (rect.width > 0 && rect.height > 0 && (!best || rect.width * rect.height > best.width * best.height)) best = rect;
    }
    if (best) return best;
    for (let child = dom.firstElement(el); child; child = dom.nextElement(child)) {
      const rect = dom.rect(child);
      if (rect.width > 0 && rect.height > 0) return rect;
    }
    return null;
  }

  /** @param {Element} el @returns {Element} the one text field that el is, labels or holds */
  function fieldOf(el) {
    if (isEditable(el) || el instanceof HTMLSelectElement) return el;
    if (el instanceof HTMLLabelElement && el.control) return el.control;
    const fields = [...dom.all(el, 'input, textarea, [contenteditable]')].filter((f) => isEditable(f) && dom.rendered(f));
    return fields.length === 1 ? fields[0] : el;
  }

  /** @param {Element} el @returns {boolean} whether text can be typed into el */
  function isEditable(el) {
    if (el instanceof HTMLInputElement) return !find.NO_TEXT.has(el.type);
    return el instanceof HTMLTextAreaElement || dom.isEditable(el);
  }

  /** @param {Element} el @param {string} purpose @returns {Fault | null} */
  function unfitFor(el, purpose) {
    if (observe.isDisabled(el)) {
      return fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} is disabled`, 'something else has to be done or filled in first');
    }
    if (purpose !== 'type') return null;
    if (!isEditable(el) && !(el instanceof HTMLSelectElement)) {
      return fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} takes no text`, 'name the field itself');
    }
    if (/** @type {HTMLInputElement} */ (el).readOnly || dom.attr(el, 'aria-readonly') === 'true') {
      return fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} is read-only`, 'its value is chosen in another way: click it and look at the page again');
    }
    return null;
  }

  /** @param {Element} el @param {string} purpose @param {number} matches @returns {Promise<Answer>} */
  async function place(el, purpose, matches) {
    const shown = boxOwner(el);
    if (!shown) return { error: fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} is hidden`, 'it may show after another action: look at the page again') };
    const before = boxOf(shown);
    if (purpose !== 'see' && before && !middleInView(before)) shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = purpose === 'see' ? before : await restingBox(shown);
    if (!box) return { error: fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} is moving or going away`, 'wait until the page is at rest') };
    const point = purpose === 'see' ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : openPoint(el, box);
    if (!('x' in point)) {
      return { error: fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} is covered by ${point.by}`, 'close or finish what covers it first') };
    }
    return inTab(el, point, matches);
  }

  /** @param {DOMRect} box @returns {boolean} */
  function middleInView(box) {
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  }

  /** @param {Element} el @returns {Promise<DOMRect | null>} its box, once two frames in a row agree on it */
  async function restingBox(el) {
    await frame();
    const first = boxOf(el);
    await frame();
    const second = boxOf(el);
    if (!first || !second || !dom.connected(el)) return null;
    const same = first.x === second.x && first.y === second.y && first.width === second.width && first.height === second.height;
    return same ? second : null;
  }

  /** @returns {Promise<void>} the next animation frame, or its stand-in where there are none */
  function frame() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, FRAME_MS);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /**
   * @param {Element} el
   * @param {DOMRect} box
   * @returns {{ x: number, y: number } | { by: string }} a point where input reaches el, or what is in the way
   */
  function openPoint(el, box) {
    let by = '';
    for (const [across, down] of POINTS) {
      const x = box.x + box.width * across;
      const y = box.y + box.height * down;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const hit = deepHit(document, x, y);
      if (hit && reaches(hit, el)) return { x, y };
      if (hit && !by) by = quote(coverOf(hit));
    }
    return { by: by || 'the edge of the viewport' };
  }

  /** @param {Document | ShadowRoot} root @param {number} x @param {number} y @returns {Element | null} */
  function deepHit(root, x, y) {
    const hit = dom.fromPoint(root, x, y);
    const inside = hit && dom.shadow(hit);
    if (!inside) return hit;
    const inner = deepHit(inside, x, y);
    return inner && inner !== hit ? inner : hit;
  }

  /** @param {Element} hit @param {Element} el @returns {boolean} whether input on hit is input on el */
  function reaches(hit, el) {
    for (let at = /** @type {Element | null} */ (hit); at; at = dom.parentElement(at)) {
      if (at === el) return true;
    }
    // A label stands for its control, a button for the text in it.
    const meant = target.actionable(el);
    return meant.actionable && target.actionable(hit).el === meant.el;
  }

  /** @param {Element} hit @returns {Element} the dialog that hit is part of, else hit */
  function coverOf(hit) {
    return dom.nearest(hit, 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]') ?? hit;
  }

  /**
   * From this frame's pixels to the tab's.
   * @param {Element} el
   * @param {{ x: number, y: number }} point
   * @param {number} matches
   * @returns {Answer}
   */
  function inTab(el, point, matches) {
    /** @type {Located} */
    const located = { ...point, target: target.fingerprint(el), matches };
    if (isEditable(el)) located.editable = true;
    for (let view = /** @type {Window} */ (window); view !== view.top; view = view.parent) {
      const owner = frameOwner(view);
      if (!owner) {
        // The worker can still act inside the frame, where the point holds.
        const error = fault('MM_TARGET_NOT_ACTIONABLE', 'the element is in a frame of another origin', 'the point is given in pixels of that frame');
        return { located, error, final: true };
      }
      const box = dom.rect(owner);
      located.x += box.x + owner.clientLeft;
      located.y += box.y + owner.clientTop;
      const hit = dom.fromPoint(view.parent.document, located.x, located.y);
      if (hit !== owner && hit && !dom.shadow(hit)) {
        return { error: fault('MM_TARGET_NOT_ACTIONABLE', `the frame of ${quote(el)} is covered by ${quote(coverOf(hit))}`, 'close or finish what covers it first') };
      }
    }
    return { located };
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
    const role = names.role(el) || dom.tag(el);
    const name = names.name(el, role) || fold(target.plainText(el), QUOTE_MAX);
    const id = target.testId(el);
    if (name) return `${role} "${fold(redact(name), QUOTE_MAX)}"`;
    return id ? `${role} with test id "${redactAttr(id)}"` : role;
  }

  return { locate, fault };
}

Cairn.locate ??= makeLocate();
