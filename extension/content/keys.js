'use strict';
// Keys with an effect: Escape that closes a dialog, an arrow that moves to the
// next option, a shortcut. A typed character is never one of them; Enter in a
// field belongs to the field's own step (typing.js). A key is recorded only if
// something came of it, so that moving through a form with Tab, or scrolling
// with the arrows, leaves nothing behind.

function makeKeys() {
  const { dom, steps, observe, target, sensitive, roles, typing } = Cairn;

  const ECHO_MS = 50; // the click that Enter makes on a button comes within this
  const COMPOSING = 229; // the code of a key that an input method takes

  /** Keys that write nothing, by their DOM name. */
  const NAMED = new Set(['Enter', 'Escape', 'Tab', 'Backspace', 'Delete', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);
  const FUNCTION_KEY = /^F([1-9]|1[0-2])$/;
  /** These scroll or move the focus by themselves: they count if the page took them, or moved within a control. */
  const MOVING = new Set(['Tab', 'Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);
  /** What a text field leaves to the page; all other plain keys edit it. */
  const LEFT_BY_FIELDS = new Set(['Escape', 'Tab', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']);
  /** Shortcuts that edit text, or move in it. */
  const EDITING = /^(Control|Meta|Alt)\+(Shift\+)?([acvxyz]|Arrow.*|Home|End|Backspace|Delete)$/;
  const CLIPBOARD = /^(Control|Meta)\+(Shift\+)?[cvx]$/;
  /** The browser's own ways to leave a page. */
  const LEAVING = /^(F5|Alt\+(Arrow(Left|Right)|Home)|Meta\+(Arrow(Left|Right)|[[\]])|(Control|Meta)\+(Shift\+)?[rw])$/;
  /** Inputs in which the arrows change the value, which is typing. */
  const STEPPED = new Set(['number', 'range', 'date', 'time', 'month', 'week', 'datetime-local', 'color']);

  /** What is to be decided once the page has had the key. @type {(() => void) | null} */
  let pending = null;

  /**
   * @param {KeyboardEvent} event
   * @returns {string} the key as it is stored ("Escape", "Control+Shift+k"), '' for one that writes
   */
  function chordOf(event) {
    const mods = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta'].filter(Boolean);
    let key = event.key === ' ' ? 'Space' : event.key;
    const named = NAMED.has(key) || FUNCTION_KEY.test(key) || key === 'Space';
    let shift = event.shiftKey;
    if (!named) {
      // AltGr writes characters on many keyboards, as Option does on a Mac's.
      if (!mods.length || event.getModifierState('AltGraph')) return '';
      // A shortcut is the same on a Russian keyboard: its key by place, then.
      if (key.length === 1 && key > '~') key = /^Key([A-Z])$/.exec(event.code)?.[1] ?? '';
      if (key.length !== 1 || (event.altKey && !/^[a-z0-9]$/i.test(event.key))) return '';
      if (/[a-z]/i.test(key)) key = key.toLowerCase();
      else shift = false; // it is part of the character
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
    if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && STEPPED.has(field.type))) return key === 'Escape';
    return LEFT_BY_FIELDS.has(key);
  }

  /** @returns {Element | null} what has the focus */
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
    // The key clicked a button, or chose: that is the step.
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
    return el instanceof HTMLButtonElement || el instanceof HTMLInputElement || dom.tag(el) === 'summary' || dom.fits(el, 'a[href], area[href]');
  }

  /** Decides at once what is still to be decided. */
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
