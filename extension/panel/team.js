// Shows the team: the connection, sessions that wait for the person's review, sites, and
// members. The companion keeps all of it; without a team this view says how to join one.

/** @import {TeamMember, TeamOrder, TeamSession, TeamSite, TeamState} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { FaultError, messageOf } from "../lib/fault.js";
import { webPage } from "../lib/pages.js";
import { askTeam } from "./ask.js";
import { ask, choice } from "./dialog.js";
import { columnHeads, empty, showTrouble, toast } from "./parts.js";
import { reviewed, sharedSite } from "./share.js";
import { tabInfo } from "./subject.js";
import { STATES, receipt, results, standing } from "./teamwords.js";

/** @type {[mode: string, label: string][]} */
const MODES = [["off", "Off"], ["review", "After my review"], ["auto", "Automatically"]];

/** @param {Panel} panel @returns {View} */
export function teamView(panel) {
  let asked = 0;
  let shown = "";
  const node = el("div", "scroll team");
  node.tabIndex = 0; // so that keys scroll it

  async function load() {
    const mine = ++asked;
    try {
      const state = await askTeam({ op: "status" });
      if (mine === asked) draw(state);
    } catch (err) {
      if (mine !== asked) return;
      if (err instanceof FaultError && err.code === "MM_BROWSER_NOT_CONNECTED") return draw(null);
      shown = "";
      showTrouble(node, err);
    }
  }

  /** @param {TeamState | undefined | null} state undefined without a team, null without a companion */
  function draw(state) {
    const text = JSON.stringify([state, state === null]);
    if (text === shown) return; // redrawing identical content would move the focus away from it
    shown = text;
    node.replaceChildren(...(state ? team(state) : [state === null ? alone() : none()]));
  }

  /** @param {TeamOrder} order @param {string} [done] said once it is done */
  async function say(order, done) {
    try {
      asked++; // an older answer would show the state before
      draw(await askTeam(order));
      if (done) toast(done);
    } catch (err) {
      toast(messageOf(err));
      shown = "";
      await load();
    }
  }

  /** @param {TeamState} state */
  function team(state) {
    const { name, member, role, reviews, moreReviews = 0, sites, members, receipts = [] } = state;
    return [
      el("div", "screen", el("div", "grow", el("p", "kicker", "Team"), el("h2", "screen-name", said(name)),
        el("p", "soft", "You are ", said(member), ` (${role}) · ${STATES[state.state] ?? state.state} since `, when(state.since), waiting(state))),
      button("Leave…", () => void leave(name))),
      ...(state.error ? [el("div", "notice", el("div", "", el("strong", "", said(state.error.message)), el("p", "", clip(state.error.hint ?? ""))))] : []),
      section("Waiting for your review", reviews.length ? el("ul", "lines", ...reviews.map(waits), ...(moreReviews ? [el("li", "line soft", `and ${count(moreReviews, "more session")}`)] : []))
        : el("p", "soft", "No session waits. On sites that are shared after review, each session waits here, and nothing of it leaves before you have seen its texts.")),
      section("Sites", sites.length ? table("Sites", ["Site", "Shared", "You shared", "From others"], sites.map(site)) : el("p", "soft", "No site is shared."),
        el("div", "actions", button("Share this tab’s site…", () => void shareHere(sites)))),
      section("Members", table("Members", ["Name", "Role", "Their suggestions here", ""], members.map(person)),
        el("p", "soft", "A member whose suggestions fail on a site is not used there, until the results are 30 days old. You can set a member aside on all sites.")),
      ...(receipts.length ? [section("Your last deletions", el("ul", "lines", ...receipts.toReversed().map((one) => el("li", "line", el("span", "grow", receipt(one)), when(one.at)))))] : []),
    ];
  }

  /** @param {TeamSession} review */
  function waits(review) {
    const { sessionId, origin, goal, steps, texts } = review;
    const name = clip(goal || sessionId, 60);
    const look = button("Review…", () => void decide(review), "primary");
    const keep = button("Keep here", () => void say({ op: "drop", session: sessionId, site: origin }, "It stays here"));
    look.setAttribute("aria-label", `Review ${name}`);
    keep.setAttribute("aria-label", `Keep here: ${name}`);
    return el("li", "line", el("div", "grow", said(goal || sessionId, "block-text"), el("div", "under", said(origin, "cut"), el("span", "side", `${count(steps, "step")} · ${count(texts, "text")}`))), look, keep);
  }

  /**
   * Shows each text that would leave, and sends the session with those that stay ticked.
   * @param {TeamSession} review
   */
  async function decide({ sessionId, origin }) {
    try {
      const order = await reviewed(sessionId, origin);
      if (order === undefined) return await load();
      if (order) await say(order, "Shared");
    } catch (err) {
      toast(messageOf(err));
    }
  }

  /** @param {TeamSite} of */
  function site({ origin, mode, offered, shared = 0, received = 0, members = 0 }) {
    const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
    choose.append(...MODES.filter(([m]) => m !== "auto" || offered || mode === "auto").map(([m, label]) => new Option(label, m)));
    choose.value = mode;
    choose.setAttribute("aria-label", `How ${clip(origin, 80)} is shared`);
    choose.addEventListener("change", () => void say({ op: "share", site: origin, mode: choose.value }));
    return [said(origin), choose, shared ? count(shared, "session") : "nothing yet", received ? `${count(received, "session")} of ${count(members, "member")}` : "nothing yet"];
  }

  /** @param {TeamMember} of */
  function person(of) {
    const { member, name, role, me, revoked, aside } = of;
    const act = me || revoked ? "" : button(aside ? "Use again" : "Set aside", () => void say({ op: "trust", member, aside: !aside }), "link-button");
    if (act) act.setAttribute("aria-label", `${act.textContent} ${clip(name, 60)}`);
    return [el("span", "", said(name), el("span", "soft", standing(of))), role, me ? "" : results(of), act];
  }

  /** @param {TeamSite[]} sites */
  async function shareHere(sites) {
    try {
      const origin = webPage((await tabInfo(await panel.tabId()))?.url)?.origin;
      if (!origin) return toast("Open a web page of the site in this tab first.");
      if (sites.some((s) => s.origin === origin && s.mode !== "off")) return toast("This site is shared already.");
      if (await sharedSite(sites, origin)) await load();
    } catch (err) {
      toast(messageOf(err));
    }
  }

  /** @param {string} name */
  async function leave(name) {
    const keep = choice("What you shared", [["", "Stays with the team"], ["forget", "Is deleted at every member, and on the server"]]);
    if (await ask(`Leave ${clip(name, 60)}?`, "Leave", "grave", keep.node, el("p", "soft", "What you have of the team stays here."))) {
      await say({ op: "leave", ...(keep.input.value ? { forget: true } : {}) }, "You left the team");
    }
  }
  return { node, show: load };
}

const alone = () => empty("The companion is not connected", "A team shares through the companion. To start it: ", el("code", "", "cairn run"), ".");

const none = () => empty("No team is joined", "Members of a team share the actions that worked. With an invitation: ", el("code", "", "cairn team join CODE"), ".");

/** @param {TeamState} state */
const waiting = ({ outbox, deletions }) => (outbox + deletions ? ` · ${count(outbox + deletions, "message")} to send` : "");

/** @param {string} title @param {...Node} children */
const section = (title, ...children) => el("section", "block", el("h2", "", title), ...children);

/** @param {string} label @param {string[]} heads @param {(string | Node)[][]} rows */
function table(label, heads, rows) {
  const node = el("table", "", columnHeads(heads), el("tbody", "", ...rows.map((cells) => el("tr", "", ...cells.map((cell, i) => {
    const td = el("td", "", cell);
    td.dataset.head = heads[i]; // stands before the cell where columns have no room
    return td;
  })))));
  node.setAttribute("aria-label", label);
  return el("div", "wide", node);
}
