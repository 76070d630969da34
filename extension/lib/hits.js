// Arranges search hits for people: equal steps become one hit, failures come last, and
// hits are grouped by site and day. The panel, the popup and the address bar share it.

/** @import {StepSummary} from "../wire" */
import { day } from "./dom.js";
import { siteOf } from "./pages.js";
import { DONE, keptScreen, keyIn, targetName, targetOf } from "./words.js";

/**
 * @typedef {object} Hit
 * @property {StepSummary} step the best of the equal steps
 * @property {number} times how many steps it stands for
 * @property {string} last the time of the newest of them
 * @property {boolean} ok whether they worked
 * @property {string} verb
 * @property {string} object the element by its name; by its test id only if no name is kept
 * @property {string} screen "" if none is kept
 * @property {string} site
 */

/**
 * Folds equal steps, which differ only in their time and session.
 * @param {StepSummary[]} steps found with detail, best first
 * @returns {Hit[]} best first, those that worked before failures
 */
export function fold(steps) {
  /** @type {Map<string, Hit>} */
  const hits = new Map();
  for (const step of steps) {
    const { tool, screen, snippet, timestamp, detail } = step;
    const ok = detail?.ok ?? true;
    const site = siteOf(detail?.origin);
    const object = objectIn(step);
    const key = JSON.stringify([tool, detail?.role, detail?.name || detail?.testId || object, keyIn(snippet), screen, site, ok]);
    const same = hits.get(key);
    if (!same) hits.set(key, { step, times: 1, last: timestamp, ok, verb: DONE[tool] ?? tool, object, screen: keptScreen(screen), site });
    else {
      same.times++;
      if (timestamp <= same.last) continue;
      same.last = timestamp;
      if (!step.from) same.step = step; // it opens with the time that its row says
    }
  }
  const all = [...hits.values()];
  return [...all.filter((hit) => hit.ok), ...all.filter((hit) => !hit.ok)];
}

/** @param {StepSummary} step */
function objectIn({ snippet, detail }) {
  const name = targetName(detail);
  return name ? [keyIn(snippet), name].filter(Boolean).join(" in ") : targetOf(snippet);
}

/** @param {Hit} hit @returns {string} "8 times", "" for once */
export const often = ({ times }) => (times > 1 ? `${times} times` : "");

/**
 * Groups hits by outcome, site and day, in the order of their best hits.
 * @param {Hit[]} hits
 * @returns {{title: string, hits: Hit[]}[]}
 */
export function groups(hits) {
  /** @type {Map<string, {title: string, hits: Hit[]}>} */
  const out = new Map();
  for (const hit of hits) {
    const title = `${hit.ok ? "" : "Failed: "}${[hit.site, dayOf(hit.last)].filter(Boolean).join(" · ")}`;
    const group = out.get(title) ?? { title, hits: [] };
    group.hits.push(hit);
    out.set(title, group);
  }
  return [...out.values()];
}

const OF_YEAR = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", year: "numeric" });

/** @param {string} time @param {Date} [now] @returns {string} "Today", "Yesterday" or the date */
export function dayOf(time, now = new Date()) {
  const at = new Date(time);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (at.toDateString() === now.toDateString()) return "Today";
  if (at.toDateString() === yesterday.toDateString()) return "Yesterday";
  return at.getFullYear() === now.getFullYear() ? day(time) : OF_YEAR.format(at);
}
