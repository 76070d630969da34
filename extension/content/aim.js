'use strict';
// Our own input must reach the element that was located. Between the finding of
// its place and the press it may have moved away, or something else have come
// there. Then the press and all input after it are kept from the page until
// the action ends, and the next look says where it would have gone. Nor is what
// follows our text done where the page does not take that.

function makeAim() {
  const { dom, redrawn, filled } = Cairn;
  const { reaches, coverOf, quote } = Cairn.place;

  /** What may follow a press; listened for before the page's own listeners are there. */
  const FOLLOWING = ['mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'keydown', 'keypress', 'keyup', 'beforeinput'];

  /** The code of the key that comes before what we write (companion/cdp, imeKey). */
  const WRITING = 229;

  /** What has got the focus for a key of ours, until that came. @type {Element | null} */
  let focused = null;
  /** The mouse has been on what was located. */
  let over = false;
  /** What it was on beside that. */
  let beside = '';

  /** What was located last in this frame, until the action ends. @type {ReturnType<typeof redrawn.memo> | null} */
  let aimed = null;
  let watching = false;
  let hit = false;
  /** The press was let go of on the target, or on what was drawn in its place. */
  let released = false;
  /** The click that comes of both arrived there. */
  let clicked = false;
  /** Of what the press would have gone to; empty before one went astray. */
  let astray = '';
  /** The text field that our writing came to, and whether anything has come of it. @type {{ el: HTMLInputElement | HTMLTextAreaElement, whole: boolean, taken: boolean, caret: string } | null} */
  let writing = null;
  let keyed = false; // the page wants keys with names, and gets no whole text
  let refused = false; // it took no whole text: what was to follow that is kept from it
  let timer = 0;

  /** @param {Element} el what the next press is meant for */
  function at(el) {
    aimed = redrawn.memo(el);
  }

  /** @param {Element} el what the next key is meant for */
  function keys(el) {
    focused = el;
  }

  /** @param {number} ms for how long the next press is our own; 0 ends it */
  function watch(ms) {
    clearTimeout(timer);
    watching = ms > 0;
    hit = released = clicked = over = false;
    astray = beside = '';
    focused = null;
    writing = null;
    keyed = refused = false;
    if (watching) timer = setTimeout(watch, ms, 0);
    else aimed = null;
  }

  /**
   * An element that is replaced between press and release gets no click: it goes to what both are in.
   * @returns {{ hit?: boolean, astray?: string, unwritten?: boolean, lost?: boolean }} where the press went in this frame; nothing before it came
   */
  function outcome() {
    if (!hit) {
      const missed = astray || (over ? '' : beside);
      return missed ? { astray: missed } : {};
    }
    if (released && !clicked && aimed && !dom.connected(aimed.el)) return { hit, lost: true };
    return refused || isUnwritten() ? { hit, unwritten: true } : { hit };
  }

  /**
   * A mask may keep our text from its field, and write there itself: then the caret is elsewhere.
   * @returns {boolean} whether the field shows nothing of our text, or cannot make anything of it
   */
  function isUnwritten() {
    if (!writing) return false;
    const { el, taken, caret } = writing;
    if (el.validity.badInput) return true;
    return !taken && (caret ? caret === caretOf(el) : !filled.is(el));
  }

  /** @param {HTMLInputElement | HTMLTextAreaElement} el @returns {string} empty for fields that do not tell */
  function caretOf({ selectionStart, selectionEnd }) {
    return selectionEnd === null ? '' : `${selectionStart} ${selectionEnd}`;
  }

  /** @param {unknown} to @returns {boolean} whether input on it is input on the target */
  function isAimedAt(to) {
    return !!aimed && to instanceof Element && (reaches(to, aimed.el) || redrawn.reaches(aimed, to));
  }

  /** @param {MouseEvent} event */
  function onMove(event) {
    if (!watching || !aimed || !event.isTrusted) return;
    const to = dom.origin(event);
    if (isAimedAt(to)) over = true;
    else if (to instanceof Element) beside = quote(coverOf(to));
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether a key of ours came to another element than the one that got the focus for it */
  function isForAnother(event) {
    const to = dom.origin(event);
    const another = !!focused && to !== focused;
    if (another) astray = to instanceof Element ? quote(to) : 'the page';
    else if (!/^(Control|Alt|Meta|Shift)$/.test(event.key)) focused = null; // from now on the page may move it
    return another;
  }

  /** @param {MouseEvent} event */
  function onRelease(event) {
    if (watching && hit && event.isTrusted) released = isAimedAt(dom.origin(event));
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    if (watching && hit && event.isTrusted && isAimedAt(dom.origin(event))) clicked = true;
  }

  /** @param {PointerEvent} event */
  function onPress(event) {
    if (!watching || hit || !event.isTrusted) return;
    const to = dom.origin(event);
    hit = isAimedAt(to);
    if (hit) Cairn.main.sayFelt();
    astray = hit ? '' : to instanceof Element ? quote(coverOf(to)) : 'the page';
    keepBack(event);
  }

  /**
   * What we write is for the field that was pressed, or for one that took the
   * focus from it; where neither is, it goes nowhere.
   * @param {KeyboardEvent} event
   */
  function onKey(event) {
    if (!watching || astray || refused || !event.isTrusted) return;
    if (isForAnother(event)) return keepBack(event);
    const whole = event.keyCode === WRITING;
    if (!whole && (event.key.length !== 1 || event.ctrlKey || event.metaKey)) return;
    const to = dom.origin(event);
    if (hit && (to instanceof HTMLInputElement || to instanceof HTMLTextAreaElement)) {
      writing ??= { el: to, whole, taken: false, caret: caretOf(to) };
    } else if (whole && !(hit && to instanceof Element && dom.isEditable(to))) {
      hit = false;
      astray = 'no field: none has the focus';
      keepBack(event);
    }
  }

  /** A page that lets no key through makes something of each, but nothing of one without a name. @param {KeyboardEvent} event when the page has had it */
  function onKeyHad(event) {
    if (writing?.whole && event.isTrusted && event.keyCode === WRITING && event.defaultPrevented) keyed = true;
  }

  /** @param {Event} event */
  function onBeforeInput(event) {
    if (keyed && event.isTrusted) stop(event);
  }

  /** Ours, or one that the page makes when it has written itself. */
  function onInput() {
    if (writing) writing.taken = true;
  }

  /** @param {KeyboardEvent} event */
  function onKeyUp(event) {
    if (writing?.whole && event.isTrusted && event.keyCode === WRITING) refused = isUnwritten();
  }

  /** @param {Event} event */
  function keepBack(event) {
    if ((astray || refused) && event.isTrusted) stop(event);
  }

  /** @param {Event} event */
  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function start() {
    /** @param {string} name @param {(event: any) => void} handle @param {boolean} capture */
    const on = (name, handle, capture = true) => addEventListener(name, Cairn.main.guarded(handle), { capture, passive: false });
    on('pointerdown', onPress);
    on('mousemove', onMove);
    on('mouseup', onRelease);
    on('click', onClick);
    on('auxclick', onClick);
    on('keydown', onKey);
    on('keydown', onKeyHad, false);
    on('beforeinput', onBeforeInput);
    on('input', onInput);
    on('keyup', onKeyUp);
    for (const name of FOLLOWING) on(name, keepBack);
  }

  return { at, keys, watch, outcome, start };
}

Cairn.aim ??= makeAim();
