// Shows the newest sessions, the steps of each, and two side by side.

/** @import {RecipeStep, SessionRecipe, SessionSummary} from "../wire" */
/** @import {View} from "./panel.js" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { DONE, NAMES_NOT_KEPT, NOT_KEPT, isHidden, outcomeOf, sessionName } from "../lib/words.js";
import { askOffscreen } from "../lib/messages.js";
import { askCore } from "./ask.js";
import { aligned } from "./compare.js";
import { ask, choice, field } from "./dialog.js";
import { exporter } from "./export.js";
import { forget } from "./forget.js";
import { chips, copy, empty, showTrouble, toast, trouble } from "./parts.js";
import { split } from "./split.js";
import { VirtualList } from "./virtual.js";

/** Bounds the sessions, as the core does. */
const LIMIT = 50;

/** Bounds a timeline, as the core does. */
const TIMELINE = 1000;

const ROW_HEIGHT = 44;

/** @returns {View} */
export function sessionsView() {
  /** @type {SessionSummary[]} */
  let sessions = [];
  let opened = "";
  let compared = "";
  const note = el("div", "note-host");
  const list = new VirtualList({ label: "Sessions, newest first", rowHeight: ROW_HEIGHT, key: (/** @type {SessionSummary} */ s) => s.sessionId,
    render: row, open: ({ sessionId }) => void open(sessionId) });
  let done = false;
  const older = button("Older sessions", () => void more(), "older");
  const panes = split(el("div", "fill", note, list.node, older), ["Choose a session to see its recipe: what was done, step by step."]);

  /** @param {string} sessionId */
  async function open(sessionId) {
    if (opened !== sessionId) compared = "";
    opened = sessionId;
    try {
      const recipes = await Promise.all([sessionId, compared].filter(Boolean).map((id) => recipe(id)));
      if (opened === sessionId) panes.open(detail(recipes));
    } catch (err) {
      if (opened === sessionId) panes.open(trouble(err));
    }
  }

  /** @param {SessionRecipe[]} recipes of the opened session and the one it is compared with */
  function detail(recipes) {
    const [one, other] = recipes;
    const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
    choose.setAttribute("aria-label", "Compare with");
    choose.append(new Option("Compare with…", ""), ...sessions.filter((s) => s.sessionId !== opened).map((s) => new Option(clip(sessionName(s), 80), s.sessionId)));
    choose.value = compared;
    choose.addEventListener("change", () => {
      compared = choose.value;
      void open(opened).then(() => /** @type {HTMLElement | null} */ (panes.node.querySelector(".detail select"))?.focus());
    });
    return el("article", "detail",
      el("header", "detail-head", el("h2", "what", said(goalOf(one.sessionId))), choose),
      el("div", "actions", button("Edit goal and tags…", () => void edit(one.sessionId)), button("Outcome…", () => void state(one.sessionId)), button("Copy recipe", () => void copy(asText(one))), exporter(one.sessionId),
        button("Forget…", () => void forget({ sessionId: one.sessionId }, `Forget “${clip(goalOf(one.sessionId), 60)}”?`, forgotten))),
      ...(other ? compare(one, other) : [about(one), ...(one.recipe.some(lacks) ? [el("p", "soft", NAMES_NOT_KEPT)] : []), one.recipe.length ? el("ol", "recipe", ...one.recipe.map(line)) : el("p", "soft", "No step of it is kept here.")]));
  }

  /** @param {SessionRecipe} recipe */
  function about({ sessionId, stepCount }) {
    const session = sessions.find((s) => s.sessionId === sessionId);
    return el("p", "soft about", count(stepCount, "step"), session ? " · " : "", session ? when(session.createdAt) : "",
      session?.git?.branch ? " · " : "", said(session?.git?.branch ?? "", "code cut"), session ? chips([...session.flowTags, ...session.tags]) : "",
      session ? stated(session) : "");
  }

  /**
   * @param {SessionRecipe} one
   * @param {SessionRecipe} other
   */
  function compare(one, other) {
    const rows = aligned(one.recipe, other.recipe);
    const both = rows.filter(([left, right]) => left && right).length;
    const head = (/** @type {SessionRecipe} */ of) => el("th", "", said(goalOf(of.sessionId), "strong"), about(of));
    const table = el("table", "compared", el("thead", "", el("tr", "", head(one), head(other))),
      el("tbody", "", ...rows.map(([left, right]) => el("tr", "", cell(left, !right), cell(right, !left)))));
    table.setAttribute("aria-label", "Both sessions, step by step");
    return [el("p", "soft", both === rows.length ? "Both did the same." : `${count(both, "step")} in common, ${rows.length - both} in one of them only.`), table];
  }

  function forgotten() {
    opened = compared = "";
    panes.close();
    void load();
  }

  /** @param {string} sessionId */
  async function edit(sessionId) {
    const session = sessions.find((s) => s.sessionId === sessionId);
    const goal = field("Goal", session?.goal ?? "", { hint: "What the session was for." });
    const flows = field("Flow tags", (session?.flowTags ?? []).join(", "), { hint: "Which flow it is, such as send or sign-in. Separate by commas." });
    const tags = field("Tags", (session?.tags ?? []).join(", "));
    if (!(await ask("Goal and tags", "Save", "", goal.node, flows.node, tags.node))) return;
    await keep(sessionId, () => askCore("amend", { amend: { sessionId, goal: goal.input.value.trim(), flowTags: words(flows.input.value), tags: words(tags.input.value) } }));
  }

  /** @param {string} sessionId */
  async function state(sessionId) {
    const session = sessions.find((s) => s.sessionId === sessionId);
    const outcome = choice("What became of its goal", [["done", "Done: the goal was reached"], ["failed", "Failed"], ["abandoned", "Abandoned"], ["unknown", "Unknown"]], session?.outcome || "unknown");
    const evidence = field("Evidence", session?.outcomeEvidence ?? "", { hint: "What showed it. Only sessions that are done teach agents how a task is done.", most: 500 });
    if (!(await ask("Outcome", "Save", "", outcome.node, evidence.node))) return;
    await keep(sessionId, () => askCore("outcome", { outcome: { sessionId, outcome: outcome.input.value, evidence: evidence.input.value.trim() } }));
  }

  /**
   * Stores a person's edit of a session in the form that the core returns, and shows it.
   * @param {string} sessionId
   * @param {() => Promise<import("../wire").CoreReply>} change
   */
  async function keep(sessionId, change) {
    try {
      const { session: amended } = await change();
      if (amended) await askOffscreen({ to: "offscreen", kind: "keepSession", session: amended });
      await load();
      await open(sessionId);
      toast("Saved");
    } catch (err) {
      panes.open(trouble(err));
    }
  }

  /** @param {string} id */
  const goalOf = (id) => {
    const session = sessions.find((s) => s.sessionId === id);
    return session ? sessionName(session) : id;
  };

  /** @param {string} [arg] a session to open */
  async function load(arg) {
    try {
      const newest = (await askCore("sessions", { sessions: { limit: LIMIT } })).sessions ?? [];
      const known = new Set(newest.map((s) => s.sessionId));
      // Older sessions already loaded stay, unless something was deleted.
      const last = newest.at(-1);
      sessions = newest.length < LIMIT || !last ? newest : [...newest, ...sessions.filter((s) => s.createdAt < last.createdAt && !known.has(s.sessionId))];
      older.hidden = newest.length < LIMIT || done;
      list.set(sessions);
      note.replaceChildren(...(sessions.length ? [] : [nothing()]));
      if (arg && sessions.some((s) => s.sessionId === arg)) list.select(arg);
      else if (arg) await open(arg);
    } catch (err) {
      showTrouble(note, err);
    }
  }
  async function more() {
    const before = sessions.at(-1)?.createdAt;
    const page = (await askCore("sessions", { sessions: { limit: LIMIT, before } })).sessions ?? [];
    done = page.length < LIMIT;
    older.hidden = done;
    sessions = [...sessions, ...page];
    list.set(sessions, { keepPlace: true });
  }
  return { node: el("div", "column", panes.node), show: load, focus: () => list.focus() };
}

function nothing() {
  return empty("No sessions yet", "A session is one run with a goal: an agent's, from ", el("code", "", "mm_launch"), " to ", el("code", "", "mm_cleanup"), ", or a stretch of your own browsing on a remembered site.");
}

/** @param {string} id */
async function recipe(id) {
  const { recipe: given } = await askCore("recipe", { recipe: { sessionId: id } });
  if (!given) throw new Error("the core gave no recipe");
  if (!given.recipe.some(({ notes }) => notes.includes(NOT_KEPT))) return given;
  // The targets distinguish steps with the same words.
  const { timeline = [] } = await askCore("timeline", { timeline: { sessionId: id, limit: Math.min(given.recipe.length, TIMELINE) } });
  const names = timeline.length === given.recipe.length ? timeline.map(({ tool }) => tool.target?.name ?? "").reverse() : [];
  return { ...given, recipe: given.recipe.map((step, i) => (step.notes.includes(NOT_KEPT) ? { ...step, hidden: hashed(names[i]) || `${id} ${i}` } : step)) };
}

/** @param {string} [name] @returns {string} a hidden name that distinguishes elements, else "" */
const hashed = (name = "") => (isHidden(name) && name !== "[hidden]" ? name : "");

/** @param {RecipeStep} step @returns {boolean} whether its notes contain a name that is not kept */
const lacks = ({ notes }) => notes.includes(NOT_KEPT) || /(?:^|[ /=])…/.test(notes);

/** @param {SessionSummary} session */
function stated({ outcome, outcomeBy, outcomeEvidence, goal }) {
  const by = outcome ? ` (${outcomeBy === "person" ? "a person says so" : "its agent says so"})` : "";
  const words = outcomeOf({ outcome, goal });
  return words ? el("span", "", " · ", words, by, outcomeEvidence ? ": " : "", said(outcomeEvidence ?? "")) : "";
}

/** @param {string} text @returns {string[]} its parts between commas */
export const words = (text) => text.split(",").map((w) => w.trim()).filter(Boolean);

/** @param {SessionSummary} session */
function row(session) {
  return [el("div", "two", el("div", "head", el("span", "what", said(sessionName(session))), when(session.createdAt)),
    el("div", "under", outcomeOf(session) ? el("span", "chip", outcomeOf(session)) : "", chips([...session.flowTags, ...session.tags]), said(session.git?.branch ?? "", "code cut"), said(session.sessionId, "soft cut")))];
}

/** @param {RecipeStep} step */
const line = (step) => el("li", "", ...stepLine(step));

/** @param {RecipeStep} step */
const stepLine = ({ tool, notes }) => [el("span", "verb", DONE[tool] ?? tool), " ", said(plain(notes))];

/**
 * @param {RecipeStep | undefined} step
 * @param {boolean} only whether the other session has no equal step
 */
function cell(step, only) {
  if (!step) return el("td", "none");
  return el("td", only ? "only" : "", el("span", "side", String(step.stepNumber)), el("div", "grow", ...stepLine(step)), only ? el("span", "chip", "only here") : "");
}

/**
 * @param {string} notes in the form for agents
 * @returns {string} the same without selector syntax
 */
export const plain = (notes) => notes.replace(/^target: /, "").replace(/\[data-testid="([^"]*)"\]/, "$1").replace(/; on screen: …(?:\/…)*(?=;|$)/, "").replace("; on screen: ", " on ");

/** @param {SessionRecipe} recipe */
const asText = ({ recipe: steps }) => steps.map((s) => `${s.stepNumber}. ${s.tool} ${s.notes}`).join("\n");
