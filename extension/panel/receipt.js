// Shows a receipt at the bottom of the page: the result or progress of an action,
// until it is closed or the next action begins.

import { button, byId, el } from "../lib/dom.js";

/** @param {...(string | Node)} content */
export function receipt(...content) {
  const bar = byId("receipt");
  bar.replaceChildren(...content, button("Close", () => bar.replaceChildren(), "plain-button"));
}

/**
 * Shows the progress of a long operation.
 * @param {string} text names the operation
 * @param {() => void} [cancel] if it can be cancelled
 * @returns {(part: number) => void} receives the finished fraction
 */
export function progress(text, cancel) {
  const meter = /** @type {HTMLProgressElement} */ (el("progress", "grow"));
  meter.setAttribute("aria-label", text);
  const stop = button("Cancel", () => {
    stop.disabled = true;
    cancel?.();
  });
  byId("receipt").replaceChildren(el("span", "", text), meter, ...(cancel ? [stop] : []));
  return (part) => {
    meter.value = part;
  };
}
