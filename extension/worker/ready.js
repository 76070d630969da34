// Prepares answers: when a page has settled, the core queries memory for successful
// actions on similar screens, and keeps the answer ready.

/** @import {RuntimeReply} from "../wire" */
/** @import {Origin} from "./steps.js" */
import { mayRecord } from "./consent.js";
import { MAIN, tabOf } from "./frames.js";
import { askKeeper } from "./keeper.js";
import { look } from "./look.js";
import { peekSession } from "./sessions.js";

/** Interval, in ms, between observations of a page that changes all the time. */
const PAUSE_MS = 1000;

/** @type {Map<number, {again: boolean}>} the tabs being observed */
const busy = new Map();

/** @param {unknown} _ @param {Origin} from @returns {Promise<RuntimeReply>} at once, without waiting for the core */
export async function settled(_, { tabId, frameId }) {
  if (frameId === MAIN) renew(tabId);
  return {};
}

/**
 * Prepares a new answer after a change of a tab's page, or of the steps recorded
 * on it.
 * @param {number} tabId
 */
export function renew(tabId) {
  const under = busy.get(tabId);
  if (under) under.again = true;
  else void prepare(tabId);
}

/** @param {number} tabId */
async function prepare(tabId) {
  const work = { again: true };
  busy.set(tabId, work);
  while (work.again) {
    work.again = false;
    // A page that closed meanwhile, or a core that is loading, needs no answer.
    await prepareOnce(tabId).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  busy.delete(tabId);
}

/** @param {number} tabId */
async function prepareOnce(tabId) {
  const tab = await tabOf(tabId);
  if (!(await mayRecord(tab))) return;
  const { observation } = await look(tabId, { cached: true });
  const sessionId = (await peekSession(tab))?.sessionId;
  const prior = { observation, ...(sessionId ? { sessionId } : {}) };
  await askKeeper({ to: "offscreen", kind: "ready", core: { op: "prior", now: new Date().toISOString(), prior } });
  // An open panel shows the page as it is now.
  chrome.runtime.sendMessage({ to: "pages", kind: "settled" }).catch(() => {});
}
