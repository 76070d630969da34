// Shows the present action of an agent or a flow in a tab, the next action and the reason, with a
// button that stops it. Panel, popup and the small window (popup/window.js) show it.

/** @import {Flow, FlowState, PriorKnowledge, Watched} from "../wire" */
import { paramsIn, stepWords } from "../panel/flowwords.js";
import { button, el, said } from "./dom.js";
import { messageOf } from "./fault.js";
import { ask, askOffscreen } from "./messages.js";
import { curly, doing } from "./words.js";

/** Counts the questions for each region: the answer to an older one is not shown. @type {WeakMap<HTMLElement, number>} */
const asked = new WeakMap();

/**
 * Shows it in a region, which is hidden if there is nothing to watch.
 * @param {HTMLElement} into
 * @param {number | undefined} tabId
 */
export async function showWatch(into, tabId) {
  const mine = (asked.get(into) ?? 0) + 1;
  asked.set(into, mine);
  if (!tabId) return void (into.hidden = true);
  try {
    const [{ watched }, { flow: run }] = await Promise.all([ask({ to: "worker", kind: "watch", watch: { tabId } }), askOffscreen({ to: "offscreen", kind: "flow" })]);
    const runs = run?.tabId === tabId && !run.result && !run.error ? run : undefined;
    // A run that stopped waits for the person, where they began it: no agent works in its session.
    const over = runs ? "" : run?.result?.sessionId;
    const flow = runs && (await flowOf(runs).catch(() => undefined));
    const next = runs || watched?.stopped ? undefined : await expected(tabId, watched);
    const text = JSON.stringify([watched, runs, next, over]);
    if (mine !== asked.get(into) || into.dataset.shown === text) return; // keep a button that the person is about to press
    into.dataset.shown = text;
    into.hidden = (!watched?.sessionId || watched.sessionId === over) && !runs;
    const now = runs ? flowLines(runs, flow) : agentLines(watched ?? { tabId }, next);
    const problem = el("p", "bad");
    problem.setAttribute("role", "alert");
    const give = (/** @type {() => Promise<unknown>} */ order) => () => void order().then(() => showWatch(into, tabId), (err) => (problem.textContent = messageOf(err)));
    const control = runs ? button(runs.stopping ? "Stopping…" : "Stop", give(() => askOffscreen({ to: "offscreen", kind: "flow", flowOrder: { id: runs.id, stop: true } })), "danger")
      : watched?.stopped ? button("Let it go on", give(() => ask({ to: "worker", kind: "watch", watch: { tabId, order: "continue" } })))
        : button("Stop", give(() => ask({ to: "worker", kind: "watch", watch: { tabId, order: "stop" } })), "danger");
    control.disabled = runs?.stopping === true;
    into.replaceChildren(el("div", "grow", ...now, problem), control);
  } catch {
    if (mine !== asked.get(into)) return;
    // The link's state shows the problem; the action shown here may be over.
    into.hidden = true;
    delete into.dataset.shown;
  }
}

/**
 * The last question for the next action in each tab, which looks at the page: asked again only after another action.
 * @type {Map<number, {asked: string, answer: ReturnType<typeof nextOf>}>}
 */
const answers = new Map();

/** @param {number} tabId @param {Watched} [watched] */
function expected(tabId, watched) {
  const asked = JSON.stringify(watched);
  let known = answers.get(tabId);
  if (known?.asked !== asked) answers.set(tabId, known = { asked, answer: nextOf(tabId, watched).catch(() => undefined) });
  return known.answer;
}

/** @param {FlowState} run @returns {Promise<Flow | undefined>} */
async function flowOf({ flow }) {
  const { core } = await askOffscreen({ to: "offscreen", kind: "core", core: { op: "flows", now: new Date().toISOString(), flows: {} } });
  return core?.flows?.find(({ id }) => id === flow);
}

/**
 * Returns the most likely next action of an agent, if it is likely enough for people.
 * @param {number} tabId
 * @param {Watched} [watched]
 * @returns {Promise<PriorKnowledge["suggestedNextActions"][number] | undefined>}
 */
async function nextOf(tabId, watched) {
  if (!watched?.sessionId || watched.acting) return undefined;
  const { reply } = await ask({ to: "worker", kind: "call", call: { kind: "observe", observe: { tabId } } }).catch(() => ({ reply: undefined }));
  const observation = reply?.page?.observation;
  if (!observation) return undefined;
  const { core } = await askOffscreen({ to: "offscreen", kind: "core", core: { op: "prior", now: new Date().toISOString(), prior: { observation, sessionId: watched.sessionId } } });
  const [first] = core?.prior?.suggestedNextActions ?? [];
  return first && first.confidence >= LIKELY ? first : undefined;
}

/** Confidence below which no next action is shown. */
const LIKELY = 0.3;

/** @param {Watched} watched @param {Awaited<ReturnType<typeof nextOf>>} next */
function agentLines({ goal, does, acting, stopped }, next) {
  const title = stopped ? "You stopped the agent in this tab" : acting ? "An agent acts in this tab" : "An agent works in this tab";
  return [el("p", "", el("strong", "", title), ...(goal ? [": ", said(goal)] : [])),
    ...(does ? [el("p", "", el("span", "soft", acting ? "Now: " : "Last: "), said(does))] : []),
    ...(next ? [el("p", "", el("span", "soft", "Likely next: "), said(doing(next).join(" ")), el("span", "soft", " · ", said(next.rationale)))] : [])];
}

/** @param {FlowState} run @param {Flow} [flow] undefined if the core does not answer */
function flowLines({ progress, flow: name }, { title, steps, evidence = [] } = /** @type {Flow} */ (/** @type {unknown} */ ({ title: name, steps: [] }))) {
  const { step = 0, total = steps.length, does = "" } = progress ?? {};
  return [el("p", "", el("strong", "", "A flow runs in this tab"), ": ", ...paramsIn(title)),
    el("p", "", el("span", "soft", step ? `Step ${step} of ${total}: ` : "Starting…"), said(curly(does))),
    ...(steps[step] ? [el("p", "", el("span", "soft", "Next: "), ...stepWords(steps[step]))] : []),
    ...(evidence.length ? [el("p", "soft", `It worked so in ${evidence.length} recorded ${evidence.length === 1 ? "session" : "sessions"}`)] : [])];
}
