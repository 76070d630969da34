// Forwards texts typed into sensitive fields from the page to the core. It stores no
// text; keyed digests of the texts, and their key, are in chrome.storage.session, in the
// memory of the browser, so that a new offscreen document recognises the texts
// again.

/** @import {KnowRequest, RuntimeMessage, RuntimeReply} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { randomHex } from "../lib/ids.js";
import { keepTyped } from "./keeper.js";
import { inTurn } from "./state.js";

const KEY = "typed";

/** Characters of one secret; the core takes no longer ones. */
const TEXT_MAX = 4096;

/** Characters of a page's title and address together. */
const PAGE_MAX = 4096;

/** @returns {Promise<KnowRequest>} digests of all texts typed since the browser started */
async function known() {
  const stored = /** @type {KnowRequest | undefined} */ ((await chrome.storage.session.get(KEY))[KEY]);
  if (stored) return stored;
  const fresh = { salt: randomHex(32), digests: [] };
  await chrome.storage.session.set({ [KEY]: fresh });
  return fresh;
}

/**
 * Sends a secret to the core. Page texts reach the offscreen document only after
 * this is done.
 * @param {RuntimeMessage} message
 * @param {chrome.runtime.MessageSender} sender
 * @returns {Promise<RuntimeReply>}
 */
export async function typed({ text }, { tab, url }) {
  if (typeof text !== "string" || !text || text.length > TEXT_MAX) throw new FaultError("MM_INVALID_INPUT", "this is not a typed text");
  await keepTyped(async (ask) => {
    const { salt } = await inTurn(KEY, known);
    const { digests = [] } = await ask({ to: "offscreen", kind: "typed", know: { salt, text, page: `${tab?.title ?? ""} ${url ?? ""}`.slice(0, PAGE_MAX) } });
    await inTurn(KEY, async () => {
      const before = await known();
      if (digests.length > 0) await chrome.storage.session.set({ [KEY]: { ...before, digests: [...(before.digests ?? []), ...digests] } });
    });
  });
  return {};
}

/** @returns {Promise<RuntimeReply>} the digests for a new offscreen document */
export async function answerTyped() {
  return { know: await inTurn(KEY, known) };
}
