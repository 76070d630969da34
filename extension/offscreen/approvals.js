// Holds agents' questions that wait for the person: whether an agent may do something that
// is hard to undo. They are in memory only. When this document closes, the link closes
// too, and nothing is approved.

/** @import {Approve, Reply} from "../wire" */
import { FaultError } from "../lib/fault.js";

/** Bounds the questions shown at once; the companion asks only a few per agent. */
const MOST = 50;

export class Approvals {
  /** @type {Map<string, {question: Approve, decide: (verdict?: string) => void}>} by id, oldest first */
  #waiting = new Map();
  #changed;

  /** @param {() => void} changed notifies the pages that show them */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * @param {Approve | undefined} question
   * @returns {Promise<Reply>} once the person has decided, or the question is over
   */
  async ask(question) {
    if (!question?.id) throw new FaultError("MM_INVALID_INPUT", "the question has no id");
    this.#waiting.get(question.id)?.decide();
    if (question.over) return {};
    if (this.#waiting.size >= MOST) throw new FaultError("MM_RATE_LIMITED", "too many questions wait for the person");
    const verdict = await new Promise((resolve) => {
      const late = setTimeout(() => this.#waiting.get(question.id)?.decide(), question.timeoutMs || 0);
      const decide = (/** @type {string | undefined} */ said) => {
        clearTimeout(late);
        this.#waiting.delete(question.id);
        this.#changed();
        resolve(said);
      };
      this.#waiting.set(question.id, { question, decide });
      this.#changed();
    });
    return verdict ? { verdict } : {};
  }

  /** @returns {Approve[]} */
  list() {
    return [...this.#waiting.values()].map(({ question }) => question);
  }

  /** @param {string} id @param {string} [verdict] */
  decide(id, verdict) {
    if (verdict !== "approved" && verdict !== "denied") throw new FaultError("MM_INVALID_INPUT", "the verdict is neither approved nor denied");
    const one = this.#waiting.get(id);
    if (!one) throw new FaultError("MM_NOT_FOUND", "the agent does not wait for this any more", "Look at what waits now.");
    one.decide(verdict);
  }
}
