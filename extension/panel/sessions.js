// Shows the newest sessions, the steps of each, and two side by side.

/** @import {Flow, RecipeStep, SessionRecipe, SessionSummary, Step} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { siteOf } from "../lib/pages.js";
import { DONE, NAMES_NOT_KEPT, NOT_KEPT, isHidden, keptScreen, objectOf, outcomeOf, sessionName } from "../lib/words.js";
import { askOffscreen } from "../lib/messages.js";
import { askCore } from "./ask.js";
import { endAmbient } from "../worker/sessions.js";
import { aligned } from "./compare.js";
import { ask, choice, field } from "./dialog.js";
import { exporter } from "./export.js";
import { forget } from "./forget.js";
import { menu } from "./menu.js";
import { chips, copy, empty, outcome, showTrouble, toast, trouble } from "./parts.js";
import { shareFrom } from "./share.js";
import { split } from "./split.js";
import { picture, stepper } from "./stepper.js";
import { teamWord } from "./teamwords.js";
import { VirtualList } from "./virtual.js";

/** Bounds the sessions, as the core does. */
const LIMIT = 50;

/** Bounds a timeline, as the core does. */
const TIMELINE = 1000;

const ROW_HEIGHT = 44;

/** @param {Panel} panel @returns {View} */
export function sessionsView(panel) {
  /** @type {SessionSummary[]} */
  let sessions = [];
  let asked = 0;
  let opening = 0;
  /** The newest reading of the list. @type {Promise<void>} */
  let latest = Promise.resolve();
  let wanted = "";
  let opened = "";
  let compared = "";
  const note = el("div", "note-host");
  const list = new VirtualList({ label: "Sessions, newest first", rowHeight: ROW_HEIGHT, key: (/** @type {SessionSummary} */ s) => s.sessionId,
    render: row, open: ({ sessionId }) => void open(sessionId), remove: ({ sessionId }) => void forgetSession(sessionId) });
  let done = false;
  const older = button("Older sessions", () => void more(), "older");
  const panes = split(el("div", "fill", note, list.node, older), ["Choose a session to see its steps, run it again, or export it."]);

  /** @param {string} sessionId */
  async function open(sessionId) {
    const mine = ++opening;
    if (opened !== sessionId) compared = "";
    opened = sessionId;
    try {
      const recipes = await Promise.all([sessionId, compared].filter(Boolean).map((id) => recipe(id)));
      const flow = await flowOf(sessionId, sessions.find((s) => s.sessionId === sessionId)?.detail?.origin);
      if (mine === opening) panes.open(detail(recipes, flow));
    } catch (err) {
      if (mine === opening) panes.open(trouble(err));
    }
  }

  /**
   * @param {RecipeWithSteps[]} recipes of the opened session and the one it is compared with
   * @param {Flow} [flow] that came of the opened one
   */
  function detail(recipes, flow) {
    const [one, other] = recipes;
    const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
    choose.setAttribute("aria-label", "Compare with");
    choose.append(new Option("Compare with…", ""), ...sessions.filter((s) => s.sessionId !== opened).map((s) => new Option(clip(sessionName(s), 80), s.sessionId)));
    choose.value = compared;
    choose.addEventListener("change", () => {
      compared = choose.value;
      void open(opened).then(() => /** @type {HTMLElement | null} */ (panes.node.querySelector(".detail select"))?.focus());
    });
    const id = one.sessionId;
    const through = (/** @type {number} */ i) => {
      const steps = stepper(one.steps, i, () => void open(id));
      panes.open(steps);
      steps.focus();
    };
    return el("article", "detail",
      el("header", "detail-head", el("h2", "what", said(goalOf(id))), choose),
      el("div", "actions", ...(flow ? [button("Run…", () => panel.open("flows", flow.id), "primary")] : one.steps.length ? [button("Save as flow…", () => void saveFlow(id))] : []),
        ...(one.steps.length ? [button("Step through", () => through(0))] : []), exporter({ sessionId: id }), button("Share…", () => void shareFrom(panel, sessions.find((s) => s.sessionId === id)?.detail?.origin ?? "", [id])),
        menu("More…", [["Edit goal and tags…", () => void edit(id)], ["Set outcome…", () => void state(id)], ["Copy steps as text", () => void copy(asText(one))], ["Forget…", () => void forgetSession(id), "danger"]])),
      ...(other ? compare(one, other) : [about(one), ...(one.recipe.some(lacks) ? [el("p", "soft", NAMES_NOT_KEPT)] : []), one.recipe.length ? el("ol", "recipe", ...runs(one.recipe).map((run) => line(run, one.steps.length ? through : undefined))) : el("p", "soft", "No step of it is kept here.")]));
  }

  /** @param {SessionRecipe} recipe */
  function about({ sessionId, stepCount }) {
    const session = sessions.find((s) => s.sessionId === sessionId);
    return el("p", "soft about", session?.detail ? said(siteOf(session.detail.origin)) : "", session?.detail?.origin ? " · " : "", lengthOf(stepCount, session), session ? " · " : "", session ? when(session.createdAt) : "",
      session?.git?.branch ? " · " : "", said(session?.git?.branch ?? "", "code cut"), session ? chips([...session.flowTags, ...session.tags, ...(session.from ? [teamWord(session.from)] : [])]) : "",
      session ? stated(session) : "");
  }

  /** @param {RecipeWithSteps} one @param {RecipeWithSteps} other */
  function compare(one, other) {
    const rows = aligned(one.recipe, other.recipe);
    const both = rows.filter(([left, right]) => left && right).length;
    const head = (/** @type {SessionRecipe} */ of) => el("th", "", said(goalOf(of.sessionId), "strong"), about(of));
    const table = el("table", "compared", el("thead", "", el("tr", "", head(one), head(other))),
      el("tbody", "", ...rows.map(([left, right]) => el("tr", "", cell(left, !right), cell(right, !left)))));
    table.setAttribute("aria-label", "Both sessions, step by step");
    return [el("p", "soft", both === rows.length ? "Both did the same." : `${count(both, "step")} in common, ${rows.length - both} in one of them only.`), table];
  }

  /** @param {string} sessionId */
  const forgetSession = (sessionId) => forget({ sessionId }, `Forget “${clip(goalOf(sessionId), 60)}”?`, forgotten);

  function forgotten() {
    opening++;
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
    const result = choice("Was its goal reached?", [["done", "Done: the goal was reached"], ["failed", "Failed"], ["abandoned", "Abandoned"], ["unknown", "Unknown"]], session?.outcome || "unknown");
    const evidence = field("Evidence", session?.outcomeEvidence ?? "", { hint: "What showed it. Only sessions that are done teach agents how a task is done.", most: 500 });
    if (!(await ask("Outcome", "Save", "", result.node, evidence.node))) return;
    await keep(sessionId, () => askCore("outcome", { outcome: { sessionId, outcome: result.input.value, evidence: evidence.input.value.trim() } }));
  }

  /** Makes a flow of a session: a session with a goal that is done leaves one. @param {string} sessionId */
  async function saveFlow(sessionId) {
    const session = sessions.find((s) => s.sessionId === sessionId);
    const goal = field("What it does", session?.goal ?? "", { required: true, hint: "The session is kept as done, with this goal. Values typed in it become fields to fill in." });
    if (!(await ask("Save as flow", "Save", "", goal.node))) return;
    const named = await keep(sessionId, () => askCore("amend", { amend: { sessionId, goal: goal.input.value.trim(), flowTags: session?.flowTags ?? [], tags: session?.tags ?? [] } }));
    if (!named || !(await keep(sessionId, () => askCore("outcome", { outcome: { sessionId, outcome: "done", evidence: "saved as a flow" } })))) return;
    const flow = await flowOf(sessionId, session?.detail?.origin).catch(() => undefined);
    if (flow) panel.open("flows", flow.id);
    else toast("No flow came of it: its steps cannot be distinguished well enough to repeat them.");
  }

  /**
   * Stores a person's edit of a session in the form that the core returns, and shows it.
   * @param {string} sessionId
   * @param {() => Promise<import("../wire").CoreReply>} change
   * @returns {Promise<boolean>} whether it was stored
   */
  async function keep(sessionId, change) {
    try {
      const { session: amended } = await change();
      if (amended) await askOffscreen({ to: "offscreen", kind: "keepSession", session: amended });
      if (amended?.outcomeAt) await endAmbient(sessionId); // later steps belong to another task
      await load();
      await open(sessionId);
      toast("Saved");
      return true;
    } catch (err) {
      panes.open(trouble(err));
      return false;
    }
  }

  /** @param {string} id */
  const goalOf = (id) => {
    const session = sessions.find((s) => s.sessionId === id);
    return session ? sessionName(session) : id;
  };

  /** @param {string} [arg] a session to open */
  const load = (arg) => (latest = read(arg));

  /**
   * @param {string} [arg] a later reading opens it too, as it may end before this one
   * @returns {Promise<void>} resolves when the newest reading is shown
   */
  async function read(arg) {
    const mine = ++asked;
    if (arg) wanted = arg;
    try {
      const newest = (await askCore("sessions", { sessions: { limit: LIMIT, detail: true } })).sessions ?? [];
      if (mine !== asked) return latest;
      const known = new Set(newest.map((s) => s.sessionId));
      // Older sessions already loaded stay, unless something was deleted.
      const last = newest.at(-1);
      sessions = newest.length < LIMIT || !last ? newest : [...newest, ...sessions.filter((s) => s.createdAt < last.createdAt && !known.has(s.sessionId))];
      older.hidden = newest.length < LIMIT || done;
      list.set(sessions);
      note.replaceChildren(...(sessions.length ? [] : [nothing()]));
      const item = wanted;
      wanted = "";
      if (item && sessions.some((s) => s.sessionId === item)) list.select(item);
      else if (item) await open(item);
    } catch (err) {
      if (mine === asked) showTrouble(note, err);
    }
  }

  async function more() {
    const before = sessions.at(-1)?.createdAt;
    const page = (await askCore("sessions", { sessions: { limit: LIMIT, before, detail: true } })).sessions ?? [];
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

/** A recipe with its steps, oldest first; without them if not all are at hand. @typedef {SessionRecipe & {recipe: (RecipeStep & {hidden?: string, step?: Step})[], steps: Step[]}} RecipeWithSteps */

/** @param {string} id @returns {Promise<RecipeWithSteps>} */
async function recipe(id) {
  const { recipe: given } = await askCore("recipe", { recipe: { sessionId: id } });
  if (!given) throw new Error("the core gave no recipe");
  const { timeline = [] } = given.recipe.length ? await askCore("timeline", { timeline: { sessionId: id, limit: Math.min(given.recipe.length, TIMELINE) } }) : {};
  const steps = timeline.length === given.recipe.length ? timeline.toReversed() : [];
  // The targets distinguish steps with the same words.
  return { ...given, steps, recipe: given.recipe.map((step, i) => ({ ...step, step: steps[i],
    ...(step.notes.includes(NOT_KEPT) ? { hidden: hashed(steps[i]?.tool.target?.name) || `${id} ${i}` } : {}) })) };
}

/**
 * @param {string} sessionId
 * @param {string} [origin] of its pages
 * @returns {Promise<Flow | undefined>} the flow that came of it
 */
export async function flowOf(sessionId, origin) {
  const { flows = [] } = origin ? await askCore("flows", { flows: { url: `${origin}/` } }) : {};
  return flows.find(({ evidence }) => evidence?.includes(sessionId));
}

/** @param {string} [name] @returns {string} a hidden name that distinguishes elements, else "" */
const hashed = (name = "") => (isHidden(name) && name !== "[hidden]" ? name : "");

/** @param {RecipeStep} step @returns {boolean} whether its notes contain a name that is not kept */
const lacks = ({ notes }) => notes.includes(NOT_KEPT) || /(?:^|[ /=])…/.test(notes);

/** @param {SessionSummary} session */
function stated({ outcome, outcomeBy, outcomeEvidence, goal }) {
  const by = outcome ? ` (${outcomeBy === "person" ? "you said so" : "its agent said so"})` : "";
  const words = outcomeOf({ outcome, goal });
  return words ? el("span", "stated", words[0].toUpperCase() + words.slice(1), by, outcomeEvidence ? ": " : "", said(outcomeEvidence ?? "")) : "";
}

/** @param {string} text @returns {string[]} its parts between commas */
export const words = (text) => text.split(",").map((w) => w.trim()).filter(Boolean);

/** @param {SessionSummary} session */
function row(session) {
  const { detail, flowTags, tags, git } = session;
  return [el("div", "two", el("div", "head", mark(session), el("span", "what", said(sessionName(session))), when(session.createdAt)),
    el("div", "under", detail?.origin ? said(siteOf(detail.origin), "cut") : "", detail ? el("span", "side", lengthOf(detail.steps, session)) : "",
      session.outcome && session.outcome !== "done" ? el("span", "chip", outcomeOf(session)) : "", chips([...flowTags, ...tags, ...(session.from ? [teamWord(session.from)] : [])]), said(git?.branch ?? "", "code cut branch"),
      detail?.strip ? picture(detail.strip, `${count([...detail.strip].filter((c) => c === "x").length, "failure")}`) : ""))];
}

/** @param {SessionSummary} session */
function mark(session) {
  const words = outcomeOf(session);
  const [sign, kind] = session.outcome === "done" ? ["✓", "ok"] : session.outcome === "failed" ? ["✕", "failed"] : session.outcome === "abandoned" ? ["–", "failed"] : ["·", "soft"];
  const node = el("span", `outcome ${kind}`, sign);
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", words || "browsing");
  node.title = words || "Browsing: it had no goal";
  return node;
}

/** @param {number} steps @param {SessionSummary | undefined} session @returns {string} "7 steps in 24 s" */
export function lengthOf(steps, session) {
  const took = session?.detail?.lastAt ? Math.round((Date.parse(session.detail.lastAt) - Date.parse(session.createdAt)) / 1000) : 0;
  const time = took <= 0 ? "" : took < 100 ? ` in ${took} s` : took < 6000 ? ` in ${Math.round(took / 60)} min` : ` in ${Math.round(took / 3600)} h`;
  return `${count(steps, "step")}${time}`;
}

/** @typedef {RecipeWithSteps["recipe"][number]} Line */

/** Folds equal steps in a row. @param {Line[]} recipe @returns {{line: Line, at: number, times: number}[]} */
export function runs(recipe) {
  /** @type {{line: Line, at: number, times: number}[]} */
  const out = [];
  recipe.forEach((line, at) => {
    const last = out.at(-1);
    const same = last && last.line.tool === line.tool && last.line.notes === line.notes && last.line.hidden === line.hidden && last.line.step?.outcome.ok === line.step?.outcome.ok;
    if (same) last.times++;
    else out.push({ line, at, times: 1 });
  });
  return out;
}

/** @param {ReturnType<typeof runs>[number]} run @param {(at: number) => void} [open] */
function line({ line: one, at, times }, open) {
  const words = [...stepLine(one), ...(times > 1 ? [el("span", "soft", ` · ${times} times`)] : [])];
  const failed = one.step && !one.step.outcome.ok ? [outcome(false), " "] : [];
  if (!open) return el("li", "", ...failed, ...words);
  const node = button("", () => open(at), "link-button");
  node.append(...words);
  const item = /** @type {HTMLLIElement} */ (el("li", "", ...failed, node));
  item.value = at + 1;
  return item;
}

/** @param {Line} line */
function stepLine({ tool, notes, step }) {
  const verb = el("span", "verb", DONE[tool] ?? tool);
  if (!step) return [verb, " ", said(plain(notes))];
  const screen = keptScreen(step.observation?.state.currentScreen);
  return [verb, " ", said(objectOf(step)), ...(screen ? [el("span", "soft", " on "), said(screen, "soft")] : [])];
}

/** @param {Line | undefined} step @param {boolean} only whether the other session has no equal step */
function cell(step, only) {
  if (!step) return el("td", "none");
  return el("td", only ? "only" : "", el("span", "side", String(step.stepNumber)), el("div", "grow", ...stepLine(step)), only ? el("span", "chip", "only here") : "");
}

/** @param {string} notes in the form for agents @returns {string} the same without selector syntax */
export const plain = (notes) => notes.replace(/^target: /, "").replace(/\[data-testid="([^"]*)"\]/, "$1").replace(/; on screen: …(?:\/…)*(?=;|$)/, "").replace("; on screen: ", " on ");

/** @param {SessionRecipe} recipe */
const asText = ({ recipe: steps }) => steps.map((s) => `${s.stepNumber}. ${s.tool} ${s.notes}`).join("\n");
