// Shows agents' questions that wait for the person, in panel and popup.

/** @import {Approve} from "../wire" */
import { button, el, said } from "./dom.js";
import { messageOf } from "./fault.js";
import { askOffscreen } from "./messages.js";

/** The client of a person's own runs (companion/daemon/panelruns.go). */
const PANEL = "Cairn's panel";

/** The question for each kind of action. @type {Record<string, string>} */
const DOES = {
  pays: "pay", sends: "send something", deletes: "delete something", grants: "grant something", signs: "sign", publishes: "publish something",
};

/** @returns {Promise<Approve[]>} the waiting questions; the link's state already shows a problem */
async function asked() {
  try {
    return (await askOffscreen({ to: "offscreen", kind: "approvals" })).approvals ?? [];
  } catch {
    return [];
  }
}

/** Approves the questions of the person's own run, whose button in the panel asks them. */
export async function approveOwn() {
  for (const { id } of (await asked()).filter(({ client }) => client === PANEL)) {
    await askOffscreen({ to: "offscreen", kind: "approvals", approve: { id }, verdict: "approved" });
  }
}

/**
 * Shows the waiting questions in a region, which is hidden if there are none.
 * @param {HTMLElement} into
 * @param {boolean} own whether those of the person's own run are among them
 */
export async function showApprovals(into, own = true) {
  const waiting = (await asked()).filter(({ client }) => own || client !== PANEL);
  const ids = waiting.map((q) => q.id).join(" ");
  if (into.dataset.ids === ids) return; // keep a button that the person is about to press
  into.dataset.ids = ids;
  into.hidden = !waiting.length;
  into.replaceChildren(...waiting.map((question) => card(question, into)));
}

/** @param {Approve} question @param {HTMLElement} into */
function card(question, into) {
  const who = question.client === PANEL ? "The flow that you run wants to " : question.client ? `${question.client} wants to ` : "An agent wants to ";
  const title = el("h2", "approval-title", said(`${who}${DOES[question.does ?? ""] ?? "do something"}`));
  const note = el("p", "error");
  note.setAttribute("role", "alert");
  const decide = (/** @type {string} */ verdict) => async () => {
    try {
      await askOffscreen({ to: "offscreen", kind: "approvals", approve: { id: question.id }, verdict });
      await showApprovals(into, question.client === PANEL);
    } catch (err) {
      note.textContent = messageOf(err);
    }
  };
  const lines = [whatOf(question), ...(question.around ? [`near “${question.around}”`] : []), ...(question.origin ? [`on ${question.origin}`] : [])];
  const node = el("section", "approval card", title, ...lines.map((line) => el("p", "", said(line))),
    el("div", "approval-buttons", button("Deny", decide("denied")), button("Approve", decide("approved"), "primary")), note);
  node.dataset.id = question.id;
  node.setAttribute("aria-label", title.textContent ?? "");
  return node;
}

/** @param {Approve} question @returns {string} the action in words */
function whatOf({ tool, role, name, key, onto }) {
  const element = `${role || "element"} “${name ?? ""}”`;
  if (key) return `Press ${key} on ${element}`;
  if (onto) return tool === "mm_drag" ? `Drag ${element} onto “${onto}”` : `Choose “${onto}” in ${element}`;
  return `Click ${element}`;
}
