// Sends messages between the extension's contexts. chrome.runtime.sendMessage
// reaches all of them, so each message names its receiver, and only that one
// answers.

/** @import {RuntimeMessage, RuntimeReply} from "../wire" */
import { FaultError, messageOf } from "./fault.js";

/** Delays between attempts to reach a context that is starting, in ms. */
const RETRY_AFTER = [50, 100, 200, 400, 800, 1600, 3000];

/**
 * @param {chrome.runtime.MessageSender} sender
 * @returns {boolean} whether the sender is a page of this extension (or its worker),
 *   not a content script: those run beside untrusted code
 */
export function isOwnContext(sender) {
  return sender.id === chrome.runtime.id && !!sender.url?.startsWith(chrome.runtime.getURL(""));
}

/**
 * @param {unknown} message
 * @param {string} to
 * @returns {message is RuntimeMessage} whether it is addressed to this context
 */
export function isFor(message, to) {
  return !!message && typeof message === "object" && /** @type {any} */ (message).to === to;
}

/**
 * Sends a message to another context and returns its answer. It retries while the
 * context does not exist yet; handlers must therefore be idempotent.
 * @param {RuntimeMessage} message
 * @param {object} [options]
 * @param {() => Promise<void>} [options.wake] creates the context if necessary
 * @param {boolean} [options.onlyUndelivered] retry only if no context received the message:
 *   for actions that must not run twice
 * @returns {Promise<RuntimeReply>} a reply without error
 */
export async function ask(message, { wake, onlyUndelivered } = {}) {
  let reason = "no answer";
  for (const pause of [0, ...RETRY_AFTER]) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      await wake?.();
      const reply = /** @type {RuntimeReply | undefined} */ (await chrome.runtime.sendMessage(message));
      if (reply?.error) throw new FaultError(reply.error.code, reply.error.message, reply.error.hint);
      if (reply) return reply;
    } catch (err) {
      if (err instanceof FaultError) throw err;
      reason = messageOf(err);
      if (onlyUndelivered && !/receiving end/i.test(reason)) break;
    }
  }
  // A page that outlives its extension has no id of it.
  throw new FaultError("MM_INTERNAL", `the extension's ${message.to} does not answer: ${reason}`, chrome.runtime?.id
    ? "Reload the extension at chrome://extensions; nothing that was recorded is lost."
    : "The extension was reloaded or removed. Close DevTools and open them again.");
}

/** @param {RuntimeMessage} message for the offscreen document @param {() => Promise<void>} [wake] */
export const askOffscreen = (message, wake) => ask({ ...message, to: "offscreen" }, { wake });
