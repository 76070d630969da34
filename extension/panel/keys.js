// Lists the panel's keys, which "?" shows.

import { el } from "../lib/dom.js";
import { ask } from "./dialog.js";

/** @type {[keys: string[], does: string][]} */
const KEYS = [
  [["1", "9"], "Open a view, from This page to Health"],
  [["←", "→"], "Between the views, on their tabs"],
  [["/"], "Search, from anywhere"],
  [["↓"], "From the search to its results"],
  [["↑", "↓"], "Through a list; Home, End and Page keys, too"],
  [["Enter"], "From a list to what is open"],
  [["Delete"], "Forget the selected session, flow or item, after a question"],
  [["Esc"], "Back to the list, from there to the search; closes a question"],
  [["?"], "These keys"],
];

/** Shows the keys until the dialog is closed. */
export function showKeys() {
  if (document.querySelector("dialog")) return;
  const rows = KEYS.flatMap(([keys, does]) => [el("dt", "", ...keys.flatMap((k, i) => [i ? (keys[0] === "1" ? " … " : " ") : "", el("kbd", "", k)])), el("dd", "", does)]);
  void ask("Keys", "Close", "notice", el("dl", "facts keys", ...rows));
}
