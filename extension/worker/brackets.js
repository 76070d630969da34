// Brackets mark the periods in which a tab's trusted events are input from Cairn: the
// companion records those steps itself. They expire, so that a crashed companion
// cannot disable the extension's recording.

/** @import {Bracket} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { within } from "../lib/looks.js";
import { aimedFrame, isAwaited, openAim } from "./aims.js";
import { askFrame } from "./frames.js";
import { changeTab, tabState } from "./state.js";
import { sendTo } from "./devtools.js";

/** MAX_MS ends a bracket whose closing message never came. */
const MAX_MS = 15_000;

/** Bounds the wait for the frames: a page blocked by a dialog does not answer, and receives no input either. */
const TOLD_MS = 1000;

/** Bounds the wait for the target's frame, which must guard the press before it comes: a busy page handles input before messages. */
const GUARDED_MS = 10_000;

/** Bounds the remembered brackets of a tab, which late events are compared with. */
const KEPT = 8;

/** @param {Bracket} bracket @param {number} now in ms */
export async function setBracket({ tabId, open, maxMs, aimed, files }, now) {
  openAim(tabId, open && !!aimed);
  const until = open ? now + Math.min(maxMs || MAX_MS, 4 * MAX_MS) : now;
  await changeTab(tabId, (state) => {
    const brackets = (state.brackets ?? []).map(([from, to]) => /** @type {[number, number]} */ ([from, Math.min(to, now)]));
    if (open) brackets.push([now, until]);
    return { ...state, brackets: brackets.slice(-KEPT) };
  });
  const message = /** @type {const} */ ({ to: "content", kind: "bracket", bracket: { tabId, open, maxMs: until - now, aimed, files } });
  const frame = open && aimed ? aimedFrame(tabId) : undefined;
  // Frames without a content script receive no input that would be recorded.
  const [, guarded] = await Promise.all([within(TOLD_MS, sendTo(tabId, message)), frame ? isGuarded(tabId, frame, message) : true]);
  if (!guarded) throw new FaultError("MM_TARGET_NOT_ACTIONABLE", "the page is too busy to take input, and nothing was done", "Wait a moment, look with mm_describe_screen, then try again.");
}

/**
 * @param {number} tabId
 * @param {{frameId: number, documentId?: string}} frame
 * @param {{kind: "bracket", bracket: Bracket}} message
 * @returns {Promise<boolean>} whether the frame guards the press; one that is gone gets none (aims.js)
 */
async function isGuarded(tabId, { frameId, documentId }, message) {
  return !!(await within(GUARDED_MS, askFrame(tabId, frameId, message, documentId).catch(() => true)));
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
