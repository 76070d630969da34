// Describes a flow's steps and texts in words, and highlights the values entered for a run.

/** @import {FlowStep, FlowTarget} from "../wire" */
import { clip, el, said } from "../lib/dom.js";
import { roleName } from "../lib/words.js";

/** {{, }} or {name}. */
const BRACES = /\{\{|\}\}|\{[^{}]+\}/g;

/** @param {string} name of a parameter @returns {string} in words: `amount in eth` */
export const paramWords = (name) => name.replaceAll("_", " ");

/** @param {string} text with parameters in braces @returns {(string | Node)[]} */
export function paramsIn(text) {
  text = clip(text);
  /** @type {(string | Node)[]} */
  const out = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(BRACES)) {
    out.push(...between(text.slice(at, index)), token === "{{" || token === "}}" ? token[0] : said(paramWords(token.slice(1, -1)), "flow-param"));
    at = index + token.length;
  }
  return [...out, ...between(text.slice(at))];
}

/** @param {string} text with parameters in braces @returns {string} the same for people, without marks */
export const paramText = (text) => el("span", "", ...paramsIn(text)).textContent ?? "";

/** Keeps the spaces around a text, which said trims. @param {string} text @returns {(string | Node)[]} */
const between = (text) => [/^ /.test(text) ? " " : "", said(text), /[^ ] $/.test(text) ? " " : ""];

/** @type {Record<string, string>} */
const DO = { navigate: "Open", click: "Click", type: "Type", press: "Press", hover: "Move the mouse onto", drag: "Drag", upload: "Upload", back: "Go back" };

/** @param {FlowStep} step @returns {(string | Node)[]} */
export function stepWords({ tool, targets = [], value = "", key = "", times = 0, submit, to }) {
  const on = targets[0] ? element(targets[0]) : [];
  const verb = `${DO[tool] ?? tool} `;
  switch (tool) {
    case "type": return [verb, ...quoted(value), " into ", ...on, submit ? ", then press Enter" : ""];
    case "upload": return [verb, ...quoted(value), " to ", ...on];
    case "press": return [verb, el("code", "", key), times > 1 ? ` ${times} times` : "", ...(on.length ? [" in ", ...on] : [])];
    case "navigate": return [verb, el("span", "code", ...paramsIn(value))];
    case "drag": return [verb, ...on, ...(to?.target ? [" onto ", ...element(to.target)] : [` by ${to?.x ?? 0}, ${to?.y ?? 0} pixels`])];
    case "back": return [verb.trim()];
    default: return [verb, ...on];
  }
}

/** @param {string} text */
const quoted = (text) => ["“", ...paramsIn(text), "”"];

/** @param {FlowTarget} target @returns {(string | Node)[]} */
function element({ role, name, testId, selector, row, rowRole, under }) {
  const kind = said(roleName(role));
  const own = name ? [kind, " ", ...quoted(name)] : row && !rowRole ? [kind, " with ", ...quoted(row)] : [kind, " ", said(testId || selector || "", "code")];
  if (under && !testId) return [...(name ? own : [kind]), " under ", ...quoted(under)];
  return row && (name || rowRole) ? [...own, " in the row with ", ...quoted(row)] : own;
}
