// Assigns steps to sessions. A tab that an agent opened or bound belongs to that
// agent's session, and so do the tabs that it opens. All other steps belong to an
// ambient session: one per tab group, or per chain of tabs opened from one another,
// closed after 30 idle minutes.

/** @import {Session} from "../wire" */
import { SchemaVersion } from "../lib/limits.js";
import { newAmbientId } from "../lib/ids.js";
import { testedAt } from "../lib/loaded.js";
import { allAmbient, allTabs, ambient, changeTab, inTurn, removeAmbient, setAmbient, tabState } from "./state.js";

/** DESIGN 4: time without a step after which an ambient session ends. */
export const IDLE_MS = 30 * 60_000;

/** Stands between a tab's key and a time, in the key of a session that takes no more steps. */
const ASIDE = "!";

/** @param {number} tabId @param {Session | undefined} session undefined unties the tab */
export async function bindTab(tabId, session) {
  await changeTab(tabId, ({ session: _, ...rest }) => (session ? { ...rest, session } : rest));
}

/** Adds a new tab to the chain of the tab that opened it. @param {chrome.tabs.Tab} tab */
export async function adoptTab(tab) {
  if (tab.id === undefined) return;
  if (tab.openerTabId === undefined) return adoptNotice(tab.id, tab.pendingUrl ?? tab.url);
  // An empty new tab has an opener too: the tab beside which it was opened.
  if ((tab.pendingUrl ?? tab.url ?? "").startsWith("chrome:")) return;
  await adopt(tab.id, tab.openerTabId);
}

/**
 * adoptNotice does the same for a window that an extension under test opens by
 * itself, such as a wallet's confirmation of a page's request. It has no opener, so
 * it belongs to the session in which an agent acted last.
 * @param {number} tabId
 * @param {string | undefined} url
 */
async function adoptNotice(tabId, url) {
  if (!(await testedAt(url))) return;
  const began = (/** @type {import("./state.js").TabState} */ { brackets = [] }) => brackets.at(-1)?.[0] ?? 0;
  const acting = (await allTabs()).filter(([, state]) => state.session && began(state)).sort(([, a], [, b]) => began(b) - began(a));
  if (acting.length) await adopt(tabId, acting[0][0]);
}

/**
 * adoptTarget does the same for a tab in a separate window: it names no opener, but the
 * navigation that created it does.
 * @param {{sourceTabId: number, tabId: number}} details
 */
export async function adoptTarget({ sourceTabId, tabId }) {
  await adopt(tabId, sourceTabId);
}

/** @param {number} tabId @param {number} openerId */
async function adopt(tabId, openerId) {
  const opener = await tabState(openerId);
  const root = opener.root ?? openerId;
  await changeTab(tabId, (state) => ({
    ...state,
    root,
    ...(opener.session && !state.session ? { session: opener.session } : {}),
  }));
}

/**
 * @param {chrome.tabs.Tab} tab
 * @param {number} now in ms
 * @returns {Promise<Session>} the session of new steps in the tab
 */
export async function sessionOf(tab, now) {
  const state = await tabState(idOf(tab));
  if (state.session) return state.session;
  const key = lineOf(tab, state.root);
  return inTurn(`ambient ${key}`, async () => {
    const known = await ambient(key);
    const session = known && now - known.lastAt < IDLE_MS ? known.session : newAmbient(now);
    if (known && session !== known.session) await setAside(key, known);
    await setAmbient(key, { session, lastAt: now });
    return session;
  });
}

/**
 * Stores an ambient session that takes no more steps under a separate key, until closeIdle ends it.
 * @param {string} key
 * @param {import("./state.js").Ambient} known
 */
const setAside = (key, known) => setAmbient(`${key}${ASIDE}${known.lastAt}`, known);

/**
 * Ends an ambient session whose task is over: the next step in its tabs begins another.
 * @param {string} sessionId
 */
export async function endAmbient(sessionId) {
  for (const [key, { session }] of await allAmbient()) {
    if (session.sessionId !== sessionId || key.includes(ASIDE)) continue;
    await inTurn(`ambient ${key}`, async () => {
      const known = await ambient(key);
      if (known?.session.sessionId !== sessionId) return;
      await setAside(key, known);
      await removeAmbient(key);
    });
  }
}

/**
 * @param {chrome.tabs.Tab} tab
 * @returns {Promise<Session | undefined>} the session of the tab, if it already has one
 */
export async function peekSession(tab) {
  const state = await tabState(idOf(tab));
  return state.session ?? (await ambient(lineOf(tab, state.root)))?.session;
}

/**
 * Removes the ambient sessions that timed out.
 * @param {number} now in ms
 * @param {(ended: Session) => Promise<unknown>} keep stores one; only then it is removed
 */
export async function closeIdle(now, keep) {
  for (const [key, { session, lastAt }] of await allAmbient()) {
    if (now - lastAt < IDLE_MS) continue;
    await keep({ ...session, endedAt: new Date(lastAt).toISOString() });
    await inTurn(`ambient ${key}`, async () => {
      if ((await ambient(key))?.lastAt === lastAt) await removeAmbient(key);
    });
  }
}

/**
 * @param {chrome.tabs.Tab} tab
 * @param {number} [root]
 * @returns {string} the key that tabs of one ambient session share
 */
function lineOf(tab, root) {
  return tab.groupId !== undefined && tab.groupId >= 0 ? `g${tab.groupId}` : `t${root ?? tab.id}`;
}

/** @param {chrome.tabs.Tab} tab */
const idOf = (tab) => tab.id ?? -1;

/** @param {number} now @returns {Session} */
function newAmbient(now) {
  return {
    schemaVersion: SchemaVersion,
    sessionId: newAmbientId(),
    createdAt: new Date(now).toISOString(),
    flowTags: [],
    tags: [],
    ambient: true,
  };
}
