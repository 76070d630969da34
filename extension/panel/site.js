// Site memory: what is known of the tab's site, pattern by pattern, and of the
// others.

/** @import {KnowledgeCard, Pattern, RecallResult} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { clip, count, el, said, when } from "../lib/dom.js";
import { webPage } from "../lib/pages.js";
import { percent } from "../lib/words.js";
import { askCore } from "./ask.js";
import { empty, meter, row, trouble } from "./parts.js";
import { tabInfo } from "./subject.js";

/** In the order in which they help. @type {[string, string][]} */
const KINDS = [["task_intent", "Tasks"], ["navigation_path", "Ways"], ["selector", "Elements"], ["page_structure", "Pages"], ["login_required", "Login"], ["spa_hint", "Kind of site"]];

/** Patterns of one kind that are shown; the surest come first. */
const SHOWN = 40;

/**
 * @param {Panel} panel
 * @returns {View}
 */
export function siteView(panel) {
  let chosen = "";
  let asked = 0;
  let shown = "";
  const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
  choose.setAttribute("aria-label", "Site");
  choose.addEventListener("change", () => {
    chosen = choose.value;
    void load();
  });
  const body = el("div", "scroll");
  body.tabIndex = 0; // keys scroll it

  async function load() {
    const mine = ++asked;
    try {
      const tab = await tabInfo(await panel.tabId());
      const here = webPage(tab?.url)?.hostname ?? "";
      const { cards = [] } = await askCore("cards", { cards: {} });
      const domain = chosen || here;
      const recalled = domain ? (await askCore("recall", { recall: chosen ? { domain } : { url: tab?.url } })).recall : undefined;
      if (mine !== asked) return;
      const text = JSON.stringify([domain, recalled, cards]);
      if (text === shown) return;
      shown = text;
      choose.replaceChildren(new Option(here ? `This site: ${here}` : "Choose a site", ""), ...cards.map((c) => new Option(clip(c.domain, 80), c.domain)));
      choose.value = chosen;
      body.replaceChildren(...render(recalled, cards));
    } catch (err) {
      if (mine !== asked) return;
      shown = "";
      body.replaceChildren(trouble(err));
    }
  }
  return { node: el("div", "column", el("div", "toolbar", choose), body), show: () => void load() };
}

/**
 * @param {RecallResult | undefined} recalled
 * @param {KnowledgeCard[]} cards
 */
function render(recalled, cards) {
  const card = recalled && cards.find((c) => c.domain === recalled.domain);
  if (!recalled?.found || !card) {
    const sites = cards.length ? ` ${count(cards.length, "other site")} can be chosen above.` : "";
    return [empty("Nothing is known of this site yet", `A site's card writes itself from what is done there: tasks, ways between its pages, elements that can be relied on.${sites}`)];
  }
  return [
    el("div", "screen", el("div", "grow", el("p", "kicker", "Site"), el("h2", "screen-name", said(card.domain)))),
    el("dl", "facts",
      ...row("Kind", card.siteType === "spa" ? "One page that changes in place" : card.siteType === "ssr" ? "Pages that load anew" : ""),
      ...row("Login", card.requiresLogin ? "Needed" : ""),
      ...row("Known", `${count(card.patterns.length, "pattern")}, since `, when(card.createdAt)),
      ...row("Summary", said(recalled.aiSummary))),
    ...KINDS.flatMap(([type, title]) => group(title, card.patterns.filter((p) => p.type === type))),
  ];
}

/**
 * @param {string} title
 * @param {Pattern[]} patterns
 */
function group(title, patterns) {
  if (patterns.length === 0) return [];
  const sorted = patterns.toSorted((a, b) => b.confidence - a.confidence || b.useCount - a.useCount);
  const more = sorted.length > SHOWN ? [el("p", "soft", `and ${count(sorted.length - SHOWN, "more")}`.replace("mores", "more"))] : [];
  return [el("section", "block", el("h2", "", title), el("ul", "patterns", ...sorted.slice(0, SHOWN).map(pattern)), ...more)];
}

/** @param {Pattern} pattern */
function pattern({ value, description, urlPattern, confidence, useCount, lastUsedAt, source }) {
  return el("li", "pattern", el("div", "grow", said(description || value, "cut block-text"), el("div", "under", said(value, "code cut"), said(urlPattern ?? "", "soft cut"))),
    meter(confidence, `${percent(confidence)} sure`), el("span", "side", percent(confidence)),
    el("span", "side uses", `${useCount}×`), el("span", "chip", SOURCES[source] ?? source), when(lastUsedAt));
}

/** @type {Record<string, string>} */
const SOURCES = { agent_auto: "agent", human_recording: "observed", manual: "written" };
