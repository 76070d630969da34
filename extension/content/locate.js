'use strict';
// Finds the one element that a target names and prepares it for real input: present,
// visible, enabled, at rest, in view and covered by nothing. The answer is a point; the
// input itself comes from the browser. locate waits until all conditions hold or the
// timeout expires, and then returns the condition that failed.

function makeLocate() {
  const { settle } = Cairn;
  const { clamp, watchMutations } = settle;
  const { dom, target, refs, nodes, find, fill, redrawn, reveal } = Cairn;
  const { boxOwner, boxOf, middleInView, restingBox, openPoint, unreached, scrollsApart, coverOf, frameOwner, throughFrame, quote } = Cairn.place;

  const TIMEOUT_MS = 5000;
  const TIMEOUT_MAX_MS = 60_000;
  const AMBIGUOUS_MS = 1000; // a page in transition shows both states for no longer than this
  const REACTION_MS = 500; // of a page to scrolling by Cairn
  const PRESSED_MAX = 5; // equals of which some may be one to a press
  const LOOK_EVERY_MS = 100; // without a mutation: styles and layout change silently
  const LOOK_AGAIN_MS = 30; // after a mutation: they come in bursts

  /** SCROLLS lists the ways to bring an element into view; the next one is tried if an element that does not scroll along covers it. @type {ScrollIntoViewOptions[]} */
  const SCROLLS = [
    { block: 'center', inline: 'center' }, { block: 'end', inline: 'center' }, { block: 'start', inline: 'center' },
    { block: 'center', inline: 'end' }, { block: 'center', inline: 'start' }, { block: 'nearest', inline: 'nearest' },
  ];

  /** POINTED lists purposes that act on the text itself if no control contains it. */
  const POINTED = new Set(['click', 'hover', 'drag', 'drop']);

  /** NOT_TYPED holds hints for inputs, by type, and other elements, by role, that take no text. @type {Record<string, string>} */
  const NOT_TYPED = {
    file: 'mm_upload gives it files',
    checkbox: 'click it to change it',
    radio: 'click it to choose it',
    combobox: 'click it first',
    gridcell: 'double-click it first',
    slider: 'mm_press arrow keys in it',
  };

  /**
   * @typedef {import('../wire').Located} Located
   * @typedef {{ located?: Located, error?: Fault, calmMs?: number, final?: boolean, elsewhere?: number, sizeless?: boolean }} Answer
   * @typedef {{ target: Sought, within?: Sought, purpose: string, at?: { x: number, y: number }, timeoutMs: unknown, reveal: boolean, around: boolean, scrolled: number, beside?: boolean }} Wanted
   *   scrolled counts the ways of scrolling that left the element hidden
   * @typedef {{ el: Element, matches: number }} Choice
   */

  /** @param {import('../wire').Code} code @param {string} message @param {string} [hint] @returns {Fault} */
  const fault = (code, message, hint) => hint ? { code, message, hint } : { code, message };

  /** @param {string} message @param {string} [hint] @returns {Fault} an error for a found element that cannot be acted on */
  const stuck = (message, hint) => fault('MM_TARGET_NOT_ACTIONABLE', message, hint);

  /** @param {Element} el @param {string} why @param {string} hint @returns {Fault} */
  const unfit = (el, why, hint) => stuck(`${quote(el)} ${why}`, hint);

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
    settle.calmMs(); // starts watching
    try {
      for (;;) {
        const answer = await attempt(wanted);
        if (wanted.reveal && answer.error?.code === 'MM_TARGET_NOT_FOUND' && !answer.elsewhere) {
          wanted.reveal = false;
          settle.disregard(Infinity);
          const came = await reveal.seek(async () => 'el' in (await Cairn.slices.run(choose(wanted))).value, deadline);
          settle.disregard(REACTION_MS);
          if (!came) return await finished(answer, wanted.target);
          continue;
        }
        const now = performance.now();
        const settledFault = answer.final || (answer.error?.code === 'MM_TARGET_AMBIGUOUS' && now - began >= AMBIGUOUS_MS);
        if (!answer.error || settledFault || now >= deadline) return await finished(answer, wanted.target);
        await changes.next(Math.min(LOOK_EVERY_MS, deadline - now));
      }
    } finally {
      changes.stop();
    }
  }

  /** @param {Answer} answer @param {Target} wanted @returns {Promise<Answer>} */
  async function finished(answer, wanted) {
    const { final: _, elsewhere, ...rest } = answer;
    if (elsewhere && rest.error) {
      rest.error = { ...rest.error, hint: `${elsewhere} such elements are elsewhere on this page: look again` };
    } else if (rest.error?.code === 'MM_TARGET_NOT_FOUND' && !rest.error.hint) {
      const near = (await Cairn.slices.run(find.nearest(wanted))).value;
      rest.error = { ...rest.error, hint: near.length ? `nearest here: ${near.join(', ')}` : 'nothing like it is on this page: look again' };
    }
    return rest.error ? { ...rest, calmMs: settle.calmMs() } : rest;
  }

  /**
   * @param {unknown} request
   * @returns {Wanted | { error: Fault }}
   */
  function validate(request) {
    const r = /** @type {any} */ (request);
    const target = withText(r?.target, r?.text);
    const within = withText(r?.within, r?.withinText);
    const purpose = r?.for ?? 'click';
    const wrong = purpose === 'focus' && !Object.keys(target ?? {}).length ? null : misnamed(target) ?? (within === undefined ? null : misnamed(within));
    if (wrong) return { error: fault('MM_INVALID_INPUT', wrong, 'give exactly one of a11yRef, testId, selector, text, or role with name') };
    return { target, within, purpose, at: r.at, timeoutMs: r.timeoutMs, reveal: r.reveal === true, around: r.around === true, scrolled: 0 };
  }

  /** @param {any} target @param {unknown} text @returns {any} */
  const withText = (target, text) => text === undefined ? target : { ...target, text };

  /** @param {any} target @returns {string | null} the error in its names, null if there is none */
  function misnamed(target) {
    const { a11yRef, testId, selector, role, name, text } = target ?? {};
    const given = [a11yRef, testId, selector, role || name, text].filter(Boolean).length;
    if (given !== 1) return given ? 'the target is named in more than one way' : 'the target names nothing';
    return name && !role ? 'a name needs its role' : null;
  }

  /** @returns {{ next: (ms: number) => Promise<void>, stop: () => void }} next waits for a change of the page, at most ms */
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

  /** @param {Wanted} wanted @returns {Promise<Answer>} */
  async function attempt(wanted) {
    const choice = (await Cairn.slices.run(choose(wanted))).value;
    if (!('el' in choice)) return choice;
    const answer = await ready(choice, wanted);
    if (wanted.around && answer.located) Object.assign(answer.located, { around: Cairn.around.of(choice.el), ...(isEditable(choice.el) && { editable: true }) });
    return answer;
  }

  /** @param {Choice} choice @param {Wanted} wanted @returns {Promise<Answer>} */
  async function ready(choice, wanted) {
    if (wanted.purpose === 'focus') return Cairn.focusing.give(choice.el);
    const wrong = wanted.purpose === 'see' ? null : unfitFor(choice.el, wanted.purpose);
    if (wrong) return { error: wrong, sizeless: true };
    const files = wanted.purpose === 'upload' ? Cairn.upload.inputOf(choice.el) : null;
    return files ? Cairn.upload.located(choice.el, files, choice.matches) : place(choice, wanted);
  }

  /** @param {Wanted} request @returns {Generator<void, Choice | Answer, void>} the one matching element, or the reason why there is none */
  function* choose({ target: wanted, within, purpose }) {
    if (purpose === 'focus' && !Object.keys(wanted ?? {}).length) return Cairn.focusing.chosen();
    const pointed = POINTED.has(purpose) && wanted.text;
    const found = pointed ? { elements: yield* Cairn.byText.pointed(pointed) } : yield* find.all(wanted);
    if ('error' in found) return { error: found.error, final: true };
    let { elements } = found;
    if (within) {
      const inside = yield* only(elements, within);
      if (!('elements' in inside)) return inside;
      if (elements.length && !inside.elements.length) {
        return { error: fault('MM_TARGET_NOT_FOUND', `no element in ${find.describe(within)} has ${find.describe(wanted)}`), elsewhere: elements.length };
      }
      elements = inside.elements;
    }
    if (!elements.length) return { error: fault('MM_TARGET_NOT_FOUND', `no element has ${find.describe(wanted)}`) };
    const seen = yield* find.those(elements, (el) => boxOwner(el) !== null);
    if (!seen.length && purpose === 'upload' && elements.length === 1 && Cairn.upload.inputOf(elements[0])) return { el: elements[0], matches: 1 };
    const shown = seen.length ? (purpose === 'see' ? seen : pressed(seen)) : elements.filter(Cairn.clickable.hoverFor);
    if (!shown.length) return without(elements[0], purpose);
    const address = nodes.addressOf(shown[0]);
    if (shown.length > 1 && purpose !== 'see' && !(purpose === 'click' && address && shown.every((el) => nodes.addressOf(el) === address))) return ambiguous(shown, `have ${find.describe(wanted)}`);
    const around = seen.length ? null : Cairn.clickable.hoverFor(shown[0]);
    if (around) return purpose === 'hover' ? { el: around, matches: 1 } : without(shown[0], purpose);
    return { el: purpose === 'type' ? fieldOf(shown[0]) : shown[0], matches: shown.length };
  }

  /** @param {Element[]} els @returns {Element[]} those that a press on their middle reaches, without those where it reaches an equal in the same place, in them or around them, as a menu's item with a link */
  function pressed(els) {
    const isIn = (/** @type {Element} */ el, /** @type {Element} */ o) => el === o || dom.isWithin(el, o);
    return els.length > PRESSED_MAX ? els : els.filter((el) => {
      const { x, y } = dom.middle(dom.rect(boxOwner(el) ?? el));
      const hit = Cairn.place.hit(x, y);
      return !hit || !els.some((o) => o !== el && isIn(hit, o) && (dom.isWithin(o, el) || (!isIn(hit, el) && (dom.isWithin(el, o) || Cairn.clickable.isCovered(el, o)))));
    });
  }

  /** @param {Element[]} els @param {string} have @returns {Answer} the error for several elements */
  function ambiguous(els, have) {
    const list = els.slice(0, 5).map((el) => `${refs.refOf(el)} ${quote(el)}${inRow(el)}`).join(', ');
    return { error: fault('MM_TARGET_AMBIGUOUS', `${els.length} elements ${have}`, `name one of them by its a11yRef: ${list}`) };
  }

  /** @param {Element} el @returns {string} its place in words, if that distinguishes it from its equals */
  function inRow(el) {
    const row = Cairn.rows.around(el);
    return row ? ` in "${Cairn.text.clip(row.text, 60)}"` : '';
  }

  /** @param {Element} el @param {string} purpose @returns {Answer} the reason why no part of el can be pressed */
  function without(el, purpose) {
    return { error: hidden(el), ...(purpose !== 'see' && { sizeless: true }) };
  }

  /** @param {Element} el @returns {Fault} */
  function hidden(el) {
    const select = dom.tag(el) === 'option' ? dom.nearest(el, 'select') : null;
    if (select) return unfit(el, "is in a closed list of the system's", `mm_type its label into ${quote(select)}`);
    if (Cairn.clickable.hoverFor(el)) return unfit(el, 'only shows under the mouse', 'mm_hover it first');
    return unfit(el, dom.boxed(el) ? 'is hidden: it takes up no room' : 'is hidden', 'look again later');
  }

  /**
   * @param {Element[]} elements
   * @param {Target} within
   * @returns {Generator<void, { elements: Element[] } | Answer, void>} the elements in the one container
   */
  function* only(elements, within) {
    const found = yield* find.containers(within);
    if ('error' in found) return { error: found.error, final: true };
    const [container, ...others] = found.elements;
    if (!container) return { error: fault('MM_TARGET_NOT_FOUND', `nothing to look within has ${find.describe(within)}`) };
    if (others.length) return ambiguous(found.elements, `to look within have ${find.describe(within)}`);
    return { elements: yield* find.those(elements, (el) => dom.isWithin(el, container)) };
  }

  /** @param {Element} el @returns {Element} the one text field that el is, labels or holds */
  function fieldOf(el) {
    if (isEditable(el) || fill.sets(el)) return el;
    if (el instanceof HTMLLabelElement && el.control) return el.control;
    const fields = [...dom.all(el, 'input, select, textarea, [contenteditable]')].filter((f) => (isEditable(f) || fill.sets(f)) && dom.rendered(f));
    return fields.length === 1 ? fields[0] : el;
  }

  /** @param {Element} el @returns {boolean} whether text can be typed into el */
  const isEditable = (el) => dom.isInput(el) ? !Cairn.roles.NO_TEXT.has(el.type) : el instanceof HTMLTextAreaElement || dom.isEditable(el);

  /** @param {Element} el @param {string} purpose @returns {Fault | null} */
  function unfitFor(el, purpose) {
    if (purpose === 'hover') return null;
    if (nodes.isDisabled(el)) return unfit(el, 'is disabled', 'do or fill in something else first');
    if (purpose !== 'type') return null;
    if (dom.isInput(el) && NOT_TYPED[el.type]) return unfit(el, 'takes no text', NOT_TYPED[el.type]);
    if (!isEditable(el) && !fill.sets(el)) return unfit(el, 'takes no text', NOT_TYPED[Cairn.roles.role(el)] ?? 'name the field itself');
    if (/** @type {HTMLInputElement} */ (el).readOnly || dom.attr(el, 'aria-readonly') === 'true') return unfit(el, 'is read-only', 'click it and look again');
    return null;
  }

  /** @param {Choice} choice @param {Wanted} wanted @returns {Promise<Answer>} */
  async function place({ el, matches }, wanted) {
    const shown = boxOwner(el);
    if (!shown) return without(el, wanted.purpose);
    const before = boxOf(shown);
    if (wanted.at) return placeAt(el, shown, matches, wanted, wanted.at);
    const scrolls = before !== null && (wanted.scrolled > 0 || !middleInView(shown, before));
    if (scrolls) (Cairn.areas.imageOf(shown) ?? shown).scrollIntoView({ ...SCROLLS[wanted.scrolled % SCROLLS.length], behavior: 'instant' });
    if (wanted.purpose === 'see') return throughFrames(sight(el, shown, matches, scrolls), wanted);
    if (wanted.purpose === 'press') return forKeys(el, matches);
    const rested = await rest(el, shown, wanted);
    if (!rested) return { error: restless(el) };
    const point = openPoint(rested.el, rested.box);
    if ('x' in point) {
      aimAt(rested.el, wanted.purpose);
      const answer = throughFrames(inTab(rested.el, point, matches), wanted);
      if (answer.located && wanted.purpose === 'drop') answer.located.target = target.endPrint(rested.el);
      return answer;
    }
    // A person who clicks the text hits the control that is drawn by it.
    if (wanted.target.text && dom.isInput(point.by) && dom.transparent(point.by)) return place({ el: point.by, matches }, wanted);
    const around = dom.parentElement(rested.el);
    // An element beside the page may come into view while the mouse is on its surroundings.
    if (wanted.purpose === 'hover' && around && (wanted.beside ||= !point.by)) return place({ el: around, matches }, wanted);
    if (wanted.scrolled || !point.by || scrollsApart(rested.el, point.by)) wanted.scrolled++;
    return { error: stuck(...unreached(rested.el, point.by)) };
  }

  /**
   * placeAt locates a point within an element, such as a place on a canvas.
   * @param {Element} el @param {Element} shown the visible element for it @param {number} matches @param {Wanted} wanted
   * @param {{ x: number, y: number, width?: number, height?: number }} at from its top left corner, on an element of that size
   * @returns {Promise<Answer>}
   */
  async function placeAt(el, shown, matches, wanted, at) {
    const pointIn = (/** @type {DOMRect} */ box) => ({ x: box.x + at.x, y: box.y + at.y });
    const track = at.width ? target.trackOf(el) : null;
    if (track) shown = track;
    const { width, height } = dom.rect(shown);
    if (at.width && Math.max(Math.abs(at.width - width), Math.abs((at.height ?? 0) - height)) > 1) {
      return { error: fault('MM_INVALID_INPUT', `the element is no longer ${at.width} pixels wide and ${at.height} high`, 'look where the point is now'), final: true };
    }
    if (at.x < 0 || at.y < 0 || at.x >= width || at.y >= height) {
      return { error: fault('MM_INVALID_INPUT', `the point ${at.x},${at.y} is outside of the element`, `give x below ${Math.ceil(width)} and y below ${Math.ceil(height)}, from its top left corner`), final: true };
    }
    if (!Cairn.place.inView(pointIn(dom.rect(shown)))) Cairn.place.scrollTo(shown, pointIn);
    if (!(await restingBox(shown))) return { error: restless(el) };
    const point = pointIn(dom.rect(shown));
    const by = Cairn.place.coverAt(track ?? el, point);
    if (by) return { error: stuck(...unreached(el, by.hit)) };
    aimAt(track ?? el, wanted.purpose);
    return inTab(el, point, matches);
  }

  /** @param {Element} el @returns {Fault} */
  const restless = (el) => unfit(el, 'is moving or going away', 'wait until the page is at rest');

  /** @param {Element} el @param {string} purpose */
  function aimAt(el, purpose) {
    if (purpose !== 'drop') Cairn.aim.at(el); // nothing is pressed there
    if (purpose === 'drag') Cairn.place.unselect();
  }

  /** @param {Answer} answer @param {Wanted} wanted @returns {Answer} the same answer; if the element is out of reach in its frames, the next attempt scrolls them */
  function throughFrames(answer, wanted) {
    if (answer.error && !answer.located) wanted.scrolled++;
    return answer;
  }

  /** @param {Element} el @param {number} matches @returns {Answer} an answer without a point: keys go to the focused element */
  function forKeys(el, matches) {
    return { located: { x: 0, y: 0, target: target.fingerprint(el), matches, ref: refs.refOf(el) } };
  }

  /** @param {Element} el @param {Element} shown the visible element for it @param {number} matches @param {boolean} scrolled @returns {Answer} */
  function sight(el, shown, matches, scrolled) {
    const box = boxOf(shown);
    if (!box) return { error: hidden(el) };
    const answer = inTab(el, dom.middle(box), matches);
    if (answer.located) Object.assign(answer.located, Cairn.aim.held(el), scrolled && { scrolled });
    return answer;
  }

  /**
   * @param {Element} el
   * @param {Element} shown the visible element for it
   * @param {Wanted} wanted
   * @returns {Promise<{ el: Element, box: DOMRect } | null>} el at rest; for an element that is constantly redrawn, the one
   *   now in its place
   */
  async function rest(el, shown, wanted) {
    const first = boxOf(shown);
    const was = redrawn.memo(el);
    const box = await restingBox(shown);
    if (box) return { el, box };
    const again = dom.connected(el) ? null : (await Cairn.slices.run(choose(wanted))).value;
    if (!first || !again || !('el' in again) || !redrawn.replaces(was, again.el)) return null;
    const now = boxOwner(again.el);
    const there = now && boxOf(now);
    const same = there && there.x === first.x && there.y === first.y && there.width === first.width && there.height === first.height;
    return same ? { el: again.el, box: there } : null;
  }

  /**
   * inTab converts a point from this frame's pixels to the tab's.
   * @param {Element} el
   * @param {{ x: number, y: number }} point
   * @param {number} matches
   * @returns {Answer}
   */
  function inTab(el, point, matches) {
    const inside = !Cairn.sweep.listedRole(el) && dom.shadow(el); // a component without a role is the one control in it
    const [only, other] = inside ? dom.all(inside, 'a,button') : [];
    const meant = dom.tag(el) === 'label' ? target.actionable(el).el : other ? el : (only ?? el);
    /** @type {Located} */
    const located = { ...point, target: target.fingerprint(meant), matches };
    if (isEditable(el)) located.editable = true;
    located.ref = refs.refOf(el);
    if (fill.sets(el)) located.fillRef = located.ref;
    for (let view = /** @type {Window} */ (window); view !== view.top; view = view.parent) {
      const owner = frameOwner(view);
      if (!owner) {
        // The worker can still act inside the frame, in which the point is valid.
        const error = stuck('the element is in a frame of another origin', 'the point is in pixels of that frame');
        return { located, error, final: true };
      }
      Object.assign(located, throughFrame(/** @type {HTMLElement} */ (owner), located));
      const hit = dom.fromPoint(view.parent.document, located.x, located.y);
      if (!hit || (hit !== owner && !dom.shadow(hit) && dom.isWithin(owner, hit))) {
        return { error: stuck(`${quote(el)} is cut off by what the frame is in`, 'look again later') };
      }
      if (hit !== owner && !dom.shadow(hit)) {
        return { error: stuck(`the frame of ${quote(el)} is covered by ${quote(coverOf(hit))}`, 'close or finish what covers it first') };
      }
    }
    return { located };
  }

  return { locate, fault, unfit };
}

Cairn.locate ??= makeLocate();
