// Shows the map of a site: its screens, the links between them, its flows as
// paths, and recent failures. Beside it is an overview, or the selected screen.

/** @import {MapFlow, SiteMap} from "../wire" */
/** @import {LayoutReply, Point} from "./maplayout.js" */
/** @import {Panel, View} from "./panel.js" */
/** @typedef {Awaited<ReturnType<typeof draw>>} Drawing */
import { button, clip, el } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { webPage } from "../lib/pages.js";
import { askCore, call, edit } from "./ask.js";
import { nameOf } from "./dialog.js";
import { renameFlow } from "./flowedit.js";
import { draw, drawScreen, sizeOf } from "./mapdraw.js";
import { details, overview } from "./mapdetail.js";
import { layouter } from "./maplayouter.js";
import { sizeWords } from "./mapwords.js";
import { mover } from "./mapmove.js";
import { empty, showTrouble, toast } from "./parts.js";
import { tabInfo } from "./subject.js";

/**
 * Least time between two readings of a map that is shown, in ms. It is made of all steps of
 * its site, so that the core spends at most a part of its time on it.
 */
const REFRESH_MS = 1500;
const REFRESH_PART = 1 / 6;

/** @param {Panel} panel @returns {View} */
export function mapView(panel) {
  let asked = 0;
  let looks = 0;
  /** The current screen, on the map of its site, and the one that is marked so. */
  let here = { site: "", id: "" };
  let marked = "";
  let next = 0;
  let shown = "";
  let selected = "";
  let own = "";
  let drawnUpright = false;
  /** @type {SiteMap | undefined} */
  let map;
  /** @type {LayoutReply | undefined} */
  let placed;
  /** @type {Drawing | undefined} */
  let drawn;
  const layout = layouter();

  const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
  choose.setAttribute("aria-label", "Site");
  choose.append(new Option("This site", ""));
  choose.addEventListener("change", () => void load());
  choose.addEventListener("pointerenter", () => void listSites());
  choose.addEventListener("focus", () => void listSites());
  const status = el("p", "soft side map-status");
  status.setAttribute("role", "status");
  const scale = el("span", "side map-scale");
  const port = el("div", "map-port");
  port.tabIndex = 0;
  port.setAttribute("role", "group");
  port.setAttribute("aria-label", "Map. Arrow keys move it, plus and minus scale it, 0 fits it, Enter goes to its screens.");
  const move = mover(port, (to) => {
    scale.textContent = `${Math.round(to * 100)} %`;
    port.classList.toggle("far", to < 0.45);
  });
  const tool = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => {
    const node = button(text, act);
    node.title = label;
    node.setAttribute("aria-label", label);
    return node;
  };
  const tools = el("div", "map-tools", tool("−", "Smaller", () => move.zoomBy(-1)), scale, tool("+", "Larger", () => move.zoomBy(1)), tool("Fit", "Fit the whole map", () => move.fit()));
  const note = el("div", "note-host");
  const side = el("div", "pane map-side");
  side.tabIndex = -1;
  const node = el("div", "column", el("div", "toolbar wrap", choose, status, tools), el("div", "split", el("div", "pane-list map-window", note, port), side));

  async function load() {
    const mine = ++asked;
    const rest = next - performance.now();
    if (shown && !choose.matches(":focus") && rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (mine !== asked) return;
    try {
      const tab = await tabInfo(await panel.tabId());
      const page = webPage(tab?.url);
      const site = choose.value;
      if (!site && !page) return clear(empty("No web page here", "Choose a site above, or open a web page: its map shows the screens that are known, and how one gets from one to the other."));
      // The current screen is one of the tab's own site. The map does not wait for it.
      const looked = page && (!site || site === own) ? screenOf(/** @type {number} */ (tab?.tabId)) : "";
      const began = performance.now();
      const request = site ? { domain: site } : { url: tab?.url };
      const { map: found } = await askCore("map", { map: { ...request, ready: !shown } });
      if (mine !== asked || !found) return;
      next = performance.now() + Math.max(REFRESH_MS, (performance.now() - began) / REFRESH_PART);
      if (!site) own = found.site;
      const text = JSON.stringify(found);
      if (found.screens.length === 0) return clear(empty("Nothing is known of this site yet", "The map draws itself from what is done on the site: each screen that was used, and each action that led to another."));
      const turned = drawnUpright !== upright();
      if (text !== shown || turned) {
        port.hidden = tools.hidden = side.hidden = false;
        note.replaceChildren();
        const prepared = await prepare(found);
        if (mine !== asked) return prepared.drawing.svg.remove();
        shown = text;
        move.whenStill(() => show(found, prepared, turned));
      }
      const look = ++looks;
      const id = await screenIn(found, request, await looked);
      if (look !== looks) return;
      here = { site: found.site, id };
      move.whenStill(tellHere);
      if (!found.left?.unread) return;
      next = 0;
      await load(); // with the flows
    } catch (err) {
      if (mine !== asked) return;
      clear();
      showTrouble(note, err);
    }
  }

  /**
   * Lays out and draws a map. Showing it is another task, so that none of them is long.
   * @param {SiteMap} map
   */
  async function prepare(map) {
    const down = upright();
    const order = await layout(map, down);
    return { order, drawing: await draw(map, order, port), down };
  }

  /** @param {...Node} instead of a map */
  function clear(...instead) {
    shown = "";
    map = placed = drawn = undefined;
    note.replaceChildren(...instead);
    port.replaceChildren();
    port.hidden = tools.hidden = side.hidden = true;
    status.textContent = "";
  }

  /**
   * Draws a map. If the site was shown already, the screen in the middle, or the
   * selected one, stays at its place.
   * @param {SiteMap} next
   * @param {Awaited<ReturnType<typeof prepare>>} prepared
   * @param {boolean} [fit] whether it is fitted all the same
   */
  function show(next, { order, drawing, down }, fit = false) {
    drawnUpright = down;
    const was = map?.site === next.site ? map : undefined;
    const before = placed;
    const held = port.contains(document.activeElement) ? focusedScreen() : "";
    if (!was) selected = "";
    const anchor = was && before && !fit ? anchorOf(was, before, next, order) : undefined;
    [map, placed, drawn] = [next, order, drawing];
    const most = next.screens.reduce((best, { id, visits }, i, all) => (id === here.id || (visits > all[best].visits && all[best].id !== here.id) ? i : best), 0);
    move.show(drawn.svg, order, order.places[most], anchor);
    drawn.boxes.forEach(wire);
    marked = "";
    if (held) boxOf(held)?.focus({ preventScroll: true });
    status.textContent = sizeWords(next);
    if (selected && !next.screens.some(({ id }) => id === selected)) selected = "";
    mark();
    tell();
    tellHere();
  }

  /**
   * @param {SiteMap} was
   * @param {LayoutReply} before
   * @param {SiteMap} next
   * @param {LayoutReply} order
   * @returns {[Point, Point] | undefined} where a screen was, and where it is
   */
  function anchorOf(was, before, next, order) {
    const middle = move.middle();
    const far = (/** @type {Point} */ { x, y }) => Math.hypot(x - middle.x, y - middle.y);
    const ids = was.screens.map(({ id }, i) => ({ id, at: before.places[i] })).filter(({ id }) => next.screens.some((s) => s.id === id));
    const best = ids.find(({ id }) => id === selected) ?? ids.toSorted((a, b) => far(a.at) - far(b.at))[0];
    return best && [best.at, order.places[next.screens.findIndex(({ id }) => id === best.id)]];
  }

  /** @param {string} id */
  const boxOf = (id) => drawn?.boxes[map?.screens.findIndex((s) => s.id === id) ?? -1];

  const focusedScreen = () => map?.screens[drawn?.boxes.indexOf(/** @type {SVGElement} */ (/** @type {unknown} */ (document.activeElement))) ?? -1]?.id ?? "";

  /** Makes a drawn screen usable by pointer and keys. @param {SVGElement} box @param {number} i */
  function wire(box, i) {
    const screen = /** @type {SiteMap} */ (map).screens[i];
    box.addEventListener("click", () => select(screen.id));
    box.addEventListener("pointerenter", () => light(screen.id));
    box.addEventListener("pointerleave", () => light(""));
    box.addEventListener("focus", () => {
      light(screen.id);
      if (placed) move.reveal(placed.places[i], sizeOf(screen));
    });
    box.addEventListener("blur", () => light(""));
  }

  /** Draws the current screen again, marked as such, and the one that was marked before. */
  function tellHere() {
    const id = here.site === map?.site ? here.id : "";
    if (!map || !placed || !drawn || id === marked) return;
    const [was, held] = [marked, focusedScreen()];
    marked = id;
    for (const [i, screen] of map.screens.entries()) {
      if (screen.id !== id && screen.id !== was) continue;
      const box = drawScreen(screen, placed.places[i], screen.id === id, map.flows.length > 0);
      wire(box, i);
      box.classList.toggle("on-path", drawn.boxes[i].classList.contains("on-path"));
      drawn.boxes[i].replaceWith(box);
      drawn.boxes[i] = box;
      if (held === screen.id) box.focus({ preventScroll: true });
    }
    mark();
  }

  port.addEventListener("click", ({ target }) => {
    if (target instanceof Element && !target.closest(".map-screen")) select("");
  });
  port.addEventListener("keydown", (event) => {
    const at = focusedScreen();
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (at) select(at);
      else boxOf(selected || marked || map?.screens[0]?.id || "")?.focus({ preventScroll: true });
    } else if (event.key === "Escape" && (at || selected)) {
      event.preventDefault();
      if (selected) select("");
      else port.focus();
    } else if (at && event.key.startsWith("Arrow")) {
      event.preventDefault();
      nearest(at, event.key)?.focus({ preventScroll: true });
    }
  });

  /** @param {string} from @param {string} key @returns {SVGElement | undefined} the nearest screen in a direction */
  function nearest(from, key) {
    if (!map || !placed || !drawn) return undefined;
    const at = placed.places[map.screens.findIndex(({ id }) => id === from)];
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const rated = placed.places.map(({ x, y }, i) => {
      const [ahead, across] = [(x - at.x) * dx + (y - at.y) * dy, Math.abs((x - at.x) * dy) + Math.abs((y - at.y) * dx)];
      return { i, rate: ahead > 8 ? ahead + 2 * across : Infinity };
    });
    const best = rated.toSorted((a, b) => a.rate - b.rate)[0];
    return best?.rate < Infinity ? drawn.boxes[best.i] : undefined;
  }

  /** @param {string} id of a screen; none shows the overview */
  function select(id) {
    selected = selected === id ? "" : id;
    mark();
    tell();
    const i = map?.screens.findIndex((s) => s.id === selected) ?? -1;
    if (i >= 0 && map && placed) move.reveal(placed.places[i], sizeOf(map.screens[i]));
  }

  /** Marks the selected screen, with its links. */
  function mark() {
    map?.screens.forEach(({ id }, i) => drawn?.boxes[i].setAttribute("aria-pressed", String(id === selected)));
    light("");
  }

  /** Lights the links of a screen, else those of the selected one. @param {string} id */
  function light(id) {
    const of = id || selected;
    for (const [{ from, to }, line] of drawn?.lines ?? []) line.classList.toggle("lit", !!of && (from === of || to === of));
  }

  /** @param {MapFlow | undefined} flow whose path is highlighted */
  function highlight(flow) {
    drawn?.svg.classList.toggle("dim", !!flow);
    const steps = new Set(flow?.path.map((id, i, path) => `${path[i - 1]}\n${id}`));
    map?.screens.forEach(({ id }, i) => drawn?.boxes[i].classList.toggle("on-path", !!flow?.path.includes(id)));
    for (const [{ from, to }, line] of drawn?.lines ?? []) line.classList.toggle("on-path", steps.has(`${from}\n${to}`));
  }

  /** Fills the side with the selected screen, or the overview. */
  function tell() {
    if (!map) return;
    const held = side.contains(document.activeElement) ? nameOf(/** @type {Element} */ (document.activeElement)) : undefined;
    const [about, top, listed] = [selected || "overview", side.scrollTop, !!side.querySelector("details[open]")];
    const open = (/** @type {string} */ id) => {
      if (id !== selected) select(id);
      side.focus();
    };
    const screen = map.screens.find(({ id }) => id === selected);
    highlight(undefined);
    side.replaceChildren(screen ? details(screen, map, open, () => select("")) : overview(map, {
      open,
      highlight,
      run: ({ id }) => panel.open("flows", id),
      rename: (flow) => void rename(flow),
    }));
    const all = side.querySelector("details");
    if (all) all.open = listed;
    side.scrollTop = about === side.dataset.about ? top : 0;
    side.dataset.about = about;
    // The focus stays on the element of the same name, though it was drawn again.
    if (held !== undefined) ([.../** @type {NodeListOf<HTMLElement>} */ (side.querySelectorAll("button, summary"))].find((node) => nameOf(node) === held) ?? side).focus({ preventScroll: true });
  }

  /** @param {MapFlow} flow */
  async function rename({ id, title }) {
    try {
      const { flows = [] } = await askCore("flows", { flows: {} });
      const change = await renameFlow(flows.find((f) => f.id === id) ?? { id, title });
      if (!change) return;
      await edit({ flow: change });
      await load();
    } catch (err) {
      toast(messageOf(err));
    }
  }

  /** Lists the sites to choose from. */
  async function listSites() {
    const { cards = [] } = await askCore("cards", { cards: {} }).catch(() => ({ cards: [] }));
    const known = new Set([...choose.options].map(({ value }) => value));
    choose.append(...cards.filter(({ domain }) => !known.has(domain)).map(({ domain }) => new Option(clip(domain, 80), domain)));
  }

  /** Tells whether the map is to grow downwards. A map that is not seen stays as it is drawn. */
  const upright = () => (port.clientWidth ? port.clientHeight > port.clientWidth : drawnUpright);
  new ResizeObserver(() => {
    if (!map || drawnUpright === upright()) return;
    const [now, mine] = [map, ++asked];
    void prepare(now).then((prepared) => {
      if (mine !== asked) return prepared.drawing.svg.remove();
      move.whenStill(() => show(now, prepared, true));
    });
  }).observe(port);
  return { node, show: load, hide: () => (next = 0) };
}

/** @param {number} tabId @returns {Promise<string>} the screen that a tab shows, "" if Cairn may not look at it */
async function screenOf(tabId) {
  try {
    const { page } = await call("observe", { tabId });
    const { observation } = await askCore("observe", { observe: page?.observation });
    return observation?.state.currentScreen ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {SiteMap} map
 * @param {import("../wire").SiteMapRequest} request for it
 * @param {string} name of a screen
 * @returns {Promise<string>} its id on the map, "" if it is not there; only the core recognises names that are not kept
 */
async function screenIn(map, request, name) {
  if (!name || map.screens.some(({ id }) => id === name)) return name;
  return map.screens.some(({ id }) => id.includes(HIDDEN)) ? ((await askCore("map", { map: { ...request, here: name } })).map?.here ?? "") : "";
}

/** Stands for a segment of a screen's name that is not kept. */
const HIDDEN = "…";
