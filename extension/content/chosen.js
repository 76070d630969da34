'use strict';
// Choosing by script. A driver that picks from a list, or sets a date or a
// colour, sets the control's value and makes the events of it itself; so do
// pages, on their own account or as their answer to a click. What tells them
// apart no page can feign: whether another program holds the tab through the
// browser's debugger, which the worker knows, and that the page is not in the
// middle of answering to a person's or driver's event.

function makeChosen() {
  const { dom, steps, observe, target } = Cairn;

  const UNDRIVEN_MS = 5000; // a tab that nobody drives is asked about no more often
  const SET_BY_SCRIPT = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']);

  let answering = false;
  let undrivenAt = -Infinity;
  /** The control whose step is being asked for. @type {Element | null} */
  let asked = null;

  /** A trusted event has come: what the page does in this task is its answer. */
  function noteTrusted() {
    if (answering) return;
    answering = true;
    setTimeout(() => {
      answering = false;
    });
  }

  /** @param {Element | null} el whose change event no user made */
  async function byScript(el) {
    if (!el || answering || asked || !settable(el) || !steps.recording() || !dom.rendered(el)) return;
    if (performance.now() - undrivenAt < UNDRIVEN_MS) return;
    asked = el;
    // Before the page answers: the worker takes its time.
    const before = observe.current();
    const tool = { name: 'mm_type', target: target.fingerprint(el), textRedacted: true };
    const driven = await Cairn.main.driven();
    asked = null;
    if (!driven) undrivenAt = performance.now();
    else if (steps.recording()) void steps.finishWhenSettled(steps.begin({ tool, el, before }));
  }

  /** @param {Element} el @returns {boolean} */
  function settable(el) {
    return el instanceof HTMLSelectElement || (el instanceof HTMLInputElement && SET_BY_SCRIPT.has(el.type));
  }

  return { noteTrusted, byScript };
}

Cairn.chosen ??= makeChosen();
