// Shares a session or a flow from its own row: asks for the site first, then shows each text that
// would leave.

/** @import {TeamLine, TeamOrder, TeamSite} from "../wire" */
/** @import {Panel} from "./panel.js" */
import { clip, count, el, said } from "../lib/dom.js";
import { FaultError, messageOf } from "../lib/fault.js";
import { webPage } from "../lib/pages.js";
import { askTeam } from "./ask.js";
import { ask } from "./dialog.js";
import { toast } from "./parts.js";
import { KINDS, given, grouped } from "./teamwords.js";

/**
 * Shares the newest of some sessions that waits for review. Without a team, its view says how to join one.
 * @param {Panel} panel
 * @param {string} site an origin; the name of several is for the team's view
 * @param {string[]} sessions the newest last
 */
export async function shareFrom(panel, site, sessions) {
  try {
    const origin = webPage(site)?.origin;
    const state = await askTeam({ op: "status" });
    if (!state || !origin) return panel.open("team");
    if (!await sharedSite(state.sites, origin)) return;
    for (const session of sessions.toReversed()) {
      const order = await reviewed(session, origin);
      if (order === undefined) continue;
      if (order && await askTeam(order)) toast("Shared");
      return;
    }
    toast("Nothing of it waits: it was shared already, or stays here.");
  } catch (err) {
    if (err instanceof FaultError && err.code === "MM_BROWSER_NOT_CONNECTED") return panel.open("team");
    toast(messageOf(err));
  }
}

/**
 * Shares a site after review, if it is not shared and the person agrees.
 * @param {TeamSite[]} sites of the team
 * @param {string} origin
 * @returns {Promise<boolean>} whether it is shared
 */
export async function sharedSite(sites, origin) {
  if (sites.some((s) => s.origin === origin && s.mode !== "off")) return true;
  if (!await ask(`Share ${clip(origin, 80)}?`, "Share after review", "", el("p", "", "Agents’ sessions on it wait for your review, also those of before. What the team knows of the site is suggested to you."))) return false;
  await askTeam({ op: "share", site: origin, mode: "review" });
  return true;
}

/**
 * Shows each text of a session that would leave.
 * @param {string} session
 * @param {string} site
 * @returns {Promise<TeamOrder | null | undefined>} the order to send those that stay ticked; null if the person does not want to,
 *   undefined if the session does not wait
 */
export async function reviewed(session, site) {
  const one = (await askTeam({ op: "review", session, site }))?.reviews.find((r) => r.sessionId === session && r.origin === site);
  if (!one) return undefined;
  const boxes = grouped(one.lines ?? []).map(textBox);
  const rest = one.texts - (one.lines ?? []).length;
  const yes = await ask(`Share ${count(one.steps, "step")} on ${clip(site, 60)}?`, "Share", "",
    el("p", "soft", "Only the ticked texts leave, with the kind of each action and whether it worked. Nothing that was typed, and nothing else of the pages. Names that only this session has may be data, so they start unticked; without its name or a test id, others hardly find an element."),
    el("ul", "lines team-texts", ...boxes.map(({ item }) => item)),
    ...(rest > 0 ? [el("p", "soft", `${count(rest, "more text")} of this session stay here.`)] : []));
  return yes ? { op: "send", session, site, with: given(boxes.map(({ lines, input }) => ({ lines, ticked: input.checked }))) } : null;
}

/** @param {TeamLine[]} lines of one text */
function textBox(lines) {
  const input = /** @type {HTMLInputElement} */ (el("input", ""));
  const once = lines.some((line) => line.once);
  input.type = "checkbox";
  input.checked = !once;
  const item = el("li", "line", el("label", "flow-allow grow", input, el("span", "grow", said(lines[0].text)),
    el("span", "soft small", [...lines.map(({ kind }) => KINDS[kind] ?? kind), ...(once ? ["only in this session"] : [])].join(", "))));
  return { lines, input, item };
}
