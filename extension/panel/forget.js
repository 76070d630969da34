// Handles deletion in the panel: it shows the records of a request before, and the counts
// after, and offers an undo for a minute where that is safe.

/** @import {Forget, ForgetReceipt, Named} from "../wire" */
import { button, count, el, said } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { askOffscreen } from "../lib/messages.js";
import { percent } from "../lib/words.js";
import { askCore, askHealth } from "./ask.js";
import { ask } from "./dialog.js";
import { receipt } from "./receipt.js";

/** Interval between checks of the disk rewrite, and the wait for it to begin. */
const LOOK_MS = 400;
const BEGIN_MS = 8000;

/**
 * Asks for confirmation, deletes, and shows the counts.
 * @param {Forget} what
 * @param {string} title the question, `Forget this step?`
 * @param {() => void} [done]
 */
export async function forget(what, title, done) {
  try {
    const named = (await askCore("named", { named: what })).named ?? {};
    const agreed = await ask(title, "Forget", what.all ? "grave" : "", el("p", "", meaning(named)), el("p", "soft", finality(what, named)));
    if (!agreed) return;
    const { receipt: given } = await askOffscreen({ to: "offscreen", kind: "forget", forget: what });
    done?.();
    if (given) await tell(given, done);
  } catch (err) {
    receipt(el("span", "grow", said(messageOf(err))));
  }
}

/**
 * Returns a note on sessions whose goal or tags contain the deleted text: a person or an
 * agent wrote those, so they stay and can be edited.
 * @param {number} goals
 */
const stays = (goals) => (goals ? ` ${count(goals, "session")} ${goals === 1 ? "names" : "name"} it in goal or tags, which stay: change them under Sessions.` : "");

/** @param {Named} named */
function meaning({ steps = [], sessions = [], sites = [], edits = [], cleaned = [], goals = [] }) {
  const parts = [steps.length && count(steps.length, "step"), sessions.length && count(sessions.length, "session"), sites.length && count(sites.length, "site card"),
    edits.length && count(edits.length, "note")].filter((p) => typeof p === "string");
  const also = cleaned.length ? ` ${count(cleaned.length, "other step")} will no longer show it.` : "";
  if (parts.length === 0) return `Nothing is remembered of it.${also}${stays(goals.length)}`;
  return `${listed(parts)} will be gone from search, suggestions, site memory, the disk and every backup, here and in the companion.${also}${stays(goals.length)}`;
}

/** @param {Forget} what @param {Named} named */
function finality(what, { cleaned = [], edits = [] }) {
  return what.all || cleaned.length || edits.length ? "This cannot be undone." : "You can undo it for a minute.";
}

/** @param {string[]} parts */
const listed = (parts) => new Intl.ListFormat("en").format(parts);

/** @param {ForgetReceipt} receipt @param {() => void} [done] */
async function tell({ steps, sessions, sites = 0, edits = 0, cleaned = 0, goals = 0, undoMs = 0 }, done) {
  const health = await askHealth().catch(() => undefined);
  const parts = [count(steps, "step"), count(sessions, "session"), sites ? count(sites, "site card") : "", edits ? count(edits, "note") : ""].filter(Boolean);
  const there = !health?.paired ? "" : health.linked ? " The companion removes it from its store and backups, too." : " The companion will do the same when it is back.";
  const text = el("span", "grow", `Forgot ${listed(parts)}.${cleaned ? ` Took it out of ${count(cleaned, "other step")}.` : ""}${stays(goals)}${there}`);
  const undo = button("Undo", () => void takeBack(done), "primary");
  const disk = el("span", "soft side");
  receipt(text, disk, ...(undoMs ? [undo] : []));
  if (undoMs) setTimeout(() => undo.remove(), undoMs);
  void follow(disk);
}

/**
 * follow shows the progress of the deletion on disk, which takes some seconds for
 * a large memory.
 * @param {HTMLElement} node shows it while the node is in the page
 */
async function follow(node) {
  const latest = Date.now() + BEGIN_MS;
  for (let begun = false; node.isConnected; await new Promise((go) => setTimeout(go, LOOK_MS))) {
    const { tidying } = (await askHealth().catch(() => undefined)) ?? {};
    if (tidying !== undefined) node.textContent = `Off this disk: ${percent(tidying)}`;
    else if (begun) node.textContent = "Off this disk.";
    if (tidying === undefined && (begun || Date.now() > latest)) return;
    begun ||= tidying !== undefined;
  }
}

/** @param {() => void} [done] */
async function takeBack(done) {
  try {
    const { receipt: given } = await askOffscreen({ to: "offscreen", kind: "forget", forget: { undo: true } });
    receipt(el("span", "grow", `${count(given?.steps ?? 0, "step")} are back.`.replace("1 step are", "1 step is")));
    done?.();
  } catch (err) {
    receipt(el("span", "grow", said(messageOf(err))));
  }
}
