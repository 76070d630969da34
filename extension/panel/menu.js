// Builds menus: a button that opens a list of actions. A select is no menu: it acts at
// each arrow key.

import { button, el } from "../lib/dom.js";

/** Space between a menu and its button, and between a menu and the window's edge, in px. */
const GAP = 4;

/** An action, with its label. @typedef {[label: string, act: () => void, className?: string]} Item */

/** @param {string} label @param {Item[]} items @returns {HTMLElement} the button, with its menu */
export function menu(label, items) {
  const list = el("div", "menu");
  const opener = button(label, () => {}, "menu-button");
  list.append(...items.map(([text, act, className]) => item(text, () => {
    list.hidePopover(); // gives the focus back to the button
    act();
  }, className)));
  list.popover = "auto";
  list.setAttribute("role", "menu");
  list.setAttribute("aria-label", label.replace("…", ""));
  opener.popoverTargetElement = list;
  opener.setAttribute("aria-haspopup", "menu");
  list.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
    place(list, opener);
    // It would stay where its button no longer is.
    for (const moved of ["resize", "scroll"]) addEventListener(moved, () => list.hidePopover(), { capture: true, once: true });
    /** @type {HTMLElement} */ (list.firstElementChild)?.focus();
  });
  list.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the view has keys of its own
    move(list, event);
  });
  return el("span", "menu-host", opener, list);
}

/** @param {string} text @param {() => void} act @param {string} [className] */
function item(text, act, className) {
  const node = button(text, act, className);
  node.setAttribute("role", "menuitem");
  node.tabIndex = -1;
  return node;
}

/**
 * Puts a menu below its button, or above it where there is more room.
 * @param {HTMLElement} list
 * @param {HTMLElement} opener
 */
function place(list, opener) {
  const at = opener.getBoundingClientRect();
  const below = innerHeight - at.bottom > list.offsetHeight + GAP || at.top < innerHeight - at.bottom;
  list.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - list.offsetWidth - GAP))}px`;
  list.style.top = `${Math.max(GAP, below ? Math.min(at.bottom + GAP, innerHeight - list.offsetHeight - GAP) : at.top - GAP - list.offsetHeight)}px`;
}

/** @param {HTMLElement} list @param {KeyboardEvent} event */
function move(list, event) {
  const items = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  /** @type {Record<string, number>} */
  const leads = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 };
  if (event.key === "Tab") list.hidePopover();
  if (!Object.hasOwn(leads, event.key)) return;
  event.preventDefault();
  items[leads[event.key] % items.length].focus();
}
