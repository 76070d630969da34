// Answers that lie ready: what the core said of the pages that settled last,
// until somebody asks just that or something new is remembered.

/** @import {CoreReply, CoreRequest, PriorRequest} from "../wire" */

/** Pages that are kept ready: as many as people look at in turn. */
const MOST = 8;

/** A page may be asked about so long after it settled, in ms: what worked lately changes slowly. */
const FRESH_MS = 60_000;

/** Where steps come in faster than the core thinks, the next page that settles asks again. */
const TRIES = 3;

export class Ready {
  /** @type {Map<string, {at: number, reply: CoreReply}>} by question, the oldest first */
  #answers = new Map();
  #took = 0;
  #hits = 0;
  /** Counts what was remembered: an answer from before it is none. */
  #version = 0;

  /** What the health page shows. */
  get health() {
    return { ...(this.#took ? { priorMs: this.#took } : {}), ...(this.#hits ? { ready: this.#hits } : {}) };
  }

  /** Forgets all answers: something new is remembered. */
  clear() {
    this.#version++;
    this.#answers.clear();
  }

  /**
   * Has a question answered before it is asked.
   * @param {CoreRequest} request
   * @param {(request: CoreRequest) => Promise<CoreReply>} call
   */
  async prepare(request, call) {
    const key = keyOf(request.prior);
    if (this.#answers.has(key)) return;
    const reply = await this.#found(request, call);
    if (!reply) return;
    this.#answers.set(key, { at: performance.now(), reply });
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
    if (!found || performance.now() - found.at > FRESH_MS) return undefined;
    this.#hits++;
    return found.reply;
  }
}

/** @param {PriorRequest | undefined} prior */
function keyOf(prior) {
  return JSON.stringify(prior);
}
