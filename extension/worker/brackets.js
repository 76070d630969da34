// Brackets mark the moments in which a tab's trusted events are our own input:
// the companion records those steps itself. They close by themselves, so that
// a dead companion can't blind the extension.

/** @import {Bracket} from "../wire" */
import { within } from "../lib/looks.js";
import { isAwaited, openAim } from "./aims.js";
import { changeTab, tabState } from "./state.js";
import { sendTo } from "./devtools.js";

/** MAX_MS ends a bracket whose closing message never came. */
const MAX_MS = 15_000;

/** A page that a dialog of the browser freezes doesn't answer; nor does it take input. */
const TOLD_MS = 1000;

/** Brackets of a tab that are remembered: late events tell when they happened. */
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
  // Frames without a content script take no input that we would record.
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
 * @returns {Promise<Bracket | undefined>} the bracket that is open now, for a document that comes into it
 */
export async function openBracket(tabId, now) {
  const { brackets = [] } = await tabState(tabId);
  const last = brackets.at(-1);
  return last && now < last[1] ? { tabId, open: true, maxMs: last[1] - now, aimed: isAwaited(tabId) } : undefined;
}
