// Sends the outbox over an open link: batches in order, a few in flight at once. It
// deletes nothing before the acknowledgement (shared/wire/doc.go).

/** @import {Ack, Envelope} from "../wire" */
import { MaxBatchRecords, Window } from "../lib/limits.js";

/** Delay before a refused batch is sent again; doubles each time. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 30_000;

/** Bounds how often a single record may be called invalid before it is skipped. */
const INVALID_MAX = 5;

export class Sender {
  #outbox;
  #send;
  #onConflict;
  #drop;
  /** @type {number[]} the last number of each batch in flight */
  #underWay = [];
  #sent;
  #acked;
  #window;
  #limit = MaxBatchRecords;
  #refusals = 0;
  #invalid = 0;
  #over = false;
  /** @type {Promise<void>} processes acknowledgements and batches one at a time */
  #last = Promise.resolve();

  /**
   * @param {object} options
   * @param {import("./outbox.js").Outbox} options.outbox
   * @param {number} options.hwm the companion has everything up to here
   * @param {number} options.window
   * @param {(envelope: Envelope) => void} options.send
   * @param {() => void} options.onConflict is called after a new epoch has begun
   * @param {(stepIds: string[]) => Promise<void>} options.drop removes steps that the companion has from a wrapped driver
   */
  constructor({ outbox, hwm, window, send, onConflict, drop }) {
    this.#outbox = outbox;
    this.#send = send;
    this.#onConflict = onConflict;
    this.#drop = drop;
    this.#sent = hwm;
    this.#acked = hwm;
    this.#window = Math.min(window, Window);
  }

  /** Reports whether a batch waits for its acknowledgement. */
  get waits() {
    return this.#underWay.length > 0 && this.#window > 0;
  }

  /** Sends all batches that the window allows. */
  poke() {
    return this.#inTurn(() => this.#fill());
  }

  /** @param {Ack} ack */
  acknowledged(ack) {
    return this.#inTurn(() => this.#take(ack));
  }

  /** Notes that the companion called a message invalid: it may be the first record in the queue. */
  calledInvalid() {
    this.#invalid++;
  }

  /** Stops sending. */
  stop() {
    this.#over = true;
  }

  /** @param {() => Promise<void>} work */
  #inTurn(work) {
    this.#last = this.#last.then(() => (this.#over ? undefined : work()));
    return this.#last;
  }

  async #fill() {
    while (!this.#over && this.#underWay.length < this.#window) {
      const records = await this.#outbox.batch(this.#sent + 1, this.#limit);
      if (records.length === 0) return;
      const first = this.#sent + 1;
      this.#sent += records.length;
      this.#underWay.push(this.#sent);
      this.#send({ kind: "batch", batch: { first, records } });
    }
  }

  /** @param {Ack} ack */
  async #take({ hwm, window, conflict, driven }) {
    if (conflict) {
      await this.#outbox.renew();
      this.#onConflict();
      return;
    }
    if (!Number.isSafeInteger(hwm) || hwm < 0 || hwm > this.#sent) return;
    this.#window = Math.min(window, Window);
    if (hwm > this.#acked) await this.#progress(hwm);
    else if (this.#underWay.length > 0 && this.#window > 0) await this.#refused();
    if (driven?.length) await this.#drop(driven);
    await this.#fill();
  }

  /** @param {number} hwm */
  async #progress(hwm) {
    await this.#outbox.acknowledge(hwm);
    this.#acked = hwm;
    this.#underWay = this.#underWay.filter((last) => last > hwm);
    this.#refusals = 0;
    this.#invalid = 0;
    this.#limit = MaxBatchRecords;
  }

  /**
   * Handles an acknowledgement without progress: the companion lacks the next record or
   * could not store it. It sends everything again, one by one, to find a record that
   * cannot be stored. It skips only a record that was called invalid, because a
   * companion with a full disk must lose nothing.
   */
  async #refused() {
    if (this.#limit === 1 && this.#invalid >= INVALID_MAX) {
      await this.#outbox.giveUp(this.#acked + 1, "the companion called it invalid");
      this.#invalid = 0;
    }
    if (this.#refusals > 0) this.#limit = 1;
    const pause = Math.min(AGAIN_MS * 2 ** this.#refusals++, AGAIN_MAX_MS);
    this.#underWay = [];
    this.#sent = this.#acked;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
