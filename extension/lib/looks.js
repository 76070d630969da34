// Merges the observations of frames. Elements of subframes get refs of the form
// f<frameId>e<n>, and those of another origin than the page's contain their origin.

/** @import {Observation, Outline} from "../wire" */

/**
 * @typedef {object} Framed
 * @property {number} frameId
 * @property {string} url from the browser
 * @property {string} origin from the browser, "null" for an opaque one
 * @property {Observation | undefined} seen
 * @property {Outline | undefined} [outline]
 */

/** @param {Observation} main stamped with its source @param {Framed[]} subs @returns {Observation} */
export function merge(main, subs) {
  const out = { ...main, testIds: [...main.testIds], a11y: { nodes: [...main.a11y.nodes] } };
  /** @type {Map<string, Observation["state"]>} */
  const foreign = new Map();
  for (const { frameId, url, origin, seen } of subs) {
    if (!seen) continue;
    const whose = origin === main.state.origin ? {} : { origin };
    if (whose.origin && !foreign.has(origin)) foreign.set(origin, stamp(seen, url, origin).state);
    out.testIds.push(...(seen.testIds ?? []).map((id) => ({ ...id, ...whose })));
    out.a11y.nodes.push(...(seen.a11y?.nodes ?? []).map((node) => ({ ...node, ref: `f${frameId}${node.ref}`, ...whose })));
    if (seen.truncated) out.truncated = true;
    if (seen.sanitized) out.sanitized = true;
  }
  return foreign.size ? { ...out, frames: [...foreign.values()] } : out;
}

/**
 * Merges the outlines of frames: refs as in {@link merge}, and lines and
 * lists with continued numbers.
 * @param {Outline | undefined} main
 * @param {Framed[]} subs
 * @param {string | undefined} pageOrigin
 * @returns {{outline?: Outline}} empty if none was requested
 */
export function outlines(main, subs, pageOrigin) {
  const parts = [{ prefix: "", origin: pageOrigin, outline: main }, ...subs.map(({ frameId, origin, outline }) => ({ prefix: `f${frameId}`, origin, outline }))];
  /** @type {Outline} */
  const out = { items: [] };
  let rows = 0;
  let lists = 0;
  for (const { prefix, origin, outline } of parts) {
    if (!Array.isArray(outline?.items)) continue;
    const whose = origin === pageOrigin ? {} : { origin };
    for (const item of outline.items) {
      out.items.push({ ...item, ...whose, ...(item.ref && { ref: prefix + item.ref }), ...(item.row && { row: rows + item.row }), ...(item.list && { list: lists + item.list }) });
    }
    rows = out.items.reduce((most, item) => Math.max(most, item.row ?? 0), rows);
    lists = out.items.reduce((most, item) => Math.max(most, item.list ?? 0), lists);
    if (outline.overlays) out.overlays = [...(out.overlays ?? []), ...outline.overlays.map((o) => ({ ...o, ...(o.ref && { ref: prefix + o.ref }) }))];
    if (outline.truncated) out.truncated = true;
  }
  return parts.some((p) => p.outline) ? { outline: out } : {};
}

/**
 * Sets the source of an observation from the browser's data. The page's own value
 * for its address counts only within its origin.
 * @param {Observation} seen
 * @param {string} url of the frame, from the browser
 * @param {string} [given] its origin, if the browser stated it
 * @returns {Observation}
 */
export function stamp(seen, url, given) {
  const origin = given === undefined ? originOf(url) : originOf(given);
  const claimed = seen.state?.currentUrl ?? "";
  const currentUrl = !origin ? `${url.split(":")[0]}:` : originOf(claimed) === origin ? claimed : `${origin}/`;
  return {
    ...seen,
    testIds: Array.isArray(seen.testIds) ? seen.testIds : [],
    a11y: { nodes: Array.isArray(seen.a11y?.nodes) ? seen.a11y.nodes : [] },
    state: { ...seen.state, currentUrl, currentScreen: "", ...(origin || given ? { origin: origin || given } : {}) },
  };
}

/** @type {Observation} replaces the observation of an unchanged page */
export const NOTHING = { state: { currentUrl: "", currentScreen: "" }, testIds: [], a11y: { nodes: [] } };

/** @param {string} [url] @returns {Observation} */
export function emptyObservation(url = "about:blank") {
  return { state: { currentUrl: url, currentScreen: "" }, testIds: [], a11y: { nodes: [] } };
}

/** @param {string} url @returns {string} "" if there is none */
export function originOf(url) {
  try {
    const { origin, protocol, host } = new URL(url);
    // For an extension under test it is the name (lib/loaded.js); URL knows no origin for such addresses.
    if (protocol === "extension:" && host) return `${protocol}//${host}`;
    return origin === "null" ? "" : origin;
  } catch {
    return "";
  }
}

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} work
 * @returns {Promise<T | undefined>} undefined when it failed or took longer
 */
export function within(ms, work) {
  const late = new Promise((resolve) => setTimeout(resolve, ms));
  return Promise.race([work.catch(() => undefined), late.then(() => undefined)]);
}
