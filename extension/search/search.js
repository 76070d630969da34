// The search page: the panel's search with a window of its own, opened from the
// popup or from the address bar (`cairn` and a query). The address carries the
// query, so that the page can be kept and shared between tabs.

import { byId, say } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { linkText } from "../popup/health.js";
import { askHealth } from "../panel/ask.js";
import { searchView } from "../panel/search.js";

/** How often the link is looked at. */
const REFRESH_MS = 5000;

async function refresh() {
  try {
    const health = await askHealth();
    byId("link").dataset.state = health?.linked ? "linked" : "offline";
    say(byId("link-text"), health ? linkText(health) : "");
  } catch (err) {
    byId("link").dataset.state = "offline";
    say(byId("link-text"), messageOf(err));
  }
}

function start() {
  const view = searchView();
  view.onQuery = (query) => {
    history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
    document.title = query ? `${query} – Cairn` : "Cairn: search";
  };
  byId("views").append(view.node);
  const query = new URLSearchParams(location.search).get("q") ?? "";
  void view.show();
  if (query) view.ask(query);
  view.focus?.();
  void refresh();
  setInterval(() => void refresh(), REFRESH_MS);
}

start();
