// Keeps the offscreen document open. It owns all persistent state (IndexedDB, the core,
// the link), so each caller creates it first if it is missing. An alarm does the same
// every half minute, even after the worker stopped.

/** @import {Envelope, RuntimeMessage, RuntimeReply} from "../wire" */
import { askOffscreen } from "../lib/messages.js";

const PAGE = "offscreen/offscreen.html";
const ALARM = "keep";

/** The shortest period that Chrome allows. */
const ALARM_MINUTES = 0.5;

/** @type {Promise<void> | null} */
let creating = null;

/** Creates the offscreen document unless it exists. */
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
    // A worker that stopped during the creation may have finished it.
    if (!String(err).includes("single offscreen")) throw err;
  }
}

/** Resolves when all typed secrets have reached the core. @type {Promise<unknown>} */
let typed = Promise.resolve();

/**
 * Sends a typed secret. Page texts wait for it, because the core must mask it in them.
 * @param {(ask: (message: RuntimeMessage) => Promise<RuntimeReply>) => Promise<void>} send
 */
export function keepTyped(send) {
  const sent = send((message) => askOffscreen(message, keepOffscreen));
  typed = Promise.allSettled([typed, sent]);
  return sent;
}

/** @returns {Promise<unknown>} resolves when the core knows all texts typed before */
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

/** Sets the alarm unless it exists. */
export async function setAlarm() {
  if (!(await chrome.alarms.get(ALARM))) await chrome.alarms.create(ALARM, { periodInMinutes: ALARM_MINUTES });
}
