// Turns opened and closed steps, and a person's edits, into records. An opened step is stored
// at once, because the page, the worker or this document may close before it ends. A step
// without an end is closed after a timeout.

/** @import {After, Keep, Outcome, RuntimeMessage, Session, Step} from "../wire" */
import { FaultError, asFault } from "../lib/fault.js";
import { isId, randomHex } from "../lib/ids.js";
import { result } from "./idb.js";
import { RECORD_MAX, fit, keyOf, sizeOf } from "./records.js";
import { isOpen, rowsOf } from "./rows.js";

/** Bounds the imported records in one call to the core. */
const IMPORT_BATCH = 200;

/** Bounds the time a step stays open, which must cover typing into one long field. */
const PENDING_MS = 120_000;

/** Bounds the bytes of one step as received; content scripts send much smaller ones. */
const STEP_MAX = 1 << 20;

/**
 * @typedef {object} Closing
 * @property {Step} [step] fields that replace those of the opened step
 * @property {After} [after]
 * @property {Outcome} [outcome]
 * @property {string[]} [beside] names near the elements that appeared
 * @property {Keep} [keep] the name mode of the page that the step led to
 */

export class Capture {
  #db;
  #memory;
  #outbox;
  #recorded;

  /**
   * @param {import("./db.js").Database} db
   * @param {import("./memory.js").Memory} memory
   * @param {import("./outbox.js").Outbox} outbox
   * @param {() => void} recorded is called after each new record
   */
  constructor(db, memory, outbox, recorded) {
    this.#db = db;
    this.#memory = memory;
    this.#outbox = outbox;
    this.#recorded = recorded;
  }

  /**
   * Stores a step that has begun. A repeated call keeps the first version.
   * @param {Pick<RuntimeMessage, "stepId" | "step" | "session" | "keep">} message
   */
  async open({ stepId, step, session, keep }) {
    if (!isId(stepId) || !step || !session || !isId(session.sessionId)) {
      throw new FaultError("MM_INVALID_INPUT", "an opened step needs its id, itself and its session");
    }
    if (sizeOf(step) > STEP_MAX) throw new FaultError("MM_INVALID_INPUT", `the step is larger than ${STEP_MAX} bytes`);
    await this.#memory.gate.shared(async () => {
      // Page text is stored only after the core has removed its secrets.
      const begun = await this.#memory.capture({ ...step, stepId, sessionId: session.sessionId }, { keep: keep === "full" ? keep : "needed" });
      if (begun) await this.#begin(fit({ seq: 0, session, step: begun }).record);
    });
  }

  /** @param {import("./records.js").WireRecord} record */
  #begin(record) {
    const key = keyOf(record);
    return this.#db.write(async (tx) => {
      if ((await result(rowsOf(tx).getKey(key))) === undefined) rowsOf(tx).put({ key, record, opened: Date.now() });
    });
  }

  /**
   * Completes a step. It ignores a step without an opened row: recording was not allowed.
   * @param {Pick<RuntimeMessage, "stepId" | "step" | "after" | "outcome" | "beside" | "keep">} message
   */
  async close({ stepId, step, after, outcome, beside, keep }) {
    if (!isId(stepId)) throw new FaultError("MM_INVALID_INPUT", "a closed step needs its id");
    await this.#complete(`step:${stepId}`, { step, after, outcome, beside, keep });
  }

  /** @param {Session | undefined} session that has ended */
  async end(session) {
    if (!session || !isId(session.sessionId)) throw new FaultError("MM_INVALID_INPUT", "an ended session needs its id");
    const record = await this.#outbox.add({ seq: 0, session });
    if (record) await this.#memory.tell([record]);
    this.#recorded();
  }

  /** Completes steps that were never closed. @throws the last error, after it has tried all of them */
  async sweep() {
    const old = IDBKeyRange.upperBound(Date.now() - PENDING_MS, true);
    const keys = /** @type {string[]} */ (await this.#db.read("records", (s) => s.index("opened").getAllKeys(old)));
    let fault;
    for (const key of keys) {
      await this.#complete(key, {}).catch((err) => {
        fault = err;
      });
    }
    if (fault) throw fault;
  }

  /**
   * Stores the content of exported files. Steps and sessions that are already stored
   * stay unchanged.
   * @param {import("../wire").ExportFile[]} files
   * @returns {Promise<import("../wire").Imported>}
   */
  async import(files) {
    const { records, skipped } = await this.#memory.read(files);
    const kept = await Promise.all(records.map((record) => this.#outbox.add(record)));
    const fresh = kept.filter((record) => record !== undefined);
    for (let at = 0; at < fresh.length; at += IMPORT_BATCH) await this.#memory.tell(fresh.slice(at, at + IMPORT_BATCH));
    this.#recorded();
    const steps = fresh.filter((record) => record.step).length;
    return { sessions: fresh.length - steps, steps, known: records.length - fresh.length, skipped };
  }

  /**
   * Stores a person's edit of a card or a KB item.
   * @param {import("../wire").Edit | undefined} said receives its id and time here
   */
  async edit(said) {
    if (!said || typeof said !== "object") throw new FaultError("MM_INVALID_INPUT", "there is no edit");
    const bare = { ...said, editId: `e-${randomHex(13)}`, at: new Date().toISOString() };
    if (sizeOf(bare) > RECORD_MAX / 2) throw new FaultError("MM_INVALID_INPUT", "the edit is too large", "Say it in fewer words.");
    const edit = await this.#memory.check(bare);
    const record = await this.#outbox.add({ seq: 0, edit });
    if (record) await this.#memory.tell([record]);
    this.#recorded();
  }

  /** @returns {Promise<number>} */
  pending() {
    return this.#db.read("records", (s) => s.index("opened").count());
  }

  /**
   * Stores a step with its end. The end is not stored earlier, because only the core can
   * mask secrets in it. If this fails, the step stays open until its end is sent
   * again or the next sweep; a step that the core calls invalid is never
   * stored.
   * @param {string} key
   * @param {Closing} closed
   */
  async #complete(key, closed) {
    const recorded = await this.#memory.gate.shared(async () => {
      const row = /** @type {import("./rows.js").Row | undefined} */ (await this.#db.read("records", (s) => s.get(key)));
      const { session, step } = row?.record ?? {};
      if (row?.opened === undefined || !session || !step) return false;
      try {
        const keep = step.keep ?? closed.keep ?? "full";
        const more = { session, keep, ...(closed.beside && { beside: closed.beside }), ...(this.#outbox.crowded && { bare: true }) };
        const kept = await this.#memory.record(whole(step, closed), more, (taken) => this.#outbox.end({ seq: 0, session, step: taken }));
        if (!kept) await this.#drop(key);
      } catch (err) {
        if (asFault(err).code === "MM_INVALID_INPUT") await this.#drop(key);
        throw err;
      }
      return true;
    });
    if (recorded) this.#recorded();
  }

  /** @param {string} key of a step, which may have ended since */
  #drop(key) {
    return this.#db.write(async (tx) => {
      if (await isOpen(tx, key)) rowsOf(tx).delete(key);
    });
  }
}

/** @param {Step} step as it began @param {Closing} closed @returns {Step} */
function whole(step, { step: changed, after, outcome }) {
  return {
    ...step,
    ...(changed?.tool ? { tool: framed(changed.tool, step.tool.target?.origin) } : {}),
    ...(changed?.durationMs ? { durationMs: changed.durationMs } : {}),
    outcome: outcome ?? step.outcome,
    ...(after && Object.keys(after).length > 0 ? { after } : {}),
  };
}

/**
 * @param {Step["tool"]} tool
 * @param {string | undefined} origin of the frame where the step began: the sender of its end may not know it any more
 * @returns {Step["tool"]}
 */
function framed(tool, origin) {
  return tool.target && origin ? { ...tool, target: { ...tool.target, origin } } : tool;
}
