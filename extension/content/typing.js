'use strict';
// Typing and choosing: one Step per field, from the first change until the field is left,
// Enter is pressed or another action begins. The typed text is never read; the label of a chosen option is.

function makeTyping() {
  const { dom, steps, observe, target, sensitive, filled } = Cairn;

  const IDLE_MS = 10_000; // after this time without input, typing has ended
  const ECHO_MS = 50; // the page reacts to Enter by another step within this time after the key is released
  const HELD_MS = 1000; // the click or new line that Enter causes comes before the key is released, and within this time

  /** typing holds the step of the current field. @type {{ el: Element, open: ReturnType<typeof steps.begin>, inserted: number, idle: number } | null} */
  let typing = null;
  /** entered holds the pending decision about the Enter key just pressed. @type {{ el: Element, decide: () => void } | null} */
  let entered = null;
  /** deciding is the timer of that decision. */
  let deciding = 0;
  /** enterHeld is the time of the event at which Enter was pressed in a field, while it is held. */
  let enterHeld = -Infinity;

  /** @param {Event} event @returns {Element | null} the control that an input event changes */
  function controlOf(event) {
    const hit = dom.origin(event);
    if (!(hit instanceof Element)) return null;
    if (dom.isInput(hit)) return TICKED.has(hit.type) ? null : hit;
    if (hit instanceof HTMLTextAreaElement || hit instanceof HTMLSelectElement) return hit;
    for (let el = /** @type {Element | null} */ (hit); el; el = dom.parentElement(el)) {
      if (Cairn.roles.editingHost(el)) return el;
    }
    return null;
  }
  const TICKED = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio']);

  /** onBeforeInput runs before the first character: the page is still unchanged. @param {InputEvent} event */
  function onBeforeInput(event) {
    if (!event.isTrusted || !steps.recording()) return;
    const el = controlOf(event);
    // Enter announces a line break even in a field with a single line.
    if (el && !(dom.isInput(el) && event.inputType === 'insertLineBreak')) type(el);
  }

  /** @param {Event} event */
  function onInput(event) {
    if (!event.isTrusted) return;
    const el = controlOf(event);
    if (!el) return;
    sensitive.note(el);
    const kind = event instanceof InputEvent ? event.inputType : '';
    filled.noteTyped(el, !kind.startsWith('delete'));
    observe.changed();
    if (!steps.recording()) return;
    type(el);
    if (typing && kind.startsWith('insert')) typing.inserted++;
  }

  /** type opens the step of a field, or keeps it open. @param {Element} el */
  function type(el) {
    if (entered && entered.el !== el) flushEnter();
    // A field whose step was ended by another action gets a new one.
    if (typing?.el !== el || typing.open !== steps.current()) {
      end();
      const open = steps.current();
      // The click that led into the field is part of typing there.
      const before = open?.weak && open.el === el ? open.before : observe.current();
      if (open?.weak && open.el === el) steps.drop();
      const tool = { name: isFile(el) ? 'mm_upload' : 'mm_type', target: target.fingerprint(el), ...(!isFile(el) && { textRedacted: true }) };
      typing = { el, open: steps.begin({ tool, el, before }), inserted: 0, idle: 0 };
    }
    clearTimeout(typing.idle);
    typing.idle = setTimeout(end, IDLE_MS);
  }

  /** end ends typing in the field; its step closes when the page has settled. */
  function end() {
    const done = typing;
    if (!done) return;
    typing = null;
    clearTimeout(done.idle);
    if (steps.current() !== done.open) return;
    measure(done);
    void steps.finishWhenSettled(done.open);
  }

  /** @param {Element} el @returns {boolean} */
  function isFile(el) {
    return dom.isInput(el) && el.type === 'file';
  }

  /** @param {NonNullable<typeof typing>} done */
  function measure(done) {
    const { tool } = done.open.step;
    if (tool.target?.sensitive || sensitive.is(done.el)) {
      if (tool.target) tool.target.sensitive = true;
      return;
    }
    if (done.el instanceof HTMLSelectElement) {
      const [option, other] = done.el.selectedOptions;
      if (option && !other) { // it is text of the page, as that of an option that is clicked
        tool.input = { text: Cairn.text.fold(option.label) };
        delete tool.textRedacted;
      }
      return;
    }
    if (isFile(done.el)) {
      tool.input = { ...tool.input, files: /** @type {HTMLInputElement} */ (done.el).files?.length ?? 0 }; // never their names
      return;
    }
    const length = Math.max(done.inserted, filled.caret(done.el) ?? 0);
    tool.textLength = filled.lengthClass(length);
  }

  /** @param {Event} event */
  function onChange(event) {
    observe.changed();
    const el = controlOf(event);
    if (!event.isTrusted) return void Cairn.chosen.byScript(el);
    if (!el || !steps.recording()) return;
    // The change event of a text field only marks the end of typing; a list, a date or a
    // file may have been chosen without an input event before.
    if (typing?.el !== el && !isText(el)) type(el);
    if (typing?.el === el) end();
  }

  /** @param {Element} el @returns {boolean} */
  function isText(el) {
    return el instanceof HTMLTextAreaElement || (dom.isInput(el) && /^(text|search|url|tel|email|password|number)$/.test(el.type));
  }

  /** @param {FocusEvent} event */
  function onFocusOut(event) {
    if (typing && dom.origin(event) === typing.el) end();
  }

  /**
   * entering handles Enter in a field: it ends typing, and its effect belongs to the field's
   * step. The click that it causes on the form's button is its echo.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the event belongs to a field
   */
  function entering(event) {
    const el = controlOf(event);
    if (!el || el instanceof HTMLSelectElement) return false;
    const before = observe.current();
    const open = steps.current();
    const field = typing?.el === el ? typing : null;
    const inserted = field?.inserted ?? 0;
    decideIn(HELD_MS);
    enterHeld = event.timeStamp;
    entered = { el, decide: () => afterEnter(el, field, inserted, before, open) };
    return true;
  }

  /** decideIn sets the time of the pending decision. @param {number} ms */
  function decideIn(ms) {
    clearTimeout(deciding);
    deciding = setTimeout(flushEnter, ms);
  }

  /** flushEnter makes a pending decision at once. */
  function flushEnter() {
    const pending = entered;
    entered = null;
    pending?.decide();
  }

  /** @param {KeyboardEvent} event */
  function onKeyUp(event) {
    if (event.key !== 'Enter') return;
    enterHeld = -Infinity;
    decideIn(ECHO_MS); // a new line comes before the key is released, however busy the page is
  }

  /** @param {MouseEvent} event @returns {boolean} whether Enter in a field caused this click on its form's button */
  function byEnter(event) {
    if (event.detail > 0 || event.timeStamp - enterHeld > HELD_MS) return false;
    flushEnter();
    return true;
  }

  /**
   * @param {Element} el
   * @param {typeof typing} field
   * @param {number} inserted number of insertions before the key
   * @param {Observation} before
   * @param {ReturnType<typeof steps.current>} then the step that was open when the key was pressed
   */
  function afterEnter(el, field, inserted, before, then) {
    const open = steps.current();
    if (!steps.recording() || (typing?.el === el && typing.inserted > inserted)) return; // a new line
    if (field && open === field.open) {
      const { tool } = open.step;
      tool.input = { ...tool.input, submit: true };
      if (typing === field) end();
      return;
    }
    if (open && open !== then) return; // the page turned it into another step
    const tool = { name: 'mm_press', target: target.fingerprint(el), input: { key: 'Enter' } };
    void steps.finishWhenSettled(steps.begin({ tool, el, before, weak: true, key: { taken: true, moved: false } }));
  }

  /** leave ends typing when the page is about to go, and measures the field now. */
  function leave() {
    flushEnter();
    const field = typing;
    stop();
    if (field) measure(field);
    return field?.open ?? null;
  }

  function stop() {
    clearTimeout(typing?.idle);
    typing = null;
    entered = null;
    enterHeld = -Infinity;
  }

  /** LISTENERS maps event names to handlers. @type {Record<string, (event: any) => void>} */
  const LISTENERS = { beforeinput: onBeforeInput, input: onInput, change: onChange, focusout: onFocusOut, keyup: onKeyUp };

  return {
    LISTENERS, end, leave, stop, controlOf, entering, flushEnter, byEnter,
    /** @param {Element} el @returns {boolean} */
    isIn: (el) => typing?.el === el,
  };
}

Cairn.typing ??= makeTyping();
