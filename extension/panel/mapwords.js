// Describes the parts of a map in words.

/** @import {MapAction, MapKind, MapScreen, MapTally} from "../wire" */
import { clip, count } from "../lib/dom.js";
import { VERBS } from "../lib/words.js";

/** @param {MapTally} tally @returns {"person" | "agent" | "both"} */
export function who({ agent = 0, person = 0 }) {
  if (agent === 0) return "person";
  return person === 0 ? "agent" : "both";
}

/** Texts for who(). A person's browsing cannot be distinguished from another tool's. */
export const WHO = { person: "a person", agent: "an agent", both: "a person and an agent" };

/**
 * @param {{ok: number, failed?: number, actions: MapAction[]}} link
 * @returns {boolean} whether an action of it is broken, or failed more often than not
 */
export const fails = ({ ok, failed = 0, actions }) => failed > ok || actions.some(({ broken }) => broken);

/** @param {MapAction} action @returns {string} `Send`, `Type into Amount`, `Press Enter in Search` */
export function actionWords({ tool, role, name, key }) {
  const object = [key, name || role].filter(Boolean).join(" in ");
  if (tool === "click" && object) return object;
  if (tool === "navigate") return "Open its address";
  return `${VERBS[tool] ?? tool} ${object}`.trim();
}

/** @param {MapTally} tally */
export function howOften({ ok, failed = 0 }) {
  return failed ? `${ok} of ${ok + failed} worked` : `${ok}×`;
}

/**
 * @param {MapScreen} screen
 * @param {boolean} alone whether no flow reaches it, though the site has flows
 * @param {boolean} cut whether its name is shown in part
 * @returns {string} the facts that its picture does not show in words
 */
export function screenWords({ name, elsewhere }, alone, cut) {
  return [cut ? clip(name, 120) : "", elsewhere ? "another site" : "", alone ? "no flow reaches it" : ""].filter(Boolean).join(", ");
}

/** Names of the kinds of controls. @type {Record<MapKind, string>} */
export const KINDS = { heading: "heading", field: "field", choice: "choice", toggle: "switch", button: "button", tab: "tab", link: "link", row: "row", image: "image" };

/** @param {import("../wire").SiteMap} map @returns {string} how much of the site the map shows */
export function sizeWords({ screens, sessions, left }) {
  if (!left?.screens) return `${count(screens.length, "screen")}, from ${count(sessions, "session")}`;
  return `the ${screens.length} most used of ${count(screens.length + left.screens, "screen")}${left.links ? `, without ${count(left.links, "rare link")}` : ""}`;
}
