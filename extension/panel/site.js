// Shows site memory: the patterns known about the tab's site, and other sites. Patterns
// that a person wrote come before learnt ones, and stay.

/** @import {CardEdit, CardVersion, KnowledgeCard, Pattern, PatternType} from "../wire" */
/** @import {Panel, View} from "./panel.js" */
import { button, clip, count, el, said, when } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { webPage } from "../lib/pages.js";
import { curly, percent } from "../lib/words.js";
import { askCore, edit } from "./ask.js";
import { ask, choice, field } from "./dialog.js";
import { paramsIn } from "./flowwords.js";
import { forget } from "./forget.js";
import { chips, empty, meter, row, toast, showTrouble } from "./parts.js";
import { namesBlock, nameAddress } from "./sitenames.js";
import { tabInfo } from "./subject.js";

/** Kinds of patterns, most helpful first. @type {[PatternType, string][]} */
const KINDS = [["task_intent", "Tasks"], ["navigation_path", "Navigation"], ["selector", "Elements"], ["page_structure", "Pages"], ["login_required", "Login"], ["spa_hint", "Type of site"]];

/** Headings of the pattern columns; each pattern repeats them for screen readers. @type {[string, string][]} */
const HEADS = [["Confidence", "sure"], ["Used", "uses"], ["Source", "source"], ["Last", "last"], ["", "tools"]];

/** Bounds the patterns shown per kind; the most certain come first. */
const SHOWN = 40;

/** Bounds a person's texts, in characters. */
const VALUE_MAX = 200;
const DESCRIPTION_MAX = 300;

/** @param {Panel} panel @returns {View} */
export function siteView(panel) {
  let chosen = "";
  let domain = "";
  let asked = 0;
  let shown = "";
  const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
  choose.setAttribute("aria-label", "Site");
  choose.addEventListener("change", () => {
    chosen = choose.value;
    void load();
  });
  const add = button("Add a pattern…", () => void write());
  let origin = "";
  const name = button("Name this address…", () => void nameAddress(origin).then(load));
  name.title = "An application whose port or preview address changes has one memory under its name.";
  const body = el("div", "scroll");
  body.tabIndex = 0; // so that keys scroll it

  async function load() {
    const mine = ++asked;
    try {
      const tab = await tabInfo(await panel.tabId());
      const page = webPage(tab?.url);
      const { cards = [] } = await askCore("cards", { cards: {} });
      const { siteNames = [] } = await askCore("sites", {});
      const named = chosen || (page?.host ?? "");
      const recalled = named ? (await askCore("recall", { recall: chosen ? { domain: named } : { url: tab?.url } })).recall : undefined;
      const card = recalled && cards.find((c) => c.domain === recalled.domain);
      const { versions = [] } = card ? await askCore("cards", { cards: { domain: card.domain } }) : {};
      if (mine !== asked) return;
      // Set only now: edits until here belong to the site that was shown.
      domain = recalled?.domain ?? named;
      const text = JSON.stringify([domain, recalled, cards, versions, siteNames]);
      if (text === shown) return;
      shown = text;
      const here = page?.host;
      choose.replaceChildren(new Option(here ? `This site: ${here}` : "Choose a site", ""), ...cards.map((c) => new Option(clip(c.domain, 80), c.domain)));
      choose.value = chosen;
      add.hidden = !domain;
      origin = page?.origin ?? "";
      name.hidden = !origin;
      body.replaceChildren(...(card ? render(card, versions) : [nothing(cards)]), ...namesBlock(siteNames, () => void load()));
    } catch (err) {
      if (mine !== asked) return;
      shown = "";
      showTrouble(body, err);
    }
  }

  /** @param {Omit<CardEdit, "domain">} card */
  async function say(card) {
    try {
      await edit({ card: { domain, ...card } });
      await load();
    } catch (err) {
      toast(messageOf(err));
    }
  }

  /** @param {Pattern} [known] the pattern to change */
  async function write(known) {
    const type = choice("Kind", KINDS, known?.type);
    const value = field("What it is", known?.value ?? "", { hint: "A test id, a path such as /send, or the task.", most: VALUE_MAX, required: true });
    const description = field("What it is for", known?.description ?? "", { most: DESCRIPTION_MAX });
    const where = field("Where", known?.urlPattern ?? "", { hint: "The page's path; empty for every page.", most: VALUE_MAX });
    if (!(await ask(known ? "Change what is known" : `Add to ${clip(domain, 60)}`, "Save", "", type.node, value.node, description.node, where.node))) return;
    /** @type {Pattern} */
    const pattern = { type: /** @type {PatternType} */ (type.input.value), value: value.input.value.trim(), description: description.input.value.trim(), confidence: 0, useCount: 0,
      lastUsedAt: "", createdAt: "", source: "manual", ...(where.input.value.trim() ? { urlPattern: where.input.value.trim() } : {}) };
    const now = new Date().toISOString();
    await say(known ? { op: "change", of: keyOf(known), pattern: { ...pattern, lastUsedAt: now, createdAt: now } } : { op: "add", pattern: { ...pattern, lastUsedAt: now, createdAt: now } });
  }

  /** @param {KnowledgeCard} card @param {CardVersion[]} versions */
  function render(card, versions) {
    return [
      el("div", "screen", el("div", "grow", el("p", "kicker", "Site"), el("h2", "screen-name", said(card.domain))),
        button("Forget site…", () => void forget({ origin: domain }, `Forget everything on ${clip(domain, 60)}?`, () => void load()))),
      el("dl", "facts",
        ...row("Type", card.siteType === "spa" ? "Single-page app" : card.siteType === "ssr" ? "Multi-page site" : ""),
        ...row("Login", card.requiresLogin ? "Needed" : ""),
        ...row("Known", `${count(card.patterns.length, "pattern")}, the first of them `, when(card.createdAt))),
      ...KINDS.flatMap(([type, title]) => group(title, card.patterns.filter((p) => p.type === type))),
      ...(versions.length > 1 ? [history(versions)] : []),
    ];
  }

  /** @param {string} title @param {Pattern[]} patterns */
  function group(title, patterns) {
    if (patterns.length === 0) return [];
    const sorted = patterns.toSorted((a, b) => Number(b.pinned ?? false) - Number(a.pinned ?? false) || b.confidence - a.confidence || b.useCount - a.useCount);
    const more = sorted.length > SHOWN ? [el("p", "soft", `and ${sorted.length - SHOWN} more`)] : [];
    return [el("section", "block", el("div", "pattern-head", el("h2", "grow", title), ...HEADS.map(([name, className]) => el("span", className, name))), el("ul", "patterns", ...sorted.slice(0, SHOWN).map(item)), ...more)];
  }

  /** @param {Pattern} pattern */
  function item(pattern) {
    const { type, value, description, urlPattern, confidence, useCount, lastUsedAt, source, pinned } = pattern;
    const name = clip(description || value, 60);
    const tool = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => {
      const node = button(text, act, "tool");
      node.setAttribute("aria-label", `${label} ${name}`);
      node.title = label;
      return node;
    };
    return el("li", pinned ? "pattern pinned" : "pattern",
      el("div", "grow", el("span", "cut block-text", ...(type === "task_intent" ? paramsIn(description || value) : [said(description ? curly(description) : value)])), el("div", "under", ...(type === "task_intent" ? task(value, description) : [said(value, "code cut")]), urlPattern && !value.startsWith(`${urlPattern} →`) ? el("span", "soft cut", "on ", said(urlPattern)) : "")),
      el("span", "sure", meter(confidence, `${percent(confidence)} sure`), el("span", "side", percent(confidence))), el("span", "side uses", `${useCount}×`),
      el("span", "source", el("span", "chip", SOURCES[source] ?? source)), el("span", "last", when(lastUsedAt)),
      el("span", "tools", tool(pinned ? "Unpin" : "Pin", pinned ? "Unpin" : "Pin", () => void say({ op: pinned ? "unpin" : "pin", of: keyOf(pattern) })), tool("Edit", "Edit", () => void write(pattern)),
        tool("Delete", "Delete", () => void say({ op: "delete", of: keyOf(pattern) }))));
  }

  /** @param {CardVersion[]} versions the newest first */
  function history(versions) {
    return el("section", "block", el("h2", "", "What people changed"), el("ul", "lines", ...versions.map((v) =>
      el("li", "line", el("span", "grow cut", said(v.change || "as it was learnt")), v.at ? when(v.at) : "",
        v.current ? chips(["now"]) : button("Go back to it", () => void say({ op: "restore", version: v.version }), "link-button")))));
  }

  /** @param {KnowledgeCard[]} cards */
  function nothing(cards) {
    const sites = cards.length ? ` ${count(cards.length, "other site")} can be chosen above.` : "";
    return empty("Nothing is known of this site yet", `A site's card writes itself from what is done there: tasks, ways between its pages, elements that can be relied on. You can write into it, too.${sites}`);
  }
  return { node: el("div", "column", el("div", "toolbar wrap", choose, add, name), body), show: load };
}

/**
 * Shows a task as its screens, and then its actions.
 * @param {string} value "goal | screen → screen | actions | end"
 * @param {string} goal
 */
function task(value, goal) {
  const [route, ...rest] = (value.startsWith(`${goal} | `) ? value.slice(goal.length + 3) : value).split(" | ");
  const screens = route.split(" → ");
  return [...(screens.length > 1 ? [chips(screens)] : [said(route, "cut")]), said(curly(rest.join(", ")), "cut")];
}

/** @param {Pattern} pattern */
const keyOf = ({ type, value, urlPattern }) => ({ type, value, ...(urlPattern ? { urlPattern } : {}) });

/** @type {Record<string, string>} */
const SOURCES = { agent_auto: "agent", human_recording: "you", manual: "written" };
