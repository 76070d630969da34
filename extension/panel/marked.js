// Highlights the matches of a query in a text.

/** @import {StepSummary} from "../wire" */
import { clip, el } from "../lib/dom.js";

/** Minimum length of a match; shorter ones match everywhere. */
const LEAST = 2;

/** Bounds the terms; a person types fewer. */
const MOST = 24;

/**
 * @param {string} query
 * @param {StepSummary[]} [steps] with their reasons
 * @returns {string[]} texts to highlight: the query's words, and the words they were matched to
 */
export function termsOf(query, steps = []) {
  const terms = new Set(query.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  for (const { term } of steps.flatMap(({ explain = [] }) => explain)) for (const part of term.toLowerCase().split("~")) terms.add(part);
  return [...terms].filter((t) => t.length >= LEAST).sort((a, b) => b.length - a.length).slice(0, MOST);
}

/**
 * @param {string} text
 * @param {string[]} terms in lower case
 * @returns {[string, boolean][]} pieces of the text, and whether each matched
 */
export function pieces(text, terms) {
  if (terms.length === 0) return [[text, false]];
  const any = new RegExp(terms.map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "giu");
  /** @type {[string, boolean][]} */
  const out = [];
  let end = 0;
  for (const match of text.matchAll(any)) {
    if (match.index > end) out.push([text.slice(end, match.index), false]);
    out.push([match[0], true]);
    end = match.index + match[0].length;
  }
  if (end < text.length) out.push([text.slice(end), false]);
  return out;
}

/** @param {string} text @param {string[]} terms @param {string} [className] */
export function marked(text, terms, className = "") {
  return el("bdi", className, ...pieces(clip(text), terms).map(([piece, hit]) => (hit ? el("mark", "", piece) : piece)));
}
