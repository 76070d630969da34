// A list beside what is opened from it. Where there is no room for both, the
// opened one lies under the list. Enter leads from the list to what is open,
// Escape back.

import { el } from "../lib/dom.js";

/**
 * @param {HTMLElement} list
 * @param {(string | Node)[]} hint what to see where nothing is open
 */
export function split(list, hint) {
  const detail = el("div", "pane", el("div", "empty", el("p", "", ...hint)));
  detail.tabIndex = -1;
  const node = el("div", "split", el("div", "pane-list", list), detail);
  list.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target instanceof HTMLElement && target.matches("[role=listbox]")) detail.focus();
  });
  detail.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") /** @type {HTMLElement | null} */ (list.querySelector("[role=listbox]"))?.focus();
  });
  return {
    node,
    /** @param {...Node} content */
    open(...content) {
      // The focused element is redrawn: it stays in this half.
      const held = detail.contains(document.activeElement);
      detail.replaceChildren(...content);
      if (held) detail.focus();
      detail.scrollTop = 0;
    },
    close() {
      if (detail.contains(document.activeElement)) /** @type {HTMLElement | null} */ (list.querySelector("[role=listbox]"))?.focus();
      detail.replaceChildren(el("div", "empty", el("p", "", ...hint)));
    },
  };
}
