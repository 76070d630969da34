// Answers that lie ready: what the core said of the pages that settled last.
// Once something new is remembered, and nothing for a moment, it is asked again.

/** @import {CoreReply, CoreRequest, PriorRequest} from "../wire" */

/** Pages that are kept ready: as many as people look at in turn. */
const MOST = 8;

/** A page may be asked about so long after it settled, in ms: what worked lately changes slowly. */
const FRESH_MS = 60_000;

/** Where steps come in faster than the core thinks, the next page that settles asks again. */
const TRIES = 3;

/** Delay in ms after the last new record before the core is asked again: steps come in groups. */
const CALM_MS = 400;

/**
 * @typedef {object} Question
 * @property {number} at when its page settled
 * @property {CoreReply} [reply] none where something new is remembered since
 * @property {() => Promise<CoreReply | undefined>} ask
 */

export class Ready {
  /** @type {Map<string, Question>} the oldest first */
  #answers = new Map();
  #took = 0;
  #hits = 0;
  /** Counts what was remembered: an answer from before it is none. */
  #version = 0;

  /** What the health page shows. */
  get health() {
    return { ...(this.#took ? { priorMs: this.#took } : {}), ...(this.#hits ? { ready: this.#hits } : {}) };
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #calm;

  /** Forgets all answers: something new is remembered. */
  clear() {
    this.#version++;
    for (const question of this.#answers.values()) question.reply = undefined;
    clearTimeout(this.#calm);
    if (this.#answers.size > 0) this.#calm = setTimeout(() => void this.#renew(), CALM_MS);
  }

  /** Asks again the questions that are still open. A crash of the core is ignored: it restarts by itself. */
  async #renew() {
    for (const [key, question] of this.#answers) {
      if (performance.now() - question.at > FRESH_MS) this.#answers.delete(key);
      else question.reply ??= await question.ask().catch(() => undefined);
    }
  }

  /**
   * Has a question answered before it is asked.
   * @param {CoreRequest} request
   * @param {(request: CoreRequest) => Promise<CoreReply>} call
   */
  async prepare(request, call) {
    const key = keyOf(request.prior);
    if (this.#answers.get(key)?.reply) return;
    const ask = () => this.#found(request, call);
    const reply = await ask();
    if (!reply) return;
    this.#answers.delete(key);
    this.#answers.set(key, { at: performance.now(), reply, ask });
    if (this.#answers.size > MOST) this.#answers.delete(/** @type {string} */ (this.#answers.keys().next().value));
  }

  /**
   * What is remembered while the core thinks makes its answer an old one: then
   * it is asked again.
   * @param {CoreRequest} request
   * @param {(request: CoreRequest) => Promise<CoreReply>} call
   * @returns {Promise<CoreReply | undefined>} an answer from all that is remembered now
   */
  async #found(request, call) {
    for (let tries = 0; tries < TRIES; tries++) {
      const version = this.#version;
      const began = performance.now();
      const reply = await call(request);
      this.#took = Math.round((performance.now() - began) * 10) / 10;
      if (reply.error) return undefined;
      if (version === this.#version) return reply;
    }
    return undefined;
  }

  /**
   * @param {CoreRequest} request
   * @returns {CoreReply | undefined} the answer that lies ready
   */
  answer(request) {
    if (request.op !== "prior") return undefined;
    const found = this.#answers.get(keyOf(request.prior));
    if (!found?.reply || performance.now() - found.at > FRESH_MS) return undefined;
    this.#hits++;
    return found.reply;
  }
}

/** @param {PriorRequest | undefined} prior */
function keyOf(prior) {
  return JSON.stringify(prior);
}
