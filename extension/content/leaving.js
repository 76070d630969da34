'use strict';
// A page may ask before it is left (beforeunload). While an agent acts, its debugger
// receives the question and answers yes. Later, no program would answer, and the
// question would freeze the page. So a page that an agent used last is left without a
// question; as soon as a person uses it, it asks again. The same event says first that a page is
// about to go: before its requests, and before the next document replaces it.

function makeLeaving() {
  /** LEAVE_MS bounds the wait for a page to go: downloads and mail addresses leave it. */
  const LEAVE_MS = 1000;

  /** leaves is the time until which the page is expected to go, acts the end of Cairn's action. */
  let leaves = 0;
  let acts = 0;
  let byAgent = false;
  const now = () => performance.now();

  /** @param {number} ms maximum time of Cairn's action from now; 0 ends it */
  function act(ms) {
    acts = now() + ms;
    byAgent ||= ms > 0;
  }

  /** @param {Event} event */
  function used(event) {
    if (event.isTrusted && now() >= acts) byAgent = false;
  }

  /** @param {Event} event */
  function leave(event) {
    if (!event.isTrusted) return;
    leaves = now() + LEAVE_MS;
    if (byAgent && now() >= acts) event.stopImmediatePropagation();
  }

  /** @returns {boolean} whether the page is about to go */
  const isLeaving = () => now() < leaves;

  function start() {
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, Cairn.main.guarded(used), { capture: true });
    addEventListener('beforeunload', Cairn.main.guarded(leave), { capture: true });
  }

  return { act, start, isLeaving };
}

Cairn.leaving ??= makeLeaving();
