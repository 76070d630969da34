// Runs in a page of the extension (store_test.go) the checks of the other store_*.js.
// It answers with their names, or with the fault of the one that is asked for, "" for
// none. Each holds of a database that is encrypted, too.
async (groups, only, encrypted) => {
  const [{ Database }, { Outbox }, { Memory }, { Capture }, { Forgetting }, { readPairing, storeCode }, { keepSegment }, { Older }] = await Promise.all(
    ["db", "outbox", "memory", "capture", "forget", "pairing", "segments", "older"].map((name) => import(`/offscreen/${name}.js`)));
  const { Gate } = await import("/lib/gate.js");
  let databases = 0;
  const ownName = () => `${only} ${encrypted} ${++databases}`;
  const factory = () => named(ownName());
  /** Databases of a check's own; with crash, one that is not there when it is to be deleted for the so-many-th time. */
  const named = (prefix, crash = Infinity) => ({
    open: (name, version) => indexedDB.open(`${prefix}-${name}`, version),
    deleteDatabase: (name) => {
      if (--crash < 0) throw new Error("crashed");
      return indexedDB.deleteDatabase(`${prefix}-${name}`);
    },
    databases: async () => (await indexedDB.databases()).filter(({ name }) => name.startsWith(`${prefix}-`)).map(({ name }) => ({ name: name.slice(prefix.length + 1) })),
  });
  const opened = async (made) => {
    const db = await Database.open(made);
    if (encrypted) await db.encrypt(true);
    return db;
  };
  const equal = (got, want, what) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
    if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
  };
  const session = (sessionId) => ({ schemaVersion: 1, sessionId, createdAt: "2026-01-01T00:00:00.000Z", flowTags: [], tags: [] });
  const step = (stepId, sessionId = "mm-one") => ({
    schemaVersion: 1, stepId, sessionId, timestamp: new Date().toISOString(), tool: { name: "mm_click", target: { testId: stepId } },
    actor: "observed", outcome: { ok: true },
    observation: { state: { currentUrl: "https://a.example/", currentScreen: "", origin: "https://a.example" }, testIds: [], a11y: { nodes: [] } },
  });
  const record = (stepId, sessionId = "mm-one") => ({ seq: 0, session: session(sessionId), step: step(stepId, sessionId) });
  const fresh = async () => {
    const db = await opened(factory());
    const outbox = new Outbox(db);
    await outbox.load();
    return { db, outbox };
  };
  const waiting = async (outbox) => (await outbox.batch(await outbox.first())).map((r) => [r.seq, r.step?.stepId ?? r.gap?.reason]);
  const coreWorker = () => new Worker("/offscreen/core-worker.js", { type: "module" });
  /** A memory whose core is the real one. */
  const remember = (db) => new Memory(db, coreWorker);
  /** Ends a Worker, as a crash would. */
  const crash = (worker) => {
    worker.terminate();
    worker.onerror(new ErrorEvent("error", { message: "gone" }));
  };
  /** The rows of records: [key, reason to wait]. */
  const rowsIn = async (db) =>
    (await db.read("records", (s) => s.getAll())).map(({ key, seq, opened }) => [key, seq ?? (opened === undefined ? "kept" : "open")]);
  const keptIn = async (db) => (await rowsIn(db)).filter(([, state]) => state === "kept").map(([key]) => key);
  /** A step that has begun, in a database of its own. */
  const begun = async (stepId, worker = coreWorker) => {
    const { db, outbox } = await fresh();
    const memory = new Memory(db, worker);
    const capture = new Capture(db, memory, outbox, () => {});
    await capture.open({ keep: "full", stepId, step: step(stepId), session: session("mm-one") });
    const close = (by = capture) => by.close({ keep: "full", stepId, after: { currentUrl: "https://a.example/done" }, outcome: { ok: true } });
    return { db, outbox, memory, capture, close };
  };
  /** The results for the step that has begun: found by the core, waiting, and how many there are. */
  const cameOf = async ({ db, outbox, memory, capture }, stepId) =>
    [await found(memory, stepId.slice(2)), await waiting(outbox), (await stepsOf(memory)), await capture.pending(), (await rowsIn(db)).length];
  const recordedOnce = (stepId) => [[stepId], [[1, stepId]], 1, 0, 1];
  const notRecorded = [[], [], 0, 1, 1];
  /** Has the next write of a database be another one. */
  const nextWrite = (db, instead) => {
    db.write = (change) => {
      delete db.write;
      return instead(change);
    };
  };
  const found = async (memory, query) =>
    (await memory.question({ op: "search", now: new Date().toISOString(), search: { query } })).steps?.map((s) => s.stepId) ?? [];

  /** A database with so many steps of two days ago, in segments and in rows. */
  const packed = async (steps = 600) => {
    const { db, outbox } = await fresh();
    const memory = remember(db);
    const old = (i) => {
      const r = record(`s-old${i}`, `mm-${i % 5}`);
      return { ...r, seq: i + 1, step: { ...r.step, timestamp: new Date(Date.now() - 2 * 86400_000 + i).toISOString() } };
    };
    await memory.replicate(Array.from({ length: steps }, (_, i) => old(i)), steps);
    await memory.pack();
    return { db, outbox, memory };
  };
  const segmentsOf = (db) => db.read("segments", (s) => s.getAllKeys());
  const stepsOf = async (memory) => (await memory.status()).status.steps;
  /** How many rows a new memory reads until it answers, and how many steps it has then. */
  const reading = async (db) => {
    let rows = 0;
    const read = db.read.bind(db);
    db.read = (store, how) => read(store, (s) => (rows += store === "records" && how.toString().includes(".get(") ? 1 : 0, how(s)));
    const memory = remember(db);
    const steps = await stepsOf(memory);
    delete db.read;
    return { memory, rows, steps };
  };
  /** Changes the bytes of the only segment. */
  const spoil = async (db, change) => {
    const [number] = await segmentsOf(db);
    const bytes = await db.read("blobs", (s) => s.get(number));
    await db.write((tx) => void tx.objectStore("blobs").put(change(bytes), number));
  };

  /** A step as older versions kept it: a click on a link, of a page that shows a name beside it, minutes after the first. */
  const shown = (stepId, sessionId, actor, link, minutes) => ({
    ...step(stepId, sessionId), actor, timestamp: new Date(1767225600000 + minutes * 60_000).toISOString(), tool: { name: "mm_click", target: { role: "link", name: link } },
    observation: { state: { currentUrl: "https://bank.example/", currentScreen: "home", title: "Bank", origin: "https://bank.example" }, testIds: [],
      a11y: { nodes: [{ ref: "e1", role: "link", name: link }, { ref: "e2", role: "heading", name: `canary ${stepId}` }] } },
  });
  const browsing = (sessionId) => ({ ...session(sessionId), ambient: true });
  /** A database that an older version left: three sessions of browsing, one that waits and one that has begun, and an agent's with a person's click in it. */
  const older = async () => {
    const name = ownName();
    const db = await opened(named(name));
    const put = (key, row) => db.write((tx) => void tx.objectStore("records").put({ key, ...row }));
    const own = (stepId, sessionId, minutes, row) => put(`step:${stepId}`, { record: { seq: row.seq ?? 0, session: browsing(sessionId), step: shown(stepId, sessionId, "observed", "Payments", minutes) }, ...row });
    await own("s-3", "amb-3", 30, { seq: 7, size: 900 });
    await own("s-1", "amb-1", 10, {});
    await own("s-2", "amb-2", 20, {});
    await own("s-9", "amb-3", 40, { opened: 1 });
    await put("session:mm-agent", { record: { seq: 2, session: session("mm-agent") } });
    await put("step:s-agent", { record: { seq: 3, step: shown("s-agent", "mm-agent", "agent", "Transfers", 15) } });
    await put("step:s-hand", { record: { seq: 4, step: shown("s-hand", "mm-agent", "observed", "Cards", 16) } });
    await db.set("next", 8);
    const outbox = new Outbox(db);
    await outbox.load();
    return { name, db, outbox, memory: remember(db) };
  };
  /** The names that a database holds of each step: its link and the name beside it, hidden ones as "-". */
  const shownIn = async (db) =>
    (await db.read("records", (s) => s.getAll())).filter(({ record }) => record.step).map(({ key, record: { step } }) =>
      [key.slice(5), ...[step.tool.target.name, step.observation.a11y.nodes[1].name].map((name) => (/^\[hidden:/.test(name) ? "-" : name))].join(" "));
  const inFull = ["s-1 Payments canary s-1", "s-2 Payments canary s-2", "s-3 Payments canary s-3", "s-9 Payments canary s-9", "s-agent Transfers canary s-agent", "s-hand Cards canary s-hand"];
  const hidden = ["s-1 - -", "s-2 Payments -", "s-3 Payments -", "s-9 Payments -", "s-agent Transfers canary s-agent", "s-hand - -"];
  /** Waits until the earlier data is off the disk. */
  const tidied = async (db) => {
    while (await db.get("untidy")) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  const lab = { Database, Outbox, Memory, Capture, Forgetting, readPairing, storeCode, keepSegment, Older, Gate,
    factory, named, opened, equal, session, step, record, fresh, waiting, coreWorker, remember, crash, rowsIn, keptIn,
    begun, cameOf, recordedOnce, notRecorded, nextWrite, found, packed, segmentsOf, stepsOf, reading, spoil, shown,
    browsing, older, shownIn, inFull, hidden, tidied, ownName, encrypted };
  const checks = Object.assign({}, ...groups.map((group) => group(lab)));
  if (!only) return Object.keys(checks);
  return checks[only]().then(() => "", (err) => String(err?.stack ?? err));
}
