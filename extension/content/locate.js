'use strict';
// Finding the one element that a target names and making it ready for real
// input: there, visible, enabled, at rest, in view and covered by nothing. The
// answer is a point; the input itself comes from the browser. Until all holds
// or the time is over it waits, and then says which of these failed.

function makeLocate() {
  const { clamp, watchMutations } = Cairn.settle;
  const { dom, target, refs, nodes, find, fill } = Cairn;
  const { boxOwner, boxOf, middleInView, restingBox, openPoint, coverOf, frameOwner, quote } = Cairn.place;

  const TIMEOUT_MS = 5000;
  const TIMEOUT_MAX_MS = 60_000;
  const AMBIGUOUS_MS = 1000; // a page between two states shows both for no longer
  const LOOK_EVERY_MS = 100; // without a mutation: styles and layout change silently
  const LOOK_AGAIN_MS = 30; // after one: they come in bursts

  const PURPOSES = new Set(['click', 'type', 'see']);

  /** What to do with inputs that take no text. @type {Record<string, string>} */
  const NOT_TYPED = {
    file: 'Cairn gives pages no files: ask the person at the browser to choose one',
    checkbox: 'click it to change it',
    radio: 'click it to choose it',
  };

  /**
   * @typedef {import('../wire').Located} Located
   * @typedef {{ located?: Located, error?: Fault, final?: boolean, elsewhere?: number }} Answer
   * @typedef {{ target: Target, within?: Target, purpose: string, timeoutMs: unknown }} Wanted
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
        const answer = await attempt(wanted);
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
    const { final: _, elsewhere, ...rest } = answer;
    if (elsewhere && rest.error) {
      rest.error = { ...rest.error, hint: `${elsewhere} such elements are elsewhere on this page: look at the page again` };
    } else if (rest.error?.code === 'MM_TARGET_NOT_FOUND') {
      const near = find.nearest(wanted);
      rest.error = { ...rest.error, hint: near.length ? `nearest here: ${near.join(', ')}` : 'nothing like it is on this page: look at the page again' };
    }
    return rest;
  }

  /**
   * @param {unknown} request
   * @returns {Wanted | { error: Fault }}
   */
  function validate(request) {
    const r = /** @type {any} */ (request);
    const wrong = misnamed(r?.target) ?? (r.within === undefined ? null : misnamed(r.within));
    if (wrong) return { error: fault('MM_INVALID_INPUT', wrong, 'give exactly one of a11yRef, testId, selector, or role with name') };
    const purpose = r.for ?? 'click';
    if (!PURPOSES.has(purpose)) return { error: fault('MM_INVALID_INPUT', 'for is none of click, type and see') };
    return { target: r.target, within: r.within, purpose, timeoutMs: r.timeoutMs };
  }

  /** @param {any} target @returns {string | null} what is wrong with how it is named */
  function misnamed(target) {
    if (typeof target !== 'object' || target === null) return 'locate needs a target';
    const { a11yRef, testId, selector, role, name } = target;
    if ([a11yRef, testId, selector, role, name].some((v) => v !== undefined && typeof v !== 'string')) return 'the names of a target are strings';
    const given = [a11yRef, testId, selector, role || name].filter(Boolean).length;
    if (given !== 1) return given ? 'the target is named in more than one way' : 'the target names nothing';
    return name && !role ? 'a name needs its role' : null;
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

  /** @param {Wanted} request @returns {Promise<Answer>} */
  async function attempt({ target: wanted, within, purpose }) {
    const found = find.all(wanted);
    if ('error' in found) return { error: found.error, final: true };
    let { elements } = found;
    if (within) {
      const inside = only(elements, within);
      if (!('elements' in inside)) return inside;
      if (elements.length && !inside.elements.length) {
        return { error: fault('MM_TARGET_NOT_FOUND', `no element in ${find.describe(within)} has ${find.describe(wanted)}`), elsewhere: elements.length };
      }
      elements = inside.elements;
    }
    if (!elements.length) return { error: fault('MM_TARGET_NOT_FOUND', `no element has ${find.describe(wanted)}`) };
    const seen = elements.filter((el) => boxOwner(el) !== null);
    if (!seen.length) return { error: fault('MM_TARGET_NOT_ACTIONABLE', `${quote(elements[0])} is hidden`, 'it may show after another action: look at the page again') };
    if (seen.length > 1 && purpose !== 'see') {
      const list = seen.slice(0, 5).map((el) => `${refs.refOf(el)} ${quote(el)}`).join(', ');
      return { error: fault('MM_TARGET_AMBIGUOUS', `${seen.length} elements have ${find.describe(wanted)}`, `name one of them by its a11yRef: ${list}`) };
    }
    const el = purpose === 'type' ? fieldOf(seen[0]) : seen[0];
    const unfit = purpose === 'see' ? null : unfitFor(el, purpose);
    if (unfit) return { error: unfit };
    return place(el, purpose, seen.length);
  }

  /**
   * @param {Element[]} elements
   * @param {Target} within
   * @returns {{ elements: Element[] } | Answer} those that are in the one container
   */
  function only(elements, within) {
    const found = find.containers(within);
    if ('error' in found) return { error: found.error, final: true };
    const [container, ...others] = found.elements;
    if (!container) return { error: fault('MM_TARGET_NOT_FOUND', `nothing to look within has ${find.describe(within)}`) };
    if (others.length) {
      const list = found.elements.slice(0, 5).map((el) => `${refs.refOf(el)} ${quote(el)}`).join(', ');
      return { error: fault('MM_TARGET_AMBIGUOUS', `${found.elements.length} elements to look within have ${find.describe(within)}`, `name one of them by its a11yRef: ${list}`) };
    }
    return { elements: elements.filter((el) => find.isIn(el, container)) };
  }

  /** @param {Element} el @returns {Element} the one text field that el is, labels or holds */
  function fieldOf(el) {
    if (isEditable(el) || fill.sets(el)) return el;
    if (el instanceof HTMLLabelElement && el.control) return el.control;
    const fields = [...dom.all(el, 'input, select, textarea, [contenteditable]')].filter((f) => (isEditable(f) || fill.sets(f)) && dom.rendered(f));
    return fields.length === 1 ? fields[0] : el;
  }

  /** @param {Element} el @returns {boolean} whether text can be typed into el */
  function isEditable(el) {
    if (el instanceof HTMLInputElement) return !find.NO_TEXT.has(el.type);
    return el instanceof HTMLTextAreaElement || dom.isEditable(el);
  }

  /** @param {Element} el @param {string} purpose @returns {Fault | null} */
  function unfitFor(el, purpose) {
    if (nodes.isDisabled(el)) {
      return fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} is disabled`, 'something else has to be done or filled in first');
    }
    if (purpose !== 'type') return null;
    if (el instanceof HTMLInputElement && NOT_TYPED[el.type]) {
      return fault('MM_TARGET_NOT_ACTIONABLE', `${quote(el)} takes no text`, NOT_TYPED[el.type]);
    }
    if (!isEditable(el) && !fill.sets(el)) {
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
    if (purpose !== 'see') Cairn.aim.at(el);
    return inTab(el, point, matches);
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
    if (fill.sets(el)) located.fillRef = refs.refOf(el);
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

  return { locate, fault };
}

Cairn.locate ??= makeLocate();
