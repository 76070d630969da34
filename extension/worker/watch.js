// Shows which action an agent does in a tab, on the extension's button, in a small window,
// and to the panel and the popup, and lets the person stop the agent. Nothing is drawn into
// the page: a script of the page or a screenshot would see it.

/** @import {Bracket, Locate, Located, RuntimeMessage, RuntimeReply, Watched} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { clip } from "../lib/dom.js";
import { VERBS, targetName } from "../lib/words.js";
import { inTurn, tabState } from "./state.js";
import { openWatchWindow } from "./watchwindow.js";

/** Delay after an action before the button is as usual: actions often follow each other. */
const CALM_MS = 2000;

/** Bounds the characters of an action in words. */
const WORDS = 120;

/** The key of the sessions that a person stopped, which survive a stop of the worker. */
const STOPPED = "stopped";

/** Bounds them; the newest count. */
const KEPT = 50;

/** The actions for each fitness of a located element. @type {Record<string, string>} */
const FOR = { click: VERBS.click, type: VERBS.type, hover: VERBS.hover, press: "Press a key in", drag: VERBS.drag, upload: VERBS.upload };

/** @type {Map<number, {aim?: string, does: string, acting: boolean, calm?: ReturnType<typeof setTimeout>}>} by tab */
const tabs = new Map();

/**
 * Remembers an element that was located to act on it: the next action is about it.
 * @param {Locate} request
 * @param {Located} located
 */
export function aimedAt({ tabId, for: use }, located) {
  if (Object.hasOwn(FOR, use)) of(tabId).aim = clip(`${FOR[use]} ${targetName(located.target)}`, WORDS);
}

/** @param {number} tabId */
function of(tabId) {
  const known = tabs.get(tabId) ?? { does: "", acting: false };
  tabs.set(tabId, known);
  return known;
}

/** Refuses an action of an agent that the person stopped, and shows any other. @param {Bracket} bracket */
export async function watchBracket({ tabId, open, aimed }) {
  if (open && (await isStopped(tabId))) {
    throw new FaultError("MM_ACTION_DENIED", "the person stopped this session in the browser: nothing was done", "Do not try again. Tell the person what you were about to do, and wait.");
  }
  const tab = of(tabId);
  clearTimeout(tab.calm);
  if (open) {
    tab.does = (aimed && tab.aim) || "";
    tab.aim = undefined;
    tab.acting = true;
    void openWatchWindow(tabId).catch((err) => console.error("cairn: window:", err)); // the tab may be closed
    show(tabId, "▶", tab.does ? `Cairn: an agent acts here: ${tab.does}` : "Cairn: an agent acts here");
  } else {
    tab.acting = false;
    tab.calm = setTimeout(() => void isStopped(tabId).then((stopped) => stopped || show(tabId, "", "")), CALM_MS);
  }
  announce();
}

/** @param {number} tabId */
export const unwatch = (tabId) => tabs.delete(tabId);

/** @param {number} tabId @param {string} text @param {string} title "" for the usual one */
function show(tabId, text, title) {
  // The tab may be closed.
  Promise.all([chrome.action.setBadgeText({ tabId, text }), chrome.action.setTitle({ tabId, title })]).catch(() => {});
}

function announce() {
  chrome.runtime.sendMessage({ to: "pages", kind: "watch" }).catch(() => {}); // no page may be open
}

/** @returns {Promise<string[]>} */
const stopped = async () => /** @type {any} */ (await chrome.storage.session.get(STOPPED))[STOPPED] ?? [];

/** @param {number} tabId */
async function isStopped(tabId) {
  const { session } = await tabState(tabId);
  return !!session && (await stopped()).includes(session.sessionId);
}

/**
 * Answers a page that shows the actions in a tab, and takes the person's order.
 * @param {RuntimeMessage} message
 * @returns {Promise<RuntimeReply>}
 */
export async function watch({ watch: asked }) {
  if (!Number.isInteger(asked?.tabId)) throw new FaultError("MM_INVALID_INPUT", "watch came without a tabId");
  const { tabId, order } = /** @type {import("../wire").Watch} */ (asked);
  const { session } = await tabState(tabId);
  if (order && order !== "stop" && order !== "continue") throw new FaultError("MM_INVALID_INPUT", "the order is neither stop nor continue");
  if (order && !session) throw new FaultError("MM_NOT_FOUND", "no agent has a session in this tab");
  if (order && session) {
    const { sessionId } = session;
    await inTurn(STOPPED, async () => {
      const others = (await stopped()).filter((id) => id !== sessionId);
      await chrome.storage.session.set({ [STOPPED]: order === "stop" ? [...others, sessionId].slice(-KEPT) : others });
    });
    show(tabId, order === "stop" ? "■" : "", order === "stop" ? "Cairn: you stopped the agent here" : "");
    announce();
  }
  /** @type {Watched} */
  const watched = { tabId, ...(session ? { sessionId: session.sessionId, goal: session.goal } : {}), does: tabs.get(tabId)?.does, acting: tabs.get(tabId)?.acting, stopped: await isStopped(tabId) };
  return { watched };
}
