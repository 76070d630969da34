// Brackets mark the periods in which a tab's trusted events are input from Cairn: the
// companion records those steps itself. They expire, so that a crashed companion
// cannot disable the extension's recording.

/** @import {Bracket} from "../wire" */
import { within } from "../lib/looks.js";
import { isAwaited, openAim } from "./aims.js";
import { changeTab, tabState } from "./state.js";
import { sendTo } from "./devtools.js";

/** MAX_MS ends a bracket whose closing message never came. */
const MAX_MS = 15_000;

/** Bounds the wait for the frames: a page blocked by a dialog does not answer, and receives no input either. */
const TOLD_MS = 1000;

/** Bounds the remembered brackets of a tab, which late events are compared with. */
const KEPT = 8;

/**
 * @param {Bracket} bracket
 * @param {number} now in ms
 */
export async function setBracket({ tabId, open, maxMs, aimed, files }, now) {
  openAim(tabId, open && !!aimed);
  const until = open ? now + Math.min(maxMs || MAX_MS, 4 * MAX_MS) : now;
  await changeTab(tabId, (state) => {
    const brackets = (state.brackets ?? []).map(([from, to]) => /** @type {[number, number]} */ ([from, Math.min(to, now)]));
    if (open) brackets.push([now, until]);
    return { ...state, brackets: brackets.slice(-KEPT) };
  });
  const message = { to: "content", kind: "bracket", bracket: { tabId, open, maxMs: until - now, aimed, files } };
  // Frames without a content script receive no input that would be recorded.
  await within(TOLD_MS, sendTo(tabId, message));
}

/**
 * @param {number} tabId
 * @param {number} at in ms
 * @returns {Promise<boolean>} whether the tab was in a bracket at that time
 */
export async function inBracket(tabId, at) {
  const { brackets = [] } = await tabState(tabId);
  return brackets.some(([from, to]) => from <= at && at <= to);
}

/**
 * @param {number} tabId
 * @param {number} now in ms
 * @returns {Promise<Bracket | undefined>} the bracket open now, for a document that loads during it
 */
export async function openBracket(tabId, now) {
  const { brackets = [] } = await tabState(tabId);
  const last = brackets.at(-1);
  return last && now < last[1] ? { tabId, open: true, maxMs: last[1] - now, aimed: isAwaited(tabId) } : undefined;
}
