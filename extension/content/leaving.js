'use strict';
// A page may ask whoever leaves it whether to stay (beforeunload). While an
// agent acts, its debugger hears the question and says yes. Later nobody does:
// the question would freeze the page, and no program could answer it. So a page
// that an agent worked on last is left without being asked; as soon as a
// person uses it, it asks again.

function makeLeaving() {
  let acting = false;
  let byAgent = false;
  let timer = 0;

  /** @param {number} ms for how long an action of ours may take from now; 0 ends it */
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
