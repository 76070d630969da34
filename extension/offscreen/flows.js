// Handles flow runs that a person started in the panel. The companion executes them; this
// class holds the state of the newest run. It forwards the run's values and stores none.

/** @import {FlowOrder, FlowSaid, FlowState, Reply} from "../wire" */
/** @import {Link} from "./link.js" */
import { FaultError } from "../lib/fault.js";

/** Bounds the silence of a run: after it, the link or the companion is considered dead. */
const SILENT_MS = 120_000;

export class FlowRuns {
  /** @type {FlowState | undefined} */
  #state;
  #lastMessageAt = 0;
  /** The run during which something was deleted. @type {string | undefined} */
  #forgotten;
  #link;
  #changed;

  /** @param {() => Promise<Link>} link @param {() => void} changed notifies the pages that show it */
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
  }

  /**
   * Starts or stops a run; without an order it returns the current state.
   * @param {FlowOrder} [order]
   * @returns {Promise<FlowState | undefined>}
   */
  async take(order) {
    const link = await this.#link();
    this.#lapse(link.health.linked);
    if (!order || this.#state?.id === order.id && !order.stop) return this.#state; // a message may arrive twice
    if (!link.health.linked) throw new FaultError("MM_BROWSER_NOT_CONNECTED", "flows run with the companion, and it is not linked", "Start it with: cairn run");
    if (order.stop) {
      if (!this.#state || this.#state.id !== order.id) return this.#state;
      this.#state = { ...this.#state, stopping: true };
    } else {
      if (this.#state && !ended(this.#state)) throw new FaultError("MM_INVALID_INPUT", "another flow is running", "Stop it, or wait for its end.");
      this.#state = { id: order.id, flow: order.flow ?? "", tabId: order.tabId ?? 0 };
    }
    this.#lastMessageAt = Date.now();
    link.event({ kind: "flowOrder", flowOrder: order });
    this.#changed();
    return this.#state;
  }

  /** @param {FlowSaid | undefined} said progress or result from the companion @returns {Reply} */
  said(said) {
    if (!said || said.id !== this.#state?.id || ended(this.#state)) return {};
    const { progress = this.#state.progress, result, error } = said;
    const state = { ...this.#state, ...(progress ? { progress } : {}), ...(result ? { result } : {}), ...(error ? { error } : {}) };
    this.#state = ended(state) && this.#forgotten === said.id ? undefined : state;
    this.#lastMessageAt = Date.now();
    this.#changed();
    return {};
  }

  /** Drops the state of a run after a deletion: it may quote a deleted step. A run that goes on is shown until its end. */
  forget() {
    if (!this.#state) return;
    if (ended(this.#state)) this.#state = undefined;
    else this.#forgotten = this.#state.id;
    this.#changed();
  }

  /** @param {boolean} linked */
  #lapse(linked) {
    if (!this.#state || ended(this.#state) || (linked && Date.now() - this.#lastMessageAt < SILENT_MS)) return;
    this.#state = { ...this.#state, error: { code: "MM_INTERRUPTED", message: "the companion stopped answering: the last step may or may not have been done", hint: "Look at the page before you run it again." } };
  }
}

/** @param {FlowState} state */
const ended = ({ result, error }) => !!(result || error);
