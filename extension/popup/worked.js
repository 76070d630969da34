// Shows successful actions on screens like this tab's: prior knowledge, in the form that
// an agent gets from mm_describe_screen.

/** @import {Avoid, PriorKnowledge, PriorRequest, SuggestedAction} from "../wire" */
import { messageOf } from "../lib/fault.js";
import { ask, askOffscreen } from "../lib/messages.js";
import { reaches } from "../lib/access.js";
import { webPage } from "../lib/pages.js";
import { peekSession } from "../worker/sessions.js";
import { byId, clip, el, said } from "../lib/dom.js";
import { priorForPeople } from "../lib/prior.js";
import { doing, inFrame, inRow, targetName } from "../lib/words.js";

/** Bounds the suggestions shown; more would be too long to read as a hint. */
const SHOWN = 2;

/** The last answer that was drawn. An equal one is not drawn again: the list may have the focus. */
let drawn = "";

/** @param {chrome.tabs.Tab | undefined} tab */
export async function showWorked(tab) {
  const list = byId("suggestions");
  const note = byId("worked-note");
  if (!tab?.id || !webPage(tab.url)) {
    note.textContent = "Open a web page to see what worked on it.";
    return;
  }
  if (!(await reaches(tab.url))) {
    note.textContent = "Cairn does not look at this site until you switch it on.";
    return;
  }
  if (list.childElementCount === 0) note.textContent = "Looking…";
  try {
    const prior = await priorOf(tab, tab.id);
    const { suggestedNextActions = [], avoid = [], relatedSessions = [] } = prior ?? {};
    const answer = JSON.stringify([suggestedNextActions, avoid, relatedSessions]);
    if (answer === drawn) return;
    drawn = answer;
    list.replaceChildren(...suggestedNextActions.slice(0, SHOWN).map(suggestion), ...avoid.slice(0, 1).map(warning));
    const goal = relatedSessions.find((s) => s.goal)?.goal;
    if (list.childElementCount > 0) note.textContent = goal ? `Seen while: ${clip(goal)}` : "";
    else note.textContent = prior?.similarSteps.length ? "Nothing to suggest just now." : "Nothing is remembered for this screen yet.";
  } catch (err) {
    drawn = "";
    note.textContent = messageOf(err);
  }
}

/** @param {chrome.tabs.Tab} tab @param {number} tabId @returns {Promise<PriorKnowledge | undefined>} */
async function priorOf(tab, tabId) {
  const { reply } = await ask({ to: "worker", kind: "call", call: { kind: "observe", observe: { tabId } } });
  const observation = reply?.page?.observation;
  if (!observation) throw new Error(reply?.error?.message ?? "The page can't be looked at.");
  return priorForPeople(askPrior, observation, (await peekSession(tab))?.sessionId);
}

/** @param {PriorRequest} prior @returns {Promise<PriorKnowledge | undefined>} */
async function askPrior(prior) {
  const { core } = await askOffscreen({ to: "offscreen", kind: "core", core: { op: "prior", now: new Date().toISOString(), prior } });
  if (core?.error) throw new Error(core.error.message);
  return core?.prior;
}

/** @param {SuggestedAction} suggested */
function suggestion(suggested) {
  const { rationale, confidence, origin, within } = suggested;
  const [verb, object] = doing(suggested);
  const percent = `${Math.round(confidence * 100)} %`;
  const bar = el("div", "bar");
  bar.style.setProperty("--part", `${confidence * 100}%`);
  const what = el("span", "what", el("span", "verb", verb), " ", said(object), said(inRow(within)), said(inFrame(origin)));
  const side = el("span", "side", percent);
  side.title = "How sure this is";
  const item = el("li", "item", el("div", "head", what, side), el("div", "more", said(rationale)), bar);
  item.tabIndex = 0;
  return item;
}

/** @param {Avoid} avoid */
function warning({ rationale, target, frequency, origin }) {
  const name = targetName({ ...target, ...target.a11yHint });
  const what = el("span", "what", "Avoid ", said(name), said(inFrame(origin)));
  return el("li", "item avoid", el("div", "head", what, el("span", "side", `failed ${frequency}×`)), el("div", "more", said(rationale)));
}
