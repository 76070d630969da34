'use strict';
// Connects the content scripts with the extension: messages in, through a table of
// handlers; messages out, as long as there is a receiver. When the extension is
// reloaded or removed, this world survives it: then main sends nothing more and
// releases the page.
//
// Messages for the service worker:
//   consent  is requested once by {to:"worker", kind:"consent"}; the answer is a
//            reply {allowed} or a message of kind consent at any later time.
//            Until it arrives, steps wait here; without consent nothing is sent.
//   settled  reports that the page has come to rest and has changed.
//   stepOpen carries the whole Step; sessionId, state.origin and
//            state.currentScreen are empty, and others fill them in.
//   stepClose carries After and Outcome, and a Step without its observation:
//            its tool and durationMs replace those of stepOpen. An empty After
//            means that the page was left: the next document reports the
//            result.

function makeMain() {
  const { fault } = Cairn.locate;
  const { observe, steps, record, settle } = Cairn;

  /**
   * AGAIN_MS lists the delays of retries: workers and offscreen documents restart
   * within a second, under load within ten.
   */
  const AGAIN_MS = [250, 500, 1000, 2000, 4000, 8000, 16_000];
  /** LATER_MS is the delay after that, for ten minutes. */
  const LATER_MS = 30_000;
  const LATER_TIMES = 20;

  /** HELD_MAX bounds the steps that wait for a retry; only a page that acts by itself has more. */
  const HELD_MAX = 64;

  const BRACKET_MS = 10_000;
  const BRACKET_MAX_MS = 60_000;

  /**
   * HANDLERS maps each kind of message to its handler, which returns a reply or a promise of it.
   * @type {Record<string, (message: any) => unknown>}
   */
  const HANDLERS = {
    observe: (message) => (message.seek ? part(message.seek) : page(message.cached === true, message.outline === true)),
    locate: (message) => Cairn.locate.locate(message.locate),
    fill: (message) => Cairn.fill.fill(message.fill),
    settle: (message) => settled(message.settle),
    bracket: (message) => bracket(message.bracket),
    consent: (message) => consent(message.allowed === true),
    leave: () => leave(),
    origin: () => sayOrigin(),
  };

  /** SHOWING lists kinds of messages whose answers contain page text. */
  const SHOWING = new Set(['observe', 'locate', 'fill', 'settle']);

  /** @param {boolean} cached @param {boolean} [outlined] @returns {Promise<RuntimeReply>} the page, without its tab, which the worker knows */
  async function page(cached, outlined = false) {
    const began = performance.now();
    if (!cached) Cairn.heard.listen();
    const seen = cached ? { observation: observe.current() } : await observe.lookGently({ outlined });
    const heard = Cairn.heard.last();
    const elapsedMs = Math.round((performance.now() - began) * 10) / 10;
    const loading = Cairn.dom.readyState() !== 'complete' || (!cached && Cairn.settle.isBusy());
    return { page: { tabId: 0, ...seen, elapsedMs, ...(loading && { loading }), ...Cairn.aim.outcome(), ...Cairn.upload.outcome(), ...(heard.length > 0 && { heard }) } };
  }

  /** @param {any} wanted @returns {Promise<RuntimeReply>} a part of the page */
  async function part({ find, from, within, reveal }) {
    if ([find, from, within].some((v) => v !== undefined && typeof v !== 'string')) return { error: fault('MM_INVALID_INPUT', 'find, from and within are strings') };
    return { page: { tabId: 0, ...(await Cairn.seek.seek({ find, from, within, reveal: reveal === true })) } };
  }

  /** @param {any} request @returns {Promise<RuntimeReply>} */
  async function settled(request) {
    const leaves = await settle.quiet(request ?? {});
    return request?.blind === true ? { leaves } : page(false);
  }

  /** @param {any} request @returns {RuntimeReply} */
  function bracket(request) {
    if (typeof request?.open !== 'boolean') return { error: fault('MM_INVALID_INPUT', 'bracket needs open') };
    const ms = request.open ? settle.clamp(request.maxMs, BRACKET_MS, BRACKET_MAX_MS) : 0;
    steps.bracket(ms);
    Cairn.leaving.act(ms);
    Cairn.upload.act(ms, request.files === true);
    Cairn.aim.watch(request.aimed === true ? ms : 0);
    if (ms > 0) Cairn.heard.listen();
    settle.expect(ms);
    return {};
  }

  /** @param {boolean} allowed @returns {RuntimeReply} */
  function consent(allowed) {
    steps.consent(allowed);
    if (allowed) {
      observe.start();
      record.start();
    } else {
      observe.stop();
      record.stop();
    }
    return {};
  }

  /**
   * @param {any} message
   * @param {chrome.runtime.MessageSender} sender
   * @param {(reply: unknown) => void} answer
   * @returns {boolean} whether the answer comes later
   */
  function onMessage(message, sender, answer) {
    if (sender.id !== chrome.runtime.id || message?.to !== 'content') return false;
    if (typeof message.kind !== 'string' || !Object.hasOwn(HANDLERS, message.kind)) {
      answer({ error: fault('UNKNOWN_TYPE', 'no such message') });
      return false;
    }
    if (message.lane) Cairn.lane.open(replyTo);
    replyTo(message).then(answer).catch(checkAlive);
    return true;
  }

  /** @param {any} message of a kind that has a handler @returns {Promise<any>} the reply, or an error; the promise never rejects */
  async function replyTo(message) {
    try {
      const reply = await HANDLERS[message.kind](message);
      if (SHOWING.has(message.kind)) await known();
      return reply;
    } catch (error) {
      return { error: fault('MM_INTERNAL', String(/** @type {any} */ (error)?.message ?? error).slice(0, 200)) };
    }
  }

  /** @returns {boolean} whether the extension that injected this script still exists */
  function alive() {
    return !!globalThis.chrome?.runtime?.id;
  }

  /** @returns {boolean} whether the extension exists; if not, this call has shut everything down */
  function checkAlive() {
    if (alive()) return true;
    rest();
    return false;
  }

  /** rest stops all work on the page. */
  function rest() {
    observe.stop();
    record.stop();
    steps.drop();
    Cairn.heard.stop();
    Cairn.lane.close();
  }

  /** @returns {RuntimeReply} the last reply, until these scripts are injected again */
  function leave() {
    rest();
    steps.consent(false);
    chrome.runtime.onMessage.removeListener(onMessage);
    started = false;
    return {};
  }

  /**
   * Held holds the messages about a step until all of them were received.
   * @typedef {object} Held
   * @property {RuntimeMessage[]} messages in their order
   * @property {boolean} again whether they are being sent again
   */

  /** @type {Map<string, Held>} by step */
  const held = new Map();

  /**
   * send sends a message about a step at once, because the page may be about to go. A
   * worker that stops before it answers may have lost the message, so it is sent again;
   * the receiver keeps the first of two copies.
   * @param {RuntimeMessage} message
   */
  function send(message) {
    Cairn.typed.flush();
    const id = message.stepId ?? '';
    const it = held.get(id) ?? { messages: [], again: false };
    it.messages.push(message);
    held.set(id, it);
    if (held.size > HELD_MAX) held.delete(/** @type {string} */ (held.keys().next().value));
    void ask(message).then((reply) => {
      if (!final(reply)) void sayAgain(id, it);
      else if (message.kind === 'stepClose' && !it.again) held.delete(id);
    });
  }

  /** sending resolves when typed secrets have reached the core. @type {Promise<unknown>} */
  let sending = Promise.resolve();

  /** sendTyped sends a typed secret to the core. It goes at once, so that the worker gets it before later messages. @param {string} text */
  function sendTyped(text) {
    sending = Promise.all([sending, until({ to: 'worker', kind: 'typed', text })]);
  }

  /** @param {RuntimeMessage} message message to send repeatedly until it arrives, for half a minute */
  async function until(message) {
    for (let i = 0; !final(await ask(message)) && i < AGAIN_MS.length && alive(); i++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS[i]));
    }
  }

  /** known waits until the core has all typed secrets, because it must mask them in the next messages. */
  async function known() {
    Cairn.typed.flush();
    await sending;
  }

  /** @param {any} reply @returns {boolean} whether a retry would be useless */
  function final(reply) {
    return !!reply && reply.error?.code !== 'MM_INTERNAL' && reply.error?.code !== 'CORE_DIED';
  }

  /** @param {string} id @param {Held} it */
  async function sayAgain(id, it) {
    if (it.again) return;
    it.again = true;
    for (let i = 0; i < AGAIN_MS.length + LATER_TIMES; i++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS[i] ?? LATER_MS));
      await known();
      if (!alive() || (await sayAll(it.messages))) break;
    }
    held.delete(id);
  }

  /** @param {RuntimeMessage[]} messages @returns {Promise<boolean>} whether all were received, each before the next */
  async function sayAll(messages) {
    for (const message of messages) {
      if (!final(await ask(message))) return false;
    }
    return true;
  }

  /** @param {RuntimeMessage} message @returns {Promise<any>} the reply, undefined without an answer */
  async function ask(message) {
    if (!checkAlive()) return undefined;
    try {
      return await chrome.runtime.sendMessage(message);
    } catch {
      // The worker is restarting or gone; the page must not notice.
      checkAlive();
      return undefined;
    }
  }

  /**
   * @template {Event} E
   * @param {(event: E) => void} handle
   * @returns {(event: E) => void} handle, with errors hidden from the page, and inactive when the extension is gone
   */
  function guarded(handle) {
    return (event) => {
      if (!checkAlive()) return;
      // A script's focus() causes trusted events too.
      if (event.isTrusted && !(event instanceof FocusEvent)) Cairn.chosen.noteTrusted();
      try {
        handle(event);
      } catch (error) {
        console.debug('cairn:', error);
      }
    };
  }

  /** sayRest reports that the page has come to rest. A lost message does no harm. */
  function sayRest() {
    void ask({ to: 'worker', kind: 'settled' });
  }

  /** sayOrigin sends the worker a message, by which the worker learns the browser of this document. @returns {Promise<RuntimeReply>} */
  async function sayOrigin() {
    await ask({ to: 'worker', kind: 'origin' });
    return {};
  }

  /** sayFelt reports that Cairn's press arrived here. */
  function sayFelt() {
    void ask({ to: 'worker', kind: 'felt' });
  }

  async function askConsent() {
    const reply = await ask({ to: 'worker', kind: 'consent' });
    if (typeof reply?.allowed === 'boolean') consent(reply.allowed);
    // This document may have been loaded during one of Cairn's actions.
    if (reply?.bracket) bracket(reply.bracket);
  }

  /** @returns {Promise<boolean>} whether another program drives this tab */
  async function driven() {
    return (await ask({ to: 'worker', kind: 'driven' }))?.allowed === true;
  }

  let started = false;

  function looksOther() {
    if (started) observe.changed();
  }

  /** @param {PageTransitionEvent} event */
  function shownAgain(event) {
    if (started && event.persisted) void askConsent();
  }

  function start() {
    if (started || !alive()) return;
    started = true;
    chrome.runtime.onMessage.addListener(onMessage);
    Cairn.aim.start();
    Cairn.leaving.start();
    Cairn.upload.start();
    record.start();
    addEventListener('pagehide', Cairn.lane.close, { capture: true });
    addEventListener('pageshow', shownAgain, { capture: true });
    addEventListener('visibilitychange', looksOther, { capture: true });
    void askConsent();
  }

  return { start, send, sendTyped, sayRest, sayFelt, guarded, checkAlive, driven };
}

Cairn.main ??= makeMain();
Cairn.main.start();
