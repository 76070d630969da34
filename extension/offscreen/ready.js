// Holds prepared answers: the core's replies for the pages that settled last.
// After new records and a short pause, it queries the core again.

/** @import {CoreReply, CoreRequest, PriorRequest} from "../wire" */

/** Bounds the pages with prepared answers: about as many as a person switches between. */
const MOST = 8;

/** Bounds the age of a prepared answer, in ms: knowledge about a page changes slowly. */
const FRESH_MS = 60_000;

/** Bounds the attempts when steps arrive faster than the core answers; the next settled page queries again. */
const TRIES = 3;

/** Delay in ms after the last new record before the core is asked again: steps come in groups. */
const CALM_MS = 400;

/**
 * @typedef {object} Question
 * @property {number} at when its page settled
 * @property {number} version of the records that the reply includes
 * @property {CoreReply} reply
 * @property {() => Promise<Pick<Question, "version" | "reply"> | undefined>} ask
 */

export class Ready {
  /** @type {Map<string, Question>} the oldest first */
  #answers = new Map();
  #took = 0;
  #hits = 0;
  /** Counts recorded changes: an answer from before a change is invalid. */
  #version = 0;

  /** Returns the counts for the health page. */
  get health() {
    return { ...(this.#took ? { priorMs: this.#took } : {}), ...(this.#hits ? { ready: this.#hits } : {}) };
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #calm;

  /** Makes all answers outdated after a new record. */
  clear() {
    this.#version++;
    clearTimeout(this.#calm);
    if (this.#answers.size > 0) this.#calm = setTimeout(() => void this.#renew(), CALM_MS);
  }

  /** Queries the open questions again. It ignores a crash of the core, which restarts by itself. */
  async #renew() {
    for (const [key, question] of this.#answers) {
      if (performance.now() - question.at > FRESH_MS) this.#answers.delete(key);
      else if (question.version !== this.#version) Object.assign(question, await question.ask().catch(() => undefined));
    }
  }

  /**
   * Answers a likely question in advance.
   * @param {CoreRequest} request
   * @param {(request: CoreRequest) => Promise<CoreReply>} call
   */
  async prepare(request, call) {
    const key = keyOf(request.prior);
    if (this.#answers.get(key)?.version === this.#version) return;
    const ask = () => this.#found(request, call);
    const found = await ask();
    if (!found) return;
    this.#answers.delete(key);
    this.#answers.set(key, { at: performance.now(), ...found, ask });
    if (this.#answers.size > MOST) this.#answers.delete(/** @type {string} */ (this.#answers.keys().next().value));
  }

  /**
   * Queries the core, and repeats the query when a new record made the answer
   * outdated.
   * @param {CoreRequest} request
   * @param {(request: CoreRequest) => Promise<CoreReply>} call
   * @returns {Promise<Pick<Question, "version" | "reply"> | undefined>} an answer that includes all records up to its end
   */
  async #found(request, call) {
    for (let tries = 0; tries < TRIES; tries++) {
      const version = this.#version;
      const began = performance.now();
      const reply = await call(request);
      this.#took = Math.round((performance.now() - began) * 10) / 10;
      if (reply.error) return undefined;
      if (version === this.#version) return { version, reply };
    }
    return undefined;
  }

  /** @param {CoreRequest} request @returns {CoreReply | undefined} the prepared answer */
  answer(request) {
    if (request.op !== "prior") return undefined;
    const found = this.#answers.get(keyOf(request.prior));
    if (found?.version !== this.#version || performance.now() - found.at > FRESH_MS) return undefined;
    this.#hits++;
    return found.reply;
  }
}

/** @param {PriorRequest | undefined} prior */
function keyOf(prior) {
  return JSON.stringify(prior);
}
