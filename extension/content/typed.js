'use strict';
// Sends the core the text typed into a sensitive field, so that the core masks it wherever
// a page shows it later. Values are not read: the text is followed by trusted events
// (follow.js). It is sent only within the extension, when the field is left or submitted
// and before anything else of the page is sent, and is stored here only until then.

function makeTyped() {
  const { dom, sensitive } = Cairn;

  /** LEAST is the shortest text that the core masks: shorter ones occur in texts by chance. */
  const LEAST = 4;
  const MOST = 4096;
  const MOVES = /^(Arrow|Home$|End$|Page)/;

  /** followed maps fields to their followers; null for a field that was not sensitive when it was entered. @type {WeakMap<Element, ReturnType<typeof Cairn.follow> | null>} */
  let followed = new WeakMap();
  /** open holds fields with recently typed text. @type {Set<Element>} */
  const open = new Set();

  /** @param {Event} event caused by a person or a program, not by a script @returns {Element | null} the field, if it is followed */
  function fieldOf(event) {
    const el = event.isTrusted ? Cairn.typing.controlOf(event) : null;
    return el && followed.get(el) ? el : null;
  }

  /** @param {Element} el @returns {[number | null, number | null]} the selected range, null if el has none or does not reveal it */
  function range(el) {
    return dom.isInput(el) || el instanceof HTMLTextAreaElement ? [el.selectionStart, el.selectionEnd] : [null, null];
  }

  /** @param {Element} el @returns {boolean | null} whether el is empty, null if the platform does not reveal it */
  function empty(el) {
    if (el instanceof HTMLTextAreaElement) return el.textLength === 0;
    if (!dom.isInput(el)) return !Cairn.filled.is(el);
    if (el.validity.badInput) return false;
    if (el.placeholder) return dom.fits(el, ':placeholder-shown');
    return el.required && !el.disabled && !el.readOnly ? el.validity.valueMissing : null;
  }

  /** @param {FocusEvent} event */
  function onFocusIn(event) {
    const el = event.isTrusted ? Cairn.typing.controlOf(event) : null;
    if (!el) return;
    const known = followed.get(el);
    if (known) known.entered(...range(el));
    // A text set by a script leaves the caret after it; a text from the page's markup leaves an attribute.
    else begin(el, empty(el) ?? (!range(el)[1] && !dom.fits(el, '[value]:not([value=""])')));
  }

  /** @param {Element} el @param {boolean} none whether it is known to be empty */
  function begin(el, none) {
    followed.set(el, sensitive.is(el) ? Cairn.follow(none) : null);
  }

  /** @param {InputEvent} event */
  function onBeforeInput(event) {
    const el = event.isTrusted ? Cairn.typing.controlOf(event) : null;
    if (!el) return;
    // A field that had the focus before listening began may hold any text.
    if (!followed.has(el)) begin(el, empty(el) === true);
    followed.get(el)?.before(...range(el), empty(el));
  }

  /** @param {Event} event */
  function onInput(event) {
    const el = Cairn.typing.controlOf(event);
    const it = el && followed.get(el);
    if (!el || !it) return;
    if (!event.isTrusted || !(event instanceof InputEvent)) return it.lose(); // a script or the browser has filled it
    it.after(event.inputType, event.data ?? event.dataTransfer?.getData('text') ?? null, range(el)[1]);
    open.add(el);
  }

  /** onPaste handles text that a page spreads over the boxes of a code, or handles itself: it causes no input event. @param {ClipboardEvent} event */
  function onPaste(event) {
    const el = fieldOf(event);
    if (el && sensitive.boxes(el).length > 0) send((event.clipboardData?.getData('text') ?? '').trim());
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    const el = fieldOf(event);
    const chord = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph') && event.key !== 'v';
    if (el && (chord || MOVES.test(event.key))) followed.get(el)?.moving(...range(el));
    if (event.key === 'Enter' && dom.isInput(el) && !event.isComposing) flush();
  }

  /** @param {Event} event */
  function onPointerDown(event) {
    const el = fieldOf(event);
    if (el) followed.get(el)?.moving(...range(el));
  }

  /** @param {FocusEvent} event */
  function onFocusOut(event) {
    const el = fieldOf(event);
    if (!el) return;
    followed.get(el)?.left(...range(el));
    const boxes = sensitive.boxes(el);
    const root = dom.rootOf(el);
    // Another window has the focus, or the next box of a code.
    const stays = (root instanceof Document || root instanceof ShadowRoot) && dom.focused(root) === el;
    if (!stays && !boxes.includes(/** @type {any} */ (event.relatedTarget))) leave(boxes.length ? boxes : [el]);
  }

  /** @param {Event} event a change, or the submission of a form */
  function onDone(event) {
    if (event.isTrusted) flush();
  }

  function onLeave() {
    leave([...open]);
  }

  /** @param {Element[]} fields */
  function leave(fields) {
    flush();
    for (const el of fields) {
      followed.get(el)?.drop();
      open.delete(el);
    }
  }

  /** flush sends typed text that was not sent yet. */
  function flush() {
    for (const el of open) {
      const boxes = sensitive.boxes(el);
      const fields = (boxes.length ? boxes : [el]).map((part) => followed.get(part));
      const news = fields.map((it) => it?.news()).includes(true);
      // For a code in boxes, each box that was used must be known.
      if (news && fields.every((it) => !it || it.text() !== null)) send(fields.map((it) => it?.text() ?? '').join(''));
      if (!dom.connected(el)) open.delete(el);
    }
  }

  /** @param {string} text */
  function send(text) {
    if (text.length >= LEAST && text.length <= MOST && Cairn.steps.allowed() !== false) Cairn.main.sendTyped(text);
  }

  function stop() {
    followed = new WeakMap();
    open.clear();
  }

  /** LISTENERS maps event names to handlers. @type {Record<string, (event: any) => void>} */
  const LISTENERS = {
    focusin: onFocusIn, beforeinput: onBeforeInput, input: onInput, paste: onPaste, keydown: onKeyDown, pointerdown: onPointerDown,
    focusout: onFocusOut, change: onDone, submit: onDone, beforeunload: onDone, pagehide: onLeave,
  };

  return { LISTENERS, flush, stop };
}

Cairn.typed ??= makeTyped();
