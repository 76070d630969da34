// Building elements. Text goes in as text: what pages said can't become markup.

/**
 * @param {string} tag
 * @param {string} className
 * @param {(string | Node)[]} children strings become text
 * @returns {HTMLElement}
 */
export function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id of an element of popup.html
 * @returns {T}
 */
export function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

const UNITS = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60]]);
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/**
 * @param {string} time
 * @param {number} [now] in ms
 * @returns {string} `3 hours ago`
 */
export function since(time, now = Date.now()) {
  const seconds = (Date.parse(time) - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return ago.format(Math.round(seconds / length), unit);
  }
  return "just now";
}

/**
 * @param {number} n
 * @param {string} one
 * @returns {string} `1 step`, `3 steps`
 */
export const count = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
