// From a content script's stepOpen and stepClose to a stored step. Who said it
// is known from the sender alone: tab, frame and origin are stamped here, and
// of the step only the fields that a content script may fill are taken over.

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

/** A page's clock may be off by so much before ours is taken. */
const SKEW_MS = 60_000;

/** How long other frames may take to hand over the look they have. */
const OTHER_FRAMES_MS = 300;

/** Bytes of a step that are taken from a content script; its caps keep it far below. */
const STEP_MAX = 900_000;

/** Steps that a tab can have open at once; more are left to the sweep (offscreen/capture.js). */
const OPEN_MAX = 16;

/** Names around what appeared that are taken from a content script. */
const BESIDE_MAX = 4000;

const TOOLS = new Set(["mm_click", "mm_type", "mm_navigate", "mm_press", "mm_drag", "mm_upload"]);

/** The inputs that a content script may tell, by type: where to, the key pressed, Enter after typing, where a drag ended, how many files. */
const INPUTS = new Map([["url", "string"], ["key", "string"], ["submit", "boolean"], ["at", "object"], ["to", "object"], ["files", "number"]]);

/** @typedef {{tab: chrome.tabs.Tab, tabId: number, frameId: number, url: string, origin: string}} Origin who speaks */

/**
 * @param {chrome.runtime.MessageSender} sender
 * @returns {Origin | null} null for one who has no steps to tell
 */
export function originOfSender(sender) {
  const { tab, frameId, url } = sender;
  const active = (sender.documentLifecycle ?? "active") === "active";
  if (!tab || tab.id === undefined || frameId === undefined || !url || !active || tab.incognito) return null;
  return { tab, tabId: tab.id, frameId, url, origin: originOfDocument(sender) };
}

/**
 * @param {RuntimeMessage} message
 * @param {Origin} from
 * @returns {Promise<RuntimeReply>}
 */
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
 * Ends the steps of a tab that was closed, also those that are just being
 * opened: their pages may not have come to say so any more.
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
 * @param {Origin | null} from null where the tab is gone already
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
    // An empty after says that the document went: where to, only we can see.
    if (from) await changeTab(from.tabId, ({ open, ...state }) => ({ ...state, open: open?.filter((id) => id !== stepId) }));
    if (from?.frameId === MAIN && !after.currentUrl) await awaitLanding(from.tabId, { stepId, step, outcome, beside });
    else await askKeeper({ to: "offscreen", kind: "keepClose", stepId, step, after, outcome, keep: await keepFor(after.currentUrl, from?.url), ...(beside && { beside }) });
    return {};
  });
}

/**
 * @param {RuntimeMessage} message
 * @returns {Step & {stepId: string}}
 */
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

/**
 * @param {Step} raw
 * @param {Origin} from
 * @returns {Promise<boolean>} whether the step is to be kept
 */
async function recorded(raw, from) {
  if (!(await mayRecord(from.tab, from.frameId === MAIN ? undefined : from.url))) return false;
  return !(await inBracket(from.tabId, timeOf(raw)));
}

/** @param {Step} raw */
function timeOf(raw) {
  const at = Date.parse(raw.timestamp);
  return Math.abs(at - Date.now()) <= SKEW_MS ? at : Date.now();
}

/**
 * @param {Step} raw
 * @param {Origin} from
 * @returns {Promise<Step>}
 */
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

/**
 * @param {Origin} from
 * @returns {string | undefined} the origin of who speaks, where it is not the page's
 */
function foreignOrigin({ tab, frameId, origin }) {
  return frameId === MAIN || origin === originOf(tab.url ?? "") ? undefined : origin;
}

/**
 * A step happens in a frame; what the tab showed is all frames together. The
 * others hand over the look they had, quickly or not at all. Of a frame of
 * another origin its own look is all that may be stored with the step.
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
 * @param {string} [frame] the origin of the frame that its target is in, where that is not the page's
 * @returns {Tool} without what only our own tools may say
 */
function plainTool({ name, input, target, textRedacted, textLength }, frame) {
  const { a11yRef: _, origin: __, ...names } = target ?? {};
  const given = Object.entries(input ?? {}).filter(([field, value]) => INPUTS.get(field) === typeof value && value !== null);
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

/**
 * @param {After | undefined} after
 * @returns {After}
 */
function plainAfter(after) {
  const { currentUrl, title, appeared, load } = after ?? {};
  return {
    ...(typeof currentUrl === "string" ? { currentUrl } : {}),
    ...(typeof title === "string" ? { title } : {}),
    ...(Array.isArray(appeared) ? { appeared: appeared.filter((a) => typeof a === "string") } : {}),
    // A content script sees only routes of its own document.
    ...(load === "same" ? { load } : {}),
  };
}

/**
 * @param {unknown} names
 * @returns {string[] | undefined}
 */
function plainNames(names) {
  return Array.isArray(names) ? names.filter((n) => typeof n === "string").slice(0, BESIDE_MAX) : undefined;
}

/**
 * @param {Outcome | undefined} outcome
 * @returns {Outcome}
 */
function plainOutcome(outcome) {
  if (outcome?.ok !== false || !outcome.error) return { ok: true };
  const { code, message } = outcome.error;
  return { ok: false, error: { code, message: String(message ?? "") } };
}
