// A list beside what is opened from it. Where there is no room for both, the
// opened one lies under the list.

import { el } from "../lib/dom.js";

/**
 * @param {HTMLElement} list
 * @param {(string | Node)[]} hint what to see where nothing is open
 */
export function split(list, hint) {
  const detail = el("div", "pane", el("div", "empty", el("p", "", ...hint)));
  detail.tabIndex = -1;
  const node = el("div", "split", el("div", "pane-list", list), detail);
  return {
    node,
    /** @param {...Node} content */
    open(...content) {
      detail.replaceChildren(...content);
      detail.scrollTop = 0;
    },
    close() {
      detail.replaceChildren(el("div", "empty", el("p", "", ...hint)));
    },
  };
}
