// The search page: the panel's search in a separate window, opened from the popup or
// from the address bar (`cairn` and a query). The address contains the query, so that
// the page can be bookmarked and copied between tabs.

import { byId, say } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { linkState, linkText } from "../popup/health.js";
import { askHealth } from "../panel/ask.js";
import { searchView } from "../panel/search.js";

/** Interval between checks of the link. */
const REFRESH_MS = 5000;

async function refresh() {
  try {
    const health = await askHealth();
    byId("link").dataset.state = linkState(health);
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
