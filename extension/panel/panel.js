// The DevTools panel: tabs over views. It creates a view when it is first shown, and views
// load their data again each time; the panel remembers only the open tab.

import { button, byId, el, retellTimes, say } from "../lib/dom.js";
import { showApprovals } from "../lib/approvals.js";
import { inTurn, pause } from "../lib/inturn.js";
import { isFor } from "../lib/messages.js";
import { showWatch } from "../lib/watch.js";
import { helpFor } from "../lib/words.js";
import { linkState, linkText } from "../popup/health.js";
import { askHealth } from "./ask.js";
import { messageOf } from "../lib/fault.js";
import { healthView } from "./health.js";
import { pageView } from "./page.js";
import { troubled } from "./parts.js";
import { searchView } from "./search.js";
import { flowsView } from "./flows.js";
import { kbView } from "./kb.js";
import { mapView } from "./map.js";
import { sessionsView } from "./sessions.js";
import { siteView } from "./site.js";
import { timelineView } from "./timeline.js";
import { subjectTab } from "./subject.js";
import { teamView } from "./team.js";

/** @import {Health} from "../wire" */

/**
 * Gives views access to the panel.
 * @typedef {object} Panel
 * @property {() => Promise<number | undefined>} tabId the tab it shows
 * @property {(id: string, arg?: string) => void} open another view
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} node
 * @property {(arg?: string) => Promise<void>} show runs when the view becomes visible or its data may have changed; resolves when it is drawn
 * @property {(health: Health | undefined, error: unknown) => void} [health]
 * @property {() => void} [hide]
 * @property {() => void} [focus]
 */

/** @type {{id: string, title: string, make: (panel: Panel) => View}[]} */
const VIEWS = [
  { id: "page", title: "This page", make: pageView },
  { id: "timeline", title: "Timeline", make: timelineView },
  { id: "search", title: "Search", make: searchView },
  { id: "sessions", title: "Sessions", make: sessionsView },
  { id: "site", title: "Site memory", make: siteView },
  { id: "map", title: "Map", make: mapView },
  { id: "kb", title: "Knowledge", make: kbView },
  { id: "flows", title: "Flows", make: flowsView },
  { id: "health", title: "Health", make: healthView },
  { id: "team", title: "Team", make: teamView },
];

/** Interval between checks of the link; memory changes are announced by messages. */
const REFRESH_MS = 2000;

/** Interval for updating ages, which are shown in minutes. */
const RETELL_MS = 30_000;

/** Groups changes: they come in bursts, and a view is redrawn at most this often. */
const CHANGE_MS = 150;

/** Bounds drawing a view: after it, the view is drawn again, because a reply was lost. */
const SHOW_MS = 10_000;

/** @type {Map<string, View>} */
const made = new Map();
let current = "";
let steps = -1;

/** Lists the views that show the page itself, which can change without a new record. */
const OF_PAGE = new Set(["page", "map"]);

/** @type {Panel} */
const panel = { tabId: subjectTab, open: (id, arg) => select(id, arg) };

/** Opens the view and the item that a link names, as in #sessions/mm-1a2b; else the last view. */
function openLink() {
  const [view, item] = location.hash.slice(1).split("/");
  select(view || (localStorage.getItem("tab") ?? "page"), item);
}

/** @param {string} id @param {string} [arg] the item that the view should open */
function select(id, arg) {
  const known = VIEWS.find((v) => v.id === id) ?? VIEWS[0];
  if (current !== known.id) made.get(current)?.hide?.();
  current = known.id;
  localStorage.setItem("tab", current);
  for (const tab of byId("tabs").children) {
    const on = tab.id === `tab-${current}`;
    tab.setAttribute("aria-selected", String(on));
    /** @type {HTMLElement} */ (tab).tabIndex = on ? 0 : -1;
  }
  showTab();
  for (const section of byId("views").children) {
    /** @type {HTMLElement} */ (section).hidden = section.id !== `view-${current}`;
  }
  void viewOf(known).show(arg);
}

/** Scrolls the selected tab into view if not all tabs fit. */
function showTab() {
  document.getElementById(`tab-${current}`)?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Marks, once, the time of the first view with content (`./build.sh bench panel`). */
function markContent() {
  const watch = new MutationObserver(() => {
    if (!byId(`view-${current}`).querySelector(".vrow, .empty, .screen, .tiles, .map, .trouble")) return;
    watch.disconnect();
    requestAnimationFrame(() => performance.mark("cairn content"));
  });
  watch.observe(byId("views"), { childList: true, subtree: true });
}

/** @param {(typeof VIEWS)[number]} known */
function viewOf(known) {
  let view = made.get(known.id);
  if (!view) {
    view = known.make(panel);
    made.set(known.id, view);
    byId(`view-${known.id}`).append(view.node);
  }
  return view;
}

function build() {
  for (const { id, title } of VIEWS) {
    const tab = el("button", "", title);
    tab.id = `tab-${id}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `view-${id}`);
    tab.addEventListener("click", () => select(id));
    byId("tabs").append(tab);
    const section = el("section", "view");
    section.id = `view-${id}`;
    section.hidden = true;
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", tab.id);
    byId("views").append(section);
  }
  byId("tabs").addEventListener("keydown", onTabKey);
  byId("tabs").after(moreTabs());
  const keys = button("?", () => void showKeys(), "plain-button");
  keys.title = "Keys";
  keys.setAttribute("aria-label", "Keys");
  byId("link").after(keys);
}

/** Returns a select with all tabs, for when they do not fit. */
function moreTabs() {
  const more = /** @type {HTMLSelectElement} */ (el("select", "more-tabs"));
  more.setAttribute("aria-label", "Views");
  const closed = new Option("»", "");
  closed.hidden = true;
  more.append(closed, ...VIEWS.map(({ id, title }) => new Option(title, id)));
  more.addEventListener("change", () => {
    select(more.value);
    more.value = "";
  });
  return more;
}

/** @param {KeyboardEvent} event */
function onTabKey(event) {
  const at = VIEWS.findIndex((v) => v.id === current);
  /** @type {Record<string, number>} */
  const leads = { ArrowRight: at + 1, ArrowLeft: at - 1 + VIEWS.length, Home: 0, End: VIEWS.length - 1 };
  if (!Object.hasOwn(leads, event.key)) return;
  event.preventDefault();
  const { id } = VIEWS[leads[event.key] % VIEWS.length];
  select(id);
  byId(`tab-${id}`).focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea, dialog *");
  if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "?") void showKeys();
  if (event.key === "/") {
    event.preventDefault();
    select("search");
    made.get("search")?.focus?.();
  }
  const digit = Number(event.key);
  if (digit >= 1 && digit <= VIEWS.length) {
    select(VIEWS[digit - 1].id);
    byId(`tab-${current}`).focus();
  }
}

const refresh = inTurn(async () => {
  void showApprovals(byId("approvals"), false);
  void watched();
  /** @type {Health | undefined} */
  let health;
  /** @type {unknown} */
  let error;
  try {
    health = await askHealth();
  } catch (err) {
    error = err;
  }
  showLink(health, error);
  made.get(current)?.health?.(health, error);
  if (!health) return;
  // The problem may be over: the view tries again.
  const view = made.get(current);
  if ((steps >= 0 && health.steps !== steps) || (view && troubled(view.node))) void changed();
  steps = health.steps;
});

/** @param {Health | undefined} health @param {unknown} error */
function showLink(health, error) {
  const text = health ? linkText(health) : "Cairn does not answer";
  byId("link").dataset.state = linkState(health);
  const why = health ? (health.lastError ?? "") : messageOf(error);
  byId("link").title = why ? `${why}. ${helpFor(why)}` : "";
  say(byId("link-text"), text);
}

/** Shows what runs in the panel's tab. */
const watched = inTurn(async () => showWatch(byId("watch"), await panel.tabId()));

async function showKeys() {
  (await import("./keys.js")).showKeys();
}

/** Redraws after a change. A view that restarted for every change would never show anything. */
const changed = inTurn(async () => {
  if (!document.hidden) await Promise.race([made.get(current)?.show(), pause(SHOW_MS)]);
}, CHANGE_MS);

function start() {
  const theme = globalThis.chrome?.devtools?.panels?.themeName;
  if (theme) document.documentElement.dataset.theme = theme === "dark" ? "dark" : "light";
  build();
  markContent();
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", changed);
  addEventListener("resize", showTab);
  chrome.devtools?.network?.onNavigated.addListener(changed);
  chrome.runtime.onMessage.addListener((message) => {
    if (isFor(message, "pages") && message.kind === "watch") void watched();
    if (isFor(message, "pages") && message.kind === "settled" && OF_PAGE.has(current)) void changed();
    if (isFor(message, "pages") && message.kind === "changed") {
      void showApprovals(byId("approvals"), false);
      void changed();
    }
    return false;
  });
  // Access and recording settings can also change elsewhere.
  for (const event of [chrome.permissions.onAdded, chrome.permissions.onRemoved, chrome.storage.local.onChanged]) event.addListener(changed);
  addEventListener("hashchange", openLink);
  openLink();
  void refresh();
  setInterval(() => void refresh(), REFRESH_MS);
  setInterval(retellTimes, RETELL_MS);
}

start();
