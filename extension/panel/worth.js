// Shows the cost of repeated tasks, run by run, and this week beside the last one. All
// figures are measured in recorded sessions, except for tokens, which are estimated.

/** @import {AdviceGroup, AdviceStats, TaskRun, TaskRuns} from "../wire" */
import { count, el, when } from "../lib/dom.js";
import { paramsIn } from "./flowwords.js";
import { columnHeads } from "./parts.js";

/** Tasks that are listed: enough to see whether memory helps. */
const TASKS = 8;

/** @type {[title: string, value: (run: TaskRun) => number | undefined][]} */
const COSTS = [
  ["Calls", (run) => run.calls || undefined],
  ["Tokens, estimated", (run) => run.tokens || undefined],
  ["Looks at pages", (run) => run.looks],
  ["Seconds", (run) => run.seconds || undefined],
];

/** @param {AdviceStats} stats @param {Date} [now] @returns {HTMLElement[]} nothing where no task was done twice */
export function worth(stats, now = new Date()) {
  const tasks = stats.tasks ?? [];
  if (!tasks.length) return [];
  return [el("section", "block", el("h2", "", "What memory was worth"),
    el("p", "soft", "The cost of tasks that agents did more than once, from the first run to the last one. Tokens are estimates."),
    el("div", "worth", ...tasks.slice(0, TASKS).map(task)), ...weeks(stats.days, now))];
}

/** @param {TaskRuns} of */
function task(of) {
  const done = of.runs.filter((run) => run.outcome === "done");
  return el("details", "", el("summary", "", el("span", "strong", ...paramsIn(of.title)), el("span", "soft", [count(of.count, "run"), ...savings(done)].join(" · "))),
    el("div", "wide", el("table", "", columnHeads(["Run", ...COSTS.map(([title]) => title), "With", "Outcome"]),
      el("tbody", "", ...of.runs.map((run) => el("tr", "", el("td", "", when(run.at)), ...COSTS.map(([, value]) => el("td", "number", number(value(run)))),
        el("td", "", run.flowRuns ? "a flow" : run.advised ? "suggestions" : "no memory"), el("td", "", run.outcome ?? "not stated")))))));
}

/** @param {number | undefined} value */
const number = (value) => (value === undefined ? "not counted" : value.toLocaleString("en", { maximumFractionDigits: 1 }));

/**
 * @param {TaskRun[]} done the runs that were done, oldest first
 * @returns {string[]} the figures that both the first and the last run have
 */
function savings(done) {
  if (done.length < 2) return [];
  return COSTS.flatMap(([title, value]) => {
    const [first, last] = [value(done[0]), value(done[done.length - 1])];
    return first === undefined || last === undefined ? [] : [`${title.toLowerCase()} ${number(first)} → ${number(last)}`];
  });
}

/** @param {AdviceGroup[]} days @param {Date} now */
function weeks(days, now) {
  const from = (/** @type {number} */ back) => new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10);
  const sum = (/** @type {AdviceGroup[]} */ list) => {
    const of = (/** @type {(d: AdviceGroup) => number | undefined} */ value) => list.reduce((all, d) => all + (value(d) ?? 0), 0);
    const stopped = of((d) => d.flowsStopped);
    return [of((d) => d.steps), of((d) => d.advised), of((d) => d.any), of((d) => d.worked), of((d) => d.flowsOk) + stopped, stopped];
  };
  const [now7, before] = [sum(days.filter((d) => d.name >= from(6))), sum(days.filter((d) => d.name >= from(13) && d.name < from(6)))];
  return [el("div", "wide weeks", el("table", "", columnHeads(["", "Last 7 days", "7 days before"]),
    el("tbody", "", ...["Agents’ steps", "With a suggestion", "Suggestion followed", "And it worked", "Flows run", "Flows stopped"].map((name, i) =>
      el("tr", "", el("td", "", name), ...[now7, before].map((of) => el("td", "number", of[i].toLocaleString("en"))))))))];
}
