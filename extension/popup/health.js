// Shows the current state of the link, and the pairing with a companion.

/** @import {Health} from "../wire" */
import { messageOf } from "../lib/fault.js";
import { askOffscreen } from "../lib/messages.js";
import { byId, count, say } from "../lib/dom.js";
import { faultText, percent } from "../lib/words.js";

/** @returns {Promise<void>} */
export async function showHealth() {
  try {
    const { health } = await askOffscreen({ to: "offscreen", kind: "health" });
    if (health) show(health);
  } catch (err) {
    byId("link").dataset.state = "offline";
    byId("link-text").textContent = messageOf(err);
  }
}

/** @param {Health} health */
function show(health) {
  const link = byId("link");
  link.dataset.state = linkState(health);
  link.title = health.linked ? `Port ${health.port}` : faultText(health.error);
  say(byId("link-text"), linkText(health));
  say(byId("counts"), `${count(health.steps, "step")} in ${count(health.sessions, "session")}`);
  byId("pairing").hidden = health.paired;
}

/**
 * @param {Health | undefined} health
 * @returns {string} selects the colour: a companion that was never paired is not missing
 */
export const linkState = (health) => (health?.linked ? "linked" : health?.coreVersion && !health.paired ? "alone" : "offline");

/** @param {Health} health @returns {string} */
export function linkText({ linked, paired, since, outbox, coreVersion, rewriting }) {
  if (!linked && rewriting !== undefined) return `Hiding names in older records: ${percent(rewriting)}`;
  if (linked) {
    const at = since ? new Date(since).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) : "";
    return at ? `Connected since ${at}` : "Connected";
  }
  const waiting = outbox > 0 ? `. ${count(outbox, "step")} will sync` : "";
  if (!coreVersion) return "Cairn’s core has not started";
  return paired ? `Companion offline${waiting}` : "No companion";
}

export function watchPairing() {
  byId("pairing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const code = /** @type {HTMLInputElement} */ (byId("code"));
    const note = byId("pairing-note");
    note.textContent = "";
    try {
      await askOffscreen({ to: "offscreen", kind: "pair", code: code.value });
      code.value = "";
      await showHealth();
    } catch (err) {
      note.textContent = messageOf(err);
    }
  });
}
