// Small charts, as SVG that is drawn here. Each says in words what it shows;
// who can't see it misses nothing.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
function shape(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Room for what stands beside and below a chart, in px. */
const BESIDE = 36;
const BELOW = 14;

/**
 * @typedef {object} Point
 * @property {string} label when or what it is, in words
 * @property {number} value of one
 * @property {string} [text] the value in words
 * @property {string} [under] stands under a bar
 */

/**
 * Parts of one over time, as a line above a filled ground.
 * @param {Point[]} points
 * @param {string} label what it shows
 * @param {{width?: number, height?: number}} [size] in px
 * @returns {SVGElement}
 */
export function line(points, label, { width = 240, height = 48 } = {}) {
  const pad = 4;
  const x = (/** @type {number} */ i) => (points.length === 1 ? width / 2 : pad + (i * (width - 2 * pad)) / (points.length - 1));
  const y = (/** @type {number} */ value) => height - pad - Math.max(0, Math.min(1, value)) * (height - 2 * pad);
  const at = points.map(({ value }, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
  const chart = svg(width + BESIDE, height, `${label}: ${points.map(said).join(", ")}`, "chart line-chart");
  chart.append(scale("100 %", width + 4, y(1) + 4), scale("0 %", width + 4, y(0) + 4));
  chart.append(shape("path", { class: "grid", d: `M0 ${y(1)}H${width}M0 ${y(0.5)}H${width}M0 ${y(0)}H${width}` }));
  if (points.length > 1) {
    chart.append(shape("path", { class: "ground", d: `M${x(0)} ${y(0)}L${at.join("L")}L${x(points.length - 1)} ${y(0)}Z` }), shape("path", { class: "stroke", d: `M${at.join("L")}` }));
  }
  points.forEach((point, i) => chart.append(shape("circle", { class: "dot-mark", cx: x(i), cy: y(point.value), r: 2.5 }, title(said(point)))));
  return chart;
}

/**
 * Bars side by side, each a part of one; a mark shows what was promised.
 * @param {(Point & {mark?: number})[]} points
 * @param {string} label
 * @param {{width?: number, height?: number}} [size] in px
 * @returns {SVGElement}
 */
export function bars(points, label, { width = 240, height = 48 } = {}) {
  const step = width / Math.max(1, points.length);
  const chart = svg(width, height + BELOW, `${label}: ${points.map(said).join(", ")}`, "chart bar-chart");
  chart.append(shape("path", { class: "grid", d: `M0 ${height - 0.5}H${width}` }));
  points.forEach((point, i) => {
    const high = Math.max(1, Math.max(0, Math.min(1, point.value)) * (height - 4));
    chart.append(shape("rect", { class: "bar", x: i * step + 1.5, y: height - high, width: Math.max(1, step - 3), height: high, rx: 1.5 }, title(said(point))));
    if (point.under) chart.append(scale(point.under, (i + 0.5) * step, height + 11, "middle"));
    if (point.mark !== undefined) {
      const y = height - point.mark * (height - 4);
      chart.append(shape("path", { class: "mark", d: `M${i * step + 0.5} ${y}H${(i + 1) * step - 0.5}` }));
    }
  });
  return chart;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} [anchor]
 */
function scale(text, x, y, anchor = "start") {
  return shape("text", { class: "scale", x, y, "text-anchor": anchor }, document.createTextNode(text));
}

/**
 * @param {number} width
 * @param {number} height
 * @param {string} label
 * @param {string} className
 */
function svg(width, height, label, className) {
  return shape("svg", { class: className, width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
}

/** @param {Point} point */
const said = ({ label, value, text }) => `${label} ${text ?? `${Math.round(value * 100)} %`}`;

/** @param {string} text */
function title(text) {
  const node = shape("title", {});
  node.textContent = text;
  return node;
}
