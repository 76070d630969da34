'use strict';
// Our own input must reach the element that was located. Between the finding of
// its place and the press it may have moved away, or something else have come
// there. Then the press and all input after it are kept from the page until
// the action ends, and the next look says where it would have gone.

function makeAim() {
  const { dom, redrawn } = Cairn;
  const { reaches, coverOf, quote } = Cairn.place;

  /** What may follow a press; listened for before the page's own listeners are there. */
  const FOLLOWING = ['mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'keydown', 'keypress', 'keyup', 'beforeinput'];

  /** The code of the key that comes before what we write (companion/cdp, imeKey). */
  const WRITING = 229;

  /** What was located last in this frame, until the action ends. @type {ReturnType<typeof redrawn.memo> | null} */
  let aimed = null;
  let watching = false;
  let hit = false;
  /** Of what the press would have gone to; empty before one went astray. */
  let astray = '';
  let timer = 0;

  /** @param {Element} el what the next press is meant for */
  function at(el) {
    aimed = redrawn.memo(el);
  }

  /** @param {number} ms for how long the next press is our own; 0 ends it */
  function watch(ms) {
    clearTimeout(timer);
    watching = ms > 0;
    hit = false;
    astray = '';
    if (watching) timer = setTimeout(watch, ms, 0);
    else aimed = null;
  }

  /** @returns {{ hit?: boolean, astray?: string }} where the press went in this frame; nothing before it came */
  function outcome() {
    return hit ? { hit } : astray ? { astray } : {};
  }

  /** @param {PointerEvent} event */
  function onPress(event) {
    if (!watching || hit || !event.isTrusted) return;
    const to = event.composedPath()[0];
    hit = !!aimed && to instanceof Element && (reaches(to, aimed.el) || redrawn.reaches(aimed, to));
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
    if (!watching || astray || !event.isTrusted || event.keyCode !== WRITING) return;
    const to = event.composedPath()[0];
    if (hit && to instanceof Element && (dom.isEditable(to) || dom.fits(to, 'input, textarea'))) return;
    hit = false;
    astray = 'no field: none has the focus';
    keepBack(event);
  }

  /** @param {Event} event */
  function keepBack(event) {
    if (!astray || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function start() {
    const options = { capture: true, passive: false };
    addEventListener('pointerdown', Cairn.main.guarded(onPress), options);
    addEventListener('keydown', Cairn.main.guarded(onKey), options);
    for (const name of FOLLOWING) addEventListener(name, Cairn.main.guarded(keepBack), options);
  }

  return { at, watch, outcome, start };
}

Cairn.aim ??= makeAim();
