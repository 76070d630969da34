// The offscreen document owns all persistent state. It connects the database, the
// Worker with the core, and the link, and answers messages from the worker and
// the extension's pages.

/** @import {Fault, Health, RuntimeKind, RuntimeMessage, RuntimeReply} from "../wire" */
import { FaultError, asFault, fault } from "../lib/fault.js";
import { ask, isFor, isOwnContext } from "../lib/messages.js";
import { answered } from "./answers.js";
import { Approvals } from "./approvals.js";
import { Capture } from "./capture.js";
import { Database } from "./db.js";
import { FlowRuns } from "./flows.js";
import { Forgetting } from "./forget.js";
import { Lanes } from "./lanes.js";
import { Link } from "./link.js";
import { Memory } from "./memory.js";
import { Older } from "./older.js";
import { Outbox } from "./outbox.js";
import { readPairing, storeCode } from "./pairing.js";
import { TeamCalls } from "./team.js";

const parts = start();

const lanes = new Lanes();
const approvals = new Approvals(() => sayChanged());
const flows = new FlowRuns(async () => (await parts).link, () => sayChanged());
const team = new TeamCalls(async () => (await parts).link);
chrome.runtime.onConnect.addListener((port) => lanes.met(port));

/** @type {Fault | undefined} the last error outside the link */
let lastFault;

async function start() {
  const db = await Database.open();
  // The next writer recreates this document and its database.
  db.gone = () => window.close();
  const outbox = new Outbox(db);
  await outbox.load();
  const memory = new Memory(db, () => /** @type {any} */ (new Worker(new URL("core-worker.js", import.meta.url), { type: "module" })), sayChanged, noted, typedSoFar);
  const older = new Older(db, memory, outbox);
  const link = new Link({
    pairing: () => readPairing(db),
    outbox,
    cursor: async () => (await db.get("cursor")) ?? 0,
    replicate: async (records, cursor) => {
      await memory.replicate(records, cursor);
      if (records.some(({ forget }) => forget)) flows.forget();
    },
    drop: (stepIds) => memory.drop(stepIds),
    rules: (rules) => memory.setRules(rules),
    nameKey: (key) => memory.setNameKey(key),
    keeping: askKeeping,
    rewritings: (count) => void older.follow(count).catch(noted),
    encrypted: () => db.encrypted,
    encrypt: (on) => void db.encrypt(on).catch(noted),
    call: callWorker,
    version: await version(),
    browser: browserName(),
  });
  const forgetting = new Forgetting(db, memory, outbox, () => link.poke());
  const capture = new Capture(db, memory, outbox, () => {
    lastFault = undefined; // the earlier error may be over
    link.poke();
  });
  void memory.status().catch(noted);
  void (async () => {
    // Queued records are not sent, and open steps not closed, in their old form.
    while (!(await rewritten(older))) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    void link.run();
    void capture.sweep().catch(noted);
  })();
  memory.tidy();
  return { db, outbox, memory, link, capture, forgetting, older };
}

/** Delay before the next attempt to hide names in older records. */
const AGAIN_MS = 10_000;

/** @param {Older} older @returns {Promise<boolean>} whether older records contain only allowed names */
async function rewritten(older) {
  try {
    await older.begin(await askKeeping());
    return true;
  } catch (err) {
    noted(err);
    return false;
  }
}

/** @returns {Promise<import("../wire").Keeping | undefined>} where which names are kept in clear */
async function askKeeping() {
  return (await ask({ to: "worker", kind: "keeping" }).catch(() => undefined))?.keeping;
}

/** @returns {Promise<import("../wire").KnowRequest | undefined>} texts typed into sensitive fields since the browser start; the worker keeps them in memory */
async function typedSoFar() {
  return (await ask({ to: "worker", kind: "typed" })).know;
}

/** @returns {Promise<string>} of the extension; chrome.runtime has no manifest in this document */
async function version() {
  return (await (await fetch(chrome.runtime.getURL("manifest.json"))).json()).version;
}

/** @returns {string} `Chromium 156` */
function browserName() {
  const brands = /** @type {any} */ (navigator).userAgentData?.brands ?? [];
  const known = brands.find((/** @type {{brand: string}} */ b) => /chrom|edge|brave|opera/i.test(b.brand));
  return known ? `${known.brand} ${known.version}` : "";
}

/** @type {{[kind in RuntimeKind]?: (message: RuntimeMessage) => Promise<RuntimeReply>}} */
const HANDLERS = {
  keepOpen: async (message) => done((await parts).capture.open(message)),
  keepClose: async (message) => done((await parts).capture.close(message)),
  keepSession: async ({ session }) => done((await parts).capture.end(session)),
  forget: async ({ forget }) => {
    const receipt = await (await parts).forgetting.forget(forget);
    flows.forget();
    return { receipt };
  },
  import: async ({ files }) => ({ imported: await (await parts).capture.import(files ?? []) }),
  edit: async ({ edit }) => done((await parts).capture.edit(edit)),
  typed: async ({ know }) => ({ digests: await (await parts).memory.know(know) }),
  ready: async ({ core }) => done((await parts).memory.prepare(core)),
  core: async ({ core }) => ({ core: await (await parts).memory.question(core) }),
  health: async () => {
    const { link, capture } = await parts;
    link.tick();
    void capture.sweep().catch(noted);
    return { health: await health() };
  },
  approvals: async ({ approve, verdict }) => {
    if (approve) approvals.decide(approve.id, verdict);
    return { approvals: approvals.list() };
  },
  flow: async ({ flowOrder }) => ({ flow: await flows.take(flowOrder) }),
  team: async ({ teamOrder }) => ({ team: await team.ask(teamOrder) }),
  pair: async ({ code }) => {
    const { db, link } = await parts;
    await storeCode(db, code);
    link.reopen();
    return { health: await health() };
  },
  event: async ({ event }) => {
    const { link } = await parts;
    if (event) events = events.then(() => maskedEvent(event)).then((safe) => link.event(safe)).catch(noted);
    return {};
  },
};

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (!isFor(message, "offscreen") || !isOwnContext(sender)) return false;
  const handler = Object.hasOwn(HANDLERS, message.kind) ? HANDLERS[message.kind] : undefined;
  if (!handler) {
    reply({ error: fault("UNKNOWN_TYPE", `the offscreen document knows no message ${JSON.stringify(message.kind)}`) });
    return false;
  }
  handler(message).then(reply, (err) => {
    noted(err);
    reply({ error: asFault(err) });
  });
  return true;
});

/** @param {Promise<unknown>} work @returns {Promise<RuntimeReply>} the empty reply, after the data is stored */
async function done(work) {
  await work;
  return {};
}

/** Delay that groups changes: steps come in bursts, and a page can redraw only a few times a second. */
const CHANGED_MS = 100;

let saying = 0;

/** Makes the open pages, if any, reload their data. */
function sayChanged() {
  saying ||= setTimeout(() => {
    saying = 0;
    chrome.runtime.sendMessage({ to: "pages", kind: "changed" }).catch(() => {});
  }, CHANGED_MS);
}

/** @param {unknown} err from background work; the popup shows it */
function noted(err) {
  lastFault = asFault(err);
}

/**
 * Forwards a call of the companion to the worker. If the answer is lost, the call may
 * have run, so it retries only calls that never reached the worker.
 * @param {import("../wire").Envelope} call
 */
async function callWorker(call) {
  if (call.kind === "approve") return approvals.ask(call.approve);
  if (call.kind === "flowSaid") return flows.said(call.flowSaid);
  if (call.kind === "teamSaid") return team.said(call.teamSaid);
  const { observe } = call;
  const asks = call.kind === "observe" && observe?.ask !== undefined;
  if (call.kind === "observe" && observe && !observe.seek) {
    const page = await lanes.look(observe);
    const again = () => lanes.look({ ...observe, since: undefined });
    if (page) return asks && !(page.same && observe.ask?.held) ? answered((await parts).memory, { page }, observe, again) : masked({ page });
  }
  const { reply } = await ask({ to: "worker", kind: "call", call }, { onlyUndelivered: true });
  if (!reply) throw new FaultError("MM_INTERNAL", "the worker gave no reply");
  return asks && reply.page ? answered((await parts).memory, reply, observe, async () => undefined) : masked(reply);
}

/**
 * Masks a reply in the core before it leaves the extension; if the core
 * does not run, the call fails.
 * @param {import("../wire").Reply} reply
 * @returns {Promise<import("../wire").Reply>}
 */
async function masked(reply) {
  const { page, located, error, tab, tabs, texts, ...rest } = reply;
  const bare = page?.same && !page.heard?.length && !page.astray && !page.beside;
  if (bare || !(page || located || error || tab || tabs || texts)) return reply;
  const safe = await (await parts).memory.mask({ page, located, error, tab, tabs, texts });
  return { ...safe, ...rest };
}

/** Keeps events in order while one is being masked. @type {Promise<unknown>} */
let events = Promise.resolve();

/**
 * Masks the message of a page's dialog, or omits it if the core does not run. It keeps the
 * default text of a prompt, because the companion enters it.
 * @param {import("../wire").Envelope} event
 * @returns {Promise<import("../wire").Envelope>}
 */
async function maskedEvent(event) {
  const { cdpEvent } = event;
  if (cdpEvent?.method !== "Page.javascriptDialogOpening") return event;
  const params = /** @type {{message?: string}} */ (cdpEvent.params);
  const { texts } = await (await parts).memory.mask({ texts: [String(params?.message ?? "")] }).catch(() => ({ texts: ["[REDACTED]"] }));
  return { ...event, cdpEvent: { ...cdpEvent, params: { ...params, message: texts?.[0] } } };
}

/** @param {Outbox} outbox @returns {Fault | undefined} a description of the data left out because it is full */
function fullness(outbox) {
  const hint = "Start the companion so that it takes over what waits: `cairn run`.";
  if (outbox.full) return fault("STORE_FULL", "the outbox is full: what is recorded now stays on this side", hint);
  if (outbox.crowded) return fault("STORE_FULL", "the outbox is nearly full: of pages only the name is recorded now", hint);
  return undefined;
}

/** @returns {Promise<Health>} */
async function health() {
  const { db, outbox, memory, link, capture, older } = await parts;
  const [status, pending, cursor, disk] = await Promise.all([
    memory.status().catch((err) => ({ status: undefined, error: asFault(err) })),
    capture.pending(),
    /** @type {Promise<number | undefined>} */ (db.get("cursor")),
    navigator.storage.estimate(),
  ]);
  const core = memory.health;
  const { sessions = 0, steps = 0, version } = status.status ?? {};
  const error = fullness(outbox) ?? status.error ?? link.health.error ?? lastFault;
  return {
    ...link.health,
    outbox: outbox.count,
    pending,
    cursor: cursor ?? 0,
    sessions,
    steps,
    ...(disk.usage ? { browserBytes: disk.usage } : {}),
    ...(db.tidying === undefined ? {} : { tidying: db.tidying }),
    ...(older.part === undefined ? {} : { rewriting: older.part }),
    coreDeaths: core.deaths,
    ...memory.ready.health,
    ...(link.lastAck ? { lastAck: link.lastAck } : {}),
    ...(version ? { coreVersion: version } : {}),
    ...(core.startMs === undefined ? {} : { coreStartMs: core.startMs }),
    ...(error ? { error } : {}),
  };
}
