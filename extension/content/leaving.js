'use strict';
// A page may ask before it is left (beforeunload). While an agent acts, its debugger
// receives the question and answers yes. Later, no program would answer, and the
// question would freeze the page. So a page that an agent used last is left without a
// question; as soon as a person uses it, it asks again.

function makeLeaving() {
  let acting = false;
  let byAgent = false;
  let timer = 0;

  /** @param {number} ms maximum time of Cairn's action from now; 0 ends it */
  function act(ms) {
    clearTimeout(timer);
    acting = ms > 0;
    if (!acting) return;
    byAgent = true;
    timer = setTimeout(act, ms, 0);
  }

  /** @param {Event} event */
  function used(event) {
    if (event.isTrusted && !acting) byAgent = false;
  }

  /** @param {Event} event */
  function leave(event) {
    if (event.isTrusted && byAgent && !acting) event.stopImmediatePropagation();
  }

  function start() {
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, Cairn.main.guarded(used), { capture: true });
    addEventListener('beforeunload', Cairn.main.guarded(leave), { capture: true });
  }

  return { act, start };
}

Cairn.leaving ??= makeLeaving();
