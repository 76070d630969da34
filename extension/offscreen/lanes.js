// Lanes: ports directly to the content scripts of tabs that agents work in
// (content/lane.js). An observation through them is as fresh as one through the worker,
// since every frame observes itself on request. They save the detour through the
// worker and repeated data that has not changed.

/** @import {LaneMessage, Page, RuntimeMessage, RuntimeReply} from "../wire" */
import { NOTHING, merge, outlines, stamp } from "../lib/looks.js";

/** Bounds the wait for a busy frame: after it, the worker answers instead. */
const ANSWER_MS = 4000;

/** Bounds the wait for subframes, as in worker/look.js. */
const SUBFRAME_MS = 800;

/**
 * @typedef {object} Seen
 * @property {Page} page as the frame reported it, with its complete observation
 * @property {number} frames how many frames the frame holds
 */

/** Handles one port and its frame's last report. */
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
   * @param {number} serial distinguishes two lanes of one frame
   * @param {() => void} gone
   */
  constructor(port, serial, gone) {
    this.#port = port;
    this.#gone = gone;
    this.serial = serial;
    this.frameId = port.sender?.frameId ?? -1;
    this.url = port.sender?.url ?? "";
    // The URL does not show the owner of a frame (worker/origins.js).
    this.origin = port.sender?.origin ?? "null";
    this.documentId = port.sender?.documentId ?? "";
    port.onMessage.addListener((/** @type {LaneMessage} */ { id, reply }) => this.#answer(id, reply));
    port.onDisconnect.addListener(() => this.#over());
  }

  /** Closes the lane from this side. */
  end() {
    this.#port.disconnect();
    this.#over();
  }

  #over() {
    this.closed = true;
    for (const id of [...this.#waiting.keys()]) this.#answer(id, undefined);
    this.#gone();
  }

  /** @param {number} id @param {RuntimeReply | undefined} reply */
  #answer(id, reply) {
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }

  /**
   * @param {Omit<RuntimeMessage, "to">} message
   * @param {number} ms
   * @returns {Promise<RuntimeReply | undefined>} undefined when the lane ended or the time ran out
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
   * @param {boolean} outline whether the texts are wanted as well
   * @returns {Promise<Seen | undefined>} the frame's current state
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

/** Holds the lanes of one tab and its last report. */
class Tab {
  /** @type {Map<number, Lane>} by frame */
  lanes = new Map();
  /** Holds the stamps of all frames in the last answer. */
  parts = "";
  /** @type {string} */
  stamp = "";
}

export class Lanes {
  /** @type {Map<number, Tab>} */
  #tabs = new Map();
  /** Makes stamps from earlier offscreen documents invalid in this one. */
  #own = crypto.randomUUID().slice(0, 8);
  #count = 0;

  /** @param {chrome.runtime.Port} port opened by a script of this extension */
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
   * @returns {Promise<Page | undefined>} undefined unless every frame of the
   *   tab has a lane and answers: then the worker must observe
   */
  async look({ tabId, since, outline = false }) {
    const tab = this.#tabs.get(tabId);
    const main = tab?.lanes.get(0);
    if (!tab || !main) return undefined;
    const lanes = [...tab.lanes.values()].sort((a, b) => a.frameId - b.frameId);
    const seen = await Promise.all(lanes.map((lane) => lane.look(lane === main ? ANSWER_MS : SUBFRAME_MS, outline)));
    // A frame that entered the back/forward cache may leave a lane that is never
    // closed; a frame that is only slow gets a new lane with the next observation.
    for (const [i, lane] of lanes.entries()) if (!seen[i] && lane !== main) lane.end();
    const first = seen[0];
    // A frame appeared meanwhile, or one where no script can run.
    const frames = seen.reduce((sum, s) => sum + (s?.frames ?? 0), 0);
    if (!first || frames !== lanes.length - 1 || lanes.some((lane) => lane.closed)) return undefined;
    const elapsedMs = seen.reduce((sum, s) => sum + (s?.page.elapsedMs ?? 0), 0);
    const parts = lanes.map((lane, i) => `${lane.serial}:${seen[i]?.page.stamp ?? ""}`).join(" ");
    if (parts !== tab.parts) {
      tab.parts = parts;
      tab.stamp = `${this.#own}-${++this.#count}`;
      // The only frame of a tab checks with the stamp's end whether its state is unchanged (content/lane.js).
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
