// Handles `cairn` in the address bar: search from anywhere, with only the Wasm core.

/** @import {Hit} from "../lib/hits.js" */
import { clip } from "../lib/dom.js";
import { dayOf, fold, often } from "../lib/hits.js";
import { askKeeper } from "./keeper.js";

/** Bounds the steps that are searched for, and the hits that are suggested. */
const LIMIT = 30;
const SHOWN = 6;

/** Characters of a suggestion; the bar shows no more. */
const MOST = 120;

/** @param {string} query @param {(suggestions: chrome.omnibox.SuggestResult[]) => void} suggest */
export async function suggestSteps(query, suggest) {
  const text = query.trim();
  if (!text) return;
  const request = { op: /** @type {const} */ ("search"), now: new Date().toISOString(), search: { query: text.slice(0, 200), limit: LIMIT, detail: true } };
  const { core } = await askKeeper({ to: "offscreen", kind: "core", core: request });
  suggest(fold(core?.steps ?? []).slice(0, SHOWN).map(suggestion));
}

/** @param {string} query */
export function describeQuery(query) {
  return `Search Cairn for <match>${escaped(clip(query, MOST))}</match>`;
}

/** @param {Hit} hit @returns {chrome.omnibox.SuggestResult} */
export function suggestion(hit) {
  const { step: { screen: where, sessionGoal = "" }, ok, verb, object, screen, site, last } = hit;
  const about = clip(object || where, MOST);
  const more = [screen && `on ${screen}`, site && `· ${site}`, `· ${dayOf(last)}`, often(hit) && `· ${often(hit)}`, sessionGoal && `· ${sessionGoal}`].filter(Boolean).join(" ");
  return { content: about, description: `${ok ? "" : "Failed: "}${escaped(verb)} <match>${escaped(about)}</match> <dim>${escaped(clip(more, MOST))}</dim>` };
}

/** @param {string} query @param {`${chrome.omnibox.OnInputEnteredDisposition}`} where */
export async function openSearch(query, where) {
  const url = chrome.runtime.getURL(`search/search.html?q=${encodeURIComponent(query.trim())}`);
  if (where === "currentTab") await chrome.tabs.update({ url });
  else await chrome.tabs.create({ url, active: where === "newForegroundTab" });
}

/** Escapes text for suggestions, which are XML: one that is not well-formed loses all of them. @param {string} text */
export function escaped(text) {
  return text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\ud800-\udfff]/gu, "");
}
