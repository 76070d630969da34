'use strict';
// A lane is a port straight to the offscreen document. An agent looks at its
// page again and again; each look through the worker wakes a worker and passes
// four processes, one through the lane passes two. It is opened when the worker
// says that an agent works here, so that pages nobody works on hold none. When
// it ends (the extension reloads, the page goes into the back-forward cache)
// looks go through the worker again until that opens the next.

function makeLane() {
  /** @type {chrome.runtime.Port | null} */
  let port = null;

  /** What was last handed over, as text, and what it is called. */
  let handed = '';
  let version = 0;

  /** @param {(message: any) => Promise<any>} answer to a message as the worker would send it */
  function open(answer) {
    if (port) return;
    const mine = chrome.runtime.connect(chrome.runtime.id, { name: 'lane' });
    port = mine;
    handed = '';
    mine.onMessage.addListener((/** @type {any} */ asked) => {
      void answer(asked?.message).then((reply) => {
        if (port !== mine) return;
        mine.postMessage({ id: asked.id, reply: asked.message?.kind === 'observe' ? shortened(reply, asked.message.since) : reply });
      });
    });
    mine.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // nobody listened: there is no offscreen document at this moment
      if (port === mine) port = null;
    });
  }

  function close() {
    port?.disconnect();
    port = null;
  }

  /**
   * A page that shows what it showed needs not be told again, however large.
   * @param {RuntimeReply} reply @param {unknown} since @returns {RuntimeReply}
   */
  function shortened(reply, since) {
    const { page } = reply;
    if (!page) return reply;
    const text = JSON.stringify(page.observation);
    const same = text === handed;
    if (!same) version++;
    handed = text;
    const stamp = String(version);
    const frames = window.length;
    if (!same || since !== stamp) return { page: { ...page, stamp }, frames };
    return { page: { tabId: 0, observation: NOTHING, elapsedMs: page.elapsedMs, stamp, same, heard: page.heard }, frames };
  }

  /** @type {Observation} */
  const NOTHING = { state: { currentUrl: '', currentScreen: '' }, testIds: [], a11y: { nodes: [] } };

  return { open, close };
}

Cairn.lane ??= makeLane();
