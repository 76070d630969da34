// Searches as the person types, with the Wasm core in the extension: with or without the
// companion.

/** @import {Hit} from "../lib/hits.js" */
import { messageOf } from "../lib/fault.js";
import { askOffscreen } from "../lib/messages.js";
import { byId, el, said, since } from "../lib/dom.js";
import { fold, often } from "../lib/hits.js";

/** Bounds the steps that are searched for, and the hits that are shown of them. */
const LIMIT = 40;
const SHOWN = 8;

/** Pause in typing after which a search starts. */
const PAUSE_MS = 80;

/** Counts searches: only the answer to the latest one is shown. */
let asked = 0;

export function watchSearch() {
  const query = /** @type {HTMLInputElement} */ (byId("query"));
  let timer = 0;
  query.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(query.value.trim()), PAUSE_MS);
  });
  query.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(event, null, 1);
  });
  byId("results").addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) move(event, document.activeElement, step);
  });
}

/** @param {KeyboardEvent} event @param {Element | null} from @param {number} step */
function move(event, from, step) {
  const items = [...byId("results").children];
  const at = from ? items.indexOf(from) + step : 0;
  event.preventDefault();
  const next = /** @type {HTMLElement | undefined} */ (items[at]) ?? (at < 0 ? byId("query") : undefined);
  next?.focus();
}

/** @param {string} query */
async function search(query) {
  const mine = ++asked;
  const [list, note] = [byId("results"), byId("search-note")];
  if (!query) {
    list.replaceChildren();
    note.textContent = "";
    return;
  }
  try {
    const request = { op: /** @type {const} */ ("search"), now: new Date().toISOString(), search: { query, limit: LIMIT, detail: true } };
    const { core } = await askOffscreen({ to: "offscreen", kind: "core", core: request });
    if (mine !== asked) return;
    if (core?.error) throw new Error(core.error.message);
    const hits = fold(core?.steps ?? []).slice(0, SHOWN);
    list.replaceChildren(...hits.map(result));
    note.textContent = hits.length === 0 ? "Nothing matches." : "";
  } catch (err) {
    if (mine === asked) note.textContent = messageOf(err);
  }
}

/** @param {Hit} hit */
function result(hit) {
  const { step: { sessionGoal }, ok, verb, object, screen, site, last } = hit;
  const when = el("time", "side", since(last));
  when.setAttribute("datetime", last);
  const what = el("span", "what", ok ? "" : "Failed: ", el("span", "verb", verb), " ", said(object), ...(screen ? [" on ", said(screen)] : []));
  const item = el("li", ok ? "item" : "item avoid", el("div", "head", what, when), el("div", "more", said([often(hit), site, sessionGoal].filter(Boolean).join(" · "))));
  item.tabIndex = 0;
  return item;
}
