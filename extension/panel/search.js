// Searches the whole memory as the person types, with the Wasm core. It is the
// panel's view and the whole of search.html.

/** @import {Filters, StepSummary} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { siteOf } from "../lib/pages.js";
import { DONE, keptScreen, percent, shown, targetOf } from "../lib/words.js";
import { askCore } from "./ask.js";
import { marked, termsOf } from "./marked.js";
import { chips, empty, meter, outcome, showTrouble, trouble } from "./parts.js";
import { split } from "./split.js";
import { stepDetail } from "./step.js";
import { VirtualList } from "./virtual.js";

/** Bounds the results, as the core does. */
const LIMIT = 100;

/** Bounds the newest sessions whose tags and branches become filters. */
const SESSIONS = 50;

/** Bounds the newest steps whose sites and screens become filters. */
const STEPS = 300;

/** Minimum interval between loads of the filter options. */
const FACETS_MS = 10_000;

const ROW_HEIGHT = 44;

/** @type {[label: string, hours: string][]} */
const TIMES = [["Any time", ""], ["Last hour", "1"], ["Last day", "24"], ["Last week", "168"], ["Last 30 days", "720"]];

/**
 * @param {Panel} [panel] that contains this view
 * @returns {View & {ask: (query: string) => void, onQuery?: (query: string) => void}}
 */
export function searchView(panel) {
  let asked = 0;
  let opening = 0; // of two opened rows, only the later one is shown, even if the earlier one loads last
  /** @type {string[]} */
  let terms = [];
  const query = input("search", "Search what was done");
  query.className = "query";
  query.maxLength = 2000;
  const flow = select("Flow");
  const tag = select("Tag");
  const branch = select("Branch");
  const screen = input("text", "Screen");
  const screens = el("datalist", "");
  screens.id = `screens-${Math.random().toString(36).slice(2)}`;
  screen.setAttribute("list", screens.id);
  let offered = 0;
  const site = select("Site");
  const ended = select("Outcome");
  ended.replaceChildren(option("Any outcome", ""), option("Worked", "ok"), option("Failed", "failed"));
  const time = select("Time");
  time.replaceChildren(...TIMES.map(([label, hours]) => option(label, hours)));
  const status = el("p", "soft side");
  status.setAttribute("role", "status");
  const note = el("div", "note-host");
  const list = new VirtualList({ label: "Results, best first", rowHeight: ROW_HEIGHT, key: (/** @type {StepSummary} */ s) => s.stepId ?? s.timestamp,
    render: (step) => result(step, terms), open: (step) => void open(step) });
  const panes = split(el("div", "fill", note, list.node), ["Choose a result to see the step, and why it stands where it stands."]);

  /** @param {StepSummary} summary */
  async function open(summary) {
    const mine = ++opening;
    try {
      const { step } = await askCore("step", { step: { stepId: summary.stepId ?? "" } });
      if (step && mine === opening) panes.open(why(summary), stepDetail(step, { done: gone, ...(panel ? { openSession: (id) => panel.open("sessions", id) } : {}) }));
    } catch (err) {
      if (mine === opening) panes.open(trouble(err));
    }
  }

  function gone() {
    panes.close();
    void run();
  }

  /** @returns {Filters} */
  const filters = () => ({
    ...(flow.value ? { flowTag: flow.value } : {}), ...(tag.value ? { tag: tag.value } : {}), ...(branch.value ? { gitBranch: branch.value } : {}),
    ...(screen.value.trim() ? { screen: screen.value.trim() } : {}), ...(site.value ? { site: site.value } : {}), ...(ended.value ? { outcome: ended.value } : {}), ...(time.value ? { sinceHours: Number(time.value) } : {}),
  });

  async function run() {
    const mine = ++asked;
    const text = query.value.trim();
    clear.hidden = Object.keys(filters()).length === 0;
    view.onQuery?.(text);
    if (!text) {
      list.set([]);
      panes.close();
      status.textContent = "";
      note.replaceChildren(empty("Find what was done before", "Type what you want to do, a screen, a part of a test id: ", el("q", "", "send tokens"), ", ", el("q", "", "confirm"),
        ". Words are matched by meaning too, in any language. It works with the companion stopped."));
      return;
    }
    try {
      const { steps = [] } = await askCore("search", { search: { query: text, limit: LIMIT, explain: true, filters: filters() } });
      if (mine !== asked) return;
      terms = termsOf(text, { ...steps[0], explain: steps.flatMap((s) => s.explain ?? []) });
      const before = list.selected;
      list.set(steps);
      if (list.selected !== before && !list.selected) panes.close();
      status.textContent = steps.length === LIMIT ? `The best ${LIMIT}` : count(steps.length, "result");
      note.replaceChildren(...(steps.length ? [] : [empty("Nothing matches", "Try fewer words, or lift a filter.")]));
    } catch (err) {
      if (mine === asked) showTrouble(note, err);
    }
  }

  async function facets() {
    if (Date.now() - offered < FACETS_MS) return;
    offered = Date.now();
    const [{ sessions = [] }, { timeline = [] }] = await Promise.all([askCore("sessions", { sessions: { limit: SESSIONS } }), askCore("timeline", { timeline: { limit: STEPS } })]);
    const states = timeline.flatMap((step) => step.observation?.state ?? []);
    screens.replaceChildren(...distinct(states.map((s) => s.currentScreen)).filter((name) => shown(name) === name).map((name) => option(name, name)));
    offer(site, "Any site", states.map((s) => siteOf(s.origin)));
    offer(flow, "Any flow", sessions.flatMap((s) => s.flowTags));
    offer(tag, "Any tag", sessions.flatMap((s) => s.tags));
    offer(branch, "Any branch", sessions.flatMap((s) => s.git?.branch ?? []));
  }

  query.addEventListener("input", () => void run());
  query.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && list.length) {
      event.preventDefault();
      list.focus();
    }
  });
  list.node.addEventListener("keydown", (event) => {
    if (event.key === "Escape") query.focus();
  });
  screen.addEventListener("input", () => void run());
  for (const s of [flow, tag, branch, site, ended, time]) s.addEventListener("change", () => void run());

  const clear = button("Clear", () => {
    for (const s of [flow, tag, branch, site, ended, time]) s.value = "";
    screen.value = "";
    void run();
  });

  /** @type {ReturnType<typeof searchView>} */
  const view = {
    node: el("div", "column", el("div", "toolbar wrap", query, el("div", "filters", flow, tag, screen, screens, site, branch, time, ended, clear), status), panes.node),
    show() {
      // A failure here also fails the search, which reports it.
      facets().catch(() => {});
      return run();
    },
    focus: () => query.focus(),
    ask(text) {
      query.value = text;
      void run();
    },
  };
  return view;
}

/**
 * @param {string} type
 * @param {string} label
 */
function input(type, label) {
  const node = /** @type {HTMLInputElement} */ (el("input", ""));
  node.type = type;
  node.placeholder = label;
  node.setAttribute("aria-label", label);
  node.autocomplete = "off";
  node.spellcheck = false;
  return node;
}

/** @param {string} label */
function select(label) {
  const node = /** @type {HTMLSelectElement} */ (el("select", ""));
  node.setAttribute("aria-label", label);
  return node;
}

/**
 * @param {string} label
 * @param {string} value
 */
function option(label, value) {
  const node = /** @type {HTMLOptionElement} */ (el("option", "", clip(label, 80)));
  node.value = value;
  return node;
}

/**
 * Fills a filter, which is hidden while it has no options.
 * @param {HTMLSelectElement} node
 * @param {string} any
 * @param {string[]} values
 */
function offer(node, any, values) {
  const chosen = node.value;
  const choices = distinct(values);
  node.replaceChildren(option(any, ""), ...choices.map((v) => option(v, v)));
  node.value = choices.includes(chosen) ? chosen : "";
  node.hidden = choices.length === 0;
}

/** @param {string[]} values */
const distinct = (values) => [...new Set(values)].filter(Boolean).sort();

/** Matches the snippet of a step that failed (shared/capture). */
const FAILED = /(?:^|, )error: MM_/;

/**
 * @param {StepSummary} step
 * @param {string[]} terms
 */
function result({ tool, screen, snippet, timestamp, sessionGoal }, terms) {
  const target = targetOf(snippet);
  // Omits text that the first line already contains.
  const about = snippet.replace(/^match: .*?(?=, (?:testId: |labels: |screen: |error: |[\w-]+: ["(]))(?:, )/, "").split(", ")
    .filter((part) => part !== `testId: ${target}` && part.replace(": ", " ") !== target && part !== `screen: ${screen}`).join(", ").replace("labels: ", "");
  return [el("div", "two",
    el("div", "head", outcome(!FAILED.test(snippet)), el("span", "what", el("span", "verb", DONE[tool] ?? tool), " ", marked(target, terms), ...(keptScreen(screen) ? [el("span", "soft", " on "), marked(screen, terms)] : [])), when(timestamp)),
    el("div", "under", sessionGoal ? marked(sessionGoal, terms, "goal cut") : "", marked(about, terms, "cut")))];
}

/** @param {StepSummary} step */
function why({ score = 0, explain = [], matchedFields = [] }) {
  // A score above a term's limit is subtracted again: that entry is no evidence.
  const found = explain.filter((r) => r.score > 0);
  const most = Math.max(...found.map((r) => r.score), Number.EPSILON);
  const all = found.reduce((sum, r) => sum + r.score, 0);
  const rows = found.map(({ term, field, score: part }, i) =>
    el("li", "reason", el("span", "term cut", term === found[i - 1]?.term ? "" : said(term.replace("~", " ≈ "))), said(field, "soft field cut"), meter(part / most, `${percent(part / all)} of the evidence`), el("span", "side", percent(part / all))));
  return el("section", "block why", el("h2", "", "Why this rank"), el("p", "matched", el("span", "soft", `Score ${Math.round(score)}`), chips(matchedFields)), el("ul", "plain", ...rows));
}
