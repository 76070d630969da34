// Draws a map as SVG: screens as boxes with a sketch of their controls, links as curves.
// Names of pages become text nodes only.

/** @import {MapControl, MapKind, MapLink, MapScreen, SiteMap} from "../wire" */
/** @import {LayoutReply, Point} from "./maplayout.js" */
import { clip, count, shape } from "../lib/dom.js";
import { actionWords, fails, screenWords, who } from "./mapwords.js";

/** Size of a screen, and of another site, in px. */
const BOX = { width: 172, height: 104 };
const SITE = { width: 172, height: 40 };

/** Space within a box. */
const PAD = 10;

/** Links up to this number have a label always, others while their screen is hovered or selected. */
export const LABELLED = 30;

/** Bounds the characters of a label on a link. */
const LABEL_MAX = 18;

/** @param {MapScreen} screen */
export const sizeOf = (screen) => (screen.elsewhere ? SITE : BOX);

/**
 * Draws a map in short tasks, unseen below the one that its window shows; its current screen is drawn
 * again when it is known.
 * @param {SiteMap} map
 * @param {LayoutReply} placed
 * @param {HTMLElement} port the window
 * @returns {Promise<{svg: SVGElement, boxes: SVGElement[], lines: Map<MapLink, SVGElement>}>} boxes in the order of the screens
 */
export async function draw(map, placed, port) {
  const at = new Map(map.screens.map(({ id }, i) => [id, i]));
  const paths = new Map(placed.paths.map(({ from, to, points }) => [`${from} ${to}`, points]));
  const between = map.links.filter(({ from, to }) => from !== to);
  const [links, screens] = [shape("g", { class: "map-links" }), shape("g", {})];
  const svg = shape("svg", { class: "map coming", "aria-hidden": "true", width: placed.width, height: placed.height, viewBox: `0 0 ${placed.width} ${placed.height}`, role: "group", "aria-label": `Map of ${clip(map.site, 80)}` },
    shape("defs", {}, ...["person", "agent", "both", "failing"].map(arrowHead)), links, screens);
  port.prepend(svg);
  const rest = shortTasks(svg);
  /** @type {Map<MapLink, SVGElement>} */
  const lines = new Map();
  for (const link of between) {
    const [from, to] = [Number(at.get(link.from)), Number(at.get(link.to))];
    const points = paths.get(`${from} ${to}`);
    const line = drawLink(link, points ? smooth(points) : arc(placed.places[from], placed.places[to], sizeOf(map.screens[from]), sizeOf(map.screens[to])), !points, between.length <= LABELLED && !!points);
    lines.set(link, line);
    links.append(line);
    await rest();
  }
  /** @type {SVGElement[]} */
  const boxes = [];
  for (const [i, screen] of map.screens.entries()) {
    const box = drawScreen(screen, placed.places[i], false, map.flows.length > 0);
    boxes.push(box);
    screens.append(box);
    await rest();
  }
  await rest(0); // showing it is another task
  return { svg, boxes, lines };
}

/** The time in ms after which drawing lets the page do other things. */
const TASK_MS = 10;

/**
 * Returns a function that waits for the page when the current task has become long. First the browser lays
 * out the drawn part, which takes longer than to draw it, and would be one long task for the whole.
 * @param {Element} drawing
 */
function shortTasks(drawing) {
  let began = performance.now();
  return async (most = TASK_MS) => {
    if (performance.now() - began < most) return;
    drawing.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  };
}

/** @param {string} kind */
function arrowHead(kind) {
  return shape("marker", { id: `map-${kind}`, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, shape("path", { d: "M0 0L8 4L0 8z" }));
}

/**
 * @param {MapLink} link
 * @param {{d: string, middle: Point}} curve
 * @param {boolean} faint links that the layout does not follow cross others
 * @param {boolean} labelled
 */
function drawLink(link, { d, middle }, faint, labelled) {
  const failing = fails(link);
  const kind = failing ? "failing" : who(link);
  const worked = link.ok / Math.max(1, link.ok + (link.failed ?? 0));
  const node = shape("g", { class: `map-link ${who(link)}${failing ? " failing" : ""}${faint ? " faint" : ""}${labelled ? " labelled" : ""}` },
    shape("path", { class: "hit", d }),
    shape("path", { class: "line", d, "stroke-width": (1 + worked * 2.5).toFixed(1), "marker-end": `url(#map-${kind})` }));
  const more = link.actions.length - 1 + (link.left ?? 0);
  const text = `${failing ? "✕ " : ""}${clip(actionWords(link.actions[0]), LABEL_MAX)}${more > 0 ? ` +${more}` : ""}`;
  node.append(shape("text", { class: "label", x: middle.x, y: middle.y + 4, "text-anchor": "middle" }, text));
  if (failing) node.append(shape("text", { class: "cross", x: middle.x, y: middle.y + 5, "text-anchor": "middle" }, "✕"));
  return node;
}

/** @param {Point[]} points from dagre, from border to border @returns {{d: string, middle: Point}} */
function smooth(points) {
  const last = points.length - 1;
  let d = `M${at(points[0])}`;
  if (last === 1) d += `L${at(points[1])}`;
  for (let i = 1; i < last; i++) d += `Q${at(points[i])} ${at(i === last - 1 ? points[last] : half(points[i], points[i + 1]))}`;
  return { d, middle: last === 1 ? half(points[0], points[1]) : points[points.length >> 1] };
}

/** @param {Point} p */
const at = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @param {Point} a @param {Point} b */
const half = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Draws a link that the layout does not follow as an arc, which bends to its left.
 * @param {Point} from
 * @param {Point} to
 * @param {{width: number, height: number}} size of the screen that it leaves
 * @param {{width: number, height: number}} reached size of the screen that it reaches
 */
function arc(from, to, size, reached) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = Math.min(70, far / 4);
  const control = { x: (from.x + to.x) / 2 - (dy / far) * bend, y: (from.y + to.y) / 2 + (dx / far) * bend };
  const [begin, end] = [border(from, control, size), border(to, control, reached)];
  return { d: `M${at(begin)}Q${at(control)} ${at(end)}`, middle: half(half(begin, control), half(control, end)) };
}

/**
 * @param {Point} middle of a box
 * @param {Point} towards
 * @param {{width: number, height: number}} size
 * @returns {Point} where a line from the middle leaves the box
 */
function border({ x, y }, towards, { width, height }) {
  const [dx, dy] = [towards.x - x, towards.y - y];
  const part = Math.min(dx ? width / 2 / Math.abs(dx) : Infinity, dy ? height / 2 / Math.abs(dy) : Infinity, 1);
  return { x: x + dx * part, y: y + dy * part };
}

/**
 * @param {MapScreen} screen
 * @param {Point} place
 * @param {boolean} here
 * @param {boolean} flows whether the site has any
 */
export function drawScreen(screen, place, here, flows) {
  const { width, height } = sizeOf(screen);
  const alone = flows && !screen.inFlow && !screen.elsewhere;
  const name = fitted(screen.elsewhere ? `↗ ${screen.name}` : screen.name, width - 2 * PAD - (here ? 34 : 0));
  const left = (/** @type {string} */ kind, /** @type {number} */ y, /** @type {string} */ text) => shape("tspan", { class: kind, x: PAD, y }, text);
  const right = (/** @type {string} */ kind, /** @type {number} */ y, /** @type {string} */ text) => shape("tspan", { class: kind, x: width - PAD, y, "text-anchor": "end" }, text);
  const words = [left("name", 20, name), ...(here ? [right("tag", 20, "here")] : [])];
  const { paths } = sketch(screen.sketch ?? [], width - 2 * PAD, height - 46 - PAD);
  if (!screen.elsewhere) {
    words.push(left("note", 36, count(screen.visits, "visit")));
    if (screen.failed) words.push(right("failures", 36, `✕ ${screen.failed} failed`));
    if (paths.size === 0) words.push(left("note", 64, "its page was not recorded"));
  }
  // The texts are the button's name, with spaces between them; further facts describe it.
  const more = screenWords(screen, alone, name !== screen.name);
  return shape("g", { class: `map-screen${here ? " here" : ""}${alone ? " alone" : ""}${screen.failed ? " failing" : ""}${screen.elsewhere ? " elsewhere" : ""}`,
    transform: `translate(${(place.x - width / 2).toFixed(1)} ${(place.y - height / 2).toFixed(1)})`, role: "button", tabindex: -1, "aria-pressed": "false", ...(more ? { "aria-description": more } : {}) },
  shape("rect", { class: "box", width, height, rx: 8 }), shape("text", {}, ...words.flatMap((word) => [word, " "])),
  ...[...paths].map(([kind, d]) => shape("path", { class: `part ${kind}`, d, transform: `translate(${PAD} 46)` })));
}

/** Widths of controls in a sketch, in px; 0 is the whole line. @type {Record<MapKind, number>} */
const WIDTHS = { heading: 64, field: 72, choice: 52, toggle: 7, button: 32, tab: 22, link: 22, row: 0, image: 14 };

/** The most controls of one kind that are drawn in a row. */
const REPEATS = 12;

const LINE = 10;
const BAR = 6;

/**
 * @param {MapControl[]} controls
 * @param {number} width
 * @param {number} height
 * @returns {{paths: Map<MapKind, string>, bottom: number}} a path for each kind, in reading order from left to right and top to bottom
 */
export function sketch(controls, width, height) {
  /** @type {Map<MapKind, string>} */
  const paths = new Map();
  let [x, y] = [0, 0];
  for (const { kind, count } of controls) {
    for (let n = 0; n < Math.min(count, REPEATS); n++) {
      const size = WIDTHS[kind] || width;
      if (x > 0 && x + size > width) [x, y] = [0, y + LINE];
      if (y + BAR > height) return { paths, bottom: y - LINE + BAR };
      const low = kind === "row" || kind === "link" ? 2 : BAR;
      paths.set(kind, `${paths.get(kind) ?? ""}M${x} ${y + (BAR - low) / 2}h${size}v${low}h${-size}z`);
      x += size + 4;
    }
  }
  return { paths, bottom: y + BAR };
}

/** @type {CanvasRenderingContext2D | null | undefined} */
let ruler;
const letters = new Intl.Segmenter();

/** @param {string} name @param {number} width @returns {string} as much of it as fits, by whole characters */
function fitted(name, width) {
  if (ruler === undefined) {
    ruler = document.createElement("canvas").getContext("2d");
    if (ruler) ruler.font = `600 12.5px ${getComputedStyle(document.body).fontFamily}`;
  }
  const text = clip(name, 80);
  const fits = (/** @type {string} */ part) => !ruler || ruler.measureText(part).width <= width;
  if (fits(text)) return text;
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(`${all.slice(0, middle).join("")}…`)) low = middle;
    else high = middle - 1;
  }
  return `${all.slice(0, low).join("")}…`;
}
