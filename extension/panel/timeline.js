// Shows the timeline: steps as they happen, newest first.

/** @import {Step} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, count, el, moment, said } from "../lib/dom.js";
import { siteOf } from "../lib/pages.js";
import { DONE, failureName, keptScreen, objectOf } from "../lib/words.js";
import { askCore } from "./ask.js";
import { chips, empty, outcome, showTrouble, trouble, troubled } from "./parts.js";
import { split } from "./split.js";
import { actorText, labelsOf, stepDetail } from "./step.js";
import { tabInfo } from "./subject.js";
import { VirtualList } from "./virtual.js";

/** Bounds the steps shown; search finds older ones. */
const NEWEST = 1000;

/** Bounds the new steps loaded at once; if there are more, the whole list is loaded. */
const FRESH = 60;

/** Overlap between loads: steps end in a different order than they begin. */
const OVERLAP_MS = 60_000;

const ROW_HEIGHT = 44;

/** @param {Panel} panel @returns {View} */
export function timelineView(panel) {
  /** Selects the tab's session instead of all sessions. */
  let own = true;
  let asked = 0;
  let opened = "";
  /** @type {Step[]} */
  let steps = [];
  /** @type {string | undefined} */
  let whose;
  const known = new Set();
  // The oldest of equal steps identifies their row: it stays when another comes.
  const list = new VirtualList({ label: "Steps, newest first", rowHeight: ROW_HEIGHT, key: (/** @type {Row} */ { first }) => keyOf(first), open: ({ step }) => void open(step),
    render: ({ step, times }) => row(step, times, known.size > 0 && !known.has(keyOf(step)), own) });
  const status = el("p", "soft grow");
  const note = el("div", "note-host");
  const panes = split(el("div", "fill", note, list.node), ["Choose a step to see the page as it was, what came of it, and what was not kept."]);
  const scope = el("div", "segments");
  scope.setAttribute("role", "group");
  scope.setAttribute("aria-label", "Whose steps");
  const buttons = [true, false].map((mine) => button(mine ? "This tab" : "All sessions", () => {
    own = mine;
    known.clear();
    void show();
  }));
  scope.append(...buttons);

  /** @param {Step} step */
  async function open(step) {
    opened = keyOf(step);
    try {
      const whole = (await askCore("step", { step: { stepId: keyOf(step) } })).step;
      if (whole && opened === keyOf(step)) panes.open(stepDetail(whole, { done: () => void show("all"), openSession: (id) => panel.open("sessions", id) }));
    } catch (err) {
      if (opened === keyOf(step)) panes.open(trouble(err));
    }
  }

  /** @param {string | undefined} sessionId @param {Step[]} before */
  async function newest(sessionId, before) {
    if (before.length) {
      const after = new Date(Date.parse(before[0].timestamp) - OVERLAP_MS).toISOString();
      const { timeline: some = [] } = await askCore("timeline", { timeline: { sessionId, limit: FRESH, after } });
      if (some.length < FRESH) return merged(some, before);
    }
    return (await askCore("timeline", { timeline: { sessionId, limit: NEWEST } })).timeline ?? [];
  }

  async function load() {
    const mine = ++asked;
    buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(own === (i === 0))));
    try {
      const tab = own ? await tabInfo(await panel.tabId()) : undefined;
      const sessionId = tab?.sessionId ?? tab?.ambientId;
      if (whose !== sessionId) steps = [];
      whose = sessionId;
      const before = steps;
      const now = own && !sessionId ? [] : await newest(sessionId, before);
      if (mine !== asked || (now === before && before.length && !troubled(note))) return;
      steps = now;
      list.set(folded(steps), { keepPlace: true });
      for (const step of steps) known.add(keyOf(step));
      status.textContent = steps.length ? `${count(steps.length, "step")}${steps.length === NEWEST ? ", the newest" : ""}` : "";
      note.replaceChildren(...(steps.length ? [] : [nothing(own)]));
      if (!steps.length) panes.close();
    } catch (err) {
      if (mine === asked) showTrouble(note, err);
    }
  }
  /** @param {string} [what] "all" when steps may have been deleted */
  const show = async (what) => {
    if (what === "all") {
      steps = [];
      panes.close();
    }
    await load();
  };
  return { node: el("div", "column", el("div", "toolbar", scope, status), panes.node), show, focus: () => list.focus() };
}

/**
 * @param {Step[]} some the newest
 * @param {Step[]} before the steps shown now
 * @returns {Step[]} the same list when there are no new steps
 */
function merged(some, before) {
  const known = new Set(before.map(keyOf));
  const fresh = some.filter((step) => !known.has(keyOf(step)));
  if (fresh.length === 0) return before;
  return [...fresh, ...before].sort((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0)).slice(0, NEWEST);
}

/** Equal steps in a row, shown as one. @typedef {{step: Step, first: Step, times: number}} Row step is the newest of them, first the oldest */

/** @param {Step[]} steps the newest first @returns {Row[]} */
export function folded(steps) {
  /** @type {Row[]} */
  const rows = [];
  for (const step of steps) {
    const row = rows.at(-1);
    if (row && same(row.first, step)) [row.times, row.first] = [row.times + 1, step];
    else rows.push({ step, first: step, times: 1 });
  }
  return rows;
}

/** @param {Step} a @param {Step} b @returns {boolean} whether their rows would say the same, but for the time */
function same(a, b) {
  return a.sessionId === b.sessionId && a.tool.name === b.tool.name && a.actor === b.actor && a.outcome.ok === b.outcome.ok && a.outcome.error?.code === b.outcome.error?.code
    && a.tool.target?.row === b.tool.target?.row && a.observation?.state.currentScreen === b.observation?.state.currentScreen && a.after?.currentScreen === b.after?.currentScreen
    && objectOf(a) === objectOf(b);
}

/** @param {boolean} own */
function nothing(own) {
  return own ? empty("No steps in this tab yet", "A step is something done that changed or could have changed the page: a click, a text typed, a page opened. They appear here as they happen.")
    : empty("Nothing is remembered yet", "Remember a site from Cairn's popup and use it, or let an agent work through ", el("code", "", "cairn mcp"), ". Every step appears here.");
}

/** @param {Step} step */
const keyOf = (step) => step.stepId ?? step.timestamp;

/** @param {Step} step @param {number} times @param {boolean} fresh @param {boolean} own whether all rows are of the tab's session */
function row(step, times, fresh, own) {
  const screen = keptScreen(step.observation?.state.currentScreen);
  const after = keptScreen(step.after?.currentScreen);
  const where = [said(screen, "cut"), ...(after && after !== screen ? [" → ", said(after, "cut")] : [])];
  return [el("div", `two${fresh ? " fresh" : ""}`,
    el("div", "head", outcome(step.outcome.ok), el("span", "what", el("span", "verb", DONE[step.tool.name] ?? step.tool.name), " ", said(objectOf(step))), moment(step.timestamp)),
    el("div", "under", el("span", "who", actorText(step.actor)), own ? "" : said(siteOf(step.observation?.state.currentUrl), "cut"), ...where, ...(times > 1 ? [el("span", "side", `${times} times`)] : []), chips(labelsOf(step).slice(0, 3)), step.outcome.error ? said(failureName(step.outcome.error.code), "bad cut") : ""))];
}
