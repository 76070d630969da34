// Reads console errors and uncaught exceptions of an attached tab's page. The browser
// stores them, so no listener is needed while an agent acts: they are fetched after an
// action without effect.

/** @import {Console} from "../wire" */

/** COMPLAINTS_MAX bounds the errors of one answer; more add no information. */
const COMPLAINTS_MAX = 20;

/** Bounds the characters of one error: its first line names the problem. */
const COMPLAINT_MAX = 200;

/** Tabs whose console is being fetched, with the texts received so far. @type {Map<number, {since: number, texts: string[]}>} */
const asked = new Map();

/** Errors of tabs with a permanent listener. @type {Map<number, {at: number, text: string}[]>} */
const always = new Map();

/** @param {number} tabId whose console events arrive in any case while it is attached (devtools.js) */
export const hearAlways = (tabId) => always.set(tabId, []);

/** @param {number} tabId */
export const hearNoMore = (tabId) => always.delete(tabId);

/** @param {Console} request @returns {Promise<string[]>} the newest last */
export async function complaintsOf({ tabId, since }) {
  const received = always.get(tabId);
  if (received) return received.filter(({ at }) => at >= since).map(({ text }) => text);
  const mine = { since, texts: /** @type {string[]} */ ([]) };
  asked.set(tabId, mine);
  try {
    await chrome.debugger.sendCommand({ tabId }, "Runtime.enable"); // the browser replays the events that it has kept
    await chrome.debugger.sendCommand({ tabId }, "Runtime.disable");
  } finally {
    asked.delete(tabId);
  }
  return mine.texts.slice(-COMPLAINTS_MAX);
}

/**
 * @param {number} tabId
 * @param {string} method
 * @param {any} params of an event
 * @returns {boolean} whether it is a console event, which is not forwarded
 */
export function heardConsole(tabId, method, params) {
  if (!method.startsWith("Runtime.")) return false;
  const mine = asked.get(tabId);
  const received = always.get(tabId);
  const text = received || (mine && params?.timestamp >= mine.since) ? complaint(method, params) : "";
  if (mine && text) mine.texts.push(text);
  if (received && text && received.push({ at: params.timestamp, text }) > COMPLAINTS_MAX) received.shift();
  return true;
}

/** @param {string} method @param {any} params @returns {string} empty for an event that is not an error */
function complaint(method, params) {
  if (method === "Runtime.exceptionThrown") {
    const { text, exception } = params.exceptionDetails ?? {};
    return firstLine(exception?.description ?? valueOf(exception) ?? text);
  }
  if (method !== "Runtime.consoleAPICalled" || params.type !== "error") return "";
  return firstLine((params.args ?? []).map((/** @type {any} */ a) => valueOf(a) ?? a.description ?? "").join(" ")) || "console.error";
}

/** @param {any} object @returns {string | undefined} */
function valueOf(object) {
  return object?.value === undefined ? object?.unserializableValue : String(object.value);
}

/** @param {unknown} text */
function firstLine(text) {
  return String(text ?? "").trim().split("\n", 1)[0].slice(0, COMPLAINT_MAX);
}
