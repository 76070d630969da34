'use strict';
// From trusted events to Steps: pointer, keyboard, input and history events of
// whoever acts here, a person or another driver. Listeners sit on window in the
// capture phase and were there before the page's own, so that a Step has the
// page as it was before anything answered to the event.

function makeRecord() {
  const { dom, steps, observe, target, sensitive, filled } = Cairn;

  const PRESS_MS = 2000; // a click belongs to the press before it within this
  const LOST_CLICK_MS = 100; // a press whose click never came, since its element went
  const ECHO_MS = 50; // a label's click on its control; Enter's click on the submit button
  const TYPING_IDLE_MS = 10_000; // a field left alone: what was typed is done
  const ROUTE_CAUSE_MS = 1000; // a route change this soon after an action is its effect

  /** What was pressed, while its click is awaited: by then it may be gone. @type {{ subject: ReturnType<typeof target.actionable>, print: Target, before: Observation, at: number } | null} */
  let press = null;
  /** The control that the last click on a label went to. @type {{ el: Element, at: number } | null} */
  let viaLabel = null;
  /** The step of the field that is typed into. @type {{ el: Element, open: ReturnType<typeof steps.begin>, inserted: number, idle: number } | null} */
  let typing = null;
  /** What is to be decided about the Enter key just pressed. @type {(() => void) | null} */
  let entered = null;

  /** @param {Event} event @returns {boolean} */
  function counts(event) {
    return event.isTrusted && steps.recording();
  }

  /** @param {PointerEvent} event */
  function onPointerDown(event) {
    press = null;
    if (!counts(event) || event.button > 1) return;
    const subject = target.subject(event);
    if (subject) press = { subject, print: target.fingerprint(subject.el), before: observe.current(), at: event.timeStamp };
  }

  /** A press that made its element go gets no click: it was the action all the same. */
  function onPointerUp() {
    const pressed = press;
    if (!pressed) return;
    setTimeout(() => {
      if (press !== pressed || !steps.recording()) return;
      press = null;
      if (!pressed.subject.el.isConnected && pressed.subject.actionable) click(pressed.subject, pressed.before, pressed.print);
    }, LOST_CLICK_MS);
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    const pressed = press;
    press = null;
    if (!counts(event)) return;
    const subject = target.subject(event);
    if (!subject || isEcho(subject.el, event)) return;
    const same = pressed && event.detail > 0 && event.timeStamp - pressed.at < PRESS_MS;
    if (same && (pressed.subject.actionable || !subject.actionable)) click(pressed.subject, pressed.before, pressed.print);
    else click(subject, same ? pressed.before : observe.current());
    const origin = event.composedPath()[0];
    if (origin !== subject.el && origin instanceof Element && dom.nearest(origin, 'label')) viaLabel = { el: subject.el, at: event.timeStamp };
  }

  /** @param {Element} el @param {MouseEvent} event @returns {boolean} whether this click is a label's, sent on to its control */
  function isEcho(el, event) {
    const echo = viaLabel !== null && viaLabel.el === el && event.timeStamp - viaLabel.at < ECHO_MS;
    viaLabel = null;
    return echo;
  }

  /** @param {ReturnType<typeof target.actionable>} subject @param {Observation} before @param {Target} [print] */
  function click(subject, before, print = target.fingerprint(subject.el)) {
    const { el } = subject;
    if (typing && typing.el === el) return;
    endTyping();
    // A click into a field is a way to type there; it counts by itself only if
    // the page answers.
    const weak = !subject.actionable || takesInput(el);
    const open = steps.begin({ tool: { name: 'mm_click', target: print }, el, before, weak });
    void steps.finishWhenSettled(open);
  }

  /** @param {Element} el @returns {boolean} whether typing or choosing, not clicking, is what changes it */
  function takesInput(el) {
    if (el instanceof HTMLInputElement) return !CLICKED.has(el.type);
    return el instanceof HTMLTextAreaElement || el instanceof HTMLSelectElement || Cairn.names.editingHost(el);
  }
  const CLICKED = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'color']);

  /** @param {Event} event @returns {Element | null} the control that an input event changes */
  function controlOf(event) {
    const hit = event.composedPath()[0];
    if (!(hit instanceof Element)) return null;
    if (hit instanceof HTMLInputElement) return TICKED.has(hit.type) ? null : hit;
    if (hit instanceof HTMLTextAreaElement || hit instanceof HTMLSelectElement) return hit;
    for (let el = /** @type {Element | null} */ (hit); el; el = dom.parentElement(el)) {
      if (Cairn.names.editingHost(el)) return el;
    }
    return null;
  }
  const TICKED = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio']);

  /** Before the first character: the page is still as it was. @param {InputEvent} event */
  function onBeforeInput(event) {
    if (!counts(event)) return;
    const el = controlOf(event);
    // Enter announces a line break even where there is but one line.
    if (el && !(el instanceof HTMLInputElement && event.inputType === 'insertLineBreak')) type(el);
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

  /** Opens the step of a field, or keeps it open. @param {Element} el */
  function type(el) {
    if (typing?.el !== el) {
      endTyping();
      const open = steps.current();
      // The click that led into the field is part of typing there.
      const before = open?.weak && open.el === el ? open.before : observe.current();
      if (open?.weak && open.el === el) steps.drop();
      const tool = { name: 'mm_type', target: target.fingerprint(el), textRedacted: true };
      typing = { el, open: steps.begin({ tool, el, before }), inserted: 0, idle: 0 };
    }
    clearTimeout(typing.idle);
    typing.idle = setTimeout(endTyping, TYPING_IDLE_MS);
  }

  /** The field is done with; its step closes when the page has settled. */
  function endTyping() {
    const done = typing;
    if (!done) return;
    typing = null;
    clearTimeout(done.idle);
    if (steps.current() !== done.open) return;
    measure(done);
    void steps.finishWhenSettled(done.open);
  }

  /** @param {NonNullable<typeof typing>} done */
  function measure(done) {
    const { tool } = done.open.step;
    if (tool.target?.sensitive || sensitive.is(done.el)) {
      if (tool.target) tool.target.sensitive = true;
      return;
    }
    if (done.el instanceof HTMLSelectElement) return;
    const length = Math.max(done.inserted, filled.caret(done.el) ?? 0);
    tool.textLength = filled.lengthClass(length);
  }

  /** @param {Event} event */
  function onChange(event) {
    if (!event.isTrusted) return;
    observe.changed();
    const el = controlOf(event);
    if (!el || !steps.recording()) return;
    // A text field's change tells the end of typing, and nothing new; a list,
    // a date or a file may have been chosen without an input event before.
    if (typing?.el !== el && !isText(el)) type(el);
    if (typing?.el === el) endTyping();
  }

  /** @param {Element} el @returns {boolean} */
  function isText(el) {
    return el instanceof HTMLTextAreaElement || (el instanceof HTMLInputElement && /^(text|search|url|tel|email|password|number)$/.test(el.type));
  }

  /** @param {FocusEvent} event */
  function onFocusOut(event) {
    if (typing && event.composedPath()[0] === typing.el) endTyping();
  }

  /** @param {FocusEvent} event */
  function onFocusIn(event) {
    const el = event.composedPath()[0];
    if (el instanceof Element) sensitive.note(el);
  }

  /**
   * Enter in a field ends it. If that presses the form's button the click is
   * the next step; if not, the key is what the field's step did beside typing.
   * @param {KeyboardEvent} event
   */
  function onKeyDown(event) {
    if (!counts(event) || event.key !== 'Enter' || event.isComposing || event.shiftKey) return;
    const el = controlOf(event);
    if (!el || el instanceof HTMLSelectElement) return;
    const before = observe.current();
    const field = typing?.el === el ? typing : null;
    const inserted = field?.inserted ?? 0;
    flushEnter();
    const timer = setTimeout(flushEnter, ECHO_MS);
    entered = () => {
      clearTimeout(timer);
      afterEnter(el, field, inserted, before);
    };
  }

  function flushEnter() {
    const pending = entered;
    entered = null;
    pending?.();
  }

  /**
   * @param {Element} el
   * @param {typeof typing} field
   * @param {number} inserted how many insertions there were before the key
   * @param {Observation} before
   */
  function afterEnter(el, field, inserted, before) {
    const open = steps.current();
    if (!steps.recording() || (typing?.el === el && typing.inserted > inserted)) return; // a new line
    if (field && open === field.open) {
      pressEnter(open.step.tool);
      if (typing === field) endTyping();
      return;
    }
    if (open || steps.sinceClosed() < ECHO_MS * 2) return; // it pressed a button, or the page went on
    const tool = { name: 'mm_type', target: target.fingerprint(el), textRedacted: true };
    pressEnter(tool);
    void steps.finishWhenSettled(steps.begin({ tool, el, before, weak: true }));
  }

  /** @param {Step['tool']} tool */
  function pressEnter(tool) {
    tool.input = { ...tool.input, key: 'Enter' };
  }

  /** Back and forward within a single-page application, without a cause in the page. @param {PopStateEvent} event */
  function onPopState(event) {
    if (!counts(event) || window !== window.top) return;
    if (steps.current() || steps.sinceClosed() < ROUTE_CAUSE_MS) return;
    const before = observe.previous();
    const to = Cairn.text.url(location.href);
    if (to === before.state.currentUrl) return;
    void steps.finishWhenSettled(steps.begin({ tool: { name: 'mm_navigate', input: { url: to } }, el: null, before }));
  }

  /**
   * The page is about to go, and what is said once it goes may not be heard:
   * so what is known is said now. That the page stays after all does no harm.
   */
  function onBeforeUnload() {
    flushEnter();
    const field = typing;
    typing = null;
    clearTimeout(field?.idle);
    if (field) measure(field);
    steps.leaving(field?.open ?? null);
  }

  function onPageHide() {
    const pressed = press;
    press = null;
    if (typing) measure(typing);
    typing = null;
    if (pressed?.subject.actionable && steps.recording() && performance.now() - pressed.at < PRESS_MS) {
      click(pressed.subject, pressed.before, pressed.print);
    }
    steps.finishUnloading();
  }

  /** Event name to handler; all on window, capturing. @type {Record<string, (event: any) => void>} */
  const LISTENERS = {
    pointerdown: onPointerDown,
    pointerup: onPointerUp,
    click: onClick,
    auxclick: onClick,
    beforeinput: onBeforeInput,
    input: onInput,
    change: onChange,
    focusin: onFocusIn,
    focusout: onFocusOut,
    keydown: onKeyDown,
    popstate: onPopState,
    beforeunload: onBeforeUnload,
    pagehide: onPageHide,
  };

  /** @type {AbortController | null} */
  let listening = null;

  function start() {
    if (listening) return;
    listening = new AbortController();
    for (const [name, handle] of Object.entries(LISTENERS)) {
      addEventListener(name, Cairn.main.guarded(handle), { capture: true, passive: true, signal: listening.signal });
    }
  }

  function stop() {
    listening?.abort();
    listening = null;
    press = null;
    clearTimeout(typing?.idle);
    typing = null;
  }

  return { start, stop };
}

Cairn.record ??= makeRecord();
