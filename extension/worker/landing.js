// Adds the after-part to a step whose document closed. The next page knows nothing of
// the step, so the worker waits for that page to settle and reports its content. If
// the worker stops meanwhile, the step is closed without an after-part
// (offscreen/capture.js); nothing else is lost.

/** @import {After, Observation, Outcome, Step} from "../wire" */
import { originOf } from "../lib/looks.js";
import { keepFor, mayRecord } from "./consent.js";
import { askMain, tabOf } from "./frames.js";
import { askKeeper } from "./keeper.js";

/** Bounds the wait for the next page to load and be quiet. */
const LAND_MS = 8000;
const QUIET_MS = 200;
const SETTLE_MS = 3000;

/** APPEARED_MAX bounds the reported names of a landing page, as content/steps.js does. */
const APPEARED_MAX = 8;

/** Bounds the steps with remembered names; only `appeared` uses them. */
const NOTED_MAX = 40;

/** Ranks roles: the most informative come first. @type {Record<string, number>} */
const TELLING = { alert: 0, alertdialog: 1, dialog: 1, status: 2, heading: 3 };

/** @type {Map<string, Set<string>>} by step, the names on the page before it */
const noted = new Map();

/** @type {Map<number, (seen: Observation) => void>} by tab, ends the wait for its landing page */
const landings = new Map();

/** @param {{role: string, name: string}} node */
const keyOf = ({ role, name }) => `${role} "${name}"`;

/** @param {string} stepId @param {Observation | undefined} before */
export function noteNames(stepId, before) {
  noted.set(stepId, new Set(before?.a11y.nodes.map(keyOf)));
  for (const oldest of noted.keys()) {
    if (noted.size <= NOTED_MAX) break;
    noted.delete(oldest);
  }
}

/**
 * Closes a step with the observation of the landing page.
 * @param {number} tabId
 * @param {{stepId: string, step?: Step, outcome: Outcome, beside?: string[]}} ended
 */
export async function awaitLanding(tabId, { stepId, step, outcome, beside: left }) {
  const { after, beside = left } = await landing(tabId, stepId).catch(() => ({ after: /** @type {After} */ ({}), beside: undefined }));
  noted.delete(stepId);
  await askKeeper({ to: "offscreen", kind: "keepClose", stepId, step, after, outcome, keep: await keepFor(after.currentUrl), ...(beside && { beside }) });
}

/**
 * Ends the landing of the previous step when the next one begins: the page at that time
 * is the result of the first step, and later changes belong to the next one.
 * @param {number} tabId
 * @param {Observation | undefined} seen before the next step
 */
export function overtake(tabId, seen) {
  if (seen) landings.get(tabId)?.(seen);
}

/** @param {number} tabId @returns {Promise<Observation | undefined>} the landing page, when it is quiet */
async function landed(tabId) {
  /** @type {(seen: Observation) => void} */
  let end = () => {};
  const overtaken = new Promise((resolve) => {
    end = resolve;
  });
  landings.set(tabId, end);
  const settle = { tabId, quietMs: QUIET_MS, timeoutMs: SETTLE_MS };
  const quiet = askMain(tabId, () => ({ kind: "settle", settle }), LAND_MS).then(({ page }) => page?.observation);
  quiet.catch(() => {}); // the race handles a failure, unless it ended before
  try {
    return await Promise.race([quiet, overtaken]);
  } finally {
    if (landings.get(tabId) === end) landings.delete(tabId);
  }
}

/**
 * @param {number} tabId
 * @param {string} stepId
 * @returns {Promise<{after: After, beside?: string[]}>} empty if the new page must not be recorded; beside are the names on the page
 */
async function landing(tabId, stepId) {
  const seen = await landed(tabId);
  const tab = await tabOf(tabId);
  if (!seen || !(await mayRecord(tab))) return { after: {} };
  const { state, a11y } = seen;
  if (originOf(state.currentUrl) !== originOf(tab.url ?? "")) return { after: {} };
  const appeared = whatAppeared(noted.get(stepId), a11y.nodes);
  const after = {
    currentUrl: state.currentUrl,
    load: /** @type {const} */ ("new"),
    ...(state.title ? { title: state.title } : {}),
    ...(appeared.length ? { appeared } : {}),
  };
  return { after, ...(appeared.length > 0 && { beside: a11y.nodes.flatMap(({ before, name }) => [before ?? "", name]) }) };
}

/** @param {Set<string> | undefined} before @param {Observation["a11y"]["nodes"]} nodes @returns {string[]} */
function whatAppeared(before, nodes) {
  if (!before) return [];
  /** @type {Map<string, number>} */
  const fresh = new Map();
  for (const node of nodes) {
    if (!node.name || node.role === "option" || before.has(keyOf(node))) continue;
    fresh.set(keyOf(node), TELLING[node.role] ?? 9);
  }
  return [...fresh].sort((a, b) => a[1] - b[1]).slice(0, APPEARED_MAX).map(([key]) => key);
}
