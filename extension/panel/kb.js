// Shows the knowledge base: items of operating knowledge, the trust in each, and the
// failures of each with their recovery.

/** @import {KBItem, KBReport, Learning} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, count, day, el, said } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { VERBS, percent } from "../lib/words.js";
import { siteOf } from "../lib/pages.js";
import { askCore, edit } from "./ask.js";
import { bars, line } from "./chart.js";
import { ask, field } from "./dialog.js";
import { chips, empty, meter, row, toast, showTrouble } from "./parts.js";
import { paramsIn } from "./flowwords.js";
import { flowOf } from "./sessions.js";
import { split } from "./split.js";
import { VirtualList } from "./virtual.js";

const LIMIT = 1000;

const ROW_HEIGHT = 44;

/** @param {Panel} panel @returns {View} */
export function kbView(panel) {
  let asked = 0;
  let shown = "";
  /** @type {KBItem | undefined} */
  let opened;
  const query = /** @type {HTMLInputElement} */ (el("input", "query"));
  query.type = "search";
  query.placeholder = "Search what is known";
  query.setAttribute("aria-label", query.placeholder);
  query.addEventListener("input", () => void load());
  const status = el("p", "soft side");
  const note = el("div", "note-host");
  const list = new VirtualList({ label: "Items of the knowledge base", rowHeight: ROW_HEIGHT, key: (/** @type {KBItem} */ item) => item.knowledge_id, render: summary, open: (item) => open(item), remove: (item) => void remove(item) });
  const panes = split(el("div", "fill", note, list.node), ["Choose an item to see its steps, its trust and what was learnt."]);

  async function load() {
    const mine = ++asked;
    try {
      const { kb = [], kbReport } = await askCore("kb", { kb: { query: query.value.trim(), limit: LIMIT } });
      if (mine !== asked) return;
      const text = JSON.stringify([kb, kbReport]);
      if (text === shown) return;
      shown = text;
      list.set(kb, { keepPlace: true });
      status.textContent = kb.length ? count(kb.length, "item") : "";
      note.replaceChildren(...(kb.length ? (kbReport && !query.value ? [report(kbReport)] : []) : [nothing(query.value)]));
      const again = kb.find((item) => item.knowledge_id === opened?.knowledge_id);
      if (again) open(again);
      else if (opened) close();
    } catch (err) {
      if (mine !== asked) return;
      shown = "";
      showTrouble(note, err);
    }
  }

  function close() {
    opened = undefined;
    panes.close();
  }

  /** @param {KBItem} item */
  function open(item) {
    opened = item;
    const { knowledge_id: id, kb_learnings: learnings } = item;
    const run = button("Run…", () => void 0, "primary");
    run.hidden = true;
    flowOf(item.doc_citation.replace(/^session /, ""), item.cairn_origin).then((flow) => {
      run.hidden = !flow;
      if (flow) run.addEventListener("click", () => panel.open("flows", flow.id));
    }, () => {});
    panes.open(el("article", "detail",
      el("header", "detail-head", el("h2", "grow", ...paramsIn(item.description))),
      el("div", "actions", run, ...(item.cairn_status === "draft" ? [button("Confirm", () => void say({ op: "confirm", knowledgeId: id }), "primary")] : []),
        button("Add a note…", () => void addNote(item)), button("Edit…", () => void change(item)), button("Delete", () => void remove(item))),
      el("dl", "facts", ...row("Trust", meter(item.trust_score, `${percent(item.trust_score)} trusted`), percent(item.trust_score)),
        ...row("Used", item.cairn_uses ? `${count(item.cairn_uses, "time")}, ${item.cairn_wins ?? 0} without a failure` : "not yet"),
        ...row("Where", said(item.ui_location)), ...row("Site", said(siteOf(item.cairn_origin) || (item.cairn_origin ?? ""))), ...row("Leads to", said(item.output_state)), ...row("Source", source(item.doc_citation)),
        ...row("State", item.cairn_status === "draft" ? "A draft: it worked once and is not confirmed" : "")),
      ...(item.cairn_trust_history?.length ? [el("section", "block", el("h3", "", "Trust over time"), line(trustOf(item), "Trust after each change"), reasons(item))] : []),
      el("section", "block", el("h3", "", "Steps"), el("ol", "recipe", ...item.action_sequence.map((step) => el("li", "", ...sentence(step))))),
      el("section", "block", el("h3", "", "What was learnt"), learnings.length ? el("ul", "lines", ...learnings.map(learned)) : el("p", "soft", "Nothing went wrong with it so far."))));
  }

  /** @param {string} citation */
  function source(citation) {
    const [, session] = /^session (\S+)$/.exec(citation) ?? [];
    return session ? button("Open session", () => panel.open("sessions", session), "link-button") : said(citation);
  }

  /** @param {import("../wire").KBEdit} kb */
  async function say(kb) {
    try {
      await edit({ kb });
      await load();
    } catch (err) {
      toast(messageOf(err));
    }
  }

  /** @param {KBItem} item */
  async function addNote(item) {
    const text = field("What should others know?", "", { most: 1000, required: true });
    if (!(await ask(`Note on ${clip(item.description, 60)}`, "Add", "", text.node))) return;
    const learning = { task: "", step_num: 1, original_action: { tool_name: "note" }, human_reasoning: text.input.value.trim(), timestamp: new Date().toISOString() };
    await say({ op: "note", knowledgeId: item.knowledge_id, learning });
  }

  /** @param {KBItem} item */
  async function change(item) {
    const description = field("What it does", item.description, { required: true });
    const where = field("Where", item.ui_location);
    const steps = /** @type {HTMLTextAreaElement} */ (el("textarea", ""));
    steps.value = item.action_sequence.join("\n");
    steps.rows = 6;
    if (!(await ask("Edit", "Save", "", description.node, where.node, el("label", "field", el("span", "", "Steps, one a line"), steps)))) return;
    await say({ op: "put", knowledgeId: item.knowledge_id, item: { ...item, description: description.input.value.trim(), ui_location: where.input.value.trim(), action_sequence: steps.value.split("\n").map((s) => s.trim()).filter(Boolean) } });
  }

  /** @param {KBItem} item */
  async function remove(item) {
    if (await ask(`Delete ${clip(item.description, 60)}?`, "Delete", "grave", el("p", "soft", "Later recordings do not create it again."))) await say({ op: "delete", knowledgeId: item.knowledge_id });
  }
  return { node: el("div", "column", el("div", "toolbar", query, status), panes.node), show: load, focus: () => query.focus() };
}

/** @param {string} query */
function nothing(query) {
  return query ? empty("Nothing matches", "Try fewer words.")
    : empty("The knowledge base is empty", "Sessions that reached their goal leave a recipe here, as a draft until it worked twice or you confirm it. Catalogs come in with ", el("code", "", "cairn kb import"), ".");
}

/** @param {KBItem} item */
function summary({ description, ui_location, trust_score, cairn_status, kb_learnings }) {
  return [el("div", "two", el("div", "head", el("span", "what", ...paramsIn(description)), el("span", "side", percent(trust_score))),
    el("div", "under", chips([...(cairn_status === "draft" ? ["draft"] : []), ...(kb_learnings.length ? [count(kb_learnings.length, "lesson")] : [])]), said(ui_location, "cut")))];
}

/** Matches an action of an item, as agents read it: `click(testId="send", name="Send")`. */
const CALL = /^(\w+)\((.*)\)$/s;

/** Matches an argument: a name, and a text in quotes or a placeholder. */
const ARGUMENT = /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,"]+))/g;

/** @param {string} action @returns {(string | Node)[]} the action as a sentence; other texts stay as they are */
export function sentence(action) {
  const [, tool, list] = CALL.exec(action) ?? [];
  if (!tool || !Object.hasOwn(VERBS, tool)) return [said(action)];
  /** @type {Record<string, string>} */
  const args = {};
  for (const [, key, quoted, bare] of list.matchAll(ARGUMENT)) args[key] = quoted?.replace(/\\(.)/g, "$1") ?? bare;
  const object = args.name ? `“${args.name}”` : (args.testId ?? args.url ?? args.selector ?? args.key ?? "");
  if (!object) return [said(action)];
  return [el("span", "verb", VERBS[tool]), " ", said(object), ...(tool === "type" && args.text ? [": ", el("span", "soft", ...paramsIn(args.text))] : [])];
}

/** @param {Learning} learning */
function learned({ original_action: did, original_error, recovery_approach, human_reasoning, cairn_count = 1 }) {
  const what = human_reasoning || recovery_approach || original_error || did.reasoning || "";
  return el("li", "line tall", el("div", "grow", said(what), original_error && what !== original_error ? el("p", "soft", said(original_error)) : ""), cairn_count > 1 ? el("span", "side", `${cairn_count}×`) : "");
}

/** Bounds the trust changes shown in words; the newest come first. */
const REASONS = 5;

/** @type {Record<import("../wire").TrustWhy, string>} */
const WHY = { failed: "An action of it failed", guessed: "A failure that was probably of it", corrected: "A person corrected it", worked: "It worked", set: "It was set" };

/** Returns the initial trust and its value after each change. @param {KBItem} item */
function trustOf({ cairn_trust_history: history = [] }) {
  const [first] = history;
  if (!first) return [];
  return [{ label: "at first", value: first.from, under: "at first" }, ...history.map(({ at, to, why }) => ({ label: `${new Date(at).toLocaleDateString()}, ${WHY[why] ?? why}`, value: to, text: percent(to), under: day(at) }))];
}

/** @param {KBItem} item */
function reasons({ cairn_trust_history: history = [] }) {
  return el("ul", "lines", ...history.slice(-REASONS).reverse().map(({ at, from, to, why, origin = "", screen = "" }) =>
    el("li", "line", el("span", "grow", WHY[why] ?? why, el("span", "soft", screen ? ", on " : "", said(screen), origin ? (screen ? " of " : ", on ") : "", said(siteOf(origin) || origin))), el("span", "side", `${percent(from)} → ${percent(to)}, ${day(at)}`))));
}

/** @param {KBReport} report */
function report({ bands, uses }) {
  // A single bar compares nothing.
  if (bands.filter((b) => b.uses).length < 2) return "";
  return el("figure", "report", bars(bands.filter((b) => b.uses).map((b) => ({ label: `${percent(b.from)} to ${percent(b.to)}`, under: `${Math.round(b.from * 100)}–${percent(b.to)}`, value: b.wins / b.uses, text: `${b.wins} of ${b.uses} worked` })), "Uses that worked, by trust"),
    el("figcaption", "soft small", `How often items worked, by how far they were trusted. ${count(uses, "use")} in all.`));
}
