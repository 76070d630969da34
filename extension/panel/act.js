// Performs a suggested action as a real click with the browser's own input events, so
// that the page and the recording treat it as a person's.

/** @import {Target} from "../wire" */
import { call } from "./ask.js";

/** Bounds the wait for the element to appear. */
const FIND_MS = 2000;

/** Labels for the actions that one click can perform. @type {Record<string, string>} */
export const DOES = { click: "Click it", type: "Go to the field" };

/**
 * @param {number} tabId
 * @param {string} action click; for type it clicks the field, and the person types the text
 * @param {Target} target
 * @param {Target} [within] the row that contains it
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
