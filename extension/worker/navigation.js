// Records navigations that a person makes with the browser itself: a typed address, a
// bookmark, reload, back and forward. No content script sees their cause, so
// they become mm_navigate steps here. A navigation caused by a step (a link, a form, a
// script's redirect) is that step's effect and not a separate step. Routes within a
// page are recorded by the content script (content/record.js).

/** @import {Observation, Step} from "../wire" */
import { newStepId } from "../lib/ids.js";
import { SchemaVersion } from "../lib/limits.js";
import { emptyObservation, originOf, within } from "../lib/looks.js";
import { webPage } from "../lib/pages.js";
import { inBracket } from "./brackets.js";
import { keepFor, mayRecord } from "./consent.js";
import { MAIN, tabOf } from "./frames.js";
import { askKeeper, say } from "./keeper.js";
import { awaitLanding, noteNames } from "./landing.js";
import { look } from "./look.js";
import { sessionOf } from "./sessions.js";
import { changeTab, tabState } from "./state.js";

/** A navigation this soon after a step is its effect. */
const CAUSE_MS = 1500;

/** Bounds the time until a navigation requested by Cairn commits. */
const OWN_MS = 10_000;

/** Bounds the wait for the cached observation of the page that is about to close. */
const BEFORE_MS = 250;

/** Transitions that only the browser's own controls make (chrome.webNavigation). */
const BY_HAND = new Set(["typed", "auto_bookmark", "generated", "keyword", "keyword_generated", "reload"]);

/**
 * Fields of webNavigation.onCommitted.
 * @typedef {object} Committed
 * @property {number} tabId
 * @property {number} frameId
 * @property {string} url
 * @property {string} transitionType
 * @property {string[]} [transitionQualifiers]
 * @property {number} timeStamp in ms
 * @property {string} [documentLifecycle]
 */

/** @type {Map<number, Promise<Observation | undefined>>} by tab, the observation of the page about to close */
const before = new Map();

/** Notes that Cairn causes the next navigation of a tab. @param {number} tabId */
export async function expectOwn(tabId) {
  await changeTab(tabId, (state) => ({ ...state, ownUntil: Date.now() + OWN_MS }));
}

/** @param {{tabId: number, frameId: number, documentLifecycle?: string}} details */
export function beforeNavigate({ tabId, frameId, documentLifecycle }) {
  if (frameId !== MAIN || (documentLifecycle ?? "active") !== "active") return;
  const seen = lastLook(tabId);
  before.set(tabId, seen);
}

/** @param {number} tabId */
async function lastLook(tabId) {
  const work = async () => {
    const tab = await tabOf(tabId);
    if (!webPage(tab.url) || !(await mayRecord(tab))) return undefined;
    return (await look(tabId, { cached: true })).observation;
  };
  return within(BEFORE_MS, work());
}

/** @param {Committed} details */
export async function committed(details) {
  const { tabId, frameId } = details;
  if (frameId !== MAIN || (details.documentLifecycle ?? "active") !== "active") return;
  const seen = before.get(tabId);
  before.delete(tabId);
  const state = await tabState(tabId);
  const own = (state.ownUntil ?? 0) > Date.now();
  if (own) await changeTab(tabId, ({ ownUntil: _, ...rest }) => rest);
  if (own || !byHand(details)) return;
  if (Date.now() - (state.lastStepAt ?? 0) < CAUSE_MS || (await inBracket(tabId, details.timeStamp))) return;
  // Pages that reload themselves look the same: a series of reloads counts once.
  if (details.transitionType === "reload" && state.reloaded === details.url) return;
  await record(details, await seen);
}

/** @param {Pick<Committed, "transitionType" | "transitionQualifiers">} details @returns {boolean} */
export function byHand({ transitionType, transitionQualifiers = [] }) {
  if (transitionQualifiers.includes("client_redirect")) return false;
  return BY_HAND.has(transitionType) || transitionQualifiers.includes("forward_back") || transitionQualifiers.includes("from_address_bar");
}

/** @param {Committed} details @param {Observation | undefined} seen */
async function record({ tabId, url, timeStamp, transitionType }, seen) {
  const tab = await tabOf(tabId);
  if (!tab.active || !(await mayRecord({ ...tab, url }))) return;
  const session = await sessionOf(tab, Date.now());
  const stepId = newStepId();
  /** @type {Step} */
  const step = {
    schemaVersion: SchemaVersion,
    stepId,
    sessionId: session.sessionId,
    timestamp: new Date(timeStamp).toISOString(),
    tool: { name: "mm_navigate", input: { url } },
    actor: "observed",
    outcome: { ok: true },
    observation: seen ?? emptyObservation(),
  };
  await askKeeper({ to: "offscreen", kind: "keepOpen", stepId, step, session, keep: await keepFor(url, seen?.state.currentUrl) });
  noteNames(stepId, seen);
  await changeTab(tabId, ({ reloaded: _, ...state }) => ({
    ...state,
    lastStepAt: Date.now(),
    ...(transitionType === "reload" ? { reloaded: url } : {}),
  }));
  await awaitLanding(tabId, { stepId, outcome: { ok: true } });
}

/**
 * Sends the companion the site of a tab in an agent's session: the rest of an
 * address may be secret.
 * @param {{tabId: number, frameId: number, url: string}} details
 */
export async function tellNavigated({ tabId, frameId, url }) {
  if (frameId !== MAIN || !(await tabState(tabId)).session) return;
  say({ kind: "navigated", navigated: { tabId, url: `${originOf(url)}/` } });
}
