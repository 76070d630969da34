// Marking on the page what the pointer or the focus is on in the panel.

/** @import {Target} from "../wire" */
import { highlight } from "./ask.js";

/** A pointer that only passes by marks nothing. */
const PAUSE_MS = 60;

/** Looking for an element that is not there must not keep the next one waiting. */
const FIND_MS = 300;

let timer = 0;

/**
 * @param {HTMLElement} node
 * @param {() => {tabId: number, target: Target, within?: Target}} what
 */
export function marks(node, what) {
  const on = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { tabId, target, within } = what();
      highlight({ tabId, target, within, timeoutMs: FIND_MS, for: "see" }).then(
        (found) => node.classList.toggle("absent", !found),
        () => node.classList.add("absent"),
      );
    }, PAUSE_MS);
  };
  node.addEventListener("pointerenter", on);
  node.addEventListener("focusin", on);
  node.addEventListener("pointerleave", unmark);
  node.addEventListener("focusout", unmark);
}

export function unmark() {
  clearTimeout(timer);
  // A page that is gone bears no mark.
  timer = setTimeout(() => highlight(undefined).catch(() => {}), PAUSE_MS);
}
