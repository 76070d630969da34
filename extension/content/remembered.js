'use strict';
// The same texts come with every look at a page, so what was found out about one
// is kept. A string's hash is kept by the engine: to ask again costs next to
// nothing.

function makeRemembered() {
  const MOST = 4000; // strings; a large page has as many names

  /**
   * @template T
   * @param {(s: string) => T} find whose answer is never undefined
   * @returns {(s: string) => T} find, which is not asked twice about what it was asked lately
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
