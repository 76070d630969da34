// A list that creates only the visible rows. All rows have one height, so nothing
// jumps and a position in the list is a multiplication. It is a listbox: arrow keys
// move, and the selected item is open.

import { el } from "../lib/dom.js";

/** Extra rows beyond the edges, so that fast scrolling shows no gap. */
const BEYOND = 6;

let lists = 0;

/** The default text size: heights are given for it, in px, and rows grow with the person's text size. */
const USUAL_TEXT = 16;
const scale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT || 1;

/**
 * @template T
 * @typedef {object} ListOptions
 * @property {string} label
 * @property {number} rowHeight in px, at the default text size
 * @property {(item: T) => string} key
 * @property {(item: T) => (string | Node)[]} render returns the content of a row
 * @property {(item: T) => void} [open] an item was selected
 * @property {(item: T) => void} [remove] the Delete key was pressed on the selected item
 * @property {(item: T) => boolean} [heading] whether an item is the heading of those after it, which cannot be selected
 */

/** @template T */
export class VirtualList {
  #options;
  /** @type {T[]} */
  #items = [];
  #selected = "";
  /** @type {Map<string, HTMLElement>} the rows that exist */
  #rows = new Map();
  #id = `list-${++lists}`;
  #space = el("div", "vspace");
  #drawn = false;

  /** @param {ListOptions<T>} options */
  constructor(options) {
    this.#options = { ...options, rowHeight: Math.round(options.rowHeight * scale()) };
    this.node = el("div", "vlist", this.#space);
    this.node.tabIndex = 0;
    this.node.setAttribute("role", "listbox");
    this.node.setAttribute("aria-label", options.label);
    this.node.hidden = true;
    this.#space.setAttribute("role", "presentation");
    this.node.addEventListener("scroll", () => this.#soon(), { passive: true });
    this.node.addEventListener("keydown", (event) => this.#onKey(event));
    this.node.addEventListener("focus", () => {
      if (!this.#selected && this.#items[0]) this.#mark(this.#past(0, 1));
    });
    new ResizeObserver(() => this.#soon()).observe(this.node);
  }

  /** @returns {T | undefined} */
  get selected() {
    return this.#items.find((item) => this.#options.key(item) === this.#selected);
  }

  /** Returns the height in px at the person's text size. */
  get rowHeight() {
    return this.#options.rowHeight;
  }

  get length() {
    return this.#items.length;
  }

  /**
   * @param {T[]} items
   * @param {{keepPlace?: boolean}} [options] keepPlace: rows added at the top
   *   do not move the visible ones
   */
  set(items, { keepPlace = false } = {}) {
    const { key, rowHeight } = this.#options;
    const { scrollTop } = this.node;
    const top = keepPlace && scrollTop > 0 ? this.#items[Math.floor(scrollTop / rowHeight)] : undefined;
    const before = this.#items;
    this.#items = items;
    this.node.hidden = items.length === 0;
    this.#space.style.height = `${items.length * rowHeight}px`;
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    if (top) {
      const was = before.indexOf(top);
      const is = items.findIndex((item) => key(item) === key(top));
      if (is >= 0) this.node.scrollTop = scrollTop + (is - was) * rowHeight;
    }
    if (!this.selected) this.#selected = "";
    this.#draw();
  }

  /** @param {string} key */
  select(key) {
    const at = this.#items.findIndex((item) => this.#options.key(item) === key);
    if (at >= 0) this.#mark(at);
  }

  focus() {
    this.node.focus();
  }

  #soon() {
    if (this.#drawn) return;
    this.#drawn = true;
    requestAnimationFrame(() => {
      this.#drawn = false;
      this.#draw();
    });
  }

  #draw() {
    const { key, rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.node;
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND);
    const to = Math.min(this.#items.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + BEYOND);
    const seen = new Set();
    for (let at = from; at < to; at++) {
      const id = key(this.#items[at]);
      seen.add(id);
      if (!this.#rows.has(id)) this.#space.append(this.#row(at, id));
    }
    for (const [id, row] of this.#rows) {
      if (seen.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    this.#tellActive();
  }

  /** @param {number} at @param {string} id */
  #row(at, id) {
    const { render, rowHeight } = this.#options;
    const row = el("div", "vrow", ...render(this.#items[at]));
    row.id = `${this.#id}-${at}`;
    row.style.top = `${at * rowHeight}px`;
    row.style.height = `${rowHeight}px`;
    this.#rows.set(id, row);
    if (this.#isHeading(at)) {
      // Each option repeats it for screen readers: a listbox has only options.
      row.className = "vhead";
      row.setAttribute("role", "presentation");
      return row;
    }
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(id === this.#selected));
    row.setAttribute("aria-posinset", String(at + 1));
    row.setAttribute("aria-setsize", String(this.#items.length));
    row.addEventListener("click", () => this.#mark(this.#items.findIndex((item) => this.#options.key(item) === id)));
    return row;
  }

  /** @param {number} at */
  #isHeading(at) {
    return this.#options.heading?.(this.#items[at]) === true;
  }

  /**
   * @param {number} at
   * @param {number} way 1 or -1
   * @returns {number} the item to select there: a heading is passed by, the first one downwards
   */
  #past(at, way) {
    if (!this.#items[at] || !this.#isHeading(at)) return at;
    return at + (at > 0 && way < 0 ? -1 : 1);
  }

  /** @param {number} at the index to select */
  #mark(at) {
    const item = this.#items[at];
    if (item === undefined) return;
    const { key, rowHeight, open } = this.#options;
    this.#rows.get(this.#selected)?.setAttribute("aria-selected", "false");
    this.#selected = key(item);
    const { scrollTop, clientHeight } = this.node;
    if (at * rowHeight < scrollTop) this.node.scrollTop = at * rowHeight;
    else if ((at + 1) * rowHeight > scrollTop + clientHeight) this.node.scrollTop = (at + 1) * rowHeight - clientHeight;
    this.#draw();
    open?.(item);
  }

  #tellActive() {
    const row = this.#rows.get(this.#selected);
    row?.setAttribute("aria-selected", "true");
    if (row) this.node.setAttribute("aria-activedescendant", row.id);
    else this.node.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { selected } = this;
    if (event.key === "Delete" && selected) this.#options.remove?.(selected);
    const at = this.#items.findIndex((item) => this.#options.key(item) === this.#selected);
    const to = target(event.key, at, this.#items.length, Math.max(1, Math.floor(this.node.clientHeight / this.#options.rowHeight) - 1));
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The selected item is already open: Enter moves the focus to it (split.js).
    if (event.key !== "Enter" || to !== at) this.#mark(this.#past(to, to - at));
  }
}

/**
 * @param {string} key
 * @param {number} at -1 for none
 * @param {number} length
 * @param {number} page rows that fit
 * @returns {number | undefined} the index that the key selects
 */
export function target(key, at, length, page) {
  if (length === 0) return undefined;
  /** @type {Record<string, number>} */
  const leads = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: length - 1, Enter: Math.max(at, 0) };
  return Object.hasOwn(leads, key) ? Math.min(length - 1, Math.max(0, leads[key])) : undefined;
}
