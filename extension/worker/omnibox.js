// Handles `cairn` in the address bar: search from anywhere, with only the Wasm core.

/** @import {StepSummary} from "../wire" */
import { clip } from "../lib/dom.js";
import { DONE, keptScreen, targetOf } from "../lib/words.js";
import { askKeeper } from "./keeper.js";

const LIMIT = 6;

/** Characters of a suggestion; the bar shows no more. */
const MOST = 120;

/**
 * @param {string} query
 * @param {(suggestions: chrome.omnibox.SuggestResult[]) => void} suggest
 */
export async function suggestSteps(query, suggest) {
  const text = query.trim();
  if (!text) return;
  const request = { op: /** @type {const} */ ("search"), now: new Date().toISOString(), search: { query: text.slice(0, 200), limit: LIMIT } };
  const { core } = await askKeeper({ to: "offscreen", kind: "core", core: request });
  suggest((core?.steps ?? []).map(suggestion));
}

/** @param {string} query */
export function describeQuery(query) {
  return `Search Cairn for <match>${escaped(clip(query, MOST))}</match>`;
}

/**
 * @param {StepSummary} step
 * @returns {chrome.omnibox.SuggestResult}
 */
export function suggestion({ tool, screen, snippet, sessionGoal }) {
  const about = clip(targetOf(snippet) || screen, MOST);
  const goal = sessionGoal ? ` <dim>${escaped(clip(sessionGoal, MOST))}</dim>` : "";
  return { content: about, description: `${escaped(DONE[tool] ?? tool)} <match>${escaped(about)}</match> ${keptScreen(screen) && `<dim>on ${escaped(clip(screen, MOST))}</dim>`}${goal}` };
}

/**
 * @param {string} query
 * @param {`${chrome.omnibox.OnInputEnteredDisposition}`} where
 */
export async function openSearch(query, where) {
  const url = chrome.runtime.getURL(`search/search.html?q=${encodeURIComponent(query.trim())}`);
  if (where === "currentTab") await chrome.tabs.update({ url });
  else await chrome.tabs.create({ url, active: where === "newForegroundTab" });
}

/**
 * Escapes text for suggestions, which are XML: one that is not well-formed loses all of them.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\ud800-\udfff]/gu, "");
}
