'use strict';
// Cairn's own input must reach the located element. Between locating it and the
// press, it may have moved, or another element may have covered it. In that case aim
// keeps the press and all later input from the page until the action ends, and the
// next observation names the element that was hit. If the page refuses Cairn's text,
// aim also blocks the input that follows it.

function makeAim() {
  const { dom, redrawn, filled, rows, sensitive } = Cairn;
  const { reaches, coverOf, quote } = Cairn.place;

  /** FOLLOWING lists the events that may follow a press. aim listens for them before the page adds its own listeners. */
  const FOLLOWING = 'mousedown pointerup mouseup click auxclick dblclick keydown keypress keyup beforeinput'.split(' ');

  /** WRITING is the key code that precedes text written by Cairn (companion/cdp, imeKey). */
  const WRITING = 229;

  /** HELD is the longest value that is read back, in characters. */
  const HELD = 2000;

  /** focused holds the element that got the focus for Cairn's key, until that key arrives. @type {Element | null} */
  let focused = null;
  /** over is true if the mouse was on the located element. */
  let over = false;
  /** beside names another element that the mouse was on. */
  let beside = '';

  /** aimed holds the element located last in this frame, until the action ends. @type {ReturnType<typeof redrawn.memo> & { row: string } | null} */
  let aimed = null;
  let watching = false;
  let hit = false;
  /** released is true if the press was released on the target, or on the element drawn in its place. */
  let released = false;
  /** clicked is true if the click of that press and release arrived there. */
  let clicked = false;
  /** up is true once the button went up again, or if it is one that may open the browser's menu. */
  let up = false;
  /** astray names the element that the press would have hit instead. It is empty until a press misses. */
  let astray = '';
  /** writing holds the text field that received Cairn's text, and whether the text had an effect. @type {{ el: HTMLInputElement | HTMLTextAreaElement, whole: boolean, taken: boolean, caret: string, before: string } | null} */
  let writing = null;
  /** wrote holds the fields that Cairn wrote into. @type {WeakSet<any>} */
  const wrote = new WeakSet();
  /** left holds the field that Cairn wrote into before this action, with its text then and before that. @type {any} */
  let left = null;
  let keyed = false; // the page needs keys with names, and gets no text as a whole
  let refused = false; // the page refused text as a whole: the input that follows it is blocked
  let withheld = false; // the page took the text out of its field again: this Enter or press would send the field without it
  let timer = 0;

  /** @param {Element} el target of the next press */
  function at(el) {
    aimed = { ...redrawn.memo(el), row: rowOf(el) };
  }

  /** rowOf identifies the row of an element, which a list may use for another row, as menus and lists of suggestions do with their entries. Other elements may change their own text under the mouse. @param {Element} el */
  const rowOf = (el) => `${rows.around(el)?.text.replace(`${dom.text(el)}`, '')}${dom.fits(el, '[role=option],[role^=menuitem]') && dom.text(el)}`;

  /** @param {Element} el target of the next key */
  function keys(el) {
    focused = el;
  }

  /** @param {number} ms time in which the next press is Cairn's; 0 ends it */
  function watch(ms) {
    clearTimeout(timer);
    watching = ms > 0;
    hit = released = clicked = over = keyed = refused = withheld = false;
    astray = beside = '';
    if (writing) left = { ...writing, text: writing.el.value };
    writing = focused = null;
    if (!watching) return void (aimed = null);
    timer = setTimeout(watch, ms, 0);
    start(); // document.open removes all listeners
  }

  /**
   * An element that is replaced between press and release gets no click: the click goes to a common ancestor. Nor does
   * it if the browser drops the input, as before it has painted a page; or drops the release, as after an unanswered dialog.
   * @returns {{ hit?: boolean, astray?: string, unwritten?: boolean, lost?: boolean, held?: string }} the result of the press in this frame, which is lost until it arrives
   */
  function outcome() {
    if (!hit) {
      const missed = astray || (over ? '' : beside);
      return missed ? { astray: missed } : watching && aimed ? { lost: true } : {};
    }
    if (!up || (released && !clicked && aimed && !dom.connected(aimed.el))) return { hit, lost: true };
    return refused || withheld || isUnwritten() ? { hit, unwritten: true, ...(withheld && { held: '' }) } : { hit, ...held() };
  }

  /**
   * held reads back a field that received Cairn's text, for the companion to compare. It reads no other field.
   * @param {any} el
   * @returns {{ held?: string }} its value; of a secret only the length, as dots
   */
  function held(el = writing?.el) {
    if (!wrote.has(el) || el.value.length > HELD || !dom.connected(el)) return {};
    return { held: sensitive.is(el) ? '•'.repeat(el.value.length) : el.value };
  }

  /**
   * A mask may keep Cairn's text from its field, and write there itself: then the caret is elsewhere.
   * @returns {boolean} whether the field shows no part of Cairn's text, or cannot use it
   */
  function isUnwritten() {
    if (!writing) return false;
    const { el, taken, caret } = writing;
    return el.validity.badInput || (!taken && (caret ? caret === caretOf(el) : !filled.is(el)));
  }

  /** @param {HTMLInputElement | HTMLTextAreaElement} el @returns {string} the caret's position; empty for fields that do not reveal it */
  function caretOf({ selectionStart, selectionEnd }) {
    return selectionEnd === null ? '' : `${selectionStart} ${selectionEnd}`;
  }

  /** @param {unknown} to @returns {boolean} whether input on this element is input on the target */
  function isAimedAt(to) {
    return !!aimed && to instanceof Element && ((reaches(to, aimed.el) && rowOf(aimed.el) === aimed.row) || redrawn.reaches(aimed, to));
  }

  /** @param {unknown} to @returns {string} */
  const said = (to) => (to instanceof Element ? quote(coverOf(to)) : 'the page');

  /** @param {MouseEvent} event */
  function onMove(event) {
    if (!watching || !aimed || !event.isTrusted) return;
    const to = dom.origin(event);
    if (isAimedAt(to)) over = true;
    else beside = said(to);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether Cairn's key reached another element than the one focused for it */
  function isForAnother(event) {
    const to = dom.origin(event);
    const another = !!focused && to !== focused;
    if (another) astray = said(to);
    else if (!/^(Control|Alt|Meta|Shift)$/.test(event.key)) focused = null; // the page may move the focus from now on
    return another;
  }

  /** @param {MouseEvent} event after the press */
  const isOurs = (event) => hit && event.isTrusted && isAimedAt(dom.origin(event));

  /**
   * onUp comes before the page acts on a press. Some fields keep a text only after Enter, and take it back when they
   * lose the focus: then the press of a button or another field would send the old text. Options and days belong to
   * the list or calendar that the field has opened.
   * @param {PointerEvent} event
   */
  function onUp(event) {
    if (!left || !isOurs(event)) return;
    const { el, before, text } = left;
    left = null;
    withheld = el.value === before && before !== text && dom.connected(el) && !!aimed && dom.fits(aimed.el, 'button:not(td *), input, textarea');
  }

  /** @param {MouseEvent} event */
  function onRelease(event) {
    released ||= isOurs(event);
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    clicked ||= isOurs(event);
  }

  /** @param {PointerEvent} event */
  function onPress(event) {
    if (!watching || hit || !event.isTrusted) return;
    const to = dom.origin(event);
    hit = isAimedAt(to);
    up = event.button > 0;
    if (hit) Cairn.main.sayFelt();
    if (left?.el.value !== left?.text) left = null; // it has changed since
    astray = hit ? '' : said(to);
    keepBack(event);
  }

  /**
   * Text that Cairn writes goes to the pressed field, or to one that took the focus
   * from it. Without such a field, onKey keeps the text back; so it does where a secret would go to another kind.
   * @param {KeyboardEvent} event
   */
  function onKey(event) {
    if (!watching || astray || refused || !event.isTrusted) return;
    if (isForAnother(event)) return keepBack(event);
    const el = writing?.taken && event.key === 'Enter' ? writing.el : null;
    withheld ||= dom.isInput(el) && dom.connected(el) && !el.value && !el.validity.badInput; // the page has taken the text out of it
    if (withheld) return keepBack(event);
    const whole = event.keyCode === WRITING;
    if (!whole && (event.key.length !== 1 || event.ctrlKey || event.metaKey)) return;
    const to = dom.origin(event);
    const shows = aimed && to instanceof Element && sensitive.is(aimed.el) && !sensitive.is(to);
    if (hit && !shows && (dom.isInput(to) || to instanceof HTMLTextAreaElement)) {
      writing ??= { el: to, whole, taken: false, caret: caretOf(to), before: to.value };
      wrote.add(to);
    } else if (shows || (whole && !(hit && to instanceof Element && dom.isEditable(to)))) {
      hit = false;
      astray = 'no field with focus';
      keepBack(event);
    }
  }

  /** onKeyHad detects a page that blocks every key: it reacts to named keys, but not to one without a name. @param {KeyboardEvent} event after the page has handled it */
  function onKeyHad(event) {
    if (writing?.whole && event.isTrusted && event.keyCode === WRITING && event.defaultPrevented) keyed = true;
  }

  /** onInput handles an event from Cairn's text, or one that the page fires after writing itself. A text that a person adds later is not read. @param {Event} event */
  function onInput(event) {
    if (writing) writing.taken = true;
    else wrote.delete(dom.origin(event));
  }

  /** @param {KeyboardEvent} event */
  function onKeyUp(event) {
    if (writing?.whole && event.isTrusted && event.keyCode === WRITING) refused = isUnwritten();
  }

  /** @param {Event} event */
  function keepBack(event) {
    up ||= event.type === 'pointerup'; // a page may have no events of the mouse, by its pointerdown
    if (!(astray || refused || withheld || (keyed && event.type === 'beforeinput')) || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @type {Map<Function, any>} */
  const guards = new Map();

  /** start listens. It adds no listener twice. */
  function start() {
    /** @param {string} name @param {(event: any) => void} handle @param {boolean} capture */
    const on = (name, handle, capture = true) => {
      if (!guards.has(handle)) guards.set(handle, Cairn.main.guarded(handle));
      addEventListener(name, guards.get(handle), { capture, passive: false });
    };
    on('pointerdown', onPress);
    on('mousemove', onMove);
    on('pointerup', onUp);
    on('mouseup', onRelease);
    on('click', onClick);
    on('auxclick', onClick);
    on('keydown', onKey);
    on('keydown', onKeyHad, false);
    on('input', onInput);
    on('keyup', onKeyUp);
    for (const name of FOLLOWING) on(name, keepBack);
  }

  return { at, keys, watch, outcome, held, start };
}

Cairn.aim ??= makeAim();
