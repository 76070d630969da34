// Reaches pages of extensions under test over DevTools. Chrome lets no extension run its
// content scripts in another one's pages, regardless of its manifest. In a browser that
// Cairn started for a test, the debugger can do it: it loads the same scripts into an
// isolated world of every frame, with a replacement for chrome.runtime, and transports the
// same messages. All further processing (observations, steps, masking) is the same as for
// other pages.

/** @import {RuntimeMessage, RuntimeReply} from "../wire" */
/** @import {Tested} from "../lib/loaded.js" */
/** @import {Frame} from "./frames.js" */
import { named, tested, testedAt, unnamed } from "../lib/loaded.js";
import { hearAlways, hearNoMore } from "./console.js";
import { contentScripts } from "./scripts.js";

/** Name of the isolated world that runs the scripts. */
const WORLD = "cairn";

/** The function that sends messages from that world. No other world has it. */
const SAY = "cairnSay";

const PROTOCOL = "1.3";
const MAIN = 0;

/** Bounds the wait for a document to begin, and sets the pause between checks. */
const BEGIN_MS = 1000;
const BEGIN_AGAIN_MS = 20;

/**
 * One frame's document that runs the scripts.
 * @typedef {object} Place
 * @property {number} context the number of its world, valid until the document closes
 * @property {number} frameId
 * @property {string} documentId
 * @property {string} url with the extension's name, from the time the document began
 * @property {string} origin
 */

/** @type {Map<number, Link>} by tab */
const links = new Map();

/** @type {(message: RuntimeMessage, sender: chrome.runtime.MessageSender) => Promise<RuntimeReply>} */
let route = async () => ({});

/** @param {typeof route} answer handles messages of content scripts */
export function serve(answer) {
  route = answer;
}

/** The scripts with their replacement for chrome.runtime, as one text. @type {Promise<string> | undefined} */
let source;

async function readSource() {
  const files = await contentScripts();
  const texts = await Promise.all(files.map(async (file) => (await fetch(chrome.runtime.getURL(file))).text()));
  return [`(${standIn})(${JSON.stringify(chrome.runtime.id)});`, ...texts].join("\n;\n");
}

/**
 * Runs in the page's isolated world, so it must not use other parts of this file.
 * @param {string} id of our extension
 */
function standIn(id) {
  const world = /** @type {any} */ (globalThis);
  const say = world.cairnSay;
  const hello = () => say(JSON.stringify({ hello: { main: window === window.top, url: location.href, document: world.cairnDocument } }));
  if (world.cairnHear) return hello();
  world.cairnDocument = crypto.randomUUID();
  /** @type {Set<Function>} */
  const listeners = new Set();
  /** @type {Map<number, Function>} */
  const waiting = new Map();
  let asked = 0;
  world.chrome ??= {};
  world.chrome.runtime = {
    id,
    onMessage: { addListener: (/** @type {Function} */ f) => listeners.add(f), removeListener: (/** @type {Function} */ f) => listeners.delete(f) },
    sendMessage: (/** @type {unknown} */ message) => new Promise((resolve) => {
      waiting.set(++asked, resolve);
      say(JSON.stringify({ asked, message }));
    }),
  };
  world.cairnAnswer = (/** @type {number} */ n, /** @type {unknown} */ reply) => {
    waiting.get(n)?.(reply);
    waiting.delete(n);
  };
  world.cairnHear = (/** @type {unknown} */ message) => new Promise((resolve) => {
    const answer = (/** @type {unknown} */ reply) => resolve(JSON.stringify(reply) ?? "null");
    if (![...listeners].some((listen) => listen(message, { id }, answer))) answer(null);
  });
  hello();
}

/** Holds the debugger connection to a tab whose page belongs to an extension under test. */
class Link {
  /** @type {Map<number, Place>} by context */
  #places = new Map();
  #frames = 0;
  /** @type {Promise<void> | undefined} */
  #opened;

  /** @param {number} tabId @param {Tested} extension */
  constructor(tabId, extension) {
    this.tabId = tabId;
    this.extension = extension;
  }

  /** @returns {Promise<void>} */
  open() {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open() {
    // A previous worker may still hold the tab.
    await chrome.debugger.attach({ tabId: this.tabId }, PROTOCOL).catch((err) => {
      if (!/already attached/i.test(String(err))) throw err;
    });
    source ??= readSource();
    await this.#send("Page.enable"); // otherwise the scripts do not run in later documents
    hearAlways(this.tabId);
    await this.#send("Runtime.disable");
    await this.#send("Runtime.enable");
    await this.#send("Runtime.addBinding", { name: SAY, executionContextName: WORLD });
    await this.#send("Page.addScriptToEvaluateOnNewDocument", { source: await source, worldName: WORLD, runImmediately: true });
  }

  /** @param {string} method @param {{[key: string]: unknown}} [params] @returns {Promise<any>} */
  #send(method, params) {
    return chrome.debugger.sendCommand({ tabId: this.tabId }, method, params);
  }

  /** Waits until a new document has announced itself: its id distinguishes its refs from older ones. */
  async begun() {
    const end = Date.now() + BEGIN_MS;
    while (Date.now() < end && ![...this.#places.values()].some((p) => p.frameId === MAIN)) await new Promise((resolve) => setTimeout(resolve, BEGIN_AGAIN_MS));
  }

  /** @returns {Frame[]} the main frame first */
  frames() {
    return [...this.#places.values()]
      .map(({ frameId, url, documentId }) => ({ frameId, parentFrameId: frameId === MAIN ? -1 : MAIN, url, documentId }))
      .sort((a, b) => a.frameId - b.frameId);
  }

  /**
   * @param {object} message
   * @param {{frameId?: number, documentId?: string}} to all frames if empty
   * @returns {Promise<RuntimeReply | undefined>} the first answer
   */
  async ask(message, { frameId, documentId }) {
    const places = [...this.#places.values()].filter((p) => (documentId ? p.documentId === documentId : frameId === undefined || p.frameId === frameId));
    if (!places.length) throw new Error("Receiving end does not exist.");
    // There is no lane: the offscreen document reaches the page only through this link.
    const text = unnamed(JSON.stringify({ ...message, lane: false }), this.extension);
    const replies = await Promise.all(places.map(async ({ context }) => {
      const { result, exceptionDetails } = await this.#send("Runtime.evaluate", { contextId: context, expression: `cairnHear(${text})`, awaitPromise: true, returnByValue: true });
      if (exceptionDetails || typeof result?.value !== "string") throw new Error("the document went away");
      return JSON.parse(named(result.value, this.extension)) ?? undefined;
    }));
    return replies.find(Boolean);
  }

  /** @param {string} method @param {any} params */
  hear(method, params) {
    switch (method) {
      case "Runtime.executionContextsCleared":
        return this.#places.clear();
      case "Runtime.executionContextDestroyed":
        return this.#places.delete(params.executionContextId);
      case "Runtime.bindingCalled":
        if (params.name === SAY) void this.#receive(params.executionContextId, named(params.payload, this.extension));
    }
  }

  /** @param {number} context @param {string} payload */
  async #receive(context, payload) {
    const { hello, asked, message } = JSON.parse(payload);
    if (hello) {
      const frameId = hello.main ? MAIN : (this.#places.get(context)?.frameId ?? ++this.#frames);
      const { protocol, host } = new URL(hello.url);
      this.#places.set(context, { context, frameId, documentId: hello.document, url: hello.url, origin: `${protocol}//${host}` });
      return;
    }
    const reply = await this.#answer(context, message).catch(() => undefined);
    await this.#send("Runtime.evaluate", { contextId: context, expression: `cairnAnswer(${asked}, ${unnamed(JSON.stringify(reply) ?? "null", this.extension)})` }).catch(() => {}); // its document is gone
  }

  /** @param {number} context @param {RuntimeMessage} message @returns {Promise<RuntimeReply | undefined>} */
  async #answer(context, message) {
    const place = this.#places.get(context);
    if (!place || message?.to !== "worker") return undefined;
    const { frameId, documentId, url, origin } = place;
    const tab = await chrome.tabs.get(this.tabId);
    tab.url &&= named(tab.url, this.extension);
    return route(message, { id: chrome.runtime.id, tab, frameId, documentId, origin, url: frameId === MAIN ? (tab.url ?? url) : url, documentLifecycle: "active" });
  }
}

/**
 * @param {number} tabId
 * @returns {Promise<Link | undefined>} the link to the tab's page, if it belongs to
 *   an extension under test
 */
export async function linkOf(tabId) {
  if (!(await tested()).length) return undefined;
  const tab = await chrome.tabs.get(tabId).catch(() => undefined);
  const extension = await testedAt(tab?.url);
  const known = links.get(tabId);
  if (known && known.extension === extension) {
    await known.open();
    return known;
  }
  if (known) {
    end(tabId);
    await chrome.debugger.detach({ tabId }).catch(() => {}); // a closed page has detached itself
  }
  if (!extension) return undefined;
  const link = links.get(tabId) ?? new Link(tabId, extension);
  links.set(tabId, link);
  await link.open().catch((err) => {
    end(tabId);
    throw err;
  });
  return link;
}

/** @param {number} tabId @returns {boolean} whether this module must keep the debugger attached there */
export const isLinked = (tabId) => links.has(tabId);

/**
 * @param {number} tabId
 * @param {object} message for the content scripts of its frames
 * @param {{frameId?: number, documentId?: string}} [to] all frames if empty
 * @returns {Promise<any>} the reply, as chrome.tabs.sendMessage returns it
 */
export async function sendTo(tabId, message, to = {}) {
  const link = await linkOf(tabId);
  return link ? link.ask(message, to) : chrome.tabs.sendMessage(tabId, message, to);
}

/**
 * @param {chrome.debugger.DebuggerSession} source
 * @param {string} method
 * @param {object} [params]
 * @returns {boolean} whether this module handles the event
 */
export function onEvent({ tabId, sessionId }, method, params) {
  const link = tabId === undefined || sessionId ? undefined : links.get(tabId);
  link?.hear(method, params);
  return !!link;
}

/** @param {chrome.debugger.Debuggee} source */
export function onDetach({ tabId }) {
  if (tabId !== undefined) end(tabId);
}

/** @param {number} tabId */
function end(tabId) {
  links.delete(tabId);
  hearNoMore(tabId);
}

/** Connects to pages that are already open. */
export async function meet() {
  if (!(await tested()).length) return;
  await Promise.all((await chrome.tabs.query({})).map(({ id }) => id !== undefined && linkOf(id).catch(() => {})));
}
