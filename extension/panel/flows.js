// Shows flows: known ways to do a task, which the companion runs in this tab. The values
// that a person enters for a run are forwarded and not stored.

/** @import {Flow, FlowParam, FlowStep, Health} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { clip, count, el, said, when } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { siteOf, webPage } from "../lib/pages.js";
import { askCore, askHealth, edit, runFlow } from "./ask.js";
import { ask } from "./dialog.js";
import { exporter } from "./export.js";
import { renameFlow } from "./flowedit.js";
import { menu } from "./menu.js";
import { chips, empty, row, showTrouble, toast } from "./parts.js";
import { form } from "./flowform.js";
import { paramText, paramWords, paramsIn, stepWords } from "./flowwords.js";
import { runPart } from "./flowrun.js";
import { shareFrom } from "./share.js";
import { split } from "./split.js";
import { tabInfo } from "./subject.js";
import { VirtualList } from "./virtual.js";

const ROW_HEIGHT = 44;

/** @param {Panel} panel @returns {View} */
export function flowsView(panel) {
  let asked = 0;
  let shown = "";
  let here = "";
  let linked = false;
  /** @type {Flow | undefined} */
  let opened;
  let drawn = "";
  /** The form, and the flow that it is for. @type {{ does: string, node: HTMLElement } | undefined} */
  let written;
  /** @type {import("../wire").FlowState | undefined} */
  let last;
  const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
  choose.setAttribute("aria-label", "Site");
  choose.append(new Option("This site", "here"), new Option("All sites", ""));
  choose.addEventListener("change", () => void load());
  const status = el("p", "soft side");
  const note = el("div", "note-host");
  const list = new VirtualList({ label: "Flows", rowHeight: ROW_HEIGHT, key: (/** @type {Flow} */ flow) => flow.id, render: summary, open: (flow) => open(flow), remove: (flow) => void forget(flow) });
  const panes = split(el("div", "fill", note, list.node), ["Choose a flow to see its steps, and to run it."]);
  const run = runPart(() => stop(), (state, leave) => void goOn(state, leave));
  const facts = el("dl", "facts");

  let wanted = "";

  /** @param {string} [arg] a flow to open; a later load opens it too, as it may end before this one */
  async function load(arg) {
    const mine = ++asked;
    if (arg) {
      choose.value = "";
      wanted = arg;
    }
    try {
      const state = await runFlow();
      const tab = await tabInfo(await panel.tabId());
      here = webPage(tab?.url) ? (tab?.url ?? "") : "";
      const all = !choose.value;
      const { flows = [] } = all || here ? await askCore("flows", { flows: all ? {} : { url: here } }) : {};
      if (mine !== asked) return;
      linked = (await askHealth())?.linked === true;
      if (mine !== asked) return;
      last = state;
      run.show(state, flows, opened?.id);
      const text = JSON.stringify(flows);
      if (text === shown) return select();
      shown = text;
      list.set(flows, { keepPlace: true });
      status.textContent = flows.length ? count(flows.length, "flow") : "";
      note.replaceChildren(...(flows.length ? [] : [nothing(all)]));
      const again = flows.find((flow) => flow.id === opened?.id);
      if (again) open(again);
      else if (opened) close();
      select();
    } catch (err) {
      if (mine !== asked) return;
      shown = "";
      showTrouble(note, err);
    }
  }

  /** Opens the flow that was asked for. */
  function select() {
    if (wanted) list.select(wanted);
    wanted = "";
  }

  function close() {
    opened = undefined;
    drawn = "";
    written = undefined;
    panes.close();
  }

  /** @param {Flow} flow */
  function open(flow) {
    opened = flow;
    // The text in the form stays as long as the flow does the same.
    facts.replaceChildren(...factsOf(flow));
    const does = JSON.stringify({ ...flow, runs: undefined, evidence: undefined, version: undefined });
    const text = `${linked} ${does}`;
    if (drawn === text) return;
    drawn = text;
    // A link that breaks for a moment costs no values that a person has typed.
    if (written?.does !== does) written = { does, node: form(flow, (values, allowRisky) => void begin(flow, values, allowRisky)) };
    run.show(last, [flow], flow.id);
    const { title, params = [], steps, end } = flow;
    panes.open(el("article", "detail flow",
      el("header", "detail-head", el("h2", "grow", titleOf(title)), exporter({ flow: flow.id }),
        menu("More…", [["Rename…", () => void rename(flow)], ["Share…", () => void shareFrom(panel, flow.site, flow.evidence ?? [])], ["Forget…", () => void forget(flow), "danger"]])),
      linked ? written.node : withoutCompanion(params),
      run.node,
      facts,
      el("section", "block", el("h3", "", "Steps"), el("ol", "recipe", ...steps.map((step) => el("li", "", ...stepWords(step), marks(step)))),
        end.screen || end.path ? el("p", "soft small flow-end-note", "Ends on ", said(end.screen || end.path || "", "code"), ".") : "")));
  }

  /** @param {Flow} flow @param {Record<string, string>} params @param {boolean} allowRisky */
  async function begin(flow, params, allowRisky) {
    try {
      const tabId = await panel.tabId();
      const tab = await tabInfo(tabId);
      if (tabId === undefined || !webPage(tab?.url)) return toast("A flow runs on a web page: open the site in this tab first.");
      const state = await runFlow({ id: `run-${crypto.randomUUID()}`, flow: flow.id, params, tabId, ...(allowRisky ? { allowRisky } : {}) });
      last = state;
      run.show(state, [flow], flow.id);
      run.node.scrollIntoView({ block: "nearest" });
    } catch (err) {
      run.fail(err);
    }
  }

  /** @param {import("../wire").FlowState} stopped @param {import("./flowrun.js").Leave} leave */
  async function goOn({ id, flow, tabId }, leave) {
    try {
      last = await runFlow({ id: `run-${crypto.randomUUID()}`, flow, tabId, continue: id, ...leave });
      run.show(last, opened ? [opened] : [], opened?.id);
    } catch (err) {
      run.fail(err);
    }
  }

  async function stop() {
    try {
      const state = await runFlow();
      if (state) await runFlow({ id: state.id, stop: true });
      await load();
    } catch (err) {
      run.fail(err);
    }
  }

  /** @param {Flow} flow */
  async function rename(flow) {
    const change = await renameFlow(flow);
    if (change) await say(change);
  }

  /** @param {Flow} flow */
  async function forget(flow) {
    if (await ask(`Forget ${clip(paramText(flow.title), 60)}?`, "Forget", "grave", el("p", "soft", "It is not made again from the sessions that it came from. Those stay; to forget them too, use Sessions."))) await say({ op: "forget", id: flow.id });
  }

  /** @param {import("../wire").FlowEdit} flow */
  async function say(flow) {
    try {
      await edit({ flow });
      if (flow.to && opened?.id === flow.id) opened = { ...opened, id: flow.to };
      await load();
    } catch (err) {
      toast(messageOf(err));
    }
  }

  /** @param {Health | undefined} health */
  function health(health) {
    const now = health?.linked === true;
    if (now === linked) return;
    linked = now;
    if (opened) open(opened);
  }

  return { node: el("div", "column", el("div", "toolbar", choose, status), panes.node), show: load, health };
}

/** @param {Flow} flow */
function factsOf({ site, start, runs, source, team = "", evidence = [] }) {
  const ran = [runs.ok ? `${count(runs.ok, "time")} to the end` : "", runs.stopped ? `stopped ${count(runs.stopped, "time")}` : ""].filter(Boolean).join(", ") || "not yet";
  return [...row("Site", said(siteOf(site) || site)), ...row("Begins at", said(start, "code")), ...row("Ran", ran, ...(runs.lastAt ? [", last ", when(runs.lastAt)] : [])),
    ...row("From", source === "imported" ? "a file" : source === "repository" ? "the repository" : source === "team" ? said(`team: ${team}; not yet done here`) : count(evidence.length, "session"))];
}

/** @param {boolean} all */
function nothing(all) {
  return all ? empty("There are no flows yet", "A session that ends as done leaves one: an agent's, or a recording that is marked as done under Sessions. Files come in with ", el("code", "", "cairn flow import"), ".")
    : empty("No flow of this site is known yet", "A session that ends as done leaves one: an agent's, or a recording that is marked as done under Sessions.");
}

/** @param {FlowParam[]} params */
function withoutCompanion(params) {
  return el("div", "flow-note", el("strong", "", "To run it, start the companion"),
    el("p", "soft", "Cairn's companion, a program on this computer, does the steps with real mouse and keyboard input. Start it with ", el("code", "", "cairn run"), "."),
    params.length ? el("p", "soft small", "It will ask for ", chips(params.map(({ name, label }) => label || paramWords(name)))) : "");
}

/** @param {Flow} flow */
function summary({ title, site, steps, runs, source, team = "", params = [] }) {
  return [el("div", "two", el("div", "head", el("span", "what", titleOf(title)), runs.ok ? el("span", "side", `ran ${runs.ok}×`) : ""),
    el("div", "under", el("span", "side", count(steps.length, "step")), params.length ? chips(params.map(({ name }) => paramWords(name))) : "", source === "team" ? chips([`team: ${team}`]) : "", said(siteOf(site) || site, "cut soft")))];
}

/** @param {string} title with its values inserted */
const titleOf = (title) => el("span", "", ...paramsIn(title));

/** @param {FlowStep} step */
function marks({ optional, risk }) {
  const labels = [...(optional ? ["may be missing"] : []), ...(risk ? [risk] : [])];
  return labels.length ? el("span", "flow-marks", " ", chips(labels)) : "";
}
