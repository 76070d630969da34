// Combines the Wasm core and the database into the memory. The core is a cache: it is
// loaded from the database at its start and after each crash. A new step passes
// through the core before the database, and is removed again from the core when it
// cannot be stored; all other records are stored first.

/** @import {CoreReply, CoreRequest, Record as WireRecord} from "../wire" */
import { CoreClient } from "../lib/core-port.js";
import { FaultError } from "../lib/fault.js";
import { Gate } from "../lib/gate.js";
import { Cursor } from "./cursor.js";
import { LEARN_BATCH, Learner } from "./learner.js";
import { LOAD_BATCH, everything } from "./load.js";
import { learnNameKey } from "./namekey.js";
import { Packer } from "./packer.js";
import { Ready } from "./ready.js";
import { dropSteps, heldToOurs, storeReplica } from "./replica.js";
import { dropSegments } from "./segments.js";

/** Delay of the rewrite after the last deletion request: several often come in a row. */
const TIDY_MS = 2000;

/** Lists the operations that other pages may call; the rest changes the core together with the database. */
const QUESTIONS = new Set(["status", "observe", "search", "last", "sessions", "recipe", "prior", "recall", "step", "timeline", "cards", "kb", "sites", "flows", "map", "check", "named", "amend", "outcome", "export", "stats"]);

export class Memory {
  #db;
  #core;
  #learner;
  #changed;
  #failed;
  #typed;
  #packer;
  #cursor;
  /** Counts the times the core lost records, or may have: records on their way to the database are then sent to it again. */
  #losses = 0;
  #tidying = 0;
  #renewing = false;
  ready = new Ready();
  /** Shared by recording calls, exclusive for deletions. */
  gate = new Gate();

  /**
   * @param {import("./db.js").Database} db
   * @param {ConstructorParameters<typeof CoreClient>[0]} start makes the core's Worker
   * @param {() => void} [changed] is called when the core received a new record
   * @param {(err: unknown) => void} [failed] receives the errors of background work
   * @param {() => Promise<import("../wire").KnowRequest | undefined>} [typed] returns the secrets typed so far
   */
  constructor(db, start, changed, failed, typed) {
    this.#db = db;
    this.#changed = changed;
    this.#failed = failed;
    this.#typed = typed;
    this.#core = new CoreClient(start, () => this.#everything());
    this.#learner = new Learner(this.#core);
    this.#packer = new Packer(db, this.#core);
    this.#cursor = new Cursor(db);
  }

  /** Returns the state of the core. */
  get health() {
    return this.#core.health;
  }

  /**
   * Answers a query from another page of the extension.
   * @param {CoreRequest | undefined} request
   * @returns {Promise<CoreReply>}
   */
  async question(request) {
    if (!request || !QUESTIONS.has(request.op)) {
      throw new FaultError("UNKNOWN_TYPE", `the core can't be asked for ${JSON.stringify(request?.op) ?? "nothing"} from here`, `Ask one of ${[...QUESTIONS].join(", ")}.`);
    }
    if (request.op === "search") this.#learner.search();
    return this.ready.answer(request) ?? this.#ask(request);
  }

  /** Makes the core prepare the likely query about a page that has settled. @param {CoreRequest | undefined} request */
  async prepare(request) {
    if (request?.op !== "prior") throw new FaultError("UNKNOWN_TYPE", "only prior knowledge is made ready");
    await this.ready.prepare(request, (r) => this.#ask(r));
  }

  /**
   * Reads the successful steps of an origin at the first query about one of its pages, and the
   * sessions that flows are built from at the first query for flows.
   * @param {CoreRequest} request
   * @returns {Promise<CoreReply>}
   */
  async #ask(request) {
    const state = request.op === "prior" && request.prior?.observation?.state;
    if (state) await this.#learner.learn(state);
    const address = request.op === "stats" ? "" : (request.flows?.url ?? (request.map?.ready ? undefined : request.map?.url));
    if (address !== undefined) await this.#learner.flows(address);
    return this.#core.call(request);
  }

  /** @returns {Promise<CoreReply>} the core's counts; starts the core */
  status() {
    return this.#call({ op: "status" });
  }

  /**
   * @param {import("../wire").Step} step as observed
   * @param {Pick<CoreRequest, "keep" | "session" | "beside" | "bare">} more with its session, the core remembers the step
   * @returns {Promise<import("../wire").Step | undefined>} ready to store: screens, labels, redaction, caps applied;
   *   undefined when it was deleted after it began
   */
  async capture(step, more) {
    const orders = /** @type {import("../wire").Forget[] | undefined} */ (await this.#db.get("orders"));
    const { step: captured, gone } = await this.#call({ op: "capture", capture: step, ...more, ...(orders?.length && { orders }) });
    if (!captured && !gone) throw new FaultError("MM_INTERNAL", "the core captured nothing");
    return captured;
  }

  /**
   * Records a step: one call to the core first, then it stores the result.
   * The core forgets a step that could not be stored.
   * @param {import("../wire").Step} step as observed
   * @param {Pick<CoreRequest, "keep" | "session" | "beside" | "bare">} more
   * @param {(step: import("../wire").Step) => Promise<WireRecord | undefined>} store
   * @returns {Promise<WireRecord | undefined>} the stored record
   */
  async record(step, more, store) {
    const losses = this.#losses;
    const captured = await this.capture(step, more);
    if (!captured) return undefined;
    const record = await store(captured).catch(async (err) => {
      this.#losses++;
      await this.#core.call({ op: "put", now: now(), records: [{ seq: 0, forget: { stepId: step.stepId } }] });
      throw err;
    });
    // A core that loaded or deleted before the row existed may lack the record.
    if (record && losses !== this.#losses) await this.tell([record]);
    else if (record) this.#remembered(1);
    return record;
  }

  /**
   * Makes the core mask, from now on, a text that was typed into a sensitive field.
   * @param {import("../wire").KnowRequest | undefined} know
   * @returns {Promise<string[]>} its placeholders, empty when the text was known
   */
  async know(know) {
    if (!know) throw new FaultError("MM_INVALID_INPUT", "there is nothing to know");
    const { digests = [] } = await this.#call({ op: "know", know });
    if (digests.length > 0) this.ready.clear();
    return digests;
  }

  /**
   * @param {import("../wire").Reply} reply from the page
   * @returns {Promise<import("../wire").Reply>} without secrets, fit to leave the extension
   */
  async mask(reply) {
    const { masked } = await this.#call({ op: "mask", mask: reply });
    if (!masked) throw new FaultError("MM_INTERNAL", "the core masked nothing");
    return masked;
  }

  /**
   * @param {number} cursor of the companion
   * @param {number} ms to wait for it
   * @returns {Promise<boolean>} whether the core has all records from the companion up to it
   */
  async holds(cursor, ms) {
    return (await this.#cursor.holds(cursor, ms)) && !this.#renewing;
  }

  /**
   * Masks a reply and answers the question about its page. If the question crashes the
   * core, the reply lacks the answer but keeps the observation.
   * @param {import("../wire").Reply} reply from the page
   * @param {import("../wire").Question} question
   * @param {number} until latest useful time of the answer, on performance.now()'s clock
   * @returns {Promise<{masked: import("../wire").Reply, answer?: import("../wire").Answer}>} without answer if the core
   *   does not know the page that the reply calls unchanged
   */
  async maskAndAnswer(reply, question, until) {
    for (;;) {
      const { masked, answer, learned } = await this.#core.call({ op: "mask", now: now(), mask: reply, ask: { question, steps: LEARN_BATCH } });
      if (!masked) return { masked: await this.mask(reply), answer: { why: "failed" } };
      if (!learned) return { masked, answer: this.#renewing ? { why: "behind" } : answer };
      if (!answer?.state || !(await this.#learner.learn(answer.state, until))) return { masked, answer: { why: "slow" } };
    }
  }

  /**
   * @param {import("../wire").Edit} edit
   * @returns {Promise<import("../wire").Edit>} with details of its subject, so that it is valid elsewhere as well
   * @throws when it changes no existing record
   */
  async check(edit) {
    return (await this.#call({ op: "check", check: edit })).edit ?? edit;
  }

  /**
   * @param {import("../wire").Forget} forget
   * @returns {Promise<import("./forget.js").Meant>} the records it covers now, including steps that have begun
   */
  async named(forget) {
    const { named } = await this.#call({ op: "named", named: forget });
    const order = named?.order;
    if (!order) throw new FaultError("MM_INTERNAL", "the core named nothing");
    const begun = /** @type {import("./rows.js").Row[]} */ (await this.#db.read("records", (s) => s.index("opened").getAll()));
    const left = begun.length > 0 ? await this.late([order], begun.flatMap(({ record }) => record.step ?? [])) : [];
    return { ...named, order, begun: begun.map((row, i) => ({ row, ...left[i] })) };
  }

  /**
   * @param {import("../wire").Forget[]} orders
   * @param {import("../wire").Step[]} steps
   * @returns {Promise<import("../wire").LateStep[]>} the remaining form of each step after the orders
   */
  async late(orders, steps) {
    if (orders.length === 0) return steps.map(() => ({}));
    const { late = [] } = await this.#call({ op: "late", late: { orders, steps } });
    return late;
  }

  /**
   * @param {import("../wire").ExportFile[]} files
   * @returns {Promise<{records: WireRecord[], skipped: string[]}>} the content of the files
   */
  async read(files) {
    const { records = [], skipped = [] } = await this.#call({ op: "import", import: { files } });
    const known = new Set();
    for (const { session } of records) {
      const { recipe } = session ? await this.#call({ op: "recipe", recipe: { sessionId: session.sessionId } }) : {};
      if (recipe?.stepCount) known.add(session?.sessionId);
    }
    return { records: records.filter((r) => !r.session || !known.has(r.session.sessionId)), skipped };
  }

  /**
   * Sends stored records to the core. If one crashes the core, the core restarts
   * without that record; it stays stored nevertheless.
   * @param {WireRecord[]} records
   */
  async tell(records) {
    if (records.length === 0) return;
    for (let i = 0; i < records.length; i += LOAD_BATCH) {
      await this.#core.call({ op: "put", now: now(), records: records.slice(i, i + LOAD_BATCH) });
    }
    this.#remembered(records.length);
  }

  /** @param {number} records that the core received */
  #remembered(records) {
    this.ready.clear();
    this.#changed?.();
    this.#packer.received(records);
  }

  /**
   * @param {WireRecord[]} records the next stored steps, in time order, with their sessions
   * @param {boolean} begin whether these include the first step of all
   * @returns {Promise<import("../wire").RewrittenStep[]>} their new forms
   */
  async rewrite(records, begin) {
    const { rewritten = [] } = await this.#call({ op: "rewrite", rewrite: { begin, records } });
    return rewritten;
  }

  /**
   * Reloads the core from changed rows. Nothing may be recorded meanwhile.
   * @param {boolean} changed whether any row changed; if not, the core stays loaded
   * @param {(tx: IDBTransaction) => void} also adds writes to the same transaction
   */
  async renew(changed, also) {
    this.#renewing = true;
    await this.#packer
      .without(async () => {
        await this.#db.write((tx) => {
          if (changed) dropSegments(tx);
          also(tx);
        });
        if (!changed) return;
        this.#losses++;
        await this.#core.call({ op: "reset", now: now() });
        for await (const request of this.#everything()) if (!("attach" in request)) await this.#core.call(request);
        this.ready.clear();
        this.#changed?.();
      })
      .finally(() => {
        this.#renewing = false;
      });
  }

  /** Packs the rows worth packing. @returns {Promise<void>} */
  pack() {
    return this.#packer.pack();
  }

  /**
   * Stores records of other sources, up to cursor.
   * @param {WireRecord[]} records
   * @param {number} cursor
   * @returns {Promise<void>}
   */
  replicate(records, cursor) {
    return this.gate[records.some(({ forget }) => forget) ? "sole" : "shared"](() => this.#replicate(records, cursor));
  }

  /** @param {WireRecord[]} records @param {number} cursor */
  async #replicate(records, cursor) {
    const undone = /** @type {string[]} */ ((await this.#db.get("undone")) ?? []);
    // An undone deletion request of this browser comes back from the companion.
    const back = new Set(records.flatMap(({ forget }) => (forget?.undo ? [forget.at] : [])));
    records = await heldToOurs(
      this.#db,
      records.filter(({ forget }) => !forget?.undo && (!forget?.at || !undone.includes(forget.at))),
      (orders, steps) => this.late(orders, steps),
    );
    // Without deletion requests, the core gets records before they are stored: the companion has
    // them anyway, and callers waiting for the cursor need only the core.
    const ordered = records.some(({ forget }) => forget);
    const losses = this.#losses;
    if (!ordered) {
      await this.tell(records);
      this.#cursor.reached(cursor);
    }
    const named = new Map();
    for (const { forget } of records) if (forget) named.set(forget, await this.named(forget));
    await storeReplica(this.#db, records, cursor, named, back);
    // A core loaded in between does not have them yet.
    if (ordered || losses !== this.#losses) await this.tell(records);
    this.#cursor.reached(cursor);
    if (records.some(({ forget }) => forget && !forget.old)) this.tidy();
  }

  /**
   * Removes steps of this browser that the companion stores as a wrapped driver's.
   * @param {string[]} stepIds
   * @returns {Promise<void>}
   */
  drop(stepIds) {
    return this.gate.sole(async () => {
      await dropSteps(this.#db, stepIds);
      await this.tell(stepIds.map((stepId) => ({ seq: 0, forget: { stepId } })));
    });
  }

  /** Schedules the removal of deleted rows from disk. After a crash the next start does it. */
  tidy() {
    clearTimeout(this.#tidying);
    this.#tidying = setTimeout(() => void this.#db.tidy().catch((err) => this.#failed?.(err)), TIDY_MS);
  }

  /** @param {unknown} rules the companion's screen rules */
  async setRules(rules) {
    const known = await this.#db.get("rules");
    if (!rules || JSON.stringify(rules) === JSON.stringify(known)) return;
    await this.#db.set("rules", rules);
    this.ready.clear();
    await this.#call({ op: "rules", rules });
  }

  /** @param {unknown} key for name hashes, from the companion */
  async setNameKey(key) {
    if (!(await learnNameKey(this.#db, key))) return;
    this.ready.clear();
    await this.#call({ op: "nameKey", nameKey: /** @type {string} */ (key) });
  }

  /** @param {Omit<CoreRequest, "now">} request @returns {Promise<CoreReply>} without error */
  async #call(request) {
    const reply = await this.#core.call({ ...request, now: now() });
    if (reply.error) throw new FaultError(reply.error.code, reply.error.message, reply.error.hint);
    return reply;
  }

  /** @returns {import("./load.js").Requests} the requests that give a new core all that is stored */
  #everything() {
    this.#losses++;
    return everything(this.#db, this.#typed);
  }
}

const now = () => new Date().toISOString();
