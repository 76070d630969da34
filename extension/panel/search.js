// Searches the whole memory as the person types, with the Wasm core. It is the
// panel's view and the whole of search.html.

/** @import {Filters, StepSummary} from "../wire" */
/** @import {Hit} from "../lib/hits.js" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { siteOf } from "../lib/pages.js";
import { fold, groups, often } from "../lib/hits.js";
import { failureName, percent, shown } from "../lib/words.js";
import { inTurn } from "../lib/inturn.js";
import { askCore } from "./ask.js";
import { marked, termsOf } from "./marked.js";
import { chips, empty, meter, outcome, showTrouble, trouble } from "./parts.js";
import { split } from "./split.js";
import { stepDetail } from "./step.js";
import { teamWord } from "./teamwords.js";
import { VirtualList } from "./virtual.js";

/** Bounds the results, as the core does. */
const LIMIT = 100;

/** Bounds the newest sessions whose tags and branches become filters. */
const SESSIONS = 50;

/** Bounds the newest steps whose sites and screens become filters. */
const STEPS = 300;

/** Rest after the last key before the reasons of the ranking are loaded: they take longer than the results. */
const REST_MS = 200;

/** Minimum interval between loads of the filter options. */
const FACETS_MS = 10_000;

const ROW_HEIGHT = 44;

/** @type {[label: string, hours: string][]} */
const TIMES = [["Last hour", "1"], ["Last day", "24"], ["Last week", "168"], ["Last 30 days", "720"]];

/** The filters, in their order, by their keys in a request. @type {[key: Exclude<keyof Filters, "sinceHours">, label: string][]} */
const KEYS = [["site", "Site"], ["screen", "Screen"], ["flowTag", "Flow"], ["tag", "Tag"], ["gitBranch", "Branch"], ["outcome", "Outcome"]];

/** A row of the list: a heading or a hit. @typedef {{title: string, hit?: Hit}} Row */

/**
 * @param {Panel} [panel] that contains this view
 * @returns {View & {ask: (query: string) => void, onQuery?: (query: string) => void}}
 */
export function searchView(panel) {
  let asked = 0;
  let opening = 0; // of two opened rows, only the later one is shown, even if the earlier one loads last
  /** @type {string[]} */
  let terms = [];
  let marking = "";
  /** @type {Row[]} */
  let found = [];
  /** @type {() => ReturnType<typeof reasonsOf>} */
  let reasons = async () => [];
  const query = /** @type {HTMLInputElement} */ (el("input", "query"));
  query.type = "search";
  query.placeholder = "Search what was done";
  query.setAttribute("aria-label", query.placeholder);
  query.autocomplete = "off";
  query.spellcheck = false;
  query.maxLength = 2000;
  let offered = 0;
  /** Whether a search ran before the first key: the first one compiles the core's code for it. */
  let warm = false;
  const changed = () => void run();
  const chosen = new Map(KEYS.map(([key, label]) => [key, filter(label, changed)]));
  const time = filter("Time", changed);
  time.offer(TIMES);
  chosen.get("outcome")?.offer([["Worked", "ok"], ["Failed", "failed"]]);
  const status = el("p", "soft side");
  status.setAttribute("role", "status");
  const note = el("div", "note-host");
  const list = new VirtualList({ label: "Results by site and day, best first", rowHeight: ROW_HEIGHT, key: (/** @type {Row} */ { title, hit }) => (hit ? idOf(hit.step) : `heading ${title}`),
    heading: ({ hit }) => !hit, render: ({ title, hit }) => (hit ? result(hit, title, terms) : [said(title, "cut")]), open: ({ hit }) => void (hit && open(hit.step)) });
  const panes = split(el("div", "fill", note, list.node), ["Choose a result to see the step, the page it was done on, and why it was found."]);

  /** @param {string} id */
  const openSession = (id) => (panel ? panel.open("sessions", id) : void chrome.tabs.create({ url: chrome.runtime.getURL(`panel/panel.html#sessions/${id}`) }));

  /** @param {StepSummary} summary */
  async function open(summary) {
    const mine = ++opening;
    try {
      const [{ step }, explained] = await Promise.all([askCore("step", { step: { stepId: summary.stepId ?? "" } }), reasons()]);
      if (step && mine === opening) panes.open(stepDetail(step, { done: gone, openSession }), why(explained.find(({ stepId }) => stepId === summary.stepId) ?? summary));
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
    ...Object.fromEntries([...chosen].flatMap(([key, { value }]) => (value ? [[key, value]] : []))), ...(time.value ? { sinceHours: Number(time.value) } : {}),
  });

  async function run() {
    const mine = ++asked;
    const text = query.value.trim();
    view.onQuery?.(text);
    if (!text) {
      list.set((found = []));
      panes.close();
      status.textContent = "";
      note.replaceChildren(empty("Find what was done before", "Type what you want to do, a screen, a part of a test id: ", el("q", "", "send tokens"), ", ", el("q", "", "confirm"),
        ". Words are matched by meaning too, in any language. It works with the companion stopped."));
      return;
    }
    await find();
    if (mine !== asked || !found.length) return;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const all = mine === asked ? termsOf(text, await reasons().catch(() => [])) : [];
    if (mine !== asked || all.length <= terms.length) return;
    terms = all;
    list.set(found);
  }

  /** Searches for the field's text. While a search runs, later keys wait for it together: only the newest query is asked. */
  const find = inTurn(async () => {
    const [mine, text] = [asked, query.value.trim()];
    if (!text) return;
    const search = { query: text, limit: LIMIT, filters: filters() };
    try {
      const { steps = [] } = await askCore("search", { search: { ...search, detail: true } });
      if (mine !== asked) return;
      if (text !== marking) terms = termsOf((marking = text));
      const before = list.selected;
      const hits = fold(steps);
      found = groups(hits).flatMap(({ title, hits: some }) => [{ title }, ...some.map((hit) => ({ title, hit }))]);
      list.set(found);
      if (list.selected !== before && !list.selected) panes.close();
      status.textContent = `${count(hits.length, "result")}${steps.length === LIMIT ? ` in the best ${LIMIT} steps` : ""}`;
      note.replaceChildren(...(steps.length ? [] : [nothing(text, Object.keys(filters()).length > 0)]));
      /** @type {ReturnType<typeof reasonsOf> | undefined} */
      let loaded;
      reasons = () => (loaded ??= reasonsOf(search));
    } catch (err) {
      if (mine !== asked) return;
      found = [];
      showTrouble(note, err);
    }
  });

  async function facets() {
    if (Date.now() - offered < FACETS_MS) return;
    offered = Date.now();
    const [{ sessions = [] }, { timeline = [] }] = await Promise.all([askCore("sessions", { sessions: { limit: SESSIONS } }), askCore("timeline", { timeline: { limit: STEPS } })]);
    const states = timeline.flatMap((step) => step.observation?.state ?? []);
    /** @type {Partial<Record<keyof Filters, string[]>>} */
    const known = { site: states.map((s) => siteOf(s.origin)), screen: states.map((s) => s.currentScreen).filter((name) => shown(name) === name),
      flowTag: sessions.flatMap((s) => s.flowTags), tag: sessions.flatMap((s) => s.tags), gitBranch: sessions.flatMap((s) => s.git?.branch ?? []) };
    for (const [key, values] of Object.entries(known)) chosen.get(/** @type {any} */ (key))?.offer(distinct(values).map((v) => [v, v]));
    const word = known.screen?.find(Boolean);
    if (word && !warm) groups(fold((await askCore("search", { search: { query: word, limit: LIMIT, detail: true } })).steps ?? []));
    warm = true;
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
  /** @type {ReturnType<typeof searchView>} */
  const view = {
    node: el("div", "column", el("div", "toolbar wrap", query, el("div", "filters", ...[...chosen.values(), time].map((f) => f.node)), status), panes.node),
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

/** @param {string} query @param {boolean} filtered */
function nothing(query, filtered) {
  if (/^\p{L}{1,2}$/u.test(query)) return empty("Keep typing", "The beginning of a word finds something from its third letter on.");
  return empty("Nothing matches", filtered ? "Try fewer words, or remove a filter." : "Try fewer words.");
}

/**
 * Returns a filter as a chip: a choice that shows its value, with a button that removes
 * it. It is hidden while it has no options.
 * @param {string} label
 * @param {() => void} changed
 */
function filter(label, changed) {
  const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
  choose.setAttribute("aria-label", label);
  const remove = button("×", () => {
    choose.value = "";
    update();
    choose.focus();
  }, "plain-button");
  remove.setAttribute("aria-label", `Remove the filter ${label}`);
  const node = el("span", "filter", choose, remove);
  const show = () => {
    remove.hidden = !choose.value;
    node.classList.toggle("set", !!choose.value);
  };
  const update = () => {
    show();
    changed();
  };
  choose.addEventListener("change", update);
  node.hidden = true;
  return {
    node,
    get value() {
      return choose.value;
    },
    /** @param {string[][]} options labels and values */
    offer(options) {
      const { value } = choose;
      choose.replaceChildren(new Option(label, ""), ...options.map(([text, of]) => new Option(clip(text, 80), of)));
      choose.value = options.some(([, of]) => of === value) ? value : "";
      node.hidden = options.length === 0;
      show();
    },
  };
}

/**
 * @param {import("../wire").SearchRequest} search
 * @returns {Promise<StepSummary[]>} the results with the reasons of their ranks
 */
const reasonsOf = async (search) => (await askCore("search", { search: { ...search, explain: true } })).steps ?? [];

/** @param {string[]} values */
const distinct = (values) => [...new Set(values)].filter(Boolean).sort();

/** @param {StepSummary} step */
const idOf = ({ stepId, timestamp }) => stepId ?? timestamp;

/** Matches the code in the snippet of a step that failed (shared/capture). */
const CODE = /(?:^|, )error: (MM_\w+)/;

/** @param {Hit} hit @param {string} group @param {string[]} terms */
function result(hit, group, terms) {
  const { step: { sessionGoal, snippet, detail }, ok, verb, object, screen, last } = hit;
  const code = ok ? "" : (CODE.exec(snippet)?.[1] ?? "");
  const testId = detail?.testId && detail.testId !== object ? detail.testId : "";
  return [el("div", "two",
    el("div", "head", outcome(ok), el("span", "what", el("span", "verb", verb), " ", marked(object, terms), ...(screen ? [el("span", "soft", " on "), marked(screen, terms)] : [])), when(last)),
    el("div", "under", el("span", "hidden", group), often(hit) ? el("span", "side", often(hit)) : "", sessionGoal ? marked(sessionGoal, terms, "goal cut") : "", testId ? marked(testId, terms, "code cut") : "", code ? said(failureName(code), "bad cut") : "", hit.step.from ? chips([teamWord(hit.step.from)]) : ""))];
}

/** @param {StepSummary} step */
function why({ score = 0, explain = [], matchedFields = [] }) {
  // A score above a term's limit is subtracted again: that entry is no evidence.
  const found = explain.filter((r) => r.score > 0);
  const most = Math.max(...found.map((r) => r.score), Number.EPSILON);
  const all = found.reduce((sum, r) => sum + r.score, 0);
  const rows = found.map(({ term, field, score: part }, i) =>
    el("li", "reason", el("span", "term cut", term === found[i - 1]?.term ? "" : said(term.replace("~", " ≈ "))), said(field, "soft field cut"), meter(part / most, `${percent(part / all)} of the evidence`), el("span", "side", percent(part / all))));
  return el("details", "block why", el("summary", "", "Why this was found"), el("p", "matched", el("span", "soft", `Score ${Math.round(score)}`), chips(matchedFields)), el("ul", "plain", ...rows));
}
