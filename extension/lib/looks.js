// What frames show, put together. Elements of subframes get refs of the form
// f<frameId>e<n>.

/** @import {Observation} from "../wire" */

/**
 * @param {Observation} main
 * @param {{frameId: number, seen: Observation | undefined}[]} subs
 * @returns {Observation}
 */
export function merge(main, subs) {
  const out = { ...main, testIds: [...main.testIds], a11y: { nodes: [...main.a11y.nodes] } };
  for (const { frameId, seen } of subs) {
    if (!seen) continue;
    out.testIds.push(...(seen.testIds ?? []));
    out.a11y.nodes.push(...(seen.a11y?.nodes ?? []).map((node) => ({ ...node, ref: `f${frameId}${node.ref}` })));
    if (seen.truncated) out.truncated = true;
    if (seen.sanitized) out.sanitized = true;
  }
  return out;
}

/**
 * Says where an observation comes from by what the browser knows. The page's
 * own claim of its address counts only within its own origin.
 * @param {Observation} seen
 * @param {string} url of the frame, from the browser
 * @returns {Observation}
 */
export function stamp(seen, url) {
  const origin = originOf(url);
  const claimed = seen.state?.currentUrl ?? "";
  const currentUrl = !origin ? `${url.split(":")[0]}:` : originOf(claimed) === origin ? claimed : `${origin}/`;
  return {
    ...seen,
    testIds: Array.isArray(seen.testIds) ? seen.testIds : [],
    a11y: { nodes: Array.isArray(seen.a11y?.nodes) ? seen.a11y.nodes : [] },
    state: { ...seen.state, currentUrl, currentScreen: "", ...(origin ? { origin } : {}) },
  };
}

/**
 * @param {string} [url]
 * @returns {Observation}
 */
export function emptyObservation(url = "about:blank") {
  return { state: { currentUrl: url, currentScreen: "" }, testIds: [], a11y: { nodes: [] } };
}

/**
 * @param {string} url
 * @returns {string} "" where there is none
 */
export function originOf(url) {
  try {
    const { origin } = new URL(url);
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
