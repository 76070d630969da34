// Builds parts that several views share.

import { asFault } from "../lib/fault.js";
import { byId, clip, el, said, withCode } from "../lib/dom.js";
import { adviceFor } from "../lib/words.js";

/**
 * Returns the text of an empty view: its purpose, and how it gets content.
 * @param {string} title
 * @param {...(string | Node)} text
 */
export function empty(title, ...text) {
  return el("div", "empty", el("h2", "", title), el("p", "", ...text));
}

/** Returns a paragraph with the next step after a fault. @param {import("../wire").Fault} fault @param {string} [className] */
export const nextStep = (fault, className = "") => el("p", className, ...withCode(clip(adviceFor(fault))));

/** Returns an error with its hint. @param {unknown} err */
export function trouble(err) {
  const fault = asFault(err);
  const node = el("div", "trouble", el("strong", "", said(fault.message)), nextStep(fault));
  node.setAttribute("role", "alert");
  return node;
}

/**
 * Replaces the content with an error. It is an alert, which screen readers announce
 * when it is added: the same error again stays untouched.
 * @param {HTMLElement} host
 * @param {unknown} err
 * @param {...Node} more
 */
export function showTrouble(host, err, ...more) {
  const node = trouble(err);
  if (troubled(host)?.textContent !== node.textContent) host.replaceChildren(node, ...more);
}

/** @param {HTMLElement} node @returns {Element | null} the error shown there, except in the pane opened from a list */
export const troubled = (node) => node.querySelector("[role=alert]:not(.pane *)");

/**
 * @param {string} term
 * @param {...(string | Node)} value if empty, the row is omitted
 * @returns {HTMLElement[]} a row of a description list
 */
export function row(term, ...value) {
  return value.some((v) => v !== "") ? [el("dt", "", term), el("dd", "", ...value)] : [];
}

/** @param {string[]} titles of a table's columns; one without a title holds buttons */
export function columnHeads(titles) {
  return el("thead", "", el("tr", "", ...titles.map((title) => {
    const cell = el(title ? "th" : "td", "", title);
    if (title) cell.setAttribute("scope", "col");
    return cell;
  })));
}

/** @param {number} part from 0 to 1 @param {string} label */
export function meter(part, label) {
  const node = el("div", "meter");
  node.style.setProperty("--part", `${Math.max(0, Math.min(1, part)) * 100}%`);
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", label);
  return node;
}

/** @param {string[]} labels */
export function chips(labels) {
  return el("span", "chips", ...labels.map((label) => said(label, "chip")));
}

/** @param {boolean} ok */
export function outcome(ok) {
  const node = el("span", `outcome ${ok ? "ok" : "failed"}`, ok ? "✓" : "✕");
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", ok ? "worked" : "failed");
  return node;
}

let toastTimer = 0;

/** @param {string} text shown for a moment */
export function toast(text) {
  const node = byId("toast");
  node.textContent = text;
  node.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => node.classList.remove("shown"), 2500);
}

/** @param {string} text */
export async function copy(text) {
  // DevTools panels have no clipboard API; the older method works everywhere.
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", "hidden"));
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  focused?.focus();
  toast(copied ? "Copied" : "The browser does not let this page copy.");
}
