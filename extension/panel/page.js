// Shows this page: its screen, actions that worked or failed on similar screens, and the
// evidence, in the form that an agent gets from mm_describe_screen.

/** @import {Avoid, Flow, Observation, PriorKnowledge, PriorTarget, SimilarStep, SuggestedAction} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, el, said, when, count } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { siteOf, webPage } from "../lib/pages.js";
import { reaches } from "../lib/access.js";
import { allowSite, allows, readSettings } from "../lib/settings.js";
import { originOf } from "../lib/looks.js";
import { priorForPeople } from "../lib/prior.js";
import { DONE, doing, failureName, isHidden, inFrame, inRow, isElement, percent, priorName, priorTarget, sessionName, targetName, targetOf } from "../lib/words.js";
import { DOES, act } from "./act.js";
import { askCore, call } from "./ask.js";
import { paramText, paramsIn } from "./flowwords.js";
import { forget } from "./forget.js";
import { marks, unmark } from "./mark.js";
import { chips, copy, empty, meter, toast, showTrouble } from "./parts.js";
import { tabInfo } from "./subject.js";

/** Bounds the evidence; agents get five steps, and a person may see a few more. */
const EVIDENCE = 8;

/** Bounds the tasks shown; the view of flows lists all. */
const TASKS = 5;

/** Least time between two readings of a site's tasks, in ms. */
const TASKS_MS = 10_000;

/** @param {Panel} panel @returns {View} */
export function pageView(panel) {
  const node = el("div", "scroll");
  node.tabIndex = 0; // so that keys scroll it
  let shown = "";
  let asked = 0;
  const tasks = knownTasks(panel);
  const show = async () => {
    const mine = ++asked;
    try {
      const seen = await lookAt(await panel.tabId());
      if (mine !== asked) return;
      // Redrawing identical content would move the focus away from it.
      const text = JSON.stringify([seen, (seen.prior?.similarSteps ?? []).length]);
      if (text === shown) return;
      shown = text;
      node.replaceChildren(...render(seen, panel, show, tasks.node));
      void tasks.show(seen.observation ? seen.url : "");
    } catch (err) {
      if (mine !== asked) return;
      shown = "";
      showTrouble(node, err, again(show));
    }
  };
  return { node, show, hide: unmark };
}

/**
 * @typedef {object} Seen
 * @property {number} tabId
 * @property {string} url
 * @property {boolean} reached whether the browser gives Cairn access to it
 * @property {boolean} allowed
 * @property {boolean} paused
 * @property {Observation} [observation]
 * @property {PriorKnowledge} [prior]
 * @property {Record<string, string>} [names] of the page's elements by their test ids
 */

/** @param {number | undefined} tabId @returns {Promise<Seen>} */
async function lookAt(tabId) {
  const tab = await tabInfo(tabId);
  if (!tab || !webPage(tab.url)) return { tabId: 0, url: tab?.url ?? "", reached: false, allowed: false, paused: false };
  const [settings, reached] = await Promise.all([readSettings(), reaches(tab.url)]);
  const state = { tabId: tab.tabId, url: tab.url, paused: settings.paused, reached,
    allowed: reached && (!!tab.sessionId || allows({ ...settings, paused: false }, tab.url)) };
  if (!reached) return state;
  const { page } = await call("observe", { tabId: tab.tabId });
  const { observation } = await askCore("observe", { observe: page?.observation });
  if (!observation) return state;
  const sessionId = tab.sessionId ?? tab.ambientId;
  // The query uses the page's raw observation, not the core's version: it may be answered already.
  const look = /** @type {Observation} */ (page?.observation);
  const prior = await priorForPeople(async (prior) => (await askCore("prior", { prior })).prior, look, sessionId);
  if (prior) prior.generatedAt = "";
  const names = Object.fromEntries(observation.a11y.nodes.flatMap(({ testId, name }) => (testId && name && !isHidden(name) ? [[testId, name]] : [])));
  return { ...state, observation: light(observation), prior, names };
}

/** @param {Observation} observation @returns {Observation} the parts that are shown */
function light(observation) {
  return { ...observation, a11y: { nodes: observation.a11y.nodes.slice(0, 0) }, testIds: [] };
}

/**
 * @param {Seen} seen
 * @param {Panel} panel
 * @param {() => Promise<void>} show
 * @param {Node} tasks known on the site
 * @returns {Node[]}
 */
function render(seen, panel, show, tasks) {
  const { observation, prior, url } = seen;
  if (seen.tabId && !seen.reached) return withheld(seen, show);
  if (!observation) {
    return [empty("No web page here", "Pages of the browser, files and private windows are never looked at. Open a web page to see what worked on it.")];
  }
  const { currentScreen, title } = observation.state;
  const head = el("div", "screen",
    el("div", "grow", el("p", "kicker", "Screen"), el("h2", "screen-name", said(currentScreen)), el("p", "soft", said(title || url), title ? " · " : "", title ? said(siteOf(url)) : "")),
    again(show));
  const actions = prior?.suggestedNextActions ?? [];
  const avoid = prior?.avoid ?? [];
  return [
    head,
    ...consent(seen, show),
    ...(actions.length + avoid.length ? [] : [nothing(seen)]),
    ...(actions.length ? [section("Next", el("ol", "cards", ...actions.map((a) => suggestion(a, seen, panel))))] : []),
    ...(avoid.length ? [section("Better avoided", el("ol", "cards", ...avoid.map((a) => warning(a, seen))))] : []),
    tasks,
    ...(prior?.similarSteps.length ? [evidence(prior, panel, seen.names)] : []),
  ];
}

/**
 * Returns the tasks known on the site, each with a button to its flow. They change
 * rarely and take the core longer than a look, so that they are not read at each change.
 * @param {Panel} panel
 */
function knownTasks(panel) {
  const node = el("section", "block");
  node.hidden = true;
  let read = { url: "", at: -Infinity };
  /** @param {Flow} flow */
  const task = (flow) => {
    const run = button("Run…", () => panel.open("flows", flow.id), "tool");
    run.setAttribute("aria-label", `Run ${clip(paramText(flow.title), 60)}`);
    return el("li", "line", el("span", "grow", ...paramsIn(flow.title)), el("span", "side", flow.runs.ok ? `ran ${flow.runs.ok}×` : ""), el("span", "side", count(flow.steps.length, "step")), run);
  };
  /** @param {string} url */
  const show = async (url) => {
    const site = webPage(url)?.origin ?? "";
    if (site === read.url && performance.now() - read.at < TASKS_MS) return;
    read = { url: site, at: performance.now() };
    const { flows = [] } = site ? await askCore("flows", { flows: { url } }).catch(() => ({ flows: [] })) : {};
    if (site !== read.url) return;
    node.hidden = flows.length === 0;
    const more = flows.length > TASKS ? [button(`All ${flows.length} tasks`, () => panel.open("flows"), "link-button")] : [];
    node.replaceChildren(el("h2", "", "Tasks known on this site"), el("ul", "lines tasks", ...flows.slice(0, TASKS).map(task)), ...more);
  };
  return { node, show };
}

/**
 * Shows a site to which the person never gave access, or removed it.
 * @param {Seen} seen
 * @param {() => Promise<void>} show
 */
function withheld({ url, paused }, show) {
  return [
    el("div", "screen", el("div", "grow", el("p", "kicker", "Site"), el("h2", "screen-name", said(siteOf(url))))),
    el("div", "notice", el("span", "grow", "Your browser gives Cairn no access to this site: nothing on it is looked at or remembered."), allowing(url, "Allow this site", show)),
    ...(paused ? consent({ ...NOWHERE, paused, url }, show) : []),
    empty("What is remembered stays", "What was recorded here before is found under Search and Sessions. With access given again, this page shows at once what worked on it."),
  ];
}

/** @type {Seen} */
const NOWHERE = { tabId: 0, url: "", reached: false, allowed: false, paused: false };

/** @param {string} url @param {string} label @param {() => Promise<void>} show */
function allowing(url, label, show) {
  return button(label, () => {
    allowSite(url).then((given) => (given ? show() : toast("Access was refused: nothing has changed")), (err) => toast(messageOf(err)));
  }, "primary");
}

/** @param {Seen} seen */
function nothing({ allowed, prior }) {
  if (prior?.similarSteps.length) return empty("Nothing to suggest just now", "What was done on similar screens is listed below. None of it is likely enough to be the next step here.");
  return empty("Nothing is remembered for this screen yet",
    allowed ? "Click and type on the page, or let an agent run: each step that works is kept with the screen as it was. Come back to this screen, and it is suggested here."
      : "Cairn looks only where you let it. Switch this site on above, then use the page: what works is suggested here the next time.");
}

/** @param {Seen} seen @param {() => Promise<void>} show @returns {Node[]} */
function consent({ allowed, paused, url }, show) {
  if (paused) return [el("p", "notice", "Paused everywhere: nothing is recorded. Resume in Cairn's popup.")];
  if (allowed) return [];
  return [el("div", "notice", el("span", "grow", "What is done on ", said(siteOf(url)), " is not remembered."), allowing(url, "Remember this site", show))];
}

/** @param {SuggestedAction} suggested @param {Seen} seen @param {Panel} panel */
function suggestion(suggested, { tabId, url, prior, names }, panel) {
  const { action, rationale, confidence, preferredTarget, origin, within } = suggested;
  const named = preferredTarget.type === "testId" ? names?.[preferredTarget.value] : undefined;
  const fallbackTargets = [...(suggested.fallbackTargets ?? []), ...(named ? [/** @type {PriorTarget} */ ({ type: "a11yHint", value: { role: "", name: named } })] : [])];
  const [verb, object] = doing({ ...suggested, fallbackTargets });
  const target = priorTarget(preferredTarget);
  // A frame of another origin may have an element of the same name.
  const aimed = { ...target, origin: origin ?? originOf(url) };
  const name = priorName(preferredTarget, fallbackTargets);
  const others = [preferredTarget, ...(suggested.fallbackTargets ?? [])].flatMap(({ value }) => (typeof value === "string" && value !== name ? [value] : []));
  const sure = el("span", "side", `${percent(confidence)} sure`);
  const buttons = el("div", "buttons");
  if (Object.hasOwn(DOES, action)) {
    buttons.append(button(DOES[action], () => {
      act(tabId, action, aimed, within).then(() => toast(action === "type" ? "The field has the focus" : "Clicked"), (err) => toast(String(err.message ?? err)));
    }, "primary"));
  }
  const element = isElement(preferredTarget);
  buttons.append(button("Copy target", () => void copy(JSON.stringify(element ? target : { [preferredTarget.type]: preferredTarget.value }))));
  if (element) buttons.append(forgetButton(origin ? `${origin}/` : url, target, name));
  const item = el("li", "card suggestion",
    el("div", "head", el("span", "what", el("span", "verb", verb), " ", said(object), said(inRow(within)), said(inFrame(origin))), el("span", "absent-note", "not to be seen now"), sure),
    meter(confidence, `${percent(confidence)} sure`),
    el("p", "soft", said(rationale)),
    ...(element && others.length ? [el("p", "soft small", ...others.flatMap((t, i) => [i ? " · " : "", said(t, "code")]))] : []),
    because(preferredTarget, prior, panel),
    buttons);
  if (element) marks(item, () => ({ tabId, target: aimed, within }));
  return item;
}

/**
 * Shows the origin of a suggestion: the steps with the same action, and their sessions.
 * It shows only steps that the core names as evidence.
 * @param {PriorTarget} target
 * @param {PriorKnowledge | undefined} prior
 * @param {Panel} panel
 */
function because(target, prior, panel) {
  const same = (prior?.similarSteps ?? []).filter((step) => isOf(step, target)).slice(0, EVIDENCE);
  if (same.length === 0) return "";
  const names = new Map((prior?.relatedSessions ?? []).map((s) => [s.sessionId, sessionName(s)]));
  return el("details", "because", el("summary", "", `Why: ${count(same.length, "step")} of ${count(new Set(same.map((s) => s.sessionId)).size, "session")}`),
    el("ul", "lines", ...same.map((step) => el("li", "line",
      button(clip(names.get(step.sessionId) ?? "Browsing"), () => panel.open("sessions", step.sessionId), "link-button"), el("span", "side", `${percent(step.confidence)} similar screen`), when(step.timestamp)))));
}

/** @param {SimilarStep} step @param {PriorTarget} target */
function isOf({ target, snippet }, { type, value }) {
  if (typeof value !== "string") return snippet.includes(`${value.role}: ${JSON.stringify(value.name)}`);
  return type === "testId" ? target?.testId === value || snippet.includes(`testId: ${value}`) : target?.selector === value;
}

/** @param {string} url @param {import("../wire").Target} target @param {string} name */
function forgetButton(url, target, name) {
  const origin = webPage(url)?.origin ?? "";
  const node = button("Forget…", () => void forget({ element: { origin, testId: target.testId, role: target.role, name: target.name } }, `Forget ${clip(name, 60)} on ${origin}?`));
  node.hidden = !target.testId && !target.name;
  return node;
}

/** @param {Avoid} avoid @param {Seen} seen */
function warning({ rationale, target, frequency, errorCode, origin }, { tabId, url, names: known }) {
  const { a11yHint, ...names } = target;
  const name = targetName({ name: known?.[names.testId ?? ""], ...names, ...a11yHint });
  const item = el("li", "card avoid",
    el("div", "head", el("span", "what", said(name), said(inFrame(origin))), el("span", "side", `failed ${frequency}×`)),
    el("p", "soft", said(rationale)), el("p", "soft small", said(failureName(errorCode))));
  marks(item, () => ({ tabId, target: { ...(a11yHint && !names.testId ? a11yHint : names), origin: origin ?? originOf(url) } }));
  return item;
}

/** @param {PriorKnowledge} prior @param {Panel} panel @param {Record<string, string>} [names] */
function evidence({ similarSteps, relatedSessions, query, suggestedNextActions }, panel, names) {
  const goals = relatedSessions.slice(0, EVIDENCE).map((s) =>
    el("li", "line", button(clip(sessionName(s)), () => panel.open("sessions", s.sessionId), "link-button"), chips([...s.flowTags, ...s.tags]), when(s.createdAt)));
  const steps = alike(similarSteps, names).slice(0, EVIDENCE).map(similar);
  const node = /** @type {HTMLDetailsElement} */ (el("details", "block evidence", el("summary", "", "Evidence"),
    el("p", "soft", `From ${count(query.candidateSteps, "step")} of ${count(query.candidateSessions, "session")} within ${query.windowHours > 48 ? `${Math.round(query.windowHours / 24)} days` : `${query.windowHours} hours`}.`),
    ...(goals.length ? [el("h3", "", "Sessions"), el("ul", "lines", ...goals)] : []),
    ...(steps.length ? [el("h3", "", "Steps on similar screens"), el("ul", "lines", ...steps)] : [])));
  node.open = !suggestedNextActions?.length; // then it is all there is to see
  return node;
}

/** Folds equal steps, best first. @param {SimilarStep[]} steps @param {Record<string, string>} [names] */
function alike(steps, names) {
  /** @type {Map<string, {step: SimilarStep, name: string, times: number, last: string}>} */
  const out = new Map();
  for (const step of steps) {
    const { tool, snippet, target, screen, timestamp } = step;
    const name = targetName({ ...target, name: names?.[target?.testId ?? ""] }) || targetOf(snippet) || screen;
    const same = out.get(`${tool} ${name} ${screen}`);
    if (!same) out.set(`${tool} ${name} ${screen}`, { step, name, times: 1, last: timestamp });
    else {
      same.times++;
      if (timestamp > same.last) same.last = timestamp;
    }
  }
  return [...out.values()];
}

/** @param {ReturnType<typeof alike>[number]} folded */
function similar({ step: { tool, confidence }, name, times, last }) {
  return el("li", "line", el("span", "what", el("span", "verb", DONE[tool] ?? tool), " ", said(name)),
    ...(times > 1 ? [el("span", "side", `${times} times`)] : []), el("span", "side", `${percent(confidence)} similar screen`), when(last));
}

/** @param {string} title @param {...Node} children */
function section(title, ...children) {
  return el("section", "block", el("h2", "", title), ...children);
}

/** @param {() => Promise<void>} show */
const again = (show) => button("Look again", () => void show());
