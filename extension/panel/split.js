// Shows a list beside the item opened from it. If there is no room for both, the item
// is below the list. Enter moves the focus from the list to the item, and Escape moves
// it back.

import { el } from "../lib/dom.js";

/** @param {HTMLElement} list @param {(string | Node)[]} hint shown while no item is open */
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
      // The focused element is redrawn, so the focus must stay in this half.
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
