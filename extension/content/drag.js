'use strict';
// Drags: by the browser's own drag and drop, where the page says what may be
// dropped where, or by a page that follows the pointer. A step has what was
// taken for its target, and in its input where it was put; of a canvas or a slider
// how far it was moved. Of files no more than their number is kept.

function makeDrag() {
  const { dom, steps, observe, target, typing } = Cairn;

  const FAR_PX = 24; // nearer, the hand has slipped

  /**
   * What was taken, and the page as it was then.
   * @typedef {{ subject: ReturnType<typeof target.actionable>, print: Target, before: Observation, x: number, y: number }} Taken
   */

  /** What the browser carries. @type {Taken | null} */
  let carried = null;
  /** A drag has ended, and no button was pressed since. */
  let released = false;

  /** @param {DragEvent} event @param {Taken | null} press that it began with */
  function lift(event, press) {
    carried = null;
    if (!event.isTrusted || !steps.recording()) return;
    const subject = press?.subject ?? target.subject(event);
    if (subject) carried = press ?? { subject, print: target.fingerprint(subject.el), before: observe.current(), x: 0, y: 0 };
  }

  /** A page takes what is dropped, or there would be no such event. @param {DragEvent} event */
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
   * The pointer is let go somewhere else than it was pressed. What the page made
   * of it is the page's: it is a step only if something comes of it.
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

  /** @param {Element} el @returns {boolean} whether a drag in it, wherever it ends, does something that shows nowhere else */
  function isMovedIn(el) {
    return dom.tag(el) === 'canvas' || MOVED.has(Cairn.roles.role(el));
  }
  const MOVED = new Set(['slider', 'separator', 'scrollbar']);

  /** A button is pressed: what was is over. */
  function pressed() {
    carried = null;
    released = false;
  }

  /** @returns {boolean} whether a click now, on what both ends have in common, is only the end of a drag */
  function isOver() {
    const was = released;
    released = false;
    return was;
  }

  /** @param {Element} el @returns {Target} by what it is found again */
  function namesOf(el) {
    const { testId, role, name, selector } = target.fingerprint(el);
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
