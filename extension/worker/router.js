// Routes every message to the worker by kind. The table also defines the allowed senders:
// content scripts report steps, the extension's pages request calls, and all other
// senders are refused (the manifest lets no other extension or web page connect).

/** @import {RuntimeKind, RuntimeMessage, RuntimeReply} from "../wire" */
/** @import {Origin} from "./steps.js" */
import { FaultError, asFault, fault } from "../lib/fault.js";
import { isFor, isOwnContext } from "../lib/messages.js";
import { readKeeping } from "../lib/settings.js";
import { felt } from "./aims.js";
import { openBracket } from "./brackets.js";
import { answerCall } from "./calls.js";
import { mayRecord } from "./consent.js";
import { drivenByOthers } from "./debugger.js";
import { MAIN } from "./frames.js";
import { highlight } from "./highlight.js";
import { keepOffscreen, typedKept } from "./keeper.js";
import { noteOrigin } from "./origins.js";
import { renew, settled } from "./ready.js";
import { closeStep, openStep, originOfSender } from "./steps.js";
import { answerTyped, typed } from "./typed.js";
import { sendTo } from "./devtools.js";
import { watch } from "./watch.js";

/** Messages of content scripts. @type {{[kind in RuntimeKind]?: (message: RuntimeMessage, from: Origin) => Promise<RuntimeReply>}} */
const FROM_CONTENT = {
  stepOpen: openStep,
  settled,
  consent: answerConsent,
  felt: async (_, { tabId }) => (felt(tabId), {}),
  origin: async () => ({}), // the sender's origin is the message
  driven: async (_, { tabId }) => ({ allowed: await drivenByOthers(tabId) }),
};

/** Messages of the extension's pages. @type {{[kind in RuntimeKind]?: (message: RuntimeMessage) => Promise<RuntimeReply>}} */
const FROM_OWN = {
  call: async ({ call }) => {
    if (!call) throw new FaultError("MM_INVALID_INPUT", "a call without its envelope");
    const reply = await answerCall(call).catch((err) => ({ error: asFault(err) }));
    await typedKept();
    return { reply };
  },
  highlight,
  watch,
  keeping: async () => ({ keeping: await readKeeping() }),
  typed: answerTyped,
};

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(reply: RuntimeReply) => void} reply
 * @returns {boolean} true when the reply comes later
 */
export function onMessage(message, sender, reply) {
  if (sender.id !== chrome.runtime.id) return false;
  // A page that sends to the offscreen document expects it to exist.
  if (isFor(message, "offscreen")) void keepOffscreen().catch(() => {});
  if (!isFor(message, "worker")) return false;
  answer(message, sender).then(reply, (err) => reply({ error: asFault(err) }));
  return true;
}

/** @param {RuntimeMessage} message @param {chrome.runtime.MessageSender} sender @returns {Promise<RuntimeReply>} */
export async function answer(message, sender) {
  const { kind } = message;
  if (isOwnContext(sender)) {
    const handler = Object.hasOwn(FROM_OWN, kind) ? FROM_OWN[kind] : undefined;
    return handler ? handler(message) : { error: unknown(kind) };
  }
  noteOrigin(sender);
  const from = originOfSender(sender);
  // The page of a closed tab may still report how its last step ended.
  if (kind === "stepClose") {
    return closeStep(message, from).finally(() => from && renew(from.tabId));
  }
  // The same applies to the last typed text.
  if (kind === "typed") return sender.tab?.incognito ? {} : typed(message, sender);
  const handler = Object.hasOwn(FROM_CONTENT, kind) ? FROM_CONTENT[kind] : undefined;
  if (!handler) return { error: unknown(kind) };
  return from ? handler(message, from) : {};
}

/** @param {unknown} kind */
function unknown(kind) {
  return fault("UNKNOWN_TYPE", `unknown message kind ${JSON.stringify(kind) ?? "undefined"}`, "See RuntimeKind in shared/wire/runtime.go.");
}

/**
 * Answers a new document that asks for its consent state.
 * @param {RuntimeMessage} _
 * @param {Origin} from
 * @returns {Promise<RuntimeReply>}
 */
async function answerConsent(_, { tab, tabId, frameId, url }) {
  const allowed = await mayRecord(frameId === MAIN ? { ...tab, url } : tab, frameId === MAIN ? undefined : url);
  const bracket = await openBracket(tabId, Date.now());
  if (bracket) {
    // The document loaded during an action of Cairn; if it closed again it needs no message.
    void sendTo(tabId, { to: "content", kind: "bracket", bracket }, { frameId }).catch(() => {});
  }
  return { allowed };
}
