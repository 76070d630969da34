// Lays out a map in a Worker, so that the panel stays responsive. dagre places the screens by
// the links that matter most; a site where every page has the same menu has too many
// links for any layout that places by all of them.

import { Graph, layout } from "../vendor/dagre.js";

/**
 * @typedef {object} LayoutRequest
 * @property {number} id
 * @property {{width: number, height: number, starts: number}[]} nodes with the number of sessions that began there
 * @property {[from: number, to: number][]} links indices of nodes, the most important first, none from a node to itself
 * @property {number} ways how many of the links, from the first, show a way through the site; the rest are jumps, as by an address
 * @property {boolean} down whether it grows downwards instead of to the right
 * @property {boolean} labels whether links need room for a label
 */

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} LayoutReply
 * @property {number} id
 * @property {Point[]} places the middle of each node
 * @property {{from: number, to: number, points: Point[]}[]} paths of the links that shaped the layout
 * @property {number} width
 * @property {number} height
 * @property {number} ms
 * @property {string} [error]
 */

/** Space between nodes in the direction of growth, and across, in px. */
const AHEAD = 76;
const ACROSS = 26;

/** Room for a label on a link. */
const LABEL = { width: 88, height: 18, labelpos: /** @type {const} */ ("c") };

/** Links that shape the layout beside those that hold it together, per node. */
const MORE = 0.25;

/** Space around everything. */
const MARGIN = 24;

/** @param {LayoutRequest} request @returns {LayoutReply} */
export function place({ id, nodes, links, ways, down, labels }) {
  const began = performance.now();
  const shaping = backbone(nodes, links, ways);
  const linked = [...new Set(shaping.flat())];
  // dagre keeps names in plain objects, so names of pages must not reach it.
  const graph = new Graph();
  graph.setGraph({ rankdir: down ? "TB" : "LR", ranksep: labels ? AHEAD / 4 : AHEAD, nodesep: ACROSS, ranker: "tight-tree" });
  for (const i of linked) graph.setNode(`n${i}`, { width: nodes[i].width, height: nodes[i].height });
  for (const [from, to] of shaping) graph.setEdge(`n${from}`, `n${to}`, labels ? { ...LABEL } : {});
  if (linked.length > 0) layout(graph);
  const size = linked.length > 0 ? graph.graph() : { width: 0, height: 0 };
  const moved = (/** @type {Point} */ { x, y }) => ({ x: x + MARGIN, y: y + MARGIN });
  /** @type {Point[]} */
  const places = [];
  for (const i of linked) places[i] = moved(graph.node(`n${i}`));
  const paths = shaping.map(([from, to]) => ({ from, to, points: graph.edge(`n${from}`, `n${to}`).points.map(moved) }));
  const rest = grid(nodes, places, Math.max(size.width, 900), size.height > 0 ? size.height + MARGIN + ACROSS : MARGIN);
  return { id, places, paths, width: Math.max(size.width, rest.width) + 2 * MARGIN, height: Math.max(size.height + 2 * MARGIN, rest.bottom + MARGIN), ms: performance.now() - began };
}

/**
 * Chooses the links that shape the layout: those that hold the nodes together, leading
 * away from where sessions start where possible, and some of the most important others
 * that lead away.
 * @param {LayoutRequest["nodes"]} nodes
 * @param {LayoutRequest["links"]} links
 * @param {number} ways
 */
function backbone(nodes, links, ways) {
  const shown = links.slice(0, ways);
  const far = distances(nodes, shown);
  const away = (/** @type {[number, number]} */ [from, to]) => far[to] > far[from];
  const sorted = [...shown.filter(away), ...shown.filter((link) => !away(link)), ...links.slice(ways)];
  const parents = nodes.map((_, i) => i);
  const root = (/** @type {number} */ i) => {
    while (parents[i] !== i) i = parents[i];
    return i;
  };
  /** @type {typeof links} */
  const chosen = [];
  /** @type {typeof links} */
  const others = [];
  for (const link of sorted) {
    const [from, to] = link;
    const [a, b] = [root(from), root(to)];
    parents[b] = a;
    (a === b ? others : chosen).push(link);
  }
  return [...chosen, ...others.filter((link) => away(link) && shown.includes(link)).slice(0, Math.ceil(nodes.length * MORE))];
}

/**
 * @param {LayoutRequest["nodes"]} nodes
 * @param {LayoutRequest["links"]} links
 * @returns {number[]} the least number of links from the node on which most sessions began
 */
function distances(nodes, links) {
  /** @type {number[][]} */
  const next = nodes.map(() => []);
  for (const [from, to] of links) next[from].push(to);
  /** @type {number[]} */
  const far = [];
  const all = nodes.map((_, i) => i);
  for (const root of all.toSorted((a, b) => nodes[b].starts - nodes[a].starts)) {
    if (far[root] !== undefined) continue;
    far[root] = 0;
    const queue = [root];
    for (const at of queue) {
      for (const to of next[at]) {
        if (far[to] !== undefined) continue;
        far[to] = far[at] + 1;
        queue.push(to);
      }
    }
  }
  return far;
}

/**
 * Places the nodes that have no place yet in rows.
 * @param {LayoutRequest["nodes"]} nodes
 * @param {Point[]} places
 * @param {number} most width
 * @param {number} top
 */
function grid(nodes, places, most, top) {
  let [x, y, width, line, bottom] = [MARGIN, top, 0, 0, 0];
  nodes.forEach((node, i) => {
    if (places[i]) return;
    if (x > MARGIN && x + node.width > most + MARGIN) [x, y, line] = [MARGIN, y + line + ACROSS, 0];
    places[i] = { x: x + node.width / 2, y: y + node.height / 2 };
    x += node.width + ACROSS;
    width = Math.max(width, x - ACROSS - MARGIN);
    line = Math.max(line, node.height);
    bottom = y + line;
  });
  return { width, bottom };
}

globalThis.addEventListener?.("message", ({ data }) => {
  /** @type {LayoutReply} */
  let reply;
  try {
    reply = place(data);
  } catch (err) {
    reply = { id: data.id, places: [], paths: [], width: 0, height: 0, ms: 0, error: String(err) };
  }
  /** @type {{postMessage(reply: LayoutReply): void}} */ (/** @type {unknown} */ (globalThis)).postMessage(reply);
});
