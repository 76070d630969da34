// Doing what is suggested: a real click, by the browser's own input events, so
// that the page takes it as a person's and it is remembered as one.

/** @import {Target} from "../wire" */
import { call } from "./ask.js";

/** How long the element may take to be there. */
const FIND_MS = 2000;

/** What can be done with one click. @type {Record<string, string>} */
export const DOES = { click: "Click it", type: "Go to the field" };

/**
 * @param {number} tabId
 * @param {string} action click; for type the field is clicked, the text is the person's
 * @param {Target} target
 * @param {Target} [within] the row that it is in
 */
export async function act(tabId, action, target, within) {
  const { located } = await call("locate", { tabId, target, within, timeoutMs: FIND_MS, for: action === "type" ? "type" : "click" });
  if (!located) throw new Error("The element is not on the page.");
  await call("attach", { tabId });
  try {
    const at = { x: located.x, y: located.y, button: "left", clickCount: 1 };
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await call("command", { tabId, method: "Input.dispatchMouseEvent", params: type === "mouseMoved" ? { type, x: at.x, y: at.y } : { type, ...at } });
    }
  } finally {
    await call("detach", { tabId });
  }
}
