// What is remembered, as the Wasm core knows it and as the database holds it.
// The core is a cache: it is loaded from the database at its start and after
// each death, so everything is stored first and told to the core then.

/** @import {CoreReply, CoreRequest, Record as WireRecord} from "../wire" */
import { CoreClient } from "../lib/core-port.js";
import { FaultError } from "../lib/fault.js";
import { result } from "./db.js";
import { Outbox } from "./outbox.js";
import { KEY_ORDER, isForgotten, keyOf } from "./records.js";

/** Records that are told to the core at once: some MB. */
const LOAD_BATCH = 200;

/** What may be asked from outside; the rest changes the core beside the database. */
const QUESTIONS = new Set(["status", "observe", "search", "last", "sessions", "recipe", "prior", "recall", "step", "timeline", "cards", "kb", "check"]);

export class Memory {
  #db;
  #core;
  #changed;

  /**
   * @param {import("./db.js").Database} db
   * @param {ConstructorParameters<typeof CoreClient>[0]} start makes the core's Worker
   * @param {() => void} [changed] is called when the core was told something new
   */
  constructor(db, start, changed) {
    this.#db = db;
    this.#changed = changed;
    this.#core = new CoreClient(start, () => this.#everything());
  }

  /** How the core is. */
  get health() {
    return this.#core.health;
  }

  /**
   * A question from another page of the extension.
   * @param {CoreRequest | undefined} request
   * @returns {Promise<CoreReply>}
   */
  async question(request) {
    if (!request || !QUESTIONS.has(request.op)) {
      throw new FaultError("UNKNOWN_TYPE", `the core can't be asked for ${JSON.stringify(request?.op) ?? "nothing"} from here`, `Ask one of ${[...QUESTIONS].join(", ")}.`);
    }
    return this.#core.call(request);
  }

  /** @returns {Promise<CoreReply>} how much the core holds; starts it */
  status() {
    return this.#call({ op: "status" });
  }

  /**
   * @param {import("../wire").Step} step as it was seen
   * @returns {Promise<import("../wire").Step>} fit to be remembered: screens, labels, redaction, caps
   */
  async capture(step) {
    const { step: captured } = await this.#call({ op: "capture", capture: step });
    if (!captured) throw new FaultError("MM_INTERNAL", "the core captured nothing");
    return captured;
  }

  /**
   * @param {import("../wire").Edit} edit
   * @throws when it changes nothing that is there
   */
  async check(edit) {
    await this.#call({ op: "check", check: edit });
  }

  /**
   * Tells the core of records that are stored. If it dies of them it comes
   * back without the one that killed it; stored they are all the same.
   * @param {WireRecord[]} records
   */
  async tell(records) {
    if (records.length === 0) return;
    await this.#core.call({ op: "put", now: now(), records });
    this.#changed?.();
  }

  /**
   * Stores the records of others, up to cursor.
   * @param {WireRecord[]} records
   * @param {number} cursor
   */
  async replicate(records, cursor) {
    await this.#db.write(async (tx) => {
      const replica = tx.objectStore("replica");
      for (const record of records) {
        if (record.forget) await forget(tx, record.forget);
        const key = keyOf(record);
        if (key) replica.put({ key, record });
      }
      tx.objectStore("kv").put(cursor, "cursor");
    });
    await this.tell(records);
  }

  /** @param {unknown} rules the companion's screen rules */
  async setRules(rules) {
    const known = await this.#db.get("rules");
    if (!rules || JSON.stringify(rules) === JSON.stringify(known)) return;
    await this.#db.set("rules", rules);
    await this.#call({ op: "rules", rules });
  }

  /**
   * @param {Omit<CoreRequest, "now">} request
   * @returns {Promise<CoreReply>} without error
   */
  async #call(request) {
    const reply = await this.#core.call({ ...request, now: now() });
    if (reply.error) throw new FaultError(reply.error.code, reply.error.message, reply.error.hint);
    return reply;
  }

  /** Everything that a new core must be told. @returns {AsyncGenerator<CoreRequest>} */
  async *#everything() {
    const rules = await this.#db.get("rules");
    if (rules) yield { op: "rules", now: now(), rules };
    for (const prefix of KEY_ORDER) yield* this.#run("replica", prefix, `${prefix}\uffff`);
    yield* this.#run("outbox", 0, Infinity);
  }

  /**
   * @param {"replica" | "outbox"} store
   * @param {string | number} from
   * @param {string | number} to
   * @returns {AsyncGenerator<CoreRequest>}
   */
  async *#run(store, from, to) {
    for (let lower = from, open = false; ; open = true) {
      const range = IDBKeyRange.bound(lower, to, open);
      const rows = await this.#db.read(store, (s) => s.getAll(range, LOAD_BATCH));
      if (rows.length === 0) return;
      yield { op: "put", now: now(), records: rows.map((row) => row.record) };
      lower = store === "outbox" ? rows.at(-1).seq : rows.at(-1).key;
    }
  }
}

const now = () => new Date().toISOString();

/**
 * @param {IDBTransaction} tx
 * @param {import("../wire").Forget} what
 */
async function forget(tx, what) {
  const replica = tx.objectStore("replica");
  const rows = /** @type {{key: string, record: WireRecord}[]} */ (await result(replica.getAll()));
  for (const { key, record } of rows) {
    if (isForgotten(what, record)) replica.delete(key);
  }
  const pending = tx.objectStore("pending");
  for (const row of /** @type {WireRecord[]} */ (await result(pending.getAll()))) {
    if (isForgotten(what, row)) pending.delete(/** @type {any} */ (row).stepId);
  }
  await Outbox.forget(tx, what);
}
