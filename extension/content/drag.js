'use strict';
// Drags: by the browser's own drag and drop, in which the page decides where a drop is
// possible, or by a page that follows the pointer. A step has the dragged element as
// its target, and the destination in its input; for a canvas or a slider, the
// distance. Of dropped files, only their number is kept.

function makeDrag() {
  const { dom, steps, observe, target, typing } = Cairn;

  const FAR_PX = 24; // a shorter distance is an accident

  /**
   * Taken holds the dragged element, and the page at the start of the drag.
   * @typedef {{ subject: ReturnType<typeof target.actionable>, print: Target, before: Observation, x: number, y: number }} Taken
   */

  /** carried holds the element that the browser is dragging. @type {Taken | null} */
  let carried = null;
  /** released is true if a drag has ended, and no button was pressed since. */
  let released = false;

  /** @param {DragEvent} event @param {Taken | null} press that started it */
  function lift(event, press) {
    carried = null;
    if (!event.isTrusted || !steps.recording()) return;
    const subject = press?.subject ?? target.subject(event);
    if (subject) carried = press ?? { subject, print: target.fingerprint(subject.el), before: observe.current(), x: 0, y: 0 };
  }

  /** drop records a drop. The event exists only if the page accepts the drop. @param {DragEvent} event */
  function drop(event) {
    const taken = carried;
    carried = null;
    if (!event.isTrusted || !steps.recording()) return;
    const on = target.subject(event);
    if (!on) return;
    const files = event.dataTransfer?.files.length ?? 0;
    if (taken) record('mm_drag', taken.print, { to: namesOf(on.el) }, taken.subject.el, taken.before, false);
    else if (files) record('mm_upload', target.fingerprint(on.el), { files }, on.el, observe.current(), false);
  }

  function end() {
    carried = null;
  }

  /**
   * letGo handles a pointer released at another place than it was pressed. The page
   * decides the effect: it is a step only if the page changes.
   * @param {PointerEvent} event
   * @param {Taken} press
   * @returns {boolean} whether it was a drag
   */
  function letGo(event, press) {
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR_PX) return false;
    const from = press.subject.el;
    if (isMovedIn(from)) {
      released = true;
      const { x, y } = dom.rect(from);
      const at = dom.tag(from) === 'canvas' && { at: { x: Math.round(press.x - x), y: Math.round(press.y - y) } };
      record('mm_drag', press.print, { ...at, to: { x: Math.round(event.clientX - press.x), y: Math.round(event.clientY - press.y) } }, from, press.before, false);
      return true;
    }
    const hit = dom.allFromPoint(event.clientX, event.clientY).find((el) => !from.contains(el));
    const on = hit && target.actionable(hit).el;
    if (!on || on.contains(from)) return false;
    released = true;
    record('mm_drag', press.print, { to: namesOf(on) }, from, press.before, true);
    return true;
  }

  /** @param {Element} el @returns {boolean} whether a drag in it has an effect at any end point, which may not be visible elsewhere */
  function isMovedIn(el) {
    return dom.tag(el) === 'canvas' || MOVED.has(Cairn.roles.role(el));
  }
  const MOVED = new Set(['slider', 'separator', 'scrollbar']);

  /** pressed notes a new press: it ends the previous drag. */
  function pressed() {
    carried = null;
    released = false;
  }

  /** @returns {boolean} whether a click now, on a common ancestor of both ends, is only the end of a drag */
  function isOver() {
    const was = released;
    released = false;
    return was;
  }

  /** @param {Element} el @returns {Target} the names by which it is found again */
  function namesOf(el) {
    const { testId, role, name, selector } = target.endPrint(el);
    return { ...(testId && { testId }), ...(role && { role }), ...(name && { name }), ...(selector && { selector }) };
  }

  /** @param {string} name of the tool @param {Target} print @param {Record<string, unknown>} input @param {Element} el @param {Observation} before @param {boolean} weak */
  function record(name, print, input, el, before, weak) {
    typing.end();
    void steps.finishWhenSettled(steps.begin({ tool: { name, target: print, input }, el, before, weak }));
  }

  return { lift, drop, end, letGo, pressed, isOver };
}

Cairn.drag ??= makeDrag();
