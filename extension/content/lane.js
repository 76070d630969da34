'use strict';
// A lane is a port straight to the offscreen document. An agent observes its page
// again and again. Each observation through the worker wakes a worker and passes four
// processes; one through the lane passes two. The lane opens when the worker reports
// that an agent works here, so that other pages hold none. When it ends (the extension
// reloads, the page enters the back-forward cache), observations go through the worker
// again until the worker opens the next lane.

function makeLane() {
  /** @type {chrome.runtime.Port | null} */
  let port = null;

  /** handed is the last observation sent, as text; version is its number; outlined is its outline, '' if none was sent. */
  let handed = '';
  let outlined = '';
  let version = 0;

  /** own distinguishes this document's versions from those of any other. */
  const own = crypto.randomUUID().slice(0, 8);

  /** @type {(message: any) => Promise<any>} */
  let look = async () => undefined;

  /** @param {(message: any) => Promise<any>} answer answers a message like one from the worker */
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
      void chrome.runtime.lastError; // no listener: there is no offscreen document at this moment
      if (port === mine) port = null;
    });
  }

  function close() {
    port?.disconnect();
    port = null;
  }

  /**
   * shortened omits a page that has not changed since the last reply, however large it is.
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

  /** @param {import('../wire').Page} page @returns {boolean} whether it equals the last page sent, including its outline if it has one */
  function shows({ observation, outline }) {
    return JSON.stringify(observation) === handed && (!outline || JSON.stringify(outline) === outlined);
  }

  /**
   * The companion calls this directly over DevTools in a browser that it started:
   * glance reports whether a page without frames is unchanged since the last reply.
   * @param {string} stamp stamp of the whole tab, which ends in this frame's (offscreen/lanes.js)
   * @param {boolean} [outline] whether its texts matter as well
   * @returns {Promise<import('../wire').Page | null>} null if the page has changed, or the lane must answer
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
