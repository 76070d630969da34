// The receipt at the foot of a page: what was done, or how far it has come,
// until it is closed or the next thing is done.

import { button, byId, el } from "../lib/dom.js";

/** @param {...(string | Node)} content */
export function receipt(...content) {
  const bar = byId("receipt");
  bar.replaceChildren(...content, button("Close", () => bar.replaceChildren(), "plain-button"));
}

/**
 * Shows how far something long has come.
 * @param {string} text what is being done
 * @param {() => void} [cancel] where it can be ended
 * @returns {(part: number) => void} tells the part of one that is done
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
