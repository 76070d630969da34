'use strict';
// A page that asks for a file opens a chooser of the system's: no program may
// choose there, and it stands in the person's way. So one that an action of
// ours would open stays shut, and the answer tells that files were asked for.

function makeUpload() {
  const { dom } = Cairn;

  let acting = false;
  let asked = false;
  let timer = 0;

  /** @param {number} ms for how long an action of ours may take from now; 0 ends it */
  function act(ms) {
    clearTimeout(timer);
    acting = ms > 0;
    asked = false;
    if (acting) timer = setTimeout(act, ms, 0);
  }

  /** A button's script that clicks a hidden input makes such an event, too. @param {Event} event */
  function onClick(event) {
    const el = dom.origin(event);
    if (!acting || !(el instanceof HTMLInputElement) || el.type !== 'file') return;
    asked = true;
    event.preventDefault();
  }

  /** @returns {{ files?: boolean }} */
  function outcome() {
    return asked ? { files: true } : {};
  }

  function start() {
    addEventListener('click', Cairn.main.guarded(onClick), { capture: true });
  }

  return { act, outcome, start };
}

Cairn.upload ??= makeUpload();
