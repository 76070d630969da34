// Words of the team, and the meaning of a person's ticks in a review.

/** @import {TeamLine, TeamMember, TeamReceipt} from "../wire" */
import { count } from "../lib/dom.js";

/** @type {Record<string, string>} */
export const STATES = { live: "connected", offline: "offline", refused: "refused by the server" };

/** Kinds of texts that leave. @type {Record<string, string>} */
export const KINDS = { name: "name", testId: "test id", selector: "selector", screen: "screen", address: "address", tag: "tag", goal: "goal" };

/** @param {TeamLine[]} lines @returns {TeamLine[][]} the lines of each text: one tick decides for all */
export function grouped(lines) {
  /** @type {Map<string, TeamLine[]>} */
  const out = new Map();
  for (const line of lines) out.set(line.text, [...(out.get(line.text) ?? []), line]);
  return [...out.values()];
}

/** @param {{lines: TeamLine[], ticked: boolean}[]} groups @returns {TeamLine[]} the lines that leave */
export const given = (groups) => groups.filter(({ ticked }) => ticked).flatMap(({ lines }) => lines.map(({ kind, text }) => ({ kind, text })));

/** @param {TeamMember} member */
export function standing({ me, revoked, aside, asideAt = [] }) {
  if (me) return " (you)";
  if (revoked) return " (removed)";
  if (aside) return " (set aside by you)";
  return asideAt.length ? ` (not used on ${asideAt.join(", ")}: suggestions failed)` : "";
}

/** @param {TeamMember} member */
export function results({ worked = 0, failed = 0 }) {
  return worked + failed ? `${worked} of ${count(worked + failed, "suggestion")} worked` : "none tried yet";
}

/** @param {TeamReceipt} of where a deletion was carried out */
export function receipt({ records, server, done, members }) {
  return `${records ? count(records, "record") : "All records"}: ${server ? "erased on the server" : "not yet erased on the server"}, gone at ${done} of ${count(members, "other member")}`;
}

/** Says that another member of a team recorded something. @param {{author: string, name?: string} | undefined} from */
export const teamWord = (from) => (from ? `team: ${from.name || from.author}` : "");
