// The DevTools panel: tabs over views. It loads and creates a view when it is first shown, and
// views load their data again each time; the panel remembers only the open tab.

import { button, byId, el, retellTimes, say } from "../lib/dom.js";
import { showApprovals } from "../lib/approvals.js";
import { inTurn, pause } from "../lib/inturn.js";
import { isFor } from "../lib/messages.js";
import { showWatch } from "../lib/watch.js";
import { faultText } from "../lib/words.js";
import { linkState, linkText } from "../popup/health.js";
import { askHealth } from "./ask.js";
import { asFault } from "../lib/fault.js";
import { troubled } from "./parts.js";
import { searchView } from "./search.js";
import { subjectTab } from "./subject.js";

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

/** @type {{id: string, title: string, load: () => Promise<(panel: Panel) => View>}[]} */
const VIEWS = [
  { id: "page", title: "This page", load: async () => (await import("./page.js")).pageView },
  { id: "timeline", title: "Timeline", load: async () => (await import("./timeline.js")).timelineView },
  { id: "search", title: "Search", load: async () => searchView }, // at once, or it would lose the letters typed after "/"
  { id: "sessions", title: "Sessions", load: async () => (await import("./sessions.js")).sessionsView },
  { id: "site", title: "Site memory", load: async () => (await import("./site.js")).siteView },
  { id: "map", title: "Map", load: async () => (await import("./map.js")).mapView },
  { id: "kb", title: "Knowledge", load: async () => (await import("./kb.js")).kbView },
  { id: "flows", title: "Flows", load: async () => (await import("./flows.js")).flowsView },
  { id: "health", title: "Health", load: async () => (await import("./health.js")).healthView },
  { id: "team", title: "Team", load: async () => (await import("./team.js")).teamView },
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
const panel = { tabId: subjectTab, open: (id, arg) => void select(id, arg) };

/** Opens the view and the item that a link names, as in #sessions/mm-1a2b; else the last view. */
function openLink() {
  const [view, item] = location.hash.slice(1).split("/");
  void select(view || (localStorage.getItem("tab") ?? "page"), item);
}

/** @param {string} id @param {string} [arg] the item that the view should open */
async function select(id, arg) {
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
  const view = await viewOf(known);
  if (current !== known.id) return;
  const section = byId(`view-${known.id}`);
  section.ariaBusy = "true";
  void view.show(arg).finally(() => (section.ariaBusy = null)); // the focus does not wait for it
}

/** Scrolls the selected tab into view if not all tabs fit. */
function showTab() {
  document.getElementById(`tab-${current}`)?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Marks, once, the time of the first view with content (`./build.sh bench panel`), and then loads the others. */
function markContent() {
  const watch = new MutationObserver(() => {
    if (!byId(`view-${current}`).querySelector(".vrow, .empty, .screen, .tiles, .map, .trouble")) return;
    watch.disconnect();
    requestAnimationFrame(() => performance.mark("cairn content"));
    // The other views are ready when somebody turns to them.
    for (const { load } of VIEWS) requestIdleCallback(load);
  });
  watch.observe(byId("views"), { childList: true, subtree: true });
}

/** @param {(typeof VIEWS)[number]} known */
async function viewOf({ id, load }) {
  const make = await load();
  const view = made.get(id) ?? make(panel);
  if (!made.has(id)) byId(`view-${id}`).append(view.node);
  made.set(id, view);
  return view;
}

function build() {
  for (const { id, title } of VIEWS) {
    const tab = el("button", "", title);
    tab.id = `tab-${id}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `view-${id}`);
    tab.addEventListener("click", () => void select(id));
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
    void select(more.value);
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
  void select(id);
  byId(`tab-${id}`).focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea, dialog *");
  if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "?") void showKeys();
  if (event.key === "/") {
    event.preventDefault();
    void select("search").then(() => made.get("search")?.focus?.());
  }
  const digit = Number(event.key);
  if (digit >= 1 && digit <= VIEWS.length) {
    void select(VIEWS[digit - 1].id);
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
  byId("link").title = faultText(health ? health.error : asFault(error));
  say(byId("link-text"), text);
}

/** Shows the running actions of the panel's tab. */
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
