// Keeps the offscreen document there. It owns everything that lasts (IndexedDB,
// the core, the link), so each caller creates it first if it is missing. An alarm
// does the same every half minute, also after the worker died.

/** @import {Envelope, RuntimeMessage, RuntimeReply} from "../wire" */
import { askOffscreen } from "../lib/messages.js";

const PAGE = "offscreen/offscreen.html";
const ALARM = "keep";

/** Chrome's least period. */
const ALARM_MINUTES = 0.5;

/** @type {Promise<void> | null} */
let creating = null;

/** Makes the offscreen document unless it is there. */
export async function keepOffscreen() {
  const contexts = await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT"] });
  if (contexts.length > 0) return;
  creating ??= create().finally(() => {
    creating = null;
  });
  await creating;
}

async function create() {
  try {
    await chrome.offscreen.createDocument({
      url: PAGE,
      reasons: ["WORKERS"],
      justification: "Holds the memory: a worker with the search core, its database, and the link to the companion.",
    });
  } catch (err) {
    // A worker that died while it was creating may have been faster.
    if (!String(err).includes("single offscreen")) throw err;
  }
}

/** Secrets that are on their way to the core. @type {Promise<unknown>} */
let typed = Promise.resolve();

/**
 * Sends a secret that was typed. Texts of pages wait for it: the core is to mask it in them.
 * @param {(ask: (message: RuntimeMessage) => Promise<RuntimeReply>) => Promise<void>} send
 */
export function keepTyped(send) {
  const sent = send((message) => askOffscreen(message, keepOffscreen));
  typed = Promise.allSettled([typed, sent]);
  return sent;
}

/** @returns {Promise<unknown>} until the core knows everything that was typed before this */
export const typedKept = () => typed;

/** @param {RuntimeMessage} message */
export async function askKeeper(message) {
  await typed;
  return askOffscreen(message, keepOffscreen);
}

/**
 * Sends an event over the link. Without the offscreen document there is no link;
 * the companion asks again after it reconnects, so the event may be dropped.
 * @param {Envelope} event
 */
export function say(event) {
  chrome.runtime.sendMessage({ to: "offscreen", kind: "event", event }).catch(() => {});
}

/** Sets the alarm unless it is set. */
export async function setAlarm() {
  if (!(await chrome.alarms.get(ALARM))) await chrome.alarms.create(ALARM, { periodInMinutes: ALARM_MINUTES });
}
