// Shows the side of a map: an overview with flows, breakage and a legend, or one
// screen with its actions.

/** @import {MapFlow, MapLink, MapScreen, SiteMap} from "../wire" */
import { button, clip, count, el, said, shape, when } from "../lib/dom.js";
import { paramText, paramsIn } from "./flowwords.js";
import { sketch } from "./mapdraw.js";
import { KINDS, WHO, actionWords, fails, howOften, who } from "./mapwords.js";
import { chips, row } from "./parts.js";

/** Bounds the lines of a list; the most important come first. */
const LINES = 30;

/**
 * @typedef {object} Acts the actions of the overview
 * @property {(id: string) => void} open
 * @property {(flow: MapFlow | undefined) => void} highlight
 * @property {(flow: MapFlow) => void} run
 * @property {(flow: MapFlow) => void} rename
 */

/** @param {SiteMap} map @param {Acts} acts */
export function overview(map, acts) {
  const alone = map.flows.length > 0 ? map.screens.filter(({ inFlow, elsewhere }) => !inFlow && !elsewhere) : [];
  const { flows: left = 0, unread } = map.left ?? {};
  return el("div", "detail map-detail",
    section("Flows", map.flows.length ? el("ul", "lines", ...map.flows.map((flow) => flowLine(flow, acts))) : el("p", "soft", unread ? "Looking for the flows of this site…" : "None of this site yet. A session that ends as done leaves one."),
      left ? el("p", "soft small", `and ${count(left, "more flow")} under Flows`) : ""),
    ...(map.broken.length ? [section("Broke lately", el("p", "soft small", "It worked before, and failed when it was tried last."), lines(map.broken, ({ from, action }) =>
      el("li", "line", el("span", "map-cross", "✕"), go(map, from, acts.open, `${actionWords(action)} on ${nameOf(map, from)}`), el("span", "side", howOften(action)), action.lastFailedAt ? when(action.lastFailedAt) : "")))] : []),
    ...(alone.length ? [section("No flow reaches", lines(alone, ({ id, visits }) => el("li", "line", go(map, id, acts.open), el("span", "side", count(visits, "visit")))))] : []),
    el("details", "block map-all", el("summary", "", `All screens (${map.screens.length})`), lines(map.screens, ({ id, visits, failed }) => el("li", "line", go(map, id, acts.open), failed ? el("span", "side bad", `✕ ${failed}`) : "", el("span", "side", count(visits, "visit"))), 500)),
    legend());
}

/** @param {MapFlow} flow @param {Acts} acts */
function flowLine(flow, acts) {
  const name = clip(paramText(flow.title), 60);
  const tool = (/** @type {string} */ text, /** @type {() => void} */ act) => {
    const node = button(text, act, "tool");
    node.setAttribute("aria-label", `${text} ${name}`);
    return node;
  };
  const title = button("", () => acts.open(flow.path[0] ?? ""), "link-button map-flow");
  title.append(...paramsIn(flow.title));
  const item = el("li", "line", title, el("span", "side", flow.runs.ok ? `ran ${flow.runs.ok}×` : count(flow.steps, "step")), el("span", "map-flow-tools", tool("Run", () => acts.run(flow)), tool("Rename…", () => acts.rename(flow))));
  for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, () => acts.highlight(flow));
  for (const event of ["pointerleave", "focusout"]) item.addEventListener(event, () => acts.highlight(undefined));
  return item;
}

/** @param {MapScreen} screen @param {SiteMap} map @param {(id: string) => void} open @param {() => void} close */
export function details(screen, map, open, close) {
  const { id, name, elsewhere, merged, visits, starts, lastAt, failed, controls = 0, sketch: parts = [] } = screen;
  const flows = map.flows.filter(({ path }) => path.includes(id));
  const out = map.links.filter(({ from, to }) => from === id && to !== id);
  const into = map.links.filter(({ from, to }) => to === id && from !== id);
  const stays = map.links.find(({ from, to }) => from === id && to === id);
  return el("article", "detail map-detail",
    el("header", "detail-head", el("h2", "grow", said(name)), button("Overview", close)),
    parts.length ? picture(screen) : "",
    el("dl", "facts",
      ...row("Address", elsewhere ? "" : said(id, "code")), ...row("Another site", elsewhere ? "What happened there is on its own map." : ""),
      ...row("Visits", count(visits, "time"), starts ? `, ${starts} as the first screen` : "", ", last ", when(lastAt)),
      ...row("Failures", failed ? el("span", "bad", `✕ ${count(failed, "action")} failed here`) : ""),
      ...row("Controls", controls ? count(controls, "control") : ""),
      ...row("Stands for", merged ? `${count(merged, "screen")} whose addresses are not kept` : ""),
      ...row("Flows", flows.length ? chips(flows.map(({ title }) => clip(paramText(title), 60))) : elsewhere || map.flows.length === 0 ? "" : "none reaches it")),
    ...(out.length ? [section("Leads to", lines(out, (link) => linkLines(link, map, link.to, open)))] : []),
    ...(into.length ? [section("Reached from", lines(into, (link) => linkLines(link, map, link.from, open)))] : []),
    ...(stays ? [section("Done here", actionList(stays))] : []));
}

/** @param {MapLink} link @param {SiteMap} map @param {string} other end of it @param {(id: string) => void} open */
function linkLines(link, map, other, open) {
  return el("li", "map-link-lines", el("div", "line", fails(link) ? el("span", "map-cross", "✕") : "", go(map, other, open), link.actions.length > 1 ? el("span", "side", howOften(link)) : "", el("span", "side", WHO[who(link)])), actionList(link));
}

/** @param {MapLink} link */
function actionList({ actions, left }) {
  return el("ul", "plain map-actions", ...actions.map((action) => el("li", "line", el("span", "grow cut", said(actionWords(action))),
    el("span", action.failed ? "side bad" : "side", action.failed ? `✕ ${howOften(action)}` : howOften(action)), action.broken && action.lastFailedAt ? el("span", "side", "failed ", when(action.lastFailedAt)) : when(action.lastAt))),
  left ? el("li", "soft small", `and ${count(left, "more action")}`) : "");
}

/** @param {MapScreen} screen */
function picture({ sketch: parts = [], controls = 0 }) {
  const width = 260;
  const { paths, bottom: height } = sketch(parts, width, 96);
  const counted = new Map();
  for (const { kind, count: n } of parts) counted.set(kind, (counted.get(kind) ?? 0) + n);
  const words = [...counted].map(([kind, n]) => count(n, KINDS[/** @type {keyof typeof KINDS} */ (kind)])).join(", ");
  return shape("svg", { class: "map-picture", width: width + 16, height: height + 16, viewBox: `-8 -8 ${width + 16} ${height + 16}`, role: "img", "aria-label": `Sketch of its ${count(controls, "control")}: ${words}` },
    shape("rect", { class: "box", x: -7, y: -7, width: width + 14, height: height + 14, rx: 8 }), ...[...paths].map(([kind, d]) => shape("path", { class: `part ${kind}`, d })));
}

function legend() {
  const line = (/** @type {string} */ kind, /** @type {string} */ text, width = 2.5) => el("li", "", shape("svg", { class: "map-sample", width: 44, height: 12, "aria-hidden": "true" },
    shape("g", { class: `map-link ${kind}` }, shape("path", { class: "line", d: "M2 6H42", "stroke-width": width }), ...(kind === "failing" ? [shape("text", { class: "cross", x: 22, y: 11, "text-anchor": "middle" }, "✕")] : []))), text);
  const box = (/** @type {string} */ kind, /** @type {string} */ text) => el("li", "", shape("svg", { class: "map-sample", width: 44, height: 18, "aria-hidden": "true" }, shape("g", { class: `map-screen ${kind}` }, shape("rect", { class: "box", x: 4, y: 2, width: 36, height: 14, rx: 4 }))), text);
  return section("Legend", el("ul", "plain map-legend", line("person", "by a person, or another tool"), line("agent", "by an agent"), line("both", "by both"), line("person", "the wider, the more often it worked", 3.5), line("failing", "broken, or fails more often than not"),
    box("here", "the current screen"), box("alone", "no flow reaches it"), box("failing", "actions on it failed")));
}

/** @param {SiteMap} map @param {string} id @param {(id: string) => void} open @param {string} [text] */
function go(map, id, open, text = nameOf(map, id)) {
  const node = button("", () => open(id), "link-button");
  node.append(said(text));
  return node;
}

/** @param {SiteMap} map @param {string} id */
const nameOf = (map, id) => map.screens.find((s) => s.id === id)?.name ?? id;

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => HTMLElement} line
 */
function lines(items, line, most = LINES) {
  return el("ul", "lines", ...items.slice(0, most).map(line), ...(items.length > most ? [el("li", "soft small", `and ${items.length - most} more`)] : []));
}

/** @param {string} title @param {...(Node | string)} content */
function section(title, ...content) {
  return el("section", "block", el("h2", "", title), ...content);
}
