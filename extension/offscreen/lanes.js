// Lanes: ports straight to the content scripts of tabs that agents work in
// (content/lane.js). A look through them is as fresh as one through the worker,
// since every frame looks at itself when it is asked; what is saved are the
// ways, and saying again what has not changed.

/** @import {LaneMessage, Page, RuntimeMessage, RuntimeReply} from "../wire" */
import { NOTHING, merge, outlines, stamp } from "../lib/looks.js";

/** A frame that is too busy for this long: the worker knows what to say of it. */
const ANSWER_MS = 4000;

/** Subframes are waited for no longer, as in worker/look.js. */
const SUBFRAME_MS = 800;

/**
 * @typedef {object} Seen
 * @property {Page} page as the frame reported it, with its complete observation
 * @property {number} frames how many frames the frame holds
 */

/** One port, and what its frame said last. */
class Lane {
  #port;
  #gone;
  #asked = 0;
  /** @type {Map<number, (reply: RuntimeReply | undefined) => void>} */
  #waiting = new Map();
  /** @type {Page | undefined} */
  #last;
  closed = false;

  /**
   * @param {chrome.runtime.Port} port
   * @param {number} serial tells two lanes of one frame apart
   * @param {() => void} gone
   */
  constructor(port, serial, gone) {
    this.#port = port;
    this.#gone = gone;
    this.serial = serial;
    this.frameId = port.sender?.frameId ?? -1;
    this.url = port.sender?.url ?? "";
    // An address does not tell whose a frame is (worker/origins.js).
    this.origin = port.sender?.origin ?? "null";
    this.documentId = port.sender?.documentId ?? "";
    port.onMessage.addListener((/** @type {LaneMessage} */ { id, reply }) => this.#answer(id, reply));
    port.onDisconnect.addListener(() => this.#over());
  }

  /** Ends it from this side. */
  end() {
    this.#port.disconnect();
    this.#over();
  }

  #over() {
    this.closed = true;
    for (const id of [...this.#waiting.keys()]) this.#answer(id, undefined);
    this.#gone();
  }

  /**
   * @param {number} id
   * @param {RuntimeReply | undefined} reply
   */
  #answer(id, reply) {
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }

  /**
   * @param {Omit<RuntimeMessage, "to">} message
   * @param {number} ms
   * @returns {Promise<RuntimeReply | undefined>} undefined when the lane ended or the time is over
   */
  #ask(message, ms) {
    if (this.closed) return Promise.resolve(undefined);
    const id = ++this.#asked;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#answer(id, undefined), ms);
      this.#waiting.set(id, (reply) => {
        clearTimeout(late);
        resolve(reply);
      });
      this.#port.postMessage({ id, message: { ...message, to: "content" } });
    });
  }

  /**
   * @param {number} ms
   * @param {boolean} outline whether the texts are wanted, too
   * @returns {Promise<Seen | undefined>} what the frame shows now
   */
  async look(ms, outline) {
    const last = this.#last;
    const reply = await this.#ask({ kind: "observe", since: last?.stamp, outline }, ms);
    const page = reply?.page;
    if (!page || (page.same && page.stamp !== last?.stamp)) return undefined;
    this.#last = page.same ? { .../** @type {Page} */ (last), elapsedMs: page.elapsedMs, heard: page.heard, loading: page.loading } : page;
    return { page: this.#last, frames: reply.frames ?? 0 };
  }
}

/** The lanes of one tab, and its last report. */
class Tab {
  /** @type {Map<number, Lane>} by frame */
  lanes = new Map();
  /** What the last answer was made of: the stamps of all its frames. */
  parts = "";
  /** @type {string} */
  stamp = "";
}

export class Lanes {
  /** @type {Map<number, Tab>} */
  #tabs = new Map();
  /** Stamps of an earlier document of ours must mean nothing to this one. */
  #own = crypto.randomUUID().slice(0, 8);
  #count = 0;

  /** @param {chrome.runtime.Port} port that somebody in this extension has opened */
  met(port) {
    const tabId = port.sender?.tab?.id;
    if (port.name !== "lane" || port.sender?.id !== chrome.runtime.id || tabId === undefined || port.sender.frameId === undefined) return;
    const tab = this.#tabs.get(tabId) ?? new Tab();
    this.#tabs.set(tabId, tab);
    const lane = new Lane(port, ++this.#count, () => {
      if (tab.lanes.get(lane.frameId) === lane) tab.lanes.delete(lane.frameId);
      if (tab.lanes.size === 0 && this.#tabs.get(tabId) === tab) this.#tabs.delete(tabId);
    });
    tab.lanes.set(lane.frameId, lane);
  }

  /**
   * @param {{tabId: number, since?: string, outline?: boolean}} request
   * @returns {Promise<Page | undefined>} undefined where not every frame of the
   *   tab has a lane and answers: then the worker is to look
   */
  async look({ tabId, since, outline = false }) {
    const tab = this.#tabs.get(tabId);
    const main = tab?.lanes.get(0);
    if (!tab || !main) return undefined;
    const lanes = [...tab.lanes.values()].sort((a, b) => a.frameId - b.frameId);
    const seen = await Promise.all(lanes.map((lane) => lane.look(lane === main ? ANSWER_MS : SUBFRAME_MS, outline)));
    // A frame that went with its page into the cache may leave a lane that
    // nobody ends; one that is only slow gets another with the next look.
    for (const [i, lane] of lanes.entries()) if (!seen[i] && lane !== main) lane.end();
    const first = seen[0];
    // A frame that came while we looked, or one that no script can be in.
    const frames = seen.reduce((sum, s) => sum + (s?.frames ?? 0), 0);
    if (!first || frames !== lanes.length - 1 || lanes.some((lane) => lane.closed)) return undefined;
    const elapsedMs = seen.reduce((sum, s) => sum + (s?.page.elapsedMs ?? 0), 0);
    const parts = lanes.map((lane, i) => `${lane.serial}:${seen[i]?.page.stamp ?? ""}`).join(" ");
    if (parts !== tab.parts) {
      tab.parts = parts;
      tab.stamp = `${this.#own}-${++this.#count}`;
      // By its end the only frame of a tab knows whether it is still what it shows (content/lane.js).
      if (lanes.length === 1) tab.stamp += `.${first.page.stamp}`;
    }
    const documents = lanes.map(({ frameId, documentId }) => ({ frameId, documentId }));
    const heard = seen.flatMap((s) => s?.page.heard ?? []);
    const { loading } = first.page;
    if (since && since === tab.stamp) return { tabId, observation: NOTHING, elapsedMs, stamp: tab.stamp, same: true, documents, heard, loading };
    const subs = lanes.slice(1).map(({ frameId, url, origin }, i) => ({ frameId, url, origin, seen: seen[i + 1]?.page.observation, outline: seen[i + 1]?.page.outline }));
    const observation = merge(stamp(first.page.observation, main.url), subs);
    const whole = outline ? outlines(first.page.outline, subs, observation.state.origin) : {};
    return { tabId, observation, ...whole, elapsedMs, stamp: tab.stamp, documents, heard, loading };
  }
}
