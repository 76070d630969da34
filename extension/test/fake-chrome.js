// A stand-in for the parts of chrome.* that the modules under test touch, as
// far as they touch them.

export const ID = "boajpbafnjaeinnhfcanpdkbnoodmijc";

/** One storage area. */
class Area {
  data = {};

  async get(keys) {
    if (keys === undefined) return structuredClone(this.data);
    const wanted = Array.isArray(keys) ? keys : [keys];
    return structuredClone(Object.fromEntries(wanted.filter((k) => k in this.data).map((k) => [k, this.data[k]])));
  }

  async set(values) {
    Object.assign(this.data, structuredClone(values));
  }

  async remove(key) {
    delete this.data[key];
  }
}

/**
 * Makes a new chrome and puts it in place.
 * @param {Record<string, any>} [more] further namespaces
 */
export function fakeChrome(more = {}) {
  const chrome = {
    runtime: { id: ID, getURL: (path) => `chrome-extension://${ID}/${path}` },
    storage: { local: new Area(), session: new Area() },
    permissions: { contains: async () => true },
    ...more,
  };
  globalThis.chrome = chrome;
  // There is no pairing.json unless a test says so.
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  return chrome;
}
