// Shows the tasks known on this tab's site, with a button that runs each, and the last
// session there.

/** @import {Flow, SessionSummary} from "../wire" */
import { button, byId, count, el, said, when } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { siteOf } from "../lib/pages.js";
import { outcomeOf, sessionName } from "../lib/words.js";
import { askCore, askHealth, runFlow } from "../panel/ask.js";
import { form } from "../panel/flowform.js";
import { runPart } from "../panel/flowrun.js";
import { paramText, paramsIn } from "../panel/flowwords.js";
import { lengthOf } from "../panel/sessions.js";
import { picture } from "../panel/stepper.js";
import { teamWord } from "../panel/teamwords.js";

/** Bounds the tasks shown; the panel lists all. */
const SHOWN = 3;

let shown = "";

/** @type {ReturnType<typeof runPart> | undefined} */
let run;

/** @param {chrome.tabs.Tab | undefined} tab */
export async function showKnown(tab) {
  const site = siteOf(tab?.url);
  if (!tab?.id || !site) return;
  const { id: tabId, url = "" } = tab;
  run ??= runPart(() => void stop(tab), (state, leave) => void start({ id: newRun(), flow: state.flow, tabId, continue: state.id, ...leave }));
  if (!run.node.isConnected) byId("run").append(run.node);
  try {
    const [{ flows = [] }, { sessions = [] }, health, state] = await Promise.all([askCore("flows", { flows: { url } }), askCore("sessions", { sessions: { limit: 1, detail: true, filters: { site } } }), askHealth(), runFlow()]);
    run.show(state?.tabId === tabId ? state : undefined, flows);
    const text = JSON.stringify([flows.map(({ id, title, params }) => [id, title, params]), sessions, health?.linked]);
    if (text === shown) return;
    shown = text;
    byId("known").hidden = flows.length === 0;
    byId("tasks").replaceChildren(...flows.slice(0, SHOWN).map((flow) => task(flow, tabId, health?.linked === true)));
    byId("tasks-note").textContent = [flows.length > SHOWN ? `and ${count(flows.length - SHOWN, "more task")}` : "", health?.linked ? "" : "To run a task, start the companion: cairn run"].filter(Boolean).join(". ");
    byId("last").hidden = sessions.length === 0;
    byId("last-session").replaceChildren(...sessions.map((session) => last(session, tabId)));
  } catch (err) {
    byId("tasks-note").textContent = messageOf(err);
  }
}

const newRun = () => `run-${crypto.randomUUID()}`;

/** @param {Flow} flow @param {number} tabId @param {boolean} linked */
function task(flow, tabId, linked) {
  const item = el("li", "item");
  const begin = (/** @type {Record<string, string>} */ params, /** @type {boolean} */ allowRisky) => void start({ id: newRun(), flow: flow.id, params, tabId, ...(allowRisky ? { allowRisky } : {}) });
  const asks = flow.params?.length || flow.steps.some(({ risk }) => risk);
  const go = button("Run", () => {
    if (!asks) return begin({}, false);
    go.hidden = true;
    item.append(form(flow, begin));
    /** @type {HTMLElement | null} */ (item.querySelector("form input"))?.focus();
  }, "primary");
  go.disabled = !linked;
  go.setAttribute("aria-label", `Run ${paramText(flow.title)}`);
  item.append(el("div", "head", el("span", "what", ...paramsIn(flow.title)), el("span", "side", count(flow.steps.length, "step")), go));
  return item;
}

/** @param {import("../wire").FlowOrder} order */
async function start(order) {
  try {
    run?.show(await runFlow(order), []);
  } catch (err) {
    run?.fail(err);
  }
}

/** @param {chrome.tabs.Tab} tab */
async function stop(tab) {
  const state = await runFlow().catch(() => undefined);
  if (state) await start({ id: state.id, stop: true });
  await showKnown(tab);
}

/** @param {SessionSummary} session @param {number} tabId */
function last(session, tabId) {
  const { detail } = session;
  const open = button("", () => void chrome.tabs.create({ url: chrome.runtime.getURL(`panel/panel.html?tab=${tabId}#sessions/${session.sessionId}`) }), "link-button");
  open.append(said(sessionName(session)));
  const about = [outcomeOf(session), teamWord(session.from), detail && lengthOf(detail.steps, session)].filter(Boolean).join(" · ");
  return el("div", "item", el("div", "head", open, when(session.createdAt)), el("div", "more", about), detail?.strip ? picture(detail.strip, "Its steps") : "");
}
