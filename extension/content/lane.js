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

  /** What was last handed over, as text, and what it is called; the outline is '' where it was not. */
  let handed = '';
  let outlined = '';
  let version = 0;

  /** Tells the versions of this document from those of any other. */
  const own = crypto.randomUUID().slice(0, 8);

  /** @type {(message: any) => Promise<any>} */
  let look = async () => undefined;

  /** @param {(message: any) => Promise<any>} answer to a message as the worker would send it */
  function open(answer) {
    if (port) return;
    const mine = chrome.runtime.connect(chrome.runtime.id, { name: 'lane' });
    port = mine;
    handed = outlined = '';
    look = answer;
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
    const same = shows(page);
    if (!same) version++;
    const stamp = own + version;
    const frames = window.length;
    if (!same || since !== stamp) {
      handed = JSON.stringify(page.observation);
      outlined = page.outline ? JSON.stringify(page.outline) : '';
      return { page: { ...page, stamp }, frames };
    }
    return { page: { tabId: 0, observation: NOTHING, elapsedMs: page.elapsedMs, stamp, same, heard: page.heard, loading: page.loading }, frames };
  }

  /** @param {import('../wire').Page} page @returns {boolean} whether it is what was handed over, its outline too where it has one */
  function shows({ observation, outline }) {
    return JSON.stringify(observation) === handed && (!outline || JSON.stringify(outline) === outlined);
  }

  /**
   * The companion asks this of the browser that it started, straight over
   * DevTools: whether a page without frames shows now what was handed over.
   * @param {string} stamp of the whole tab, which ends in ours (offscreen/lanes.js)
   * @param {boolean} [outline] whether its texts matter, too
   * @returns {Promise<import('../wire').Page | null>} null where it shows something else, or the lane is to tell
   */
  async function glance(stamp, outline = false) {
    if (!port || window.length > 0 || !stamp.endsWith(`.${own}${version}`)) return null;
    const { page } = (await look({ to: 'content', kind: 'observe', outline })) ?? {};
    if (!port || window.length > 0 || !page || !shows(page)) return null;
    return { tabId: 0, observation: NOTHING, elapsedMs: page.elapsedMs, same: true, heard: page.heard, loading: page.loading };
  }

  /** @type {Observation} */
  const NOTHING = { state: { currentUrl: '', currentScreen: '' }, testIds: [], a11y: { nodes: [] } };

  return { open, close, glance };
}

Cairn.lane ??= makeLane();
