// Has maps laid out in a Worker (maplayout.js).

/** @import {SiteMap} from "../wire" */
/** @import {LayoutReply} from "./maplayout.js" */
import { LABELLED, sizeOf } from "./mapdraw.js";

/**
 * Returns a function that lays out maps in a Worker. The last layout is used again while
 * screens and links stay the same.
 */
export function layouter() {
  // It loads while the map is read.
  const worker = new Worker(new URL("maplayout.js", import.meta.url), { type: "module" });
  let number = 0;
  let known = "";
  /** @type {LayoutReply | undefined} */
  let last;
  /** @param {SiteMap} map @param {boolean} down @returns {Promise<LayoutReply>} */
  return async (map, down) => {
    const at = new Map(map.screens.map(({ id }, i) => [id, i]));
    const between = map.links.filter(({ from, to }) => from !== to);
    const ways = between.filter(({ actions }) => actions.some(({ tool }) => tool !== "navigate" && tool !== "back"));
    const links = /** @type {[number, number][]} */ ([...ways, ...between.filter((link) => !ways.includes(link))].map(({ from, to }) => [at.get(from), at.get(to)]));
    const nodes = map.screens.map((screen) => ({ ...sizeOf(screen), starts: screen.starts ?? 0 }));
    // The order of links changes with each use; screens and links alone make a new layout.
    const request = { nodes, links, ways: ways.length, down, labels: links.length <= LABELLED };
    const key = JSON.stringify([map.screens.map(({ id }) => id), links.map(String).toSorted(), down]);
    if (key === known && last) return last;
    const id = ++number;
    const reply = await new Promise((/** @type {(reply: LayoutReply) => void} */ resolve, reject) => {
      const done = (/** @type {MessageEvent} */ { data }) => {
        if (data.id !== id) return;
        worker.removeEventListener("message", done);
        resolve(data);
      };
      worker.addEventListener("message", done);
      worker.addEventListener("error", () => reject(new Error("the map could not be laid out")), { once: true });
      worker.postMessage({ id, ...request });
    });
    if (reply.error) throw new Error(`the map could not be laid out: ${reply.error}`);
    performance.mark("cairn map layout", { detail: reply.ms });
    [known, last] = [key, reply];
    return reply;
  };
}
