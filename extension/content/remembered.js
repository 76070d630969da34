'use strict';
// A cache for computed properties of strings. The same texts occur in every observation
// of a page, and the engine stores a string's hash, so that a second query costs almost
// nothing.

function makeRemembered() {
  const MOST = 4000; // strings; a large page has as many names

  /**
   * @template T
   * @param {(s: string) => T} find never returns undefined
   * @returns {(s: string) => T} find with a cache of recent results
   */
  return function remembered(find) {
    /** @type {Map<string, T>} */
    const known = new Map();
    return (s) => {
      let out = known.get(s);
      if (out === undefined) {
        out = find(s);
        if (known.size >= MOST) known.clear();
        known.set(s, out);
      }
      return out;
    };
  };
}

Cairn.remembered ??= makeRemembered();
