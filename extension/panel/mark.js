// Highlights on the page the element that the pointer or the focus is on in the panel.

/** @import {Target} from "../wire" */
import { highlight } from "./ask.js";

/** Delay before highlighting: a pointer that only passes over must not highlight. */
const PAUSE_MS = 60;

/** Bounds the search for an element, so that a missing one does not delay the next. */
const FIND_MS = 300;

let timer = 0;

/** @param {HTMLElement} node @param {() => {tabId: number, target: Target, within?: Target}} what */
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
  // A closed page has no highlight.
  timer = setTimeout(() => highlight(undefined).catch(() => {}), PAUSE_MS);
}
