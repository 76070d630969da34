'use strict';
// Keys with an effect: Escape that closes a dialog, an arrow that moves to the next
// option, a shortcut. A typed character is never one of them; Enter in a field belongs
// to the field's own step (typing.js). A key is recorded only if it had an effect, so
// that moving through a form with Tab, or scrolling with the arrows, records no step.

function makeKeys() {
  const { dom, steps, observe, target, sensitive, roles, typing } = Cairn;

  const ECHO_MS = 50; // the click that Enter causes on a button arrives within this time
  const COMPOSING = 229; // key code of a key that an input method uses

  /** NAMED lists keys that write no text, by their DOM name. */
  const NAMED = new Set('Enter Escape Tab Backspace Delete ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown'.split(' '));
  const FUNCTION_KEY = /^F([1-9]|1[0-2])$/;
  /** MOVING lists keys that scroll or move the focus by default: they count if the page handled them, or moved within a control. */
  const MOVING = new Set('Tab Space ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown'.split(' '));
  /** LEFT_BY_FIELDS lists keys that a text field leaves to the page; all other plain keys edit it. */
  const LEFT_BY_FIELDS = new Set('Escape Tab ArrowUp ArrowDown PageUp PageDown'.split(' '));
  /** EDITING matches shortcuts that edit text, or move in it. */
  const EDITING = /^(Control|Meta|Alt)\+(Shift\+)?([acvxyz]|Arrow.*|Home|End|Backspace|Delete)$/;
  const CLIPBOARD = /^(Control|Meta)\+(Shift\+)?[cvx]$/;
  /** LEAVING matches the browser's own shortcuts for leaving a page. */
  const LEAVING = /^(F5|Alt\+(Arrow(Left|Right)|Home)|Meta\+(Arrow(Left|Right)|[[\]])|(Control|Meta)\+(Shift\+)?[rw])$/;
  /** STEPPED lists inputs in which the arrows change the value, which counts as typing. */
  const STEPPED = new Set('number range date time month week datetime-local color'.split(' '));

  /** pending holds the decision about a key, which runs after the page has received the key. @type {(() => void) | null} */
  let pending = null;

  /**
   * @param {KeyboardEvent} event
   * @returns {string} the key as it is stored ("Escape", "Control+Shift+k"), '' for a key that writes text
   */
  function chordOf(event) {
    const mods = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta'].filter(Boolean);
    let key = event.key === ' ' ? 'Space' : event.key;
    const named = NAMED.has(key) || FUNCTION_KEY.test(key) || key === 'Space';
    let shift = event.shiftKey;
    if (!named) {
      // AltGr writes characters on many keyboards, as Option does on a Mac.
      if (!mods.length || event.getModifierState('AltGraph')) return '';
      // A shortcut uses the same key on a Russian keyboard: take the key by its position.
      if (key.length === 1 && key > '~') key = /^Key([A-Z])$/.exec(event.code)?.[1] ?? '';
      if (key.length !== 1 || (event.altKey && !/^[a-z0-9]$/i.test(event.key))) return '';
      if (/[a-z]/i.test(key)) key = key.toLowerCase();
      else shift = false; // shift is part of the character
    }
    return [...mods, ...(shift ? ['Shift'] : []), key].join('+');
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    flush();
    typing.flushEnter();
    if (!event.isTrusted || event.repeat || event.isComposing || event.keyCode === COMPOSING || !steps.recording()) return;
    const key = chordOf(event);
    if (!key) return;
    const origin = dom.origin(event);
    const el = origin instanceof Element && origin !== dom.body() && origin !== dom.html() ? origin : null;
    if (key === 'Enter' && typing.entering(event)) return;
    if (el && !matters(key, el, typing.controlOf(event))) return;
    if (!el && (CLIPBOARD.test(key) || key === 'Space')) return;
    const tool = { name: 'mm_press', input: { key }, ...(el && { target: target.fingerprint(el) }) };
    const seen = { event, key, el, tool, before: observe.current(), open: steps.current(), focus: focused(), at: at() };
    const timer = setTimeout(flush, key === 'Enter' ? ECHO_MS : 0);
    pending = () => {
      clearTimeout(timer);
      decide(seen);
    };
  }

  /** @param {string} key @param {Element} el @param {Element | null} field @returns {boolean} whether the key may be more than editing or clicking */
  function matters(key, el, field) {
    if (sensitive.is(el)) return false;
    const plain = !/^(Control|Alt|Meta)\+/.test(key);
    if (!field) return !CLIPBOARD.test(key) && (key !== 'Space' || roles.INTERACTIVE.has(roles.role(el)));
    if (!plain) return !EDITING.test(key);
    if (field instanceof HTMLSelectElement || (dom.isInput(field) && STEPPED.has(field.type))) return key === 'Escape';
    return LEFT_BY_FIELDS.has(key);
  }

  /** @returns {Element | null} the element that has the focus */
  function focused() {
    let el = dom.focused(document);
    for (let inside = el && dom.shadow(el); inside; inside = el && dom.shadow(el)) {
      const inner = dom.focused(inside);
      if (!inner) break;
      el = inner;
    }
    return el;
  }

  /** @returns {string | null} the option or item that the focused element points to */
  function at() {
    const el = focused();
    return el && dom.attr(el, 'aria-activedescendant');
  }

  /** @param {{ event: KeyboardEvent, key: string, el: Element | null, tool: Step['tool'], before: Observation, open: ReturnType<typeof steps.current>, focus: Element | null, at: string | null }} seen */
  function decide(seen) {
    const { event, key, el, tool, before } = seen;
    const open = steps.current();
    // The key clicked a button, or chose an option: that is the step.
    if (!steps.recording() || (open && open !== seen.open)) return;
    const taken = event.defaultPrevented;
    const left = focused() !== seen.focus;
    const moved = left || at() !== seen.at;
    const base = key.replace(/^Shift\+/, '');
    if (base === 'Tab' && left) return;
    if (MOVING.has(base) && !taken && !moved) return;
    if (!taken && (LEAVING.test(key) || (el && clicksItself(el) && /^(Enter|Space)$/.test(key)))) return;
    typing.end();
    void steps.finishWhenSettled(steps.begin({ tool, el, before, weak: true, key: { taken, moved: MOVING.has(base) && moved } }));
  }

  /** @param {Element} el @returns {boolean} whether Enter or Space on el is a click */
  function clicksItself(el) {
    return el instanceof HTMLButtonElement || dom.isInput(el) || dom.tag(el) === 'summary' || dom.fits(el, 'a[href], area[href]');
  }

  /** flush makes a pending decision at once. */
  function flush() {
    const decision = pending;
    pending = null;
    decision?.();
  }

  function stop() {
    pending = null;
  }

  return { LISTENERS: { keydown: onKeyDown }, flush, stop };
}

Cairn.keys ??= makeKeys();
