// Shows the current health, with advice for each problem.

/** @import {Fault, Health, Keep, Keeping} from "../wire" */
/** @import {View} from "./panel.js" */
import { button, count, day, el, said, when } from "../lib/dom.js";
import { EVERYWHERE, reachesAll, requestAccess } from "../lib/access.js";
import { asFault } from "../lib/fault.js";
import { decideKeep, readKeeping, readSettings, setKeep } from "../lib/settings.js";
import { KEEPS, bytes, percent } from "../lib/words.js";
import { askCore, askHealth } from "./ask.js";
import { bars, line } from "./chart.js";
import { ask, choice, field } from "./dialog.js";
import { forget } from "./forget.js";
import { nextStep, row, trouble } from "./parts.js";
import { worth } from "./worth.js";

/** Bounds the errors kept for display. */
const KEPT = 20;

/** @returns {View} */
export function healthView() {
  /** @type {{at: string, fault: Fault}[]} errors while the panel was open, newest first */
  const faults = [];
  const node = el("div", "scroll");
  node.tabIndex = 0; // so that keys scroll it
  const facing = el("div", "");
  const where = el("div", "");
  const helps = el("div", "");
  const names = el("section", "block keeps");
  const inside = el("div", "");
  const folded = el("details", "block", el("summary", "", "Diagnostics"), inside);
  node.append(where, facing, helps, names, belongings(), folded);
  let shown = "";

  /** @type {NonNullable<View["health"]>} */
  const tell = (health, error) => {
    const fault = health ? health.error : error ? asFault(error) : undefined;
    if (fault && faults[0]?.fault.message !== fault.message) faults.unshift({ at: new Date().toISOString(), fault });
    faults.splice(KEPT);
    const text = JSON.stringify([health, fault, faults]);
    if (text === shown) return;
    shown = text;
    facing.replaceChildren(...(health ? facts(health) : [trouble(error)]), ...history(faults));
    inside.replaceChildren(...(health ? diagnostics(health) : []));
  };
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const [notice, charts, health, kept] = await Promise.allSettled([sites(() => void show()), helped(), askHealth(), readKeeping()]);
    if (mine !== asked) return;
    // All at once: later content would push the rest down.
    where.replaceChildren(...(notice.status === "fulfilled" ? notice.value : []));
    helps.replaceChildren(...(charts.status === "fulfilled" ? charts.value : []));
    if (kept.status === "fulfilled") showNames(names, kept.value);
    tell(health.status === "fulfilled" ? health.value : undefined, health.status === "rejected" ? health.reason : undefined);
  };
  return { node, show, health: tell };
}

/** @param {Health} health */
function facts(health) {
  const { linked, outbox, coreVersion, sessions, steps, browserBytes, error } = health;
  return [
    el("div", "tiles", tile(linked ? "good" : health.paired ? "warm" : "", linked ? "Connected" : health.paired ? "Companion offline" : "No companion", linked ? "Agents share this memory" : "Recording and search work without it"),
      ...(health.paired ? [tile(outbox ? "warm" : "good", outbox ? `${count(outbox, "step")} will sync` : "In sync", "with the companion’s memory")] : []),
      ...(coreVersion ? [] : [tile("bad", "Core does not run", "Search and suggestions need it")]),
      tile("good", `${count(steps, "step")} remembered`, `in ${count(sessions, "session")}${browserBytes ? `, ${bytes(browserBytes)} here` : ""}`)),
    ...(error ? [advice(error)] : []),
  ];
}

/** Shows the values that help to find a fault. @param {Health} health */
function diagnostics({ linked, since, port, lastAck, outbox, pending, coreVersion, coreStartMs, coreDeaths, browserBytes, companionBytes, tidying, rewriting }) {
  return [el("div", "columns", el("section", "block", el("h3", "", "Link"), el("dl", "facts",
    ...row(linked ? "Connected" : "Offline", since ? when(since) : "from the start"),
    ...row("Port", port ? String(port) : ""), ...row("Last acknowledged", lastAck ? when(lastAck) : ""), ...row("Outbox", count(outbox, "record")), ...row("Steps under way", String(pending)))),
  el("section", "block", el("h3", "", "Core"), el("dl", "facts",
    ...row("Version", coreVersion ?? "does not answer"), ...row("Start", coreStartMs === undefined ? "" : `${Math.round(coreStartMs)} ms`), ...row("Restarts after a crash", String(coreDeaths ?? 0)))),
  el("section", "block", el("h3", "", "On disk"), el("dl", "facts",
    ...row("This browser", browserBytes ? bytes(browserBytes) : "not reported by the browser"),
    ...row("Forgotten", tidying === undefined ? "" : `${percent(tidying)} taken off the disk`),
    ...row("Older names", rewriting === undefined ? "" : `${percent(rewriting)} looked through; those that are not needed are hidden`),
    ...row("Companion", companionBytes ? `${bytes(companionBytes)}${linked ? "" : " when it was last connected"}` : "shown when it is connected"))))];
}

/**
 * Warns when all sites should be remembered but the browser gives Cairn access to only
 * some: the person, or the browser's administrator, has removed the access.
 * @param {() => void} again
 */
async function sites(again) {
  const [{ mode, paused }, all] = await Promise.all([readSettings(), reachesAll()]);
  if (paused) return [el("p", "notice", "Paused everywhere: nothing is recorded. Resume in Cairn’s popup.")];
  if (mode !== "all" || all) return [];
  const give = button("Allow all sites", () => void requestAccess(EVERYWHERE).then(again), "primary");
  return [el("div", "notice", el("span", "grow", "All sites are to be remembered, but your browser gives Cairn access to some of them only, or to none."), give)];
}

/** Shows which names are kept, everywhere and on single sites. @param {HTMLElement} node @param {Keeping} keeping */
function showNames(node, { mode: keep, sites: keepSites = {} }) {
  const text = JSON.stringify([keep, keepSites]);
  if (node.dataset.shown === text) return;
  node.dataset.shown = text;
  const again = () => void readKeeping().then((kept) => showNames(node, kept));
  const { input, node: asked } = choice("On every site", Object.entries(KEEPS).map(([mode, { short }]) => [mode, short]));
  input.value = keep;
  input.addEventListener("change", () => void setKeep(/** @type {Keep} */ (input.value)).then(again));
  node.replaceChildren(el("h2", "", "What is kept of pages"), asked, el("p", "soft", KEEPS[keep].means),
    el("p", "soft", "It applies from now on; “cairn rewrite” hides names in what was kept before. Choose for a single site in Cairn’s popup."),
    el("ul", "lines", ...Object.entries(keepSites).filter(([, mode]) => mode !== keep).map(([site, mode]) => el("li", "line", el("span", "grow", said(site)), el("span", "soft", KEEPS[mode].short),
      button("As everywhere", () => void decideKeep(`https://${site}/`, keep).then(again))))));
}

/** Number of days in the chart; older ones do not describe the current state. */
const DAYS = 30;

/** Shows the cost of repeated tasks, and whether suggestions help, by day and by confidence. */
async function helped() {
  const { stats } = await askCore("stats", {});
  if (!stats) return [];
  const cost = worth(stats);
  if (!stats.advised) return cost;
  const days = stats.days.filter((d) => d.advised > 0).slice(-DAYS);
  const sure = stats.calibration.filter((b) => b.given > 0);
  return [...cost, el("section", "block", el("h2", "", "Do suggestions help?"),
    el("p", "soft", `Agents followed a suggestion in ${percent(stats.any / stats.advised)} of ${count(stats.advised, "step")} that had one; ${percent(stats.any ? stats.worked / stats.any : 0)} of those worked.`),
    el("div", "charts",
      el("figure", "", line(days.map((d) => ({ label: d.name, under: day(d.name), value: d.any / d.advised, text: `${d.any} of ${d.advised}` })), "Followed, by day"), el("figcaption", "soft small", "Followed, by day")),
      el("figure", "", bars(sure.map((b) => ({ label: `${percent(b.from)} sure`, under: percent(b.from), value: b.followed / b.given, mark: b.mean, of: b.given, text: `${b.followed} of ${b.given}` })), "Followed, by confidence"),
        el("figcaption", "soft small", "Followed, by confidence. The line is the confidence that was stated; n is the number of suggestions."))))];
}

/** Returns the actions on the whole memory. */
function belongings() {
  const files = /** @type {HTMLInputElement} */ (el("input", "hidden"));
  files.type = "file";
  files.multiple = true;
  files.accept = ".json,application/json";
  files.tabIndex = -1;
  files.setAttribute("aria-label", "Files to import");
  files.addEventListener("change", async () => (await import("./import.js")).importFrom(files));
  const pick = (/** @type {boolean} */ directory) => {
    files.webkitdirectory = directory;
    files.click();
  };
  return el("section", "block", el("h2", "", "What is remembered"), el("div", "actions",
    button("Import a recording…", () => pick(false)), button("Import a directory…", () => pick(true)),
    button("Forget a span of time…", () => void forgetSpan()),
    button("Forget everything…", () => void forget({ all: true }, "Forget everything?"), "danger")), files);
}

/** @type {[string, string][]} hours, and their labels */
const SPANS = [["1", "The last hour"], ["24", "The last day"], ["168", "The last week"], ["", "From … to …"]];

async function forgetSpan() {
  const span = choice("Which", SPANS);
  const from = field("From", "", { type: "datetime-local" });
  const to = field("To", "", { type: "datetime-local" });
  const own = el("div", "", from.node, to.node);
  own.hidden = true;
  span.input.addEventListener("change", () => {
    own.hidden = span.input.value !== "";
  });
  if (!(await ask("Forget a span of time", "Next", "", span.node, own))) return;
  const hours = Number(span.input.value);
  const began = hours ? new Date(Date.now() - hours * 3_600_000) : new Date(from.input.value || 0);
  const ended = hours || !to.input.value ? undefined : new Date(to.input.value);
  await forget({ from: began.toISOString(), ...(ended ? { to: ended.toISOString() } : {}) }, hours ? `Forget ${span.input.selectedOptions[0].text.toLowerCase()}?` : "Forget that time?");
}

/** @param {"good" | "warm" | "bad" | ""} state @param {string} title @param {string} text */
function tile(state, title, text) {
  return el("div", `tile ${state}`, el("span", "dot"), el("div", "", el("strong", "", title), el("p", "soft", text)));
}

/** @param {Fault} fault */
function advice(fault) {
  return el("div", "notice", el("div", "", el("strong", "", said(fault.message)), nextStep(fault)));
}

/** @param {{at: string, fault: Fault}[]} faults */
function history(faults) {
  if (faults.length === 0) return [];
  return [el("section", "block", el("h2", "", "Recent problems"), el("ul", "lines",
    ...faults.map(({ at, fault }) => el("li", "line tall", el("div", "grow", said(fault.message), nextStep(fault, "soft")), when(at)))))];
}
