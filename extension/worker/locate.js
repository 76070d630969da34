// Finds a target in a whole tab. A ref contains its frame; any other name may be in any
// frame, and must match exactly one element of all frames.

/** @import {Fault, Locate, Located, RuntimeReply, Target} from "../wire" */
/** @import {Frame} from "./frames.js" */
import { FaultError } from "../lib/fault.js";
import { aimAt } from "./aims.js";
import { pointInTab } from "./geometry.js";
import { FrameFault, MAIN, NoAnswer, askFrame, askMain, framesOf, tabOf } from "./frames.js";
import { OPAQUE, originsOf } from "./origins.js";
import { isLoading, keepWatch } from "./traffic.js";

const TIMEOUT_MS = 5000;

/** SLICE_MS bounds the wait in the content script of a single frame. Then frames are counted again. */
const SLICE_MS = 400;

/** Delay of an answer from which a page counts as busy. */
const BUSY_MS = 300;

/** With several frames none waits: each call is one attempt. */
const ATTEMPT_MS = 1;

/** Pause between attempts. */
const AGAIN_AFTER = 80;

/** Time after which lists that draw only visible rows are scrolled to find a missing target. */
const LATE_MS = 1000;

/** Shorter such time, on a page that has not changed and waits for no response. */
const CALM_MS = 400;

/** Time without changes, after searching the lists, from which a missing target does not exist. */
const MISSING_MS = 1600;

/** Time without changes after which no control becomes free: a message that covers it goes earlier. */
const COVERED_MS = 6000;

/** Bounds the wait for a missing target on a page that never rests, since it last waited for a response. */
const RESTLESS_MS = 6000;

/** Bounds the search of one of several frames in its lists. */
const REVEAL_MS = 2500;

/** Bounds the wait for a busy frame, which is then omitted from the round. */
const FRAME_MS = 3000;

/** Bounds the time for which two matches may be two states of a changing page; then they are two elements. */
const AMBIGUOUS_MS = 1000;

/** Errors of the main frame that a retry cannot fix. */
const OF_THE_PAGE = new Set(["MM_PAGE_GONE", "MM_PAGE_CRASHED", "MM_PAGE_NOT_ALLOWED", "MM_NAVIGATION_FAILED"]);

/** Ranks errors: the most informative one is reported. */
const TELLING = ["MM_TARGET_AMBIGUOUS", "MM_TARGET_NOT_ACTIONABLE", "MM_STALE_REF", "MM_TARGET_NOT_FOUND"];

/** @param {Locate} request @returns {Promise<Located>} in pixels of the tab's viewport */
export async function locate(request) {
  const { tabId } = request;
  const began = Date.now();
  const end = began + (request.timeoutMs || TIMEOUT_MS);
  const ambiguousEnd = Math.min(end, began + AMBIGUOUS_MS);
  let revealed = request.for === "see" || request.for === "focus"; // a target to see appears by itself, and the focused one exists already
  let calmFor = 0;
  let absent = false; // no frame had the target in the last round
  keepWatch(tabId);
  let loaded = 0; // when the page last waited for a response
  for (;;) {
    await tabOf(tabId);
    const frames = await framesOf(tabId);
    const origins = await originsOf(tabId, frames);
    const may = (/** @type {Frame} */ f) => !request.only?.length || request.only.includes(origins.get(f.frameId) ?? OPAQUE);
    const wanted = frames.filter((f) => may(f) && (!request.target.origin || origins.get(f.frameId) === request.target.origin));
    const { frameId, inner } = routeBoth(request);
    inner.reveal = !revealed && absent && (calmFor >= CALM_MS || Date.now() - began >= LATE_MS);
    revealed ||= inner.reveal;
    const named = wanted.find((f) => f.frameId === frameId);
    const answers =
      !wanted.length || (frameId !== undefined && !named && wanted.length < frames.length) ? []
      : frameId !== undefined && frameId !== MAIN ? [await one(inner, frameId, named?.documentId)]
      : frameId === MAIN || frames.length <= 1 || (wanted.length === 1 && wanted[0].frameId === MAIN) ? [await main(inner, end)]
      : await Promise.all(wanted.map((f) => one(inner, f.frameId, f.documentId)));
    const verdict = answers.length ? judge(answers) : { fault: noFrame(request.target.origin ?? request.only?.join(" or ")), final: false };
    if ("found" in verdict) return place(request, frames, verdict.found, foreign(origins, verdict.found.frameId));
    if (isLoading(tabId) || answers.some((a) => a.busy)) loaded = Date.now(); // a response is drawn a little later
    calmFor = answers.length ? Math.min(Date.now() - loaded, ...answers.map((a) => a.calmMs ?? 0)) : 0;
    const sizeless = answers.some((a) => a.sizeless && a.fault?.message === verdict.fault.message);
    absent = verdict.fault.code === "MM_TARGET_NOT_FOUND"; // lists are searched for no other
    const missing = request.for !== "see" && revealed && absent;
    const covered = verdict.fault.code === "MM_TARGET_NOT_ACTIONABLE" && calmFor >= COVERED_MS;
    const restless = missing && Date.now() - Math.max(loaded, began) >= RESTLESS_MS;
    if ((covered || restless || ((missing || sizeless) && calmFor >= MISSING_MS)) && !request.patient) throw thrown(verdict.fault);
    const limit = verdict.fault.code === "MM_TARGET_AMBIGUOUS" ? ambiguousEnd : end;
    if (verdict.final || Date.now() >= limit) throw thrown(verdict.fault);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

/** @param {Fault} fault */
function thrown({ code, message, hint }) {
  return new FaultError(code, message, hint);
}

/**
 * @param {Map<number, string>} origins by frame
 * @param {number} frameId
 * @returns {string | undefined} the frame's origin, if it differs from the page's
 */
function foreign(origins, frameId) {
  const origin = origins.get(frameId) ?? OPAQUE;
  return frameId === MAIN || origin === origins.get(MAIN) ? undefined : origin;
}

/** @param {string | undefined} origin @returns {Fault} */
function noFrame(origin) {
  return { code: "MM_TARGET_NOT_FOUND", message: `the element is not in a frame of ${origin}`, hint: "Describe the screen: it says which frames there are and what is in them." };
}

/** @param {Target} target @returns {{frameId?: number, target: Target}} the target in the form its frame uses */
export function route(target) {
  const ref = target.a11yRef;
  if (!ref) return { target };
  const parts = /^f(\d+)(e\d+)$/.exec(ref);
  return parts ? { frameId: Number(parts[1]), target: { ...target, a11yRef: parts[2] } } : { frameId: MAIN, target };
}

/** @param {Locate} request @returns {{frameId?: number, inner: Locate}} the request in the form its frame uses */
export function routeBoth(request) {
  const { frameId, target } = route(request.target);
  if (!request.within) return { frameId, inner: { ...request, target } };
  const around = route(request.within);
  if (frameId !== undefined && around.frameId !== undefined && frameId !== around.frameId) {
    throw new FaultError("MM_TARGET_NOT_FOUND", "the target and what it should be within are in different frames",
      "Describe the screen and take both refs from the same frame.");
  }
  return { frameId: frameId ?? around.frameId, inner: { ...request, target, within: around.target } };
}

/**
 * @typedef {object} Answer
 * @property {number} frameId
 * @property {Located} [located]
 * @property {boolean} [sizeless] the element found has no size, is hidden or disabled, or takes no text
 * @property {number} [calmMs] time since the frame last changed after loading
 * @property {boolean} [busy] it was busy when asked: the target may still appear
 * @property {Fault} [fault] with located: the point is in pixels of the frame,
 *   whose origin differs from its parent's
 */

/**
 * Combines the answers of all frames.
 * @param {Answer[]} answers
 * @returns {{found: Answer} | {fault: Fault, final: boolean}}
 */
export function judge(answers) {
  const found = answers.filter((a) => a.located);
  if (found.length > 1) {
    const fault = { code: /** @type {const} */ ("MM_TARGET_AMBIGUOUS"), message: `${found.length} frames of the page have a match`,
      hint: "Describe the screen and name one element by its a11yRef." };
    return { fault, final: false };
  }
  const faults = answers.flatMap((a) => (a.fault && !a.located ? [a.fault] : []));
  const ambiguous = faults.find((f) => f.code === "MM_TARGET_AMBIGUOUS");
  if (found.length === 1 && !ambiguous) return { found: found[0] };
  faults.sort((a, b) => rank(a) - rank(b));
  const fault = faults[0] ?? { code: "MM_TARGET_NOT_FOUND", message: "no frame of the page answers",
    hint: "The page may be loading. Wait for it, then describe the screen." };
  return { fault, final: fault.code === "MM_INVALID_INPUT" || fault.code === "MM_STALE_REF" };
}

/** @param {Fault} fault */
function rank(fault) {
  const at = TELLING.indexOf(fault.code);
  return at < 0 ? -1 : at;
}

/** @param {Locate} request @param {number} end @returns {Promise<Answer>} */
async function main(request, end) {
  const slice = () => Math.max(ATTEMPT_MS, Math.min(request.reveal ? Infinity : SLICE_MS, end - Date.now()));
  const message = () => ({ kind: /** @type {const} */ ("locate"), locate: { ...request, timeoutMs: slice() } });
  const began = Date.now();
  const said = await answer(MAIN, askMain(request.tabId, message, Math.max(SLICE_MS, end - Date.now())));
  return { ...said, busy: !request.reveal && Date.now() - began > SLICE_MS + BUSY_MS };
}

/** @param {Locate} request @param {number} frameId @param {string} [documentId] @returns {Promise<Answer>} */
function one(request, frameId, documentId) {
  const message = { kind: /** @type {const} */ ("locate"), locate: { ...request, timeoutMs: request.reveal ? REVEAL_MS : ATTEMPT_MS } };
  /** @type {Promise<Answer>} */
  const late = new Promise((resolve) => setTimeout(() => resolve({ frameId }), FRAME_MS));
  return Promise.race([answer(frameId, askFrame(request.tabId, frameId, message, documentId)), late]);
}

/** @param {number} frameId @param {Promise<RuntimeReply>} reply @returns {Promise<Answer>} */
async function answer(frameId, reply) {
  try {
    const { located, error } = await reply;
    return { frameId, located, fault: error };
  } catch (err) {
    if (err instanceof FaultError) {
      if (frameId === MAIN && OF_THE_PAGE.has(err.code)) throw err;
      return { frameId, fault: { code: err.code, message: err.message, hint: err.hint }, ...(err instanceof FrameFault ? { calmMs: err.calmMs, sizeless: err.sizeless } : { calmMs: 0 }) };
    }
    // A frame that closed or has no script has no match either.
    return { frameId, calmMs: err instanceof NoAnswer && err.why === "absent" ? Infinity : 0 };
  }
}

/**
 * @param {Locate} request
 * @param {Frame[]} frames
 * @param {Answer} found
 * @param {string} [origin] of the frame, if it differs from the page's
 * @returns {Promise<Located>}
 */
async function place(request, frames, { frameId, located, fault }, origin) {
  aimAt(request.tabId, { frameId, documentId: frames.find((f) => f.frameId === frameId)?.documentId });
  const at = /** @type {Located} */ (located);
  if (origin) at.target = { ...at.target, origin };
  if (at.fillRef && frameId !== MAIN) at.fillRef = `f${frameId}${at.fillRef}`;
  if (at.ref && frameId !== MAIN) at.ref = `f${frameId}${at.ref}`;
  if (at.fileRef && frameId !== MAIN) at.fileRef = `f${frameId}${at.fileRef}`;
  if (!fault) return at;
  const point = await pointInTab(request.tabId, frames, frameId, at);
  if (!point) {
    throw new FaultError("MM_TARGET_NOT_ACTIONABLE", "the element is in a frame whose position in the tab is unknown",
      "Open the frame's own address in a tab of its own.");
  }
  return { ...at, ...point };
}
