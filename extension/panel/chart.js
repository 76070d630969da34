// Draws small charts as SVG: fractions of one, on the vertical axis, over time or over
// bands. Each has axes and a text alternative with all its values for people who
// cannot see it.

import { shape } from "../lib/dom.js";

/** Size of the plot, and the space before and below it for labels, in px. */
const WIDTH = 260;
const HEIGHT = 72;
const BEFORE = 40;
const ABOVE = 7;
const BELOW = 18;

/** Grid lines across the plot and their labels. @type {[part: number, text: string][]} */
const GRID = [[1, "100 %"], [0.5, "50 %"], [0, "0 %"]];

/**
 * @typedef {object} Point
 * @property {string} label its time or name, in words
 * @property {number} value from 0 to 1
 * @property {string} [text] the value in words
 * @property {string} [under] its label below the axis
 * @property {number} [of] the number of cases, below the label
 */

/**
 * Draws fractions over time as a line above a filled area. The axis labels the first
 * and the last point.
 * @param {Point[]} points
 * @param {string} label the subject of the chart
 * @returns {SVGElement}
 */
export function line(points, label) {
  const chart = frame(points, label, "line-chart");
  const inner = WIDTH - 16;
  const x = (/** @type {number} */ i) => BEFORE + 8 + (points.length === 1 ? inner / 2 : (i * inner) / (points.length - 1));
  const at = points.map(({ value }, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
  const last = points.length - 1;
  if (last > 0) {
    chart.append(shape("path", { class: "ground", d: `M${x(0)} ${y(0)}L${at.join("L")}L${x(last)} ${y(0)}Z` }), shape("path", { class: "stroke", d: `M${at.join("L")}` }));
  }
  points.forEach((point, i) => chart.append(shape("circle", { class: "dot-mark", cx: x(i), cy: y(point.value), r: 3 }, shape("title", {}, inWords(point)))));
  const ends = /** @type {[number, number, string][]} */ (last > 0 ? [[0, BEFORE, "start"], [last, BEFORE + WIDTH, "end"]] : [[0, x(0), "middle"]]);
  for (const [i, where, anchor] of ends) if (points[i]?.under) chart.append(scale(/** @type {string} */ (points[i].under), where, ABOVE + HEIGHT + 13, anchor));
  return chart;
}

/**
 * Draws bars side by side, each a fraction of one; a mark shows the predicted value.
 * @param {(Point & {mark?: number})[]} points
 * @param {string} label
 * @returns {SVGElement}
 */
export function bars(points, label) {
  const chart = frame(points, label, "bar-chart");
  const step = WIDTH / Math.max(1, points.length);
  const wide = Math.min(step - 6, 44);
  points.forEach((point, i) => {
    const middle = BEFORE + (i + 0.5) * step;
    const top = Math.min(y(point.value), y(0) - 1); // a zero is drawn as a line, so that it can be hovered
    chart.append(shape("rect", { class: "bar", x: middle - wide / 2, y: top, width: wide, height: y(0) - top, rx: 1.5 }, shape("title", {}, inWords(point))));
    if (point.under) chart.append(scale(point.under, middle, ABOVE + HEIGHT + 13, "middle"));
    if (point.of !== undefined) chart.append(scale(`n=${point.of}`, middle, ABOVE + HEIGHT + 25, "middle"));
    if (point.mark !== undefined) chart.append(shape("path", { class: "mark", d: `M${middle - wide / 2 - 3} ${y(point.mark)}h${wide + 6}` }));
  });
  return chart;
}

/** @param {number} value from 0 to 1 @returns {number} its distance from the top */
const y = (value) => ABOVE + (1 - Math.max(0, Math.min(1, value))) * HEIGHT;

/**
 * Draws the axes, which are the same for every chart.
 * @param {Point[]} points
 * @param {string} label
 * @param {string} kind
 */
function frame(points, label, kind) {
  const [width, height] = [BEFORE + WIDTH, ABOVE + HEIGHT + BELOW + (points.some(({ of }) => of !== undefined) ? 12 : 0)];
  const chart = shape("svg", { class: `chart ${kind}`, width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${label}: ${points.map(inWords).join(", ")}` });
  for (const [part, text] of GRID) {
    chart.append(shape("path", { class: part === 0 ? "grid axis" : "grid", d: `M${BEFORE} ${y(part)}h${WIDTH}` }), scale(text, BEFORE - 6, y(part) + 3.5, "end"));
  }
  return chart;
}

/** @param {string} text @param {number} x @param {number} y @param {string} anchor */
function scale(text, x, y, anchor) {
  return shape("text", { class: "scale", x, y, "text-anchor": anchor }, text);
}

/** @param {Point} point */
const inWords = ({ label, value, text }) => `${label} ${text ?? `${Math.round(value * 100)} %`}`;
