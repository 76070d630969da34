// Turns a content script's stepOpen and stepClose into a stored step. The sender alone
// identifies its source: tab, frame and origin are set here, and only the fields
// that a content script may fill are copied from the step.

/** @import {After, Observation, Outcome, RuntimeMessage, RuntimeReply, Step, Tool} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { isId } from "../lib/ids.js";
import { SchemaVersion } from "../lib/limits.js";
import { emptyObservation, merge, originOf, stamp, within } from "../lib/looks.js";
import { keepFor, mayRecord } from "./consent.js";
import { inBracket } from "./brackets.js";
import { MAIN, framesOf } from "./frames.js";
import { askKeeper } from "./keeper.js";
import { awaitLanding, noteNames, overtake } from "./landing.js";
import { look } from "./look.js";
import { originOfDocument } from "./origins.js";
import { sessionOf } from "./sessions.js";
import { changeTab, inTurn, tabState } from "./state.js";

/** Bounds the difference between a page's clock and this one; beyond it, this clock is used. */
const SKEW_MS = 60_000;

/** Bounds the wait for the cached observations of other frames. */
const OTHER_FRAMES_MS = 300;

/** Bounds the bytes of a step from a content script, whose own limits are much smaller. */
const STEP_MAX = 900_000;

/** Bounds the open steps of a tab; the sweep closes the others (offscreen/capture.js). */
const OPEN_MAX = 16;

/** Bounds the names near appeared elements accepted from a content script. */
const BESIDE_MAX = 4000;

const TOOLS = new Set(["mm_click", "mm_type", "mm_navigate", "mm_press", "mm_drag", "mm_upload"]);

/** Types of the inputs accepted from a content script: target address, pressed key, Enter after typing, end of a drag, number of files, kind of a click. Text is accepted for a native list alone. */
const INPUTS = new Map([["url", "string"], ["key", "string"], ["submit", "boolean"], ["at", "object"], ["to", "object"], ["files", "number"], ["button", "string"], ["count", "number"], ["modifiers", "object"]]);

/** @typedef {{tab: chrome.tabs.Tab, tabId: number, frameId: number, url: string, origin: string}} Origin the sender of a message */

/** @param {chrome.runtime.MessageSender} sender @returns {Origin | null} null for a sender that may not report steps */
export function originOfSender(sender) {
  const { tab, frameId, url } = sender;
  const active = (sender.documentLifecycle ?? "active") === "active";
  if (!tab || tab.id === undefined || frameId === undefined || !url || !active || tab.incognito) return null;
  return { tab, tabId: tab.id, frameId, url, origin: originOfDocument(sender) };
}

/** @param {RuntimeMessage} message @param {Origin} from @returns {Promise<RuntimeReply>} */
export async function openStep(message, from) {
  const raw = checkedStep(message);
  if (from.frameId === MAIN) overtake(from.tabId, raw.observation);
  return inTurn(`step ${raw.stepId}`, () => inTurn(`steps of ${from.tabId}`, async () => {
    if (!(await recorded(raw, from))) return {};
    const step = await stampStep(raw, from);
    const session = await sessionOf(from.tab, Date.now());
    const keep = await keepFor(from.tab.url, from.url, from.origin);
    await askKeeper({ to: "offscreen", kind: "keepOpen", stepId: step.stepId, step: { ...step, sessionId: session.sessionId }, session, keep });
    noteNames(raw.stepId, step.observation);
    await changeTab(from.tabId, ({ reloaded: _, open = [], ...state }) => ({
      ...state,
      open: [...open, raw.stepId].slice(-OPEN_MAX),
      lastStepAt: Date.now(),
    }));
    return {};
  }));
}

/**
 * Ends the steps of a tab that was closed, including steps just being opened: their
 * pages may have closed before they could report an end.
 * @param {number} tabId
 */
export async function closeTabSteps(tabId) {
  const { open = [] } = await inTurn(`steps of ${tabId}`, () => tabState(tabId));
  for (const stepId of open) {
    await inTurn(`step ${stepId}`, () => askKeeper({ to: "offscreen", kind: "keepClose", stepId, outcome: { ok: true } }));
  }
}

/**
 * @param {RuntimeMessage} message
 * @param {Origin | null} from null if the tab is already closed
 * @returns {Promise<RuntimeReply>}
 */
export async function closeStep(message, from) {
  if (!isId(message.stepId)) throw notAStep("its stepId is none");
  const { stepId } = message;
  return inTurn(`step ${stepId}`, async () => {
    const after = plainAfter(message.after);
    const outcome = plainOutcome(message.outcome);
    const step = message.step ? changed(message.step) : undefined;
    const beside = plainNames(message.beside);
    // An empty after means that the document closed: only the worker sees the next page.
    if (from) await changeTab(from.tabId, ({ open, ...state }) => ({ ...state, open: open?.filter((id) => id !== stepId) }));
    if (from?.frameId === MAIN && !after.currentUrl) await awaitLanding(from.tabId, { stepId, step, outcome, beside });
    else await askKeeper({ to: "offscreen", kind: "keepClose", stepId, step, after, outcome, keep: await keepFor(after.currentUrl, from?.url), ...(beside && { beside }) });
    return {};
  });
}

/** @param {RuntimeMessage} message @returns {Step & {stepId: string}} */
function checkedStep({ stepId, step }) {
  if (!isId(stepId)) throw notAStep("its stepId is none");
  if (!step || typeof step !== "object") throw notAStep("the step itself is missing");
  if (!TOOLS.has(step.tool?.name)) throw notAStep("a content script sees no such tool");
  if (JSON.stringify(step).length > STEP_MAX) throw notAStep(`it is larger than ${STEP_MAX} characters`);
  return { ...step, stepId };
}

/** @param {string} why */
function notAStep(why) {
  return new FaultError("MM_INVALID_INPUT", `this is not a step: ${why}`, "See Step in shared/types.");
}

/** @param {Step} raw @param {Origin} from @returns {Promise<boolean>} whether the step is to be stored */
async function recorded(raw, from) {
  if (!(await mayRecord(from.tab, from.frameId === MAIN ? undefined : from.url))) return false;
  return !(await inBracket(from.tabId, timeOf(raw)));
}

/** @param {Step} raw */
function timeOf(raw) {
  const at = Date.parse(raw.timestamp);
  return Math.abs(at - Date.now()) <= SKEW_MS ? at : Date.now();
}

/** @param {Step} raw @param {Origin} from @returns {Promise<Step>} */
async function stampStep(raw, from) {
  return {
    schemaVersion: SchemaVersion,
    stepId: raw.stepId,
    sessionId: "",
    timestamp: new Date(timeOf(raw)).toISOString(),
    tool: plainTool(raw.tool, foreignOrigin(from)),
    actor: "observed",
    outcome: { ok: true },
    observation: await wholeObservation(raw.observation ?? emptyObservation(from.url), from),
  };
}

/** @param {Origin} from @returns {string | undefined} the sender's origin, if it differs from the page's */
function foreignOrigin({ tab, frameId, origin }) {
  return frameId === MAIN || origin === originOf(tab.url ?? "") ? undefined : origin;
}

/**
 * Merges the observations of all frames of a step's tab. The other frames send their
 * cached observations, quickly or not at all. For a frame of another origin, only its
 * own observation may be stored with the step.
 * @param {Observation} own
 * @param {Origin} from
 * @returns {Promise<Observation>}
 */
async function wholeObservation(own, { tabId, tab, frameId, url, origin }) {
  const page = stamp(emptyObservation(tab.url), tab.url ?? "");
  const alone = () => (frameId === MAIN ? stamp(own, url) : merge(page, [{ frameId, url, origin, seen: own }]));
  const foreign = frameId !== MAIN && origin !== page.state.origin;
  if (foreign || (await framesOf(tabId)).length <= 1) return alone();
  const whole = await within(OTHER_FRAMES_MS, look(tabId, { cached: true, instead: { frameId, observation: frameId === MAIN ? stamp(own, url) : own } }));
  return whole ? whole.observation : alone();
}

/**
 * @param {Tool} tool
 * @param {string} [frame] the origin of its target's frame, if it differs from the page's
 * @returns {Tool} without the fields reserved for Cairn's own tools
 */
function plainTool({ name, input, target, textRedacted, textLength }, frame) {
  const { a11yRef: _, origin: __, ...names } = target ?? {};
  const given = Object.entries(input ?? {}).filter(([field, value]) => (field === "text" && target?.tag === "select" ? "string" : INPUTS.get(field)) === typeof value && value !== null);
  return {
    name,
    ...(given.length ? { input: Object.fromEntries(given) } : {}),
    ...(target ? { target: { ...names, ...(frame ? { origin: frame } : {}) } } : {}),
    ...(textRedacted ? { textRedacted } : {}),
    ...(textLength ? { textLength } : {}),
  };
}

/**
 * Returns the fields that a closing step replaces: its tool and its duration.
 * @param {Step} step
 * @returns {Step | undefined}
 */
function changed(step) {
  if (!TOOLS.has(step.tool?.name)) return undefined;
  return /** @type {Step} */ ({ tool: plainTool(step.tool), durationMs: Math.max(0, Math.round(step.durationMs ?? 0)) });
}

/** @param {After | undefined} after @returns {After} */
function plainAfter(after) {
  const { currentUrl, title, appeared, load } = after ?? {};
  return {
    ...(typeof currentUrl === "string" ? { currentUrl } : {}),
    ...(typeof title === "string" ? { title } : {}),
    ...(Array.isArray(appeared) ? { appeared: appeared.filter((a) => typeof a === "string") } : {}),
    // A content script sees only navigations within its document.
    ...(load === "same" ? { load } : {}),
  };
}

/** @param {unknown} names @returns {string[] | undefined} */
function plainNames(names) {
  return Array.isArray(names) ? names.filter((n) => typeof n === "string").slice(0, BESIDE_MAX) : undefined;
}

/** @param {Outcome | undefined} outcome @returns {Outcome} */
function plainOutcome(outcome) {
  if (outcome?.ok !== false || !outcome.error) return { ok: true };
  const { code, message } = outcome.error;
  return { ok: false, error: { code, message: String(message ?? "") } };
}
