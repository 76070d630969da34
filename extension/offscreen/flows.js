// Runs of flows that a person has started in the panel. The companion does them; here is
// what has become of the newest one. Its values are passed on and kept nowhere.

/** @import {FlowOrder, FlowSaid, FlowState, Reply} from "../wire" */
/** @import {Link} from "./link.js" */
import { FaultError } from "../lib/fault.js";

/** A run that sent nothing for this long has ended with the link or the companion. */
const SILENT_MS = 120_000;

export class FlowRuns {
  /** @type {FlowState | undefined} */
  #state;
  #lastMessageAt = 0;
  #link;
  #changed;

  /**
   * @param {() => Promise<Link>} link
   * @param {() => void} changed tells the pages that show it
   */
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
  }

  /**
   * Starts or stops a run; without an order it says how things are.
   * @param {FlowOrder} [order]
   * @returns {Promise<FlowState | undefined>}
   */
  async take(order) {
    const link = await this.#link();
    this.#lapse(link.health.linked);
    if (!order || this.#state?.id === order.id && !order.stop) return this.#state; // a message may be said twice
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

  /**
   * @param {FlowSaid | undefined} said by the companion
   * @returns {Reply}
   */
  said(said) {
    if (!said || said.id !== this.#state?.id || ended(this.#state)) return {};
    const { progress = this.#state.progress, result, error } = said;
    this.#state = { ...this.#state, ...(progress ? { progress } : {}), ...(result ? { result } : {}), ...(error ? { error } : {}) };
    this.#lastMessageAt = Date.now();
    this.#changed();
    return {};
  }

  /** @param {boolean} linked */
  #lapse(linked) {
    if (!this.#state || ended(this.#state) || (linked && Date.now() - this.#lastMessageAt < SILENT_MS)) return;
    this.#state = { ...this.#state, error: { code: "MM_INTERRUPTED", message: "the companion stopped answering: the last step may or may not have been done", hint: "Look at the page before you run it again." } };
  }
}

/** @param {FlowState} state */
const ended = ({ result, error }) => !!(result || error);
