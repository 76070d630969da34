// Shows one step: the action, its actor and outcome, the page before it, and which of
// that was not kept.

/** @import {A11yNode, Step, Target} from "../wire" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { DONE, NAMES_NOT_KEPT, failureName, isHidden, keptScreen, objectOf, percent, shown, targetName } from "../lib/words.js";
import { forget } from "./forget.js";
import { chips, outcome, row } from "./parts.js";
import { VirtualList } from "./virtual.js";

/** The placeholder for a removed text (shared/redact). */
const MARK = "[REDACTED]";

/** @type {Record<string, string>} */
const ACTORS = { agent: "An agent, through Cairn's tools", observed: "You, or another tool" };

/** Height of a row for a page element. */
const NODE_HEIGHT = 26;

/** @param {string | undefined} actor */
export const actorText = (actor) => (actor === "agent" ? "Agent" : "You");

/** Labels that nearly every step has, so that they distinguish none. */
const USUAL = new Set(["interaction", "navigation"]);

/** @param {Step} step @returns {string[]} the labels that distinguish it */
export const labelsOf = ({ labels = [] }) => labels.filter((label) => !USUAL.has(label));

/**
 * @param {Step} step
 * @param {object} [options]
 * @param {() => void} [options.done] runs after it was deleted
 * @param {(sessionId: string) => void} [options.openSession] set where there is a view of sessions
 */
export function stepDetail(step, { done, openSession } = {}) {
  const { tool, observation, after, outcome: ended } = step;
  return el("article", "detail",
    el("header", "detail-head", outcome(ended.ok), el("h2", "what", el("span", "verb", DONE[tool.name] ?? tool.name), " ", said(objectOf(step)))),
    el("div", "actions", ...(openSession ? [button("Open session", () => openSession(step.sessionId))] : []), ...forgetting(step, done)),
    ...(ended.error ? [el("div", "trouble", el("strong", "", "Failed: ", said(failureName(ended.error.code))), " ", said(ended.error.code, "code soft"), el("p", "", said(ended.error.message)), el("p", "soft", said(ended.error.hint ?? "")))] : []),
    el("dl", "facts",
      ...row("When", when(step.timestamp), step.durationMs ? ` · took ${step.durationMs.toLocaleString("en")} ms` : ""),
      ...row("Who", ACTORS[step.actor ?? ""] ?? "not known"),
      ...row("Before", ...place(observation?.state)),
      ...row("After", ...place(after)),
      ...row("Appeared", ...tallied(after?.appeared ?? []).flatMap((a) => [said(a, "appeared"), " "])),
      ...row("Element", ...targetFacts(tool.target)),
      ...row("Suggested", ...advised(step)),
      ...row("Labels", labelsOf(step).length ? chips(labelsOf(step)) : "")),
    redactions(step),
    ...(observation ? [page(observation.a11y.nodes, observation.truncated === true)] : []));
}

/** @param {{currentScreen?: string, currentUrl?: string}} [page] */
function place({ currentScreen, currentUrl } = {}) {
  return [keptScreen(currentScreen) ? said(currentScreen, "strong") : "", keptScreen(currentScreen) ? " " : "", currentUrl ? said(currentUrl, "soft") : ""];
}

/**
 * @param {string[]} texts that were recorded
 * @returns {string[]} the same in the form for people, each once with its count
 */
export function tallied(texts) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts.map(shown)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, n]) => (n > 1 ? `${text} × ${n}` : text));
}

/** @param {Step} step @param {() => void} [done] */
function forgetting({ stepId = "", tool, observation }, done) {
  const { testId, role, name } = tool.target ?? {};
  const origin = observation?.state.origin ?? "";
  return [
    ...(origin && (testId || (name && name !== "[hidden]")) ? [button("Forget element…", () => void forget({ element: { origin, testId, role, name } }, `Forget ${clip(targetName(tool.target), 60)} on ${origin}?`, done))] : []),
    button("Forget step…", () => void forget({ stepId }, "Forget this step?", done)),
  ];
}

/** @param {Step} step */
function advised({ advice }) {
  if (!advice?.shown) return [""];
  const { rank = 0, shown, confidence } = advice;
  return [rank ? `Yes, in place ${rank} of ${shown}` : `No, ${count(shown, "other thing")}`, el("span", "soft", ` · the first with ${percent(confidence)}`)];
}

/** @param {Target | undefined} target */
function targetFacts(target) {
  if (!target) return [""];
  const names = /** @type {const} */ ([["name", target.name], ["role", target.role], ["test id", target.testId], ["selector", target.selector], ["tag", target.tag]]);
  return names.flatMap(([label, value]) => (value ? [el("span", "pair", el("span", "soft", `${label} `), said(value, label === "name" ? "" : "code"))] : []));
}

/** @param {Step} step */
function redactions(step) {
  const found = whatWasRedacted(step);
  return el("section", "block", el("h3", "", "Not kept"),
    ...(step.keep === "needed" ? [el("p", "soft", NAMES_NOT_KEPT)] : []),
    found.length ? el("ul", "plain", ...found.map((text) => el("li", "", said(text))))
      : step.keep === "needed" ? "" : el("p", "soft", "Nothing in this step had to be redacted. Values of fields are never stored."));
}

/** @param {Step} step @returns {string[]} descriptions of the omitted data */
export function whatWasRedacted({ tool, observation, after }) {
  const out = [];
  if (tool.textRedacted || tool.target?.sensitive) {
    const typed = tool.target?.sensitive ? "The text of a password-like field" : "The typed text";
    out.push(tool.textLength ? `${typed}, of about ${tool.textLength} characters.` : `${typed}.`);
  }
  const { currentUrl = "", title = "" } = observation?.state ?? {};
  if (/REDACTED/i.test(currentUrl)) out.push("Parts of the address.");
  if (title.includes(MARK)) out.push("Parts of the title.");
  const nodes = (observation?.a11y.nodes ?? []).filter((n) => n.name.includes(MARK)).length;
  if (nodes > 0) out.push(`Parts of the names of ${count(nodes, "element")}.`);
  if ([tool.target?.name, ...(after?.appeared ?? [])].some((t) => t?.includes(MARK))) out.push("Parts of what it was about.");
  return out;
}

/** @param {A11yNode[]} nodes @param {boolean} truncated */
function page(nodes, truncated) {
  const list = new VirtualList({
    label: "Elements of the page", rowHeight: NODE_HEIGHT,
    key: (/** @type {{node: A11yNode, at: number}} */ { at }) => String(at),
    render: ({ node }) => [said(node.role, "role"), said(isHidden(node.name) ? "" : node.name, "grow cut"), ...(node.testId ? [said(node.testId, "code cut")] : []), ...marksOf(node)],
  });
  list.node.classList.add("short");
  list.node.style.height = `${Math.min(12, nodes.length) * list.rowHeight + 2}px`;
  queueMicrotask(() => list.set(nodes.map((node, at) => ({ node, at }))));
  const hidden = nodes.filter(({ name }) => isHidden(name)).length;
  const title = el("h3", "", `The page before: ${count(nodes.length, "element")}${hidden ? `, ${count(hidden, "name")} not kept` : ""}${truncated ? ", and more than fit" : ""}`);
  return el("section", "block", title, list.node);
}

/** @param {A11yNode} node */
function marksOf({ disabled, checked, expanded, filled, sensitive }) {
  const marks = [disabled && "disabled", checked === "true" && "checked", expanded === "true" && "open", filled && "filled", sensitive && "sensitive"];
  return marks.flatMap((m) => (m ? [el("span", "chip", m)] : []));
}
