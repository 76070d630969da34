// Health: what is measured now, and what to do about what is wrong.

/** @import {Health} from "../wire" */
/** @import {View} from "./panel.js" */
import { clip, count, el, said, when } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { helpFor } from "../lib/words.js";
import { linkText } from "../popup/health.js";
import { askHealth } from "./ask.js";
import { row, trouble } from "./parts.js";

/** Faults that are kept to be read. */
const KEPT = 20;

/** @returns {View} */
export function healthView() {
  /** @type {{at: string, message: string}[]} what went wrong while the panel was open, newest first */
  const faults = [];
  const node = el("div", "scroll");
  node.tabIndex = 0; // keys scroll it
  let shown = "";

  /** @type {NonNullable<View["health"]>} */
  const tell = (health, error) => {
    const message = clip(health ? health.lastError : error ? messageOf(error) : "");
    if (message && faults[0]?.message !== message) faults.unshift({ at: new Date().toISOString(), message });
    faults.splice(KEPT);
    const text = JSON.stringify([health, message, faults]);
    if (text === shown) return;
    shown = text;
    node.replaceChildren(...(health ? facts(health) : [trouble(error)]), ...history(faults));
  };
  const show = () => void askHealth().then((health) => tell(health, undefined), (err) => tell(undefined, err));
  return { node, show, health: tell };
}

/** @param {Health} health */
function facts(health) {
  const { linked, since, port, lastAck, outbox, pending, coreVersion, coreStartMs, coreDeaths, sessions, steps, lastError } = health;
  return [
    el("div", "tiles", tile(linked ? "good" : "warm", linkText(health), linked ? `on port ${port}` : "Everything works on this side, too"),
      tile(outbox ? "warm" : "good", outbox ? `${count(outbox, "step")} waiting` : "Nothing waiting", "to be taken over by the companion"),
      tile(coreVersion ? "good" : "bad", coreVersion ? "Core runs" : "Core does not run", coreStartMs === undefined ? "" : `started in ${Math.round(coreStartMs)} ms`),
      tile("good", count(steps, "step"), `in ${count(sessions, "session")}`)),
    ...(lastError && !linked ? [advice(lastError)] : []),
    el("section", "block", el("h2", "", "Link"), el("dl", "facts",
      ...row(linked ? "Connected" : "Offline", since ? when(since) : "from the start"),
      ...row("Port", port ? String(port) : ""), ...row("Last acknowledged", lastAck ? when(lastAck) : ""), ...row("Outbox", count(outbox, "record")), ...row("Steps under way", String(pending)))),
    el("section", "block", el("h2", "", "Core"), el("dl", "facts",
      ...row("Version", coreVersion ?? "does not answer"), ...row("Start", coreStartMs === undefined ? "" : `${Math.round(coreStartMs)} ms`), ...row("Survived failures", String(coreDeaths ?? 0)))),
  ];
}

/**
 * @param {"good" | "warm" | "bad"} state
 * @param {string} title
 * @param {string} text
 */
function tile(state, title, text) {
  return el("div", `tile ${state}`, el("span", "dot"), el("div", "", el("strong", "", title), el("p", "soft", text)));
}

/** @param {string} message */
function advice(message) {
  return el("div", "notice", el("div", "", el("strong", "", said(message)), el("p", "", helpFor(message))));
}

/** @param {{at: string, message: string}[]} faults */
function history(faults) {
  if (faults.length === 0) return [];
  return [el("section", "block", el("h2", "", "What went wrong lately"), el("ul", "lines",
    ...faults.map(({ at, message }) => el("li", "line tall", el("div", "grow", said(message), el("p", "soft", helpFor(message))), when(at)))))];
}
