'use strict';
// Turns trusted events into Steps: clicks of every kind and history moves (typing, keys and drags have
// separate files), by a person or another driver. Listeners are on window in the capture phase and
// were added before the page's own, so that a Step has the page as it was before any reaction to the
// event.

function makeRecord() {
  const { dom, steps, observe, target, sensitive, typing, typed, keys, drag } = Cairn;

  const PRESS_MS = 2000; // a click belongs to a press at most this long before it
  const DOUBLE_MS = 250; // time in which a click may still become a double click
  const CLICKS_MAX = 3;
  const LOST_CLICK_MS = 100; // a press without a click, because its element was removed
  const ECHO_MS = 50; // the click of a label on its control arrives within this time

  /** press holds the pressed element and position until its click arrives: by then the element may be removed. @type {{ subject: ReturnType<typeof target.actionable>, print: Target, before: Observation, at: number, x: number, y: number } | null} */
  let press = null;
  /** viaLabel holds the control that received the last click on a label. @type {{ el: Element, at: number } | null} */
  let viaLabel = null;

  /** @param {Event} event @returns {boolean} */
  const counts = (event) => event.isTrusted && steps.recording();

  /** @param {PointerEvent} event */
  function onPointerDown(event) {
    press = null;
    keys.flush();
    typing.flushEnter();
    drag.pressed();
    if (!counts(event) || event.button > 1) return;
    const subject = target.subject(event);
    if (subject) press = { subject, print: target.fingerprint(subject.el), before: observe.current(), at: event.timeStamp, x: event.clientX, y: event.clientY };
  }

  /** onPointerUp records a press that removed its element: it gets no click, but was still the action. @param {PointerEvent} event */
  function onPointerUp(event) {
    const pressed = press;
    if (!pressed) return;
    if (counts(event) && !takesInput(pressed.subject.el) && drag.letGo(event, pressed)) {
      press = null;
      return;
    }
    setTimeout(() => {
      if (press !== pressed || !steps.recording()) return;
      press = null;
      if (!dom.connected(pressed.subject.el) && pressed.subject.actionable) click(pressed.subject, pressed.before, pressed.print);
    }, LOST_CLICK_MS);
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    const pressed = press;
    press = null;
    if (!counts(event) || event.button > 1 || (event.detail > 0 && drag.isOver()) || typing.byEnter(event)) return;
    const subject = target.subject(event);
    if (!subject || isEcho(subject.el, event)) return;
    const same = pressed && event.detail > 0 && event.timeStamp - pressed.at < PRESS_MS;
    const how = mannerOf(event, (same ? pressed.subject : subject).el);
    if (event.detail > 1 && again(subject.el, how)) return;
    delete how.count; // the click before it is a separate step
    if (same && (pressed.subject.actionable || !subject.actionable)) click(pressed.subject, pressed.before, pressed.print, how);
    else click(subject, same ? pressed.before : observe.current(), undefined, how);
    const origin = dom.origin(event);
    if (origin !== subject.el && origin instanceof Element && dom.nearest(origin, 'label')) viaLabel = { el: subject.el, at: event.timeStamp };
  }

  /** @param {MouseEvent} event @param {Element} el @returns {Record<string, unknown>} the unusual properties of a click */
  function mannerOf(event, el) {
    const held = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta', event.shiftKey && 'Shift'].filter(Boolean);
    const slides = Cairn.roles.role(el) === 'slider'; // the place of a press on its track is its value
    const { x, y, width, height } = dom.rect((slides && target.trackOf(el)) || el);
    return {
      ...(event.button > 0 && { button: event.button === 1 ? 'middle' : 'right' }),
      ...(event.detail > 1 && { count: Math.min(event.detail, CLICKS_MAX) }),
      ...(held.length > 0 && { modifiers: held }),
      ...(event.detail > 0 && (slides || dom.tag(el) === 'canvas') && { at: { x: Math.round(event.clientX - x), y: Math.round(event.clientY - y), ...(slides && { width: Math.round(width), height: Math.round(height) }) } }),
    };
  }

  /** @param {Element} el @param {Record<string, unknown>} how @returns {boolean} whether the click only turns the previous one into a double click */
  function again(el, how) {
    const open = steps.current();
    if (!open || open.el !== el || open.step.tool.name !== 'mm_click') return false;
    open.step.tool.input = { ...open.step.tool.input, ...how };
    return true;
  }

  /** onContextMenu records a right click if the page handles it or shows a change; the browser's own menu is not part of the page. @param {PointerEvent} event */
  function onContextMenu(event) {
    if (!counts(event) || event.button !== 2) return;
    const subject = target.subject(event);
    if (!subject) return;
    const before = observe.current();
    const print = target.fingerprint(subject.el);
    setTimeout(() => {
      if (steps.recording()) click({ ...subject, actionable: event.defaultPrevented }, before, print, { ...mannerOf(event, subject.el), button: 'right' });
    });
  }

  /** @param {Element} el @param {MouseEvent} event @returns {boolean} whether this click is a label's, forwarded to its control */
  function isEcho(el, event) {
    const echo = viaLabel !== null && viaLabel.el === el && event.timeStamp - viaLabel.at < ECHO_MS;
    viaLabel = null;
    return echo;
  }

  /** @param {ReturnType<typeof target.actionable>} subject @param {Observation} before @param {Target} [print] @param {Record<string, unknown>} [input] */
  function click(subject, before, print = target.fingerprint(subject.el), input = {}) {
    const { el } = subject;
    if (typing.isIn(el)) return;
    typing.end();
    // A click into a field usually starts typing there; it counts as a step only if the
    // page reacts.
    const weak = !subject.actionable || takesInput(el);
    const open = steps.begin({ tool: { name: 'mm_click', target: print, ...(Object.keys(input).length > 0 && { input }) }, el, before, weak });
    void steps.finishWhenSettled(open, input.button ? 0 : DOUBLE_MS);
  }

  /** @param {Element} el @returns {boolean} whether typing or choosing, not clicking, changes it */
  function takesInput(el) {
    if (dom.isInput(el)) return !CLICKED.has(el.type);
    return el instanceof HTMLTextAreaElement || el instanceof HTMLSelectElement || Cairn.roles.editingHost(el);
  }
  const CLICKED = new Set('button submit reset image checkbox radio file color'.split(' '));

  /** @param {DragEvent} event */
  function onDragStart(event) {
    const pressed = press;
    press = null;
    drag.lift(event, pressed);
  }

  /** onFocusIn notes a password field before the page shows its value as text. @param {FocusEvent} event */
  function onFocusIn(event) {
    const el = dom.origin(event);
    if (el instanceof Element) sensitive.note(el);
  }

  /** byPerson is whether the browser's own controls, or a link, caused the last navigation. */
  let byPerson = false;

  /** onNavigate notes the cause of a route: popstate is the same event if a script of the page sets the address. @param {NavigateEvent} event */
  function onNavigate(event) {
    byPerson = event.isTrusted && event.userInitiated;
  }

  /** onPopState records back and forward within a single-page application, unless an action or the page caused them. @param {PopStateEvent} event */
  function onPopState(event) {
    if (!counts(event) || window !== window.top || !byPerson || steps.current()) return;
    const before = observe.previous();
    const to = location.href;
    if (Cairn.text.place(to) === Cairn.text.place(before.state.currentUrl)) return;
    void steps.finishWhenSettled(steps.begin({ tool: { name: 'mm_navigate', input: { url: to } }, el: null, before }));
  }

  /**
   * onBeforeUnload sends known facts while the page is about to go, because later messages
   * may be lost. This does no harm if the page stays after all.
   */
  function onBeforeUnload() {
    keys.flush();
    steps.leaving(typing.leave());
  }

  function onPageHide() {
    const pressed = press;
    press = null;
    keys.flush();
    typing.leave();
    if (pressed?.subject.actionable && steps.recording() && performance.now() - pressed.at < PRESS_MS) {
      click(pressed.subject, pressed.before, pressed.print);
    }
    steps.finishUnloading();
  }

  /** LISTENERS maps event names to handlers; all are on window, capturing. @type {Record<string, (event: any) => void>} */
  const LISTENERS = {
    pointerdown: onPointerDown,
    pointerup: onPointerUp,
    click: onClick,
    auxclick: onClick,
    contextmenu: onContextMenu,
    dragstart: onDragStart,
    drop: drag.drop,
    dragend: drag.end,
    ...typing.LISTENERS,
    ...keys.LISTENERS,
    focusin: onFocusIn,
    popstate: onPopState,
    beforeunload: onBeforeUnload,
    pagehide: onPageHide,
  };

  /** @type {AbortController | null} */
  let listening = null;

  function start() {
    if (listening) return;
    listening = new AbortController();
    // The typed text is sent before the step to which it leads.
    for (const [name, handle] of [...Object.entries(typed.LISTENERS), ...Object.entries(LISTENERS)]) {
      addEventListener(name, Cairn.main.guarded(handle), { capture: true, passive: true, signal: listening.signal });
    }
    navigation.addEventListener('navigate', onNavigate, { signal: listening.signal });
  }

  function stop() {
    listening?.abort();
    listening = null;
    press = null;
    typing.stop();
    typed.stop();
    keys.stop();
  }

  return { start, stop };
}

Cairn.record ??= makeRecord();
