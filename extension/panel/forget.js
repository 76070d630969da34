// Forgetting: what it would remove is shown before, what it removed is said
// after, and for a minute it can be taken back where that is safe.

/** @import {Forget, ForgetReceipt, Named} from "../wire" */
import { button, byId, count, el, said } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { askOffscreen } from "../lib/messages.js";
import { askCore, askHealth } from "./ask.js";
import { ask } from "./dialog.js";

/**
 * Asks, forgets, and says what was removed.
 * @param {Forget} what
 * @param {string} title what it is called, `Forget this step?`
 * @param {() => void} [done]
 */
export async function forget(what, title, done) {
  try {
    const named = (await askCore("named", { named: what })).named ?? {};
    const agreed = await ask(title, "Forget", what.all ? "grave" : "", el("p", "", meaning(named)), el("p", "soft", finality(what, named)));
    if (!agreed) return;
    const { receipt } = await askOffscreen({ to: "offscreen", kind: "forget", forget: what });
    done?.();
    if (receipt) await tell(receipt, done);
  } catch (err) {
    note(el("span", "grow", said(messageOf(err))));
  }
}

/** @param {Named} named */
function meaning({ steps = [], sessions = [], sites = [], edits = [], cleaned = [] }) {
  const parts = [steps.length && count(steps.length, "step"), sessions.length && count(sessions.length, "session"), sites.length && count(sites.length, "site card"),
    edits.length && count(edits.length, "note")].filter((p) => typeof p === "string");
  const also = cleaned.length ? ` ${count(cleaned.length, "other step")} will no longer show it.` : "";
  if (parts.length === 0) return `Nothing is remembered of it.${also}`;
  return `${listed(parts)} will be gone from search, suggestions, site memory, the disk and every backup, here and in the companion.${also}`;
}

/**
 * @param {Forget} what
 * @param {Named} named
 */
function finality(what, { cleaned = [], edits = [] }) {
  return what.all || cleaned.length || edits.length ? "This cannot be taken back." : "You can take it back for a minute.";
}

/** @param {string[]} parts */
const listed = (parts) => new Intl.ListFormat("en").format(parts);

/**
 * @param {ForgetReceipt} receipt
 * @param {() => void} [done]
 */
async function tell({ steps, sessions, sites = 0, edits = 0, cleaned = 0, undoMs = 0 }, done) {
  const health = await askHealth().catch(() => undefined);
  const parts = [count(steps, "step"), count(sessions, "session"), sites ? count(sites, "site card") : "", edits ? count(edits, "note") : ""].filter(Boolean);
  const there = !health?.paired ? "" : health.linked ? " The companion removes it from its store and backups, too." : " The companion will do the same when it is back.";
  const text = el("span", "grow", `Forgot ${listed(parts)}.${cleaned ? ` Took it out of ${count(cleaned, "other step")}.` : ""}${there}`);
  const undo = button("Undo", () => void takeBack(done), "primary");
  note(text, ...(undoMs ? [undo] : []));
  if (undoMs) setTimeout(() => undo.remove(), undoMs);
}

/** @param {() => void} [done] */
async function takeBack(done) {
  try {
    const { receipt } = await askOffscreen({ to: "offscreen", kind: "forget", forget: { undo: true } });
    note(el("span", "grow", `${count(receipt?.steps ?? 0, "step")} are back.`.replace("1 step are", "1 step is")));
    done?.();
  } catch (err) {
    note(el("span", "grow", said(messageOf(err))));
  }
}

/** @param {...HTMLElement} content of the receipt at the foot of the panel, until it is closed */
function note(...content) {
  const close = button("Close", () => bar.replaceChildren(), "plain-button");
  const bar = byId("receipt");
  bar.replaceChildren(...content, close);
}
