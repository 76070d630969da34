'use strict';
// Where the content scripts meet the extension: messages in, by a table of
// listeners; messages out, as long as there is somebody to hear them. When the
// extension is reloaded or removed this world lives on without it: then it
// falls silent and lets go of the page.
//
// What the service worker has to know:
//   consent  is asked once by {to:"worker", kind:"consent"}; the answer is a
//            reply {allowed} or a message of kind consent at any later time.
//            Until it comes, steps wait here; without it nothing is said.
//   settled  says that the page has come to rest and shows something new.
//   stepOpen carries the whole Step; sessionId, state.origin and
//            state.currentScreen are empty, for others to fill in.
//   stepClose carries After and Outcome, and a Step without its observation:
//            its tool and durationMs replace those that it opened with. An
//            empty After means that the page went away: what it led to is the
//            next document's to say.

function makeMain() {
  const { fault } = Cairn.locate;
  const { observe, steps, record, settle } = Cairn;

  /**
   * Delays of retries: workers and offscreen documents restart within a
   * second, under load within ten.
   */
  const AGAIN_MS = [250, 500, 1000, 2000, 4000, 8000, 16_000];
  /** The delay after that, for ten minutes. */
  const LATER_MS = 30_000;
  const LATER_TIMES = 20;

  /** Steps that may wait to be said again; more would be a page that acts by itself. */
  const UNHEARD_MAX = 64;

  const BRACKET_MS = 10_000;
  const BRACKET_MAX_MS = 60_000;

  /**
   * Who answers what. A handler returns its reply or a promise of it.
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

  /** Whose answers hold texts of the page. */
  const SHOWING = new Set(['observe', 'locate', 'fill', 'settle']);

  /** @param {boolean} cached @param {boolean} [outlined] @returns {Promise<RuntimeReply>} the worker knows which tab this is */
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
    await settle.quiet({ quietMs: request?.quietMs, patienceMs: request?.patienceMs, timeoutMs: request?.timeoutMs });
    return request?.blind === true ? {} : page(false);
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

  /** @param {any} message of a kind that has a handler @returns {Promise<any>} never fails */
  async function replyTo(message) {
    try {
      const reply = await HANDLERS[message.kind](message);
      if (SHOWING.has(message.kind)) await known();
      return reply;
    } catch (error) {
      return { error: fault('MM_INTERNAL', String(/** @type {any} */ (error)?.message ?? error).slice(0, 200)) };
    }
  }

  /** @returns {boolean} whether the extension that put this script here is still there */
  function alive() {
    return !!globalThis.chrome?.runtime?.id;
  }

  /** @returns {boolean} alive; if not, everything has been shut down */
  function checkAlive() {
    if (alive()) return true;
    rest();
    return false;
  }

  /** Lets go of the page. */
  function rest() {
    observe.stop();
    record.stop();
    steps.drop();
    Cairn.heard.stop();
    Cairn.lane.close();
  }

  /** @returns {RuntimeReply} the last one, until these scripts are brought in again */
  function leave() {
    rest();
    steps.consent(false);
    chrome.runtime.onMessage.removeListener(onMessage);
    started = false;
    return {};
  }

  /**
   * What was said of a step, until all of it was heard.
   * @typedef {object} Told
   * @property {RuntimeMessage[]} messages in their order
   * @property {boolean} again whether they are being said again
   */

  /** @type {Map<string, Told>} by step */
  const told = new Map();

  /**
   * Says something of a step, at once: the page may be about to go. A worker
   * that dies before it has answered may not have kept it, and whoever comes
   * next is told again: it keeps the first of what it hears twice.
   * @param {RuntimeMessage} message
   */
  function send(message) {
    Cairn.typed.flush();
    const id = message.stepId ?? '';
    const it = told.get(id) ?? { messages: [], again: false };
    it.messages.push(message);
    told.set(id, it);
    if (told.size > UNHEARD_MAX) told.delete(/** @type {string} */ (told.keys().next().value));
    void ask(message).then((reply) => {
      if (!heard(reply)) void sayAgain(id, it);
      else if (message.kind === 'stepClose' && !it.again) told.delete(id);
    });
  }

  /** Secrets on their way to the core. @type {Promise<unknown>} */
  let sending = Promise.resolve();

  /** Has the core know a secret that was typed. It goes at once, so that the worker gets it before what comes after. @param {string} text */
  function sendTyped(text) {
    sending = Promise.all([sending, until({ to: 'worker', kind: 'typed', text })]);
  }

  /** @param {RuntimeMessage} message that is sent again until it arrives, for half a minute */
  async function until(message) {
    for (let i = 0; !heard(await ask(message)) && i < AGAIN_MS.length && alive(); i++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS[i]));
    }
  }

  /** Waits until the core knows what was typed: it is to mask that in what is said next. */
  async function known() {
    Cairn.typed.flush();
    await sending;
  }

  /** @param {any} reply @returns {boolean} whether asking again could change nothing */
  function heard(reply) {
    return !!reply && reply.error?.code !== 'MM_INTERNAL' && reply.error?.code !== 'CORE_DIED';
  }

  /** @param {string} id @param {Told} it */
  async function sayAgain(id, it) {
    if (it.again) return;
    it.again = true;
    for (let i = 0; i < AGAIN_MS.length + LATER_TIMES; i++) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS[i] ?? LATER_MS));
      await known();
      if (!alive() || (await sayAll(it.messages))) break;
    }
    told.delete(id);
  }

  /** @param {RuntimeMessage[]} messages @returns {Promise<boolean>} whether all were heard, each before the next */
  async function sayAll(messages) {
    for (const message of messages) {
      if (!heard(await ask(message))) return false;
    }
    return true;
  }

  /** @param {RuntimeMessage} message @returns {Promise<any>} the reply, undefined when nobody answered */
  async function ask(message) {
    if (!checkAlive()) return undefined;
    try {
      return await chrome.runtime.sendMessage(message);
    } catch {
      // The worker was restarting or is gone for good; the page must not notice.
      checkAlive();
      return undefined;
    }
  }

  /**
   * @template {Event} E
   * @param {(event: E) => void} handle
   * @returns {(event: E) => void} handle, unheard by the page if it fails and off when the extension is gone
   */
  function guarded(handle) {
    return (event) => {
      if (!checkAlive()) return;
      // A script's focus() makes trusted events too.
      if (event.isTrusted && !(event instanceof FocusEvent)) Cairn.chosen.noteTrusted();
      try {
        handle(event);
      } catch (error) {
        console.debug('cairn:', error);
      }
    };
  }

  /** Says that the page has come to rest; if nobody hears it, nothing is lost. */
  function sayRest() {
    void ask({ to: 'worker', kind: 'settled' });
  }

  /** Speaks to the worker, which learns of the browser whose document this is. @returns {Promise<RuntimeReply>} */
  async function sayOrigin() {
    await ask({ to: 'worker', kind: 'origin' });
    return {};
  }

  /** Says that a press of ours was felt here. */
  function sayFelt() {
    void ask({ to: 'worker', kind: 'felt' });
  }

  async function askConsent() {
    const reply = await ask({ to: 'worker', kind: 'consent' });
    if (typeof reply?.allowed === 'boolean') consent(reply.allowed);
    // This document may have come in the middle of an action of ours.
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
