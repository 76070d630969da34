'use strict';
// Choosing by script. A driver that picks from a list, or sets a date or a colour,
// sets the control's value and fires its events itself. Pages do the same, unprompted
// or in response to a click. Two facts distinguish them, and no page can fake either:
// whether another program holds the tab through the browser's debugger, which the
// worker knows, and whether the page is currently handling a trusted event of a
// person or driver.

function makeChosen() {
  const { dom, steps, observe, target } = Cairn;

  const UNDRIVEN_MS = 5000; // minimum time between two queries about a tab that no program drives
  const SET_BY_SCRIPT = new Set('date time month week datetime-local color range'.split(' '));

  let answering = false;
  let undrivenAt = -Infinity;
  /** asked holds the control whose step is pending at the worker. @type {Element | null} */
  let asked = null;

  /** noteTrusted notes a trusted event: the page's actions in this task are its response. */
  function noteTrusted() {
    if (answering) return;
    answering = true;
    setTimeout(() => {
      answering = false;
    });
  }

  /** @param {Element | null} el whose change event came from a script */
  async function byScript(el) {
    if (!el || answering || asked || !settable(el) || !steps.recording() || !dom.rendered(el)) return;
    if (performance.now() - undrivenAt < UNDRIVEN_MS) return;
    asked = el;
    // Observe before the page reacts: the worker takes time to answer.
    const before = observe.current();
    const tool = { name: 'mm_type', target: target.fingerprint(el), textRedacted: true };
    const driven = await Cairn.main.driven();
    asked = null;
    if (!driven) undrivenAt = performance.now();
    else if (steps.recording()) void steps.finishWhenSettled(steps.begin({ tool, el, before }));
  }

  /** @param {Element} el @returns {boolean} */
  function settable(el) {
    return el instanceof HTMLSelectElement || (dom.isInput(el) && SET_BY_SCRIPT.has(el.type));
  }

  return { noteTrusted, byScript };
}

Cairn.chosen ??= makeChosen();
