// Holds the state that must survive a stop of the worker: which tabs belong to which
// session, and the actions in progress in them. It is in chrome.storage.session (in the
// browser's memory, lost when it closes); the worker's own variables are only
// caches and locks.

/** @import {Session} from "../wire" */

/**
 * @typedef {object} TabState
 * @property {Session} [session] the agent's session that the tab is bound to
 * @property {number} [root] the tab that this one was opened from, first of its chain
 * @property {[number, number][]} [brackets] Cairn's actions, from and until, in ms
 * @property {number} [ownUntil] end of the time in which the next navigation is Cairn's
 * @property {string[]} [open] steps that have begun here and not ended
 * @property {number} [lastStepAt] when the last step began
 * @property {string} [reloaded] the address, when the last step was its reload
 */

/**
 * @typedef {object} Ambient
 * @property {Session} session
 * @property {number} lastAt time of its last record
 */

const TAB = "tab:";
const AMBIENT = "ambient:";
const BEGAN = "began";

/**
 * @returns {Promise<boolean>} whether this is the first worker since the
 *   extension was loaded: Chrome empties the storage on installation, reload and
 *   disabling, and sends no event on enabling
 */
export async function isFirst() {
  if ((await chrome.storage.session.get(BEGAN))[BEGAN]) return false;
  await chrome.storage.session.set({ [BEGAN]: true });
  return true;
}

/** @param {number} tabId @returns {Promise<TabState>} */
export async function tabState(tabId) {
  const key = TAB + tabId;
  return /** @type {TabState} */ ((await chrome.storage.session.get(key))[key] ?? {});
}

/**
 * Changes the state of a tab; one change of a tab at a time.
 * @param {number} tabId
 * @param {(state: TabState) => TabState} change
 * @returns {Promise<TabState>}
 */
export function changeTab(tabId, change) {
  return inTurn(TAB + tabId, async () => {
    const state = change(await tabState(tabId));
    await chrome.storage.session.set({ [TAB + tabId]: state });
    return state;
  });
}

/** @param {number} tabId */
export const forgetTab = (tabId) => inTurn(TAB + tabId, () => chrome.storage.session.remove(TAB + tabId));

/** @param {string} key of a chain of tabs @returns {Promise<Ambient | undefined>} */
export async function ambient(key) {
  return /** @type {Ambient | undefined} */ ((await chrome.storage.session.get(AMBIENT + key))[AMBIENT + key]);
}

/** @param {string} key @param {Ambient} value */
export const setAmbient = (key, value) => chrome.storage.session.set({ [AMBIENT + key]: value });

/** @param {string} key */
export const removeAmbient = (key) => chrome.storage.session.remove(AMBIENT + key);

/** @returns {Promise<[string, Ambient][]>} all of them, with their keys */
export async function allAmbient() {
  const all = /** @type {Record<string, any>} */ (await chrome.storage.session.get());
  return Object.entries(all)
    .filter(([key]) => key.startsWith(AMBIENT))
    .map(([key, value]) => [key.slice(AMBIENT.length), value]);
}

/** @returns {Promise<[number, TabState][]>} all tabs with stored state */
export async function allTabs() {
  const all = /** @type {Record<string, any>} */ (await chrome.storage.session.get());
  return Object.entries(all)
    .filter(([key]) => key.startsWith(TAB))
    .map(([key, value]) => [Number(key.slice(TAB.length)), value]);
}

/** @type {Map<string, Promise<unknown>>} */
const turns = new Map();

/**
 * Runs one function at a time per key, because another event may arrive between
 * reading and writing the storage.
 * @template T
 * @param {string} key
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export function inTurn(key, run) {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(run, run);
  turns.set(key, mine);
  const done = () => {
    if (turns.get(key) === mine) turns.delete(key);
  };
  mine.then(done, done);
  return mine;
}
