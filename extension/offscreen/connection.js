// Handles one WebSocket to the companion from opening to close. shared/wire/doc.go defines
// the order of the handshake: no record or observation is sent before the companion
// has proved its identity. link.js opens the next connection.

/** @import {Envelope, Fault, Kind, Ready, Welcome} from "../wire" */
/** @import {Ends} from "./link.js" */
/** @import {Pairing} from "./pairing.js" */
import { asFault, fault } from "../lib/fault.js";
import { randomHex } from "../lib/ids.js";
import {
  BeatEvery, CloseBadMessage, CloseReplaced, CloseUnauthorized, CloseVersion, DeadAfter, MaxFrame, OldestProto, Proto,
} from "../lib/limits.js";
import { Prover } from "./handshake.js";
import { sizeOf } from "./records.js";
import { Sender } from "./sender.js";

/** Bounds opening a socket plus both proofs. On a busy machine the companion needs seconds for its own. */
const OPEN_MS = 10_000;

/** Bounds the wait for an acknowledgement of a batch; then the socket is closed. */
const ACK_MS = 30_000;

/** Sets the interval between checks of heartbeats and deadlines. */
const LOOK_MS = 5000;

/** Hint about a companion with another pairing key. */
const PAIR = "Run `cairn pair` and paste the code into the popup.";

/** @param {string} message @returns {Fault} a companion that is not there, or no longer */
export const noCompanion = (message) => fault("COMPANION_NOT_CONNECTED", message, "Start the companion: `cairn run`. Until then everything works on this side.");

/** Describes another protocol version: neither side speaks one with a weaker proof. */
const DIFFERENT = fault("VERSION_UNSUPPORTED", "companion and extension are of different versions",
  "Update cairn, write the extension again with `cairn extension`, then reload it at chrome://extensions.");

export class Connection {
  #ends;
  #pairing;
  #port;
  #opened;
  /** @type {WebSocket} */
  #socket = /** @type {any} */ (undefined);
  /** @type {Sender | null} */
  #sender = null;
  /** @type {Prover} */
  #prover = /** @type {any} */ (undefined);
  #nonce = randomHex(16);
  #proved = false;
  /** @type {Fault | undefined} */
  #fault;
  // Durations use the monotonic clock: the wall clock jumps when it is set.
  #began = performance.now();
  #heardAt = performance.now();
  #saidAt = performance.now();
  #ackedAt = performance.now();
  /** @type {Promise<void>} processes messages one at a time where their order matters */
  #last = Promise.resolve();
  #end = (/** @type {void} */ _) => {};
  /** @type {string | undefined} */
  lastAck;
  /** @type {number | undefined} size of the companion's store on disk */
  storeBytes;

  /** @param {Ends} ends @param {Pairing} pairing @param {number} port @param {() => void} opened */
  constructor(ends, pairing, port, opened) {
    this.#ends = ends;
    this.#pairing = pairing;
    this.#port = port;
    this.#opened = opened;
  }

  /** @returns {Promise<{linked: boolean, fault?: Fault}>} resolves when the connection has closed */
  async run() {
    const ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    // Slow work comes before the socket opens: the companion waits only two seconds.
    this.#prover = await Prover.from(this.#pairing.key, this.#port);
    const hello = await this.#hello();
    this.#began = performance.now();
    const url = `ws://127.0.0.1:${this.#port}/sync`;
    this.#socket = this.#ends.socket ? this.#ends.socket(url) : new WebSocket(url);
    this.#socket.onopen = () => this.#say(hello);
    this.#socket.onmessage = ({ data }) => this.#receive(data);
    this.#socket.onclose = ({ code, reason }) => this.#closed(code, reason);
    const look = setInterval(() => this.tick(), LOOK_MS);
    const deadline = setTimeout(() => this.tick(), OPEN_MS + 1);
    await ended;
    clearInterval(look);
    clearTimeout(deadline);
    this.#sender?.stop();
    return { linked: this.#sender !== null, fault: this.#fault };
  }

  poke() {
    void this.#sender?.poke().catch((err) => this.#broken(err));
  }

  /** @param {Envelope} event */
  event(event) {
    if (this.#sender) this.#say(event);
  }

  tick() {
    const now = performance.now();
    if (!this.#sender) {
      if (now - this.#began > OPEN_MS) this.close(CloseUnauthorized, noCompanion(`no companion answers on port ${this.#port}`));
      return;
    }
    if (now - this.#heardAt > DeadAfter) return this.close(1000, noCompanion("the companion fell silent"));
    if (this.#sender.waits && now - Math.max(this.#ackedAt, this.#heardAt) > ACK_MS) return this.close(1000, noCompanion("the companion acknowledges nothing"));
    if (now - this.#saidAt >= BeatEvery - LOOK_MS) this.#say({ kind: "beat" });
  }

  /** @param {number} code @param {Fault} [why] */
  close(code, why) {
    if (why) this.#fault = why;
    this.#sender?.stop();
    this.#socket?.close(code);
    // A dead peer never answers the close, so this side does not wait for it.
    this.#end();
  }

  /** @param {number} code @param {string} reason */
  #closed(code, reason) {
    if (code === CloseUnauthorized && this.#proved) this.#fault = fault("UNAUTHORIZED", "the companion has another pairing key", PAIR);
    else if (code === CloseVersion) this.#fault = DIFFERENT;
    else if (code === CloseReplaced) this.#fault = fault("COMPANION_NOT_CONNECTED", "another copy of this profile is connected", "Close the other browser that uses a copy of this profile.");
    // Before the proof the peer may be any program on that port: its text is not shown.
    else if (code >= 4000) this.#fault = noCompanion((this.#proved && reason) || `what listens on port ${this.#port} closed the link (${code})`);
    this.#end();
  }

  /** @returns {Promise<Envelope>} */
  async #hello() {
    const { installId, epoch } = this.#ends.outbox;
    const [next, cursor] = [await this.#ends.outbox.next(), await this.#ends.cursor()];
    const hello = { proto: OldestProto, ...(Proto > OldestProto ? { newest: Proto } : {}), version: this.#ends.version, installId, epoch, nonce: this.#nonce, next, cursor, browser: this.#ends.browser, ...(this.#pairing.own ? { own: true } : {}), ...(this.#pairing.context ? { context: this.#pairing.context } : {}), ...(this.#ends.encrypted() ? { encrypted: true } : {}) };
    return { kind: "hello", hello };
  }

  /** @param {unknown} data */
  #receive(data) {
    this.#heardAt = performance.now();
    const message = parse(data);
    if (!message) return this.#complain(fault("MM_INVALID_INPUT", "this is not an envelope", "Send one JSON object with a kind per text frame."));
    // Calls run in parallel: a locate may take long.
    if (this.#sender && CALLS.has(message.kind)) return void this.#call(message);
    void this.#inTurn(() => this.#understand(message));
  }

  /** @param {() => Promise<void>} work */
  #inTurn(work) {
    this.#last = this.#last.then(work).catch((err) => this.#broken(err));
    return this.#last;
  }

  /** @param {unknown} err an error on this side: the next link sends the unacknowledged batches again */
  #broken(err) {
    this.close(1000, asFault(err));
  }

  /** @param {Envelope} message */
  async #understand(message) {
    if (!this.#sender) return this.#opening(message);
    // A call that arrived during the handshake waited until here.
    if (CALLS.has(message.kind)) return void this.#call(message);
    if (message.kind === "beat") return this.tick();
    if (message.kind === "ack" && message.ack) {
      this.#ackedAt = performance.now();
      this.lastAck = new Date().toISOString();
      this.storeBytes = message.ack.storeBytes ?? this.storeBytes;
      // Not awaited: after a refusal the sender pauses, and calls must not.
      void this.#sender.acknowledged(message.ack).catch((err) => this.#broken(err));
    } else if (message.kind === "replica" && message.replica) {
      const { records, cursor } = message.replica;
      if (!Array.isArray(records) || !Number.isSafeInteger(cursor)) throw new Error("the companion sent a replica without records or cursor");
      await this.#ends.replicate(records, cursor);
      this.#say({ kind: "replicaAck", replicaAck: { cursor } });
    } else if (message.kind === "error") {
      if (message.error?.code === "MM_INVALID_INPUT") this.#sender.calledInvalid();
      this.#fault = message.error;
    } else {
      this.#complain(fault("UNKNOWN_TYPE", `the extension knows no message ${JSON.stringify(message.kind)}`), message.id);
    }
  }

  /** @param {Envelope} message before the link is open */
  async #opening(message) {
    if (!this.#proved && message.kind === "welcome" && message.welcome) return this.#welcome(message.welcome);
    if (this.#proved && message.kind === "ready" && message.ready) return this.#ready(message.ready);
    this.close(CloseBadMessage, noCompanion(`what answers on port ${this.#port} is no companion`));
  }

  /** @param {Welcome} welcome */
  async #welcome({ proto, nonce, proof }) {
    if (!Number.isInteger(proto) || proto < OldestProto || proto > Proto) return this.close(CloseVersion, DIFFERENT);
    if (!(await this.#prover.companionProved(proof, this.#nonce, nonce))) {
      return this.close(CloseUnauthorized, fault("UNAUTHORIZED", `what listens on port ${this.#port} has another pairing key, or only forwards to a companion`,
        `Run \`cairn status\`: it names the companion's port. If the port is right: ${PAIR}`));
    }
    this.#proved = true;
    const mine = await this.#prover.prove(this.#nonce, nonce, this.#ends.outbox.installId);
    this.#say({ kind: "prove", prove: { proof: mine } });
  }

  /** @param {Ready} ready */
  async #ready({ hwm, window, screenRules, nameKey, rewritings, storeBytes, encrypted }) {
    const { outbox } = this.#ends;
    // Not awaited: later writes wait for the encryption themselves.
    if (encrypted !== undefined) this.#ends.encrypt(encrypted);
    if (hwm + 1 !== (await outbox.first())) {
      // The high-water mark does not match: an acknowledgement was lost, or one side was
      // restored from an older state and the numbers mean different records. The numbers do
      // not show which, so nothing is deleted. A new epoch sends the queue under new
      // numbers; the companion recognises steps by their ids.
      await outbox.renew();
      return this.close(1000, fault("SEQ_CONFLICT", "the companion and the outbox had come apart; a new count begins"));
    }
    this.storeBytes = storeBytes;
    await this.#ends.rules(screenRules);
    await this.#ends.nameKey(nameKey);
    this.#ends.rewritings(rewritings);
    // Before any call is answered: the companion records an agent's steps itself.
    const keeping = await this.#ends.keeping();
    if (keeping) this.#say({ kind: "keeping", keeping });
    this.#sender = new Sender({
      outbox, hwm, window,
      send: (envelope) => this.#say(envelope),
      drop: (stepIds) => this.#ends.drop(stepIds),
      onConflict: () => this.close(1000, fault("SEQ_CONFLICT", "a number came twice with different records; a new count begins")),
    });
    this.#opened();
    this.poke();
  }

  /** @param {Envelope} message */
  async #call(message) {
    const reply = await this.#ends.call(message).catch((err) => ({ error: asFault(err) }));
    this.#say({ kind: "reply", re: message.id, reply });
  }

  /** @param {Fault} error @param {number} [re] */
  #complain(error, re) {
    if (this.#sender) this.#say({ kind: "error", ...(re ? { re } : {}), error });
  }

  /** @param {Envelope} envelope */
  #say(envelope) {
    if (this.#socket.readyState !== 1) return;
    const text = JSON.stringify(envelope);
    // A character takes three bytes at most, so only long texts need measuring.
    if (text.length * 3 > MaxFrame && sizeOf(envelope) > MaxFrame) return this.#tooLong(envelope, text.length);
    this.#saidAt = performance.now();
    this.#socket.send(text);
  }

  /** @param {Envelope} envelope @param {number} length */
  #tooLong(envelope, length) {
    const error = fault("MM_TOO_LARGE", `the answer has ${length} characters, more than a message may (${MaxFrame} bytes)`,
      "Ask for less: a part of the page, a screenshot as JPEG or of a smaller area.");
    if (envelope.kind === "reply") this.#say({ kind: "reply", re: envelope.re, reply: { error } });
    else this.#complain(error);
  }
}

/** @type {Set<Kind>} */
const CALLS = new Set(["tabOpen", "tabClose", "tabList", "bind", "observe", "locate", "fill", "settle", "bracket", "unblock", "mask", "approve", "flowSaid", "teamSaid", "console", "load", "target", "attach", "detach", "command"]);

/** @param {unknown} data @returns {Envelope | null} */
function parse(data) {
  if (typeof data !== "string" || data.length > MaxFrame) return null;
  try {
    const message = JSON.parse(data);
    return message && typeof message === "object" && typeof message.kind === "string" ? message : null;
  } catch {
    return null;
  }
}
