// Builds elements. Strings become text nodes, so that page text cannot become markup.

import { shown } from "./words.js";

/**
 * @param {string} tag
 * @param {string} className
 * @param {(string | Node)[]} children strings become text
 * @returns {HTMLElement}
 */
export function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id of an existing element of the page
 * @returns {T}
 */
export function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

const DAY_S = 86_400;
const UNITS = /** @type {const} */ ([["hour", 3600], ["minute", 60]]);
/** midnight is the start of a day, in s; days are counted on the calendar, since 26 hours ago can be two days ago. @param {number} time in ms */
const midnight = (time) => new Date(time).setHours(0, 0, 0, 0) / 1000;
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @param {string} time @param {number} [now] in ms @returns {string} `3 hours ago` */
export function since(time, now = Date.now()) {
  const seconds = (Date.parse(time) - now) / 1000;
  if (Math.abs(seconds) >= DAY_S) return ago.format(Math.round((midnight(Date.parse(time)) - midnight(now)) / DAY_S), "day");
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return ago.format(Math.round(seconds / length), unit);
  }
  return "just now";
}

/** @param {string} time or a day, `2026-02-03` @returns {string} the day it was, `Feb 3` */
export const day = (time) => DAY.format(new Date(time.length === 10 ? `${time}T00:00` : time));

// Making a format costs fifty times its use.
const DAY = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });
const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/**
 * Returns a short time for a list: the time of day, with the day if that is
 * not today.
 * @param {string} time
 */
export function moment(time) {
  const [at, now] = [new Date(time), new Date()];
  const clock = CLOCK.format(at);
  const node = el("time", "side", at.toDateString() === now.toDateString() ? clock : `${day(time)}, ${clock}`);
  node.setAttribute("datetime", time);
  node.title = at.toLocaleString();
  return node;
}

/** Updates the ages shown on this page, which may stay open for days. */
export function retellTimes() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time.ago"))) {
    const text = since(node.getAttribute("datetime") ?? "");
    if (node.textContent !== text) node.textContent = text;
  }
}

/** @param {number} n @param {string} one @returns {string} `1 step`, `3 steps` */
export const count = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

/** Bounds the characters of one text on the page. */
const TEXT_MAX = 300;

/** Line breaks, controls, and the marks that change text direction. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * @param {unknown} value text from a page
 * @param {number} [most] characters
 * @returns {string} one line, cut with an ellipsis
 */
export function clip(value, most = TEXT_MAX) {
  // Only the shown part is cleaned: some page texts are very long.
  const text = shown(String(value ?? "")).slice(0, most * 4).replace(UNSEEN, " ").trim();
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

/**
 * Returns an element with page text, isolated from its surroundings: it cannot be
 * markup, and its text direction does not affect other text.
 * @param {unknown} value
 * @param {string} [className]
 */
export function said(value, className = "") {
  return el("bdi", className, clip(value));
}

/**
 * Sets a text only when it has changed: screen readers announce a live region when it is set.
 * @param {HTMLElement} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {string} text from Cairn itself @returns {(string | Node)[]} with parts between backquotes as code */
export const withCode = (text) => text.split("`").map((part, i) => (i % 2 ? el("code", "", part) : part));

/** @param {string} label @param {() => void} act @param {string} [className] */
export function button(label, act, className = "") {
  const node = /** @type {HTMLButtonElement} */ (el("button", className, label));
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

/** @param {string} time @returns {HTMLElement} in words, with the exact time on hover */
export function when(time) {
  const node = el("time", "side ago", since(time));
  node.setAttribute("datetime", time);
  node.title = new Date(time).toLocaleString();
  return node;
}
