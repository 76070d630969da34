// The after-part of a step whose document went away. The page that it led to
// knows nothing of the step, so the worker waits for that page to settle and
// says what it shows. If the worker dies meanwhile, the step is closed without
// an after-part (offscreen/capture.js): nothing but that is lost.

/** @import {After, Observation, Outcome, Step} from "../wire" */
import { originOf } from "../lib/looks.js";
import { keepFor, mayRecord } from "./consent.js";
import { askMain, tabOf } from "./frames.js";
import { askKeeper } from "./keeper.js";

/** How long the next page may take to come and to be quiet. */
const LAND_MS = 8000;
const QUIET_MS = 200;
const SETTLE_MS = 3000;

/** APPEARED_MAX bounds the reported names of a landing page, as content/steps.js does. */
const APPEARED_MAX = 8;

/** Steps whose names before are remembered; only `appeared` depends on it. */
const NOTED_MAX = 40;

/** What tells most about a page comes first. @type {Record<string, number>} */
const TELLING = { alert: 0, alertdialog: 1, dialog: 1, status: 2, heading: 3 };

/** @type {Map<string, Set<string>>} by step, what the page showed before */
const noted = new Map();

/** @type {Map<number, (seen: Observation) => void>} by tab, ends the wait for its landing */
const landings = new Map();

/** @param {{role: string, name: string}} node */
const keyOf = ({ role, name }) => `${role} "${name}"`;

/**
 * @param {string} stepId
 * @param {Observation | undefined} before
 */
export function noteNames(stepId, before) {
  noted.set(stepId, new Set(before?.a11y.nodes.map(keyOf)));
  for (const oldest of noted.keys()) {
    if (noted.size <= NOTED_MAX) break;
    noted.delete(oldest);
  }
}

/**
 * Closes a step with what the tab shows once it has landed.
 * @param {number} tabId
 * @param {{stepId: string, step?: Step, outcome: Outcome, beside?: string[]}} ended
 */
export async function awaitLanding(tabId, { stepId, step, outcome, beside: left }) {
  const { after, beside = left } = await landing(tabId, stepId).catch(() => ({ after: /** @type {After} */ ({}), beside: undefined }));
  noted.delete(stepId);
  await askKeeper({ to: "offscreen", kind: "keepClose", stepId, step, after, outcome, keep: await keepFor(after.currentUrl), ...(beside && { beside }) });
}

/**
 * The next step in a tab ends the landing of the one before: what the page
 * showed then is where it led, what comes later is the next step's doing.
 * @param {number} tabId
 * @param {Observation | undefined} seen before the next step
 */
export function overtake(tabId, seen) {
  if (seen) landings.get(tabId)?.(seen);
}

/**
 * @param {number} tabId
 * @returns {Promise<Observation | undefined>} the page that a tab landed on, once it is quiet
 */
async function landed(tabId) {
  /** @type {(seen: Observation) => void} */
  let end = () => {};
  const overtaken = new Promise((resolve) => {
    end = resolve;
  });
  landings.set(tabId, end);
  const settle = { tabId, quietMs: QUIET_MS, timeoutMs: SETTLE_MS };
  const quiet = askMain(tabId, () => ({ kind: "settle", settle }), LAND_MS).then(({ page }) => page?.observation);
  quiet.catch(() => {}); // met in the race, unless that was over before
  try {
    return await Promise.race([quiet, overtaken]);
  } finally {
    if (landings.get(tabId) === end) landings.delete(tabId);
  }
}

/**
 * @param {number} tabId
 * @param {string} stepId
 * @returns {Promise<{after: After, beside?: string[]}>} empty where the new page is not to be remembered; beside are the names of the page
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
  return { after, ...(appeared.length > 0 && { beside: a11y.nodes.map(({ name }) => name) }) };
}

/**
 * @param {Set<string> | undefined} before
 * @param {Observation["a11y"]["nodes"]} nodes
 * @returns {string[]}
 */
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
