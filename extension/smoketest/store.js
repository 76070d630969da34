// Runs in a page of the extension (store_test.go). It answers with the names of
// the checks, or with the fault of the one that is asked for, "" for none. Each
// holds of a database that is encrypted, too.
async (only, encrypted) => {
  const [{ Database }, { Outbox }, { Memory }, { Capture }, { Forgetting }, { readPairing, storeCode }, { keepSegment }, { Older }] = await Promise.all(
    ["db", "outbox", "memory", "capture", "forget", "pairing", "segments", "older"].map((name) => import(`/offscreen/${name}.js`)));
  const { Gate } = await import("/lib/gate.js");
  let databases = 0;
  const factory = () => {
    return named(`${only} ${encrypted} ${++databases}`);
  };
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
  /** The rows of records: [key, what they wait for]. */
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
  /** What came of the step that has begun: found by the core, waiting, and how many there are. */
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
    const name = `${only} ${encrypted} ${++databases}`;
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
  /** What a database shows of each step: its link and the name beside it, hidden ones as "-". */
  const shownIn = async (db) =>
    (await db.read("records", (s) => s.getAll())).filter(({ record }) => record.step).map(({ key, record: { step } }) =>
      [key.slice(5), ...[step.tool.target.name, step.observation.a11y.nodes[1].name].map((name) => (/^\[hidden:/.test(name) ? "-" : name))].join(" "));
  const inFull = ["s-1 Payments canary s-1", "s-2 Payments canary s-2", "s-3 Payments canary s-3", "s-9 Payments canary s-9", "s-agent Transfers canary s-agent", "s-hand Cards canary s-hand"];
  const hidden = ["s-1 - -", "s-2 Payments -", "s-3 Payments -", "s-9 Payments -", "s-agent Transfers canary s-agent", "s-hand - -"];
  /** Waits until what was there before is off the disk. */
  const tidied = async (db) => {
    while (await db.get("untidy")) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  const checks = {
    "older rows come to hold only names that are needed, where they are": async () => {
      const { db, outbox, memory } = await older();
      await memory.pack();
      equal([await shownIn(db), outbox.count, await stepsOf(memory)], [inFull, 1, 5], "before");
      const it = new Older(db, memory, outbox);
      await it.begin({ mode: "full" });
      equal(await shownIn(db), inFull, "in a browser that keeps all names");
      await it.begin({ mode: "needed" });
      equal([await shownIn(db), it.part], [hidden, undefined], "after");
      equal(await rowsIn(db), [["session:mm-agent", "kept"], ["step:s-1", "kept"], ["step:s-2", "kept"], ["step:s-3", 7], ["step:s-9", "open"], ["step:s-agent", "kept"], ["step:s-hand", "kept"]], "rows");
      const [{ step: sent }] = await outbox.batch(7);
      equal([sent.keep, sent.stepId, outbox.count, await outbox.next(), await segmentsOf(db)], ["needed", "s-3", 1, 8, []], "what waits");
      for (const core of [memory, remember(db)]) {
        const { step: known } = await core.question({ op: "step", now: new Date().toISOString(), step: { stepId: "s-1" } });
        equal([known.keep, await stepsOf(core), (await found(core, "payments")).length], ["needed", 5, 3], "in the core");
      }
      await tidied(db);
      equal(await shownIn(db), hidden, "off the disk");
      const rows = JSON.stringify(await db.read("records", (s) => s.getAll()));
      await it.begin({ mode: "needed" });
      equal([JSON.stringify(await db.read("records", (s) => s.getAll())) === rows, await db.get("untidy")], [true, undefined], "a second time");
    },
    "rewriting that is cut short at any row goes on with the next start": async () => {
      for (let died = 0; died < 6; died++) {
        const { name, db, outbox, memory } = await older();
        let writes = 0;
        const write = db.write.bind(db);
        db.write = (change) => write((tx) => change({ objectStore: (store) => {
          if (store === "records" && writes++ === died) throw new Error("died");
          return tx.objectStore(store);
        } }));
        const fault = await new Older(db, memory, outbox).begin({ mode: "needed" }).then(() => "", (err) => err.message);
        equal(fault, writes > died ? "died" : "", `death ${died}`);
        const next = await Database.open(named(name));
        const again = new Outbox(next);
        await again.load();
        await new Older(next, remember(next), again).begin({ mode: "needed" });
        equal([await shownIn(next), again.count], [hidden, 1], `after death ${died}`);
      }
    },
    "the companion's rewriting is followed once, in any browser": async () => {
      const { db, outbox, memory } = await older();
      const it = new Older(db, memory, outbox);
      for (const count of [undefined, 0]) await it.follow(count);
      equal(await shownIn(db), inFull, "none");
      await Promise.all([it.follow(1), it.follow(1)]);
      equal([await shownIn(db), await db.get("rewritings")], [hidden, 1], "the first");
      const step = shown("s-new", "amb-4", "observed", "Loans", 50);
      await memory.replicate([{ seq: 9, session: browsing("amb-4"), step }], 9);
      await it.follow(1);
      equal((await shownIn(db)).includes("s-new Loans canary s-new"), true, "the first again");
      await it.follow(2);
      equal((await shownIn(db)).includes("s-new - -"), true, "the second");
    },
    "a new database has nothing to hide": async () => {
      const { db, outbox } = await fresh();
      await new Older(db, remember(db), outbox).begin(undefined);
      equal([await db.get("rewritings"), await db.get("untidy")], [0, undefined], "done");
    },
    "segments come back in place of rows": async () => {
      const { db, memory } = await packed();
      equal(await segmentsOf(db), [1], "segments");
      const again = await reading(db);
      equal([again.rows, again.steps], [0, 600], "rows read and steps");
      equal(await found(again.memory, "old599"), await found(memory, "old599"), "found");
      await again.memory.replicate([{ ...record("s-late", "mm-0"), seq: 700 }], 700);
      const third = await reading(db);
      equal([third.rows, third.steps, (await found(third.memory, "late"))[0]], [1, 601, "s-late"], "with a step more");
    },
    "records of the outbox come back in segments too": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      for (let i = 0; i < 520; i++) {
        const r = record(`s-own${i}`);
        r.step.timestamp = "2026-01-01T00:00:00.000Z";
        await outbox.add(r);
      }
      await memory.pack();
      equal([await segmentsOf(db), outbox.count], [[1], 520], "segments and outbox");
      await outbox.acknowledge(100);
      equal(await stepsOf(remember(db)), 520, "steps");
    },
    "a segment that is not whole is dropped, and its rows are read": async () => {
      const { db } = await packed();
      for (const [what, change] of Object.entries({
        "a bit turned": (b) => ((b[b.length >> 1] ^= 8), b),
        "cut off": (b) => b.slice(0, b.length >> 1),
        "of other rules": (b) => ((b[12] ^= 1), b),
        "gone": () => undefined,
      })) {
        await spoil(db, change);
        const { memory, steps } = await reading(db);
        equal([steps, await segmentsOf(db)], [600, []], what);
        await memory.pack();
        equal((await segmentsOf(db)).length, 1, `${what}, packed again`);
      }
      equal((await reading(db)).rows, 0, "rows read in the end");
    },
    "what is forgotten is in no segment": async () => {
      const { db, memory } = await packed();
      await memory.replicate([{ seq: 1, forget: { stepId: "s-old7" } }], 1);
      equal(await segmentsOf(db), [], "segments");
      const again = remember(db); // as if the browser had ended here
      equal([await stepsOf(again), await stepsOf(memory)], [599, 599], "steps");
      await again.pack();
      equal((await segmentsOf(db)).length, 1, "packed again");
      const [blob] = await db.read("blobs", (s) => s.getAll());
      const text = new TextDecoder("latin1").decode(blob);
      equal([text.includes("s-old7\u0000") || /s-old7(?!\d)/.test(text), text.includes("s-old8")], [false, true], "in its bytes");
      await again.replicate([{ seq: 2, forget: { all: true } }], 2);
      equal([await segmentsOf(db), await db.read("blobs", (s) => s.count()), await stepsOf(remember(db))], [[], 0, 0], "everything");
    },
    "a segment never brings back a row that is gone": async () => {
      const { db } = await packed();
      await db.write((tx) => void tx.objectStore("records").delete("step:s-old7"));
      const { memory, steps } = await reading(db);
      equal([steps, (await found(memory, "old7")).includes("s-old7"), await segmentsOf(db)], [599, false, []], "after the next start");
    },
    "a core that died comes back from segments": async () => {
      const { db } = await packed();
      let workers = [];
      const memory = new Memory(db, () => (workers.push(coreWorker()), workers.at(-1)));
      equal(await stepsOf(memory), 600, "steps");
      crash(workers[0]);
      equal([await stepsOf(memory), workers.length], [600, 2], "steps and Workers");
    },
    "a database of the first version keeps all that it has": async () => {
      const name = `${only} ${encrypted} ${++databases}`;
      const old = await new Promise((resolve) => {
        const open = named(name).open("cairn", 1);
        open.onupgradeneeded = () => {
          open.result.createObjectStore("outbox", { keyPath: "seq" }).createIndex("key", "key");
          open.result.createObjectStore("pending", { keyPath: "stepId" });
          open.result.createObjectStore("replica", { keyPath: "key" }).put({ key: "step:s-foreign", record: record("s-foreign") });
          open.result.createObjectStore("kv");
        };
        open.onsuccess = () => resolve(open.result);
      });
      old.close();
      const db = await opened(named(name));
      equal(await found(remember(db), "foreign"), ["s-foreign"], "found");
    },
    "a database of the second version keeps all that it has, in one row each": async () => {
      const name = `${only} ${encrypted} ${++databases}`;
      const put = (db, store, ...rows) => rows.forEach((row) => db.transaction.objectStore(store).put(...row));
      (await new Promise((resolve) => {
        const open = named(name).open("cairn", 2);
        open.onupgradeneeded = () => {
          open.result.createObjectStore("outbox", { keyPath: "seq" }).createIndex("key", "key");
          open.result.createObjectStore("pending", { keyPath: "stepId" });
          open.result.createObjectStore("replica", { keyPath: "key" });
          open.result.createObjectStore("kv");
          open.result.createObjectStore("segments", { keyPath: "number" });
          open.result.createObjectStore("blobs");
          put(open, "replica", [{ key: "step:s-acked", record: record("s-acked") }], [{ key: "session:mm-one", record: { seq: 3, session: session("mm-one") } }]);
          put(open, "outbox", [{ seq: 4, key: "step:s-waits", size: 700, record: { ...record("s-waits"), seq: 4 } }],
            [{ seq: 5, key: "session:mm-one", size: 90, record: { seq: 5, session: { ...session("mm-one"), endedAt: "2026-01-01T01:00:00.000Z" } } }],
            [{ seq: 6, key: "", size: 128, record: { seq: 6, gap: { count: 0, reason: "forgotten" } } }]);
          put(open, "pending", [{ stepId: "s-began", step: step("s-began"), session: session("mm-one"), openedAt: 1 }]);
          put(open, "kv", ["i-old", "installId"], ["e-old", "epoch"], [7, "next"], [12, "cursor"]);
        };
        open.onsuccess = () => resolve(open.result);
      })).close();
      const db = await opened(named(name));
      equal(await rowsIn(db), [["session:mm-one", "kept"], ["step:s-acked", "kept"], ["step:s-began", "open"], ["step:s-waits", 4],
        ["wait:0000000000000005:session:mm-one", 5], ["wait:0000000000000006:", 6]], "rows");
      const outbox = new Outbox(db);
      await outbox.load();
      const memory = remember(db);
      const capture = new Capture(db, memory, outbox, () => {});
      equal([outbox.installId, outbox.epoch, outbox.count, await outbox.first(), await outbox.next(), await db.get("cursor")], ["i-old", "e-old", 3, 4, 7, 12], "the outbox");
      equal([await stepsOf(memory), await capture.pending()], [2, 1], "steps");
      await capture.sweep();
      equal((await outbox.batch(4)).map((r) => [r.seq, r.step?.stepId ?? r.session?.endedAt ?? r.gap?.reason]),
        [[4, "s-waits"], [5, "2026-01-01T01:00:00.000Z"], [6, "forgotten"], [7, "s-began"]], "what waits");
      await outbox.acknowledge(7);
      equal([await keptIn(db), await outbox.next(), (await rowsIn(db)).length], [["session:mm-one", "step:s-acked", "step:s-began", "step:s-waits"], 8, 4], "all acknowledged");
    },
    "a step has one row and takes two calls of the core": async () => {
      const calls = [];
      const { db, outbox, memory, capture } = await begun("s-first", () => {
        const worker = coreWorker();
        const post = worker.postMessage.bind(worker);
        worker.postMessage = (data, ...rest) => (calls.push(data.request?.op), post(data, ...rest));
        return worker;
      });
      await stepsOf(memory); // the core has started
      calls.length = 0;
      const [put, remove] = [IDBObjectStore.prototype.put, IDBObjectStore.prototype.delete];
      const rows = [];
      IDBObjectStore.prototype.put = function (...row) { rows.push(`put ${this.name}`); return put.apply(this, row); };
      IDBObjectStore.prototype.delete = function (key) { rows.push(`delete ${this.name}`); return remove.call(this, key); };
      try {
        await capture.open({ keep: "full", stepId: "s-second", step: step("s-second"), session: session("mm-one") });
        equal([calls, rows], [["capture"], ["put records"]], "as it began");
        await capture.close({ stepId: "s-second", outcome: { ok: true } });
        equal([calls, rows], [["capture", "capture"], ["put records", "put records"]], "as it ended");
      } finally {
        Object.assign(IDBObjectStore.prototype, { put, delete: remove });
      }
      equal([await found(memory, "second"), await rowsIn(db)], [["s-second"], [["step:s-first", "open"], ["step:s-second", 1]]], "found");
      await outbox.acknowledge(1);
      equal(await rowsIn(db), [["step:s-first", "open"], ["step:s-second", "kept"]], "acknowledged");
    },
    "a step that could not be written is not found, and can be said again": async () => {
      const it = await begun("s-unwritten");
      const write = it.db.write.bind(it.db);
      nextWrite(it.db, (change) => write(async (tx) => {
        await change(tx);
        tx.abort();
      }));
      equal(await it.close().catch((err) => err.code), "STORE_FSYNC_FAILED", "fault");
      equal(await cameOf(it, "s-unwritten"), notRecorded, "not written");
      await it.close();
      equal(await cameOf(it, "s-unwritten"), recordedOnce("s-unwritten"), "said again");
      equal((await it.outbox.batch(1))[0].step.after.currentUrl, "https://a.example/done", "its end");
    },
    "of two ends at once one is recorded, though the other's write fails": async () => {
      const it = await begun("s-twice");
      const write = it.db.write.bind(it.db);
      nextWrite(it.db, (change) => write(async (tx) => {
        await change(tx);
        tx.abort();
      }));
      const ends = await Promise.allSettled([it.close(), it.close()]);
      equal(ends.map(({ status }) => status).includes("rejected"), true, "a write fails");
      if (ends.every(({ status }) => status === "rejected")) await it.close(); // both were in one transaction
      equal(await cameOf(it, "s-twice"), recordedOnce("s-twice"), "the other");
    },
    "a core that dies before it answers takes the end again": async () => {
      let worker;
      const it = await begun("s-death", () => (worker = coreWorker()));
      const dying = worker;
      const post = dying.postMessage.bind(dying);
      dying.postMessage = (data, ...rest) => (data.request?.op === "capture" ? crash(dying) : post(data, ...rest));
      equal(await it.close().catch((err) => err.code), "CORE_DIED", "fault");
      equal([await cameOf(it, "s-death"), worker === dying], [notRecorded, false], "dead");
      await it.close();
      equal(await cameOf(it, "s-death"), recordedOnce("s-death"), "said again");
    },
    "a core that dies while a step is written knows it afterwards": async () => {
      let worker;
      const it = await begun("s-during", () => (worker = coreWorker()));
      const write = it.db.write.bind(it.db);
      nextWrite(it.db, async (change) => {
        crash(worker);
        equal(await stepsOf(it.memory), 0, "a new core, before the step is written");
        return write(change);
      });
      await it.close();
      equal(await cameOf(it, "s-during"), recordedOnce("s-during"), "written");
    },
    "a document that dies between core and database leaves a step that has begun": async () => {
      const it = await begun("s-between");
      const written = new Promise((resolve) => nextWrite(it.db, () => (resolve(), new Promise(() => {}))));
      void it.close();
      await written;
      const memory = remember(it.db);
      const outbox = new Outbox(it.db);
      await outbox.load();
      const next = { ...it, memory, outbox, capture: new Capture(it.db, memory, outbox, () => {}) };
      equal(await cameOf(next, "s-between"), notRecorded, "after it");
      await it.close(next.capture);
      equal(await cameOf(next, "s-between"), recordedOnce("s-between"), "said again");
    },
    "a step that begins late is held to what was forgotten before": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      const capture = new Capture(db, memory, outbox, () => {});
      const late = step("s-late");
      await new Forgetting(db, memory, outbox, () => {}).forget({ origin: "https://a.example" });
      await capture.open({ keep: "full", stepId: "s-late", step: { ...late, timestamp: new Date(Date.now() - 5000).toISOString() }, session: session("mm-one") });
      await capture.close({ stepId: "s-late", outcome: { ok: true } });
      equal([await capture.pending(), await stepsOf(memory), (await rowsIn(db)).length], [0, 0, 1], "late");
      await capture.open({ keep: "full", stepId: "s-after", step: { ...late, stepId: "s-after", timestamp: new Date(Date.now() + 1000).toISOString() }, session: session("mm-one") });
      await capture.close({ stepId: "s-after", outcome: { ok: true } });
      equal([await stepsOf(memory), (await rowsIn(db)).length], [1, 2], "after");
    },
    "what a session says waits as often as it is said, and is kept once": async () => {
      const { db, outbox } = await fresh();
      const said = (goal, editedAt) => ({ seq: 0, session: { ...session("mm-one"), goal, editedAt } });
      await outbox.add(record("s-aaaa"));
      await outbox.add(said("first", "2026-01-01T01:00:00.000Z"));
      await outbox.add(said("second", "2026-01-01T02:00:00.000Z"));
      equal((await rowsIn(db)).map(([key]) => key), ["step:s-aaaa", "wait:0000000000000002:session:mm-one", "wait:0000000000000003:session:mm-one"], "waiting");
      await outbox.renew();
      await outbox.acknowledge(2);
      equal(await rowsIn(db), [["session:mm-one", "kept"], ["step:s-aaaa", "kept"], ["wait:0000000000000003:session:mm-one", 3]], "two acknowledged");
      await outbox.acknowledge(3);
      equal([(await db.read("records", (s) => s.get("session:mm-one"))).record.session.goal, await outbox.next()], ["second", 4], "all acknowledged");
    },
    "another's copy of a step that waits leaves it its number": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      for (const id of ["s-aaaa", "s-bbbb"]) await memory.tell([await outbox.add(record(id))]);
      await memory.replicate([{ ...record("s-aaaa"), seq: 9 }], 9);
      equal([await waiting(outbox), await stepsOf(memory)], [[[1, "s-aaaa"], [2, "s-bbbb"]], 2], "waiting");
    },
    "a segment holds no step that has not ended": async () => {
      const { db, outbox, close } = await begun("s-open");
      const keep = () => keepSegment(db, { segment: 1, steps: ["s-open"] }, new Uint8Array(4));
      equal(await keep(), false, "open");
      await close();
      equal(await keep(), true, "ended");
      await outbox.acknowledge(1);
      equal(await keep(), true, "acknowledged");
    },
    "a step is stored once": async () => {
      const { outbox } = await fresh();
      equal(!!(await outbox.add(record("s-aaaa"))), true, "first");
      equal(await outbox.add(record("s-aaaa")), undefined, "again");
      await outbox.acknowledge(1);
      equal(await outbox.add(record("s-aaaa")), undefined, "after its acknowledgement");
      equal([outbox.count, await outbox.next()], [0, 2], "count and next number");
    },
    "many writes at once are all kept, in order": async () => {
      const { outbox } = await fresh();
      await Promise.all(Array.from({ length: 100 }, (_, i) => outbox.add(record(`s-${1000 + i}`))));
      const rows = [...(await outbox.batch(1)), ...(await outbox.batch(65))];
      equal(rows.map((r) => r.seq), Array.from({ length: 100 }, (_, i) => i + 1), "numbers");
      equal(new Set(rows.map((r) => r.step.stepId)).size, 100, "steps");
    },
    "a write that fails spoils no other": async () => {
      const { db, outbox } = await fresh();
      const bad = db.write(() => {
        throw new Error("mine alone");
      }).catch((err) => err.message);
      await outbox.add(record("s-good"));
      equal([await bad, outbox.count], ["mine alone", 1], "fault and count");
    },
    "a new epoch numbers anew what waits": async () => {
      const { db, outbox } = await fresh();
      for (const id of ["s-aaaa", "s-bbbb", "s-cccc"]) await outbox.add(record(id));
      await outbox.acknowledge(1);
      const { epoch } = outbox;
      await outbox.renew();
      equal(await waiting(outbox), [[1, "s-bbbb"], [2, "s-cccc"]], "rows");
      equal([await outbox.next(), outbox.epoch === epoch, await db.get("epoch") === outbox.epoch], [3, false, true], "state");
    },
    "identity lasts": async () => {
      const one = factory();
      const a = new Outbox(await opened(one));
      await a.load();
      await a.add(record("s-aaaa"));
      const b = new Outbox(await opened(one));
      await b.load();
      equal([b.installId, b.epoch, b.count], [a.installId, a.epoch, 1], "reopened");
    },
    "a record that is given up leaves a gap there and stays here": async () => {
      const { db, outbox } = await fresh();
      await outbox.add(record("s-aaaa"));
      await outbox.add(record("s-bbbb"));
      await outbox.giveUp(1, "invalid");
      equal(await waiting(outbox), [[1, "invalid"], [2, "s-bbbb"]], "rows");
      equal(await rowsIn(db), [["step:s-aaaa", "kept"], ["step:s-bbbb", 2], ["wait:0000000000000001:", 1]], "rows");
    },
    "a crowded outbox keeps less of each step, a full one tells later what it did not send": async () => {
      const db = await opened(factory());
      const outbox = new Outbox(db, { records: 10, bytes: 1 << 20 });
      await outbox.load();
      const look = { testIds: [{ testId: "x", tag: "a", visible: true }], a11y: { nodes: [{ ref: "e1", role: "link", name: "X" }] } };
      const add = async (id) => {
        const r = record(id);
        Object.assign(r.step.observation, look);
        const kept = (await outbox.add(r))?.step?.observation;
        return [kept?.testIds.length, kept?.a11y.nodes.length, !!kept?.truncated, kept?.state.origin];
      };
      for (let i = 0; i < 8; i++) equal(await add(`s-whole${i}`), [1, 1, false, "https://a.example"], `with ${i} waiting`);
      equal([outbox.crowded, outbox.full], [true, false], "at 80 %");
      for (let i = 0; i < 2; i++) equal(await add(`s-bare${i}`), [0, 0, true, "https://a.example"], `with ${8 + i} waiting`);
      equal([outbox.crowded, outbox.full, outbox.count], [true, true, 10], "at 100 %");
      const from = new Date().toISOString();
      for (let i = 0; i < 3; i++) await add(`s-unsent${i}`);
      equal([outbox.count, await keptIn(db)], [10, ["step:s-unsent0", "step:s-unsent1", "step:s-unsent2"]], "beyond it");
      equal(await outbox.add(record("s-unsent0")), undefined, "what is here alone is here once");
      await outbox.acknowledge(10);
      await add("s-after");
      const [{ gap }, after] = await outbox.batch(11);
      equal([gap.count, gap.reason, gap.from >= from, gap.to >= gap.from, after.step.stepId, outbox.crowded], [3, "the outbox was full", true, true, "s-after", false], "told");
      const large = new Outbox(await opened(factory()), { records: 1000, bytes: 10_000 });
      await large.load();
      for (let i = 0; !large.crowded; i++) await large.add(record(`s-${1000 + i}`));
      equal(large.count < 30, true, "bytes count too");
    },
    "own, acknowledged and foreign steps are all found, also by a new core": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      for (const id of ["s-acknowledged", "s-waiting"]) await memory.tell([await outbox.add(record(id))]);
      await outbox.acknowledge(1);
      await memory.replicate([{ ...record("s-foreign", "mm-two"), seq: 9 }], 9);
      for (const core of [memory, remember(db)]) {
        for (const word of ["acknowledged", "waiting", "foreign"]) equal((await found(core, word))[0], `s-${word}`, word);
      }
      equal(await db.get("cursor"), 9, "cursor");
    },
    "forgetting reaches every store": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      const capture = new Capture(db, memory, outbox, () => {});
      for (const id of ["s-first", "s-second"]) await memory.tell([await outbox.add(record(id))]);
      await outbox.acknowledge(1);
      await capture.open({ keep: "full", stepId: "s-third", step: step("s-third"), session: session("mm-one") });
      await memory.replicate([{ seq: 1, forget: { sessionId: "mm-one", at: new Date().toISOString() } }], 1);
      equal([await found(memory, "first"), await found(memory, "second"), await capture.pending()], [[], [], 0], "found");
      equal(await rowsIn(db), [["wait:0000000000000002:", 2]], "rows");
      equal(await waiting(outbox), [[2, "forgotten"]], "outbox");
    },
    "a step that had begun is held to what was forgotten since": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      const capture = new Capture(db, memory, outbox, () => {});
      const forgetting = new Forgetting(db, memory, outbox, () => {});
      const beside = step("s-beside");
      beside.observation.testIds = [{ testId: "the-vault", visible: true }];
      await capture.open({ keep: "full", stepId: "s-beside", step: beside, session: session("mm-one") });
      await capture.open({ keep: "full", stepId: "s-vault", step: { ...step("s-vault"), tool: { name: "mm_click", target: { testId: "the-vault" } } }, session: session("mm-one") });
      await forgetting.forget({ element: { origin: "https://a.example", testId: "the-vault" } });
      const all = async () => JSON.stringify(await Promise.all(["records", "kv"].map((name) => db.read(name, (s) => s.getAll()))));
      equal([await capture.pending(), (await all()).includes("vault")], [1, false], "at once");
      await capture.close({ stepId: "s-beside", after: { currentUrl: "https://a.example/", appeared: ['button "Pay"'] }, outcome: { ok: true } });
      equal([(await waiting(outbox)).at(-1)[1], (await all()).includes("vault")], ["s-beside", false], "at its end");
    },
    "what was deleted is written over, and nothing else is lost": async () => {
      const { db, memory, outbox } = await packed();
      await outbox.add(record("s-waiting"));
      await db.set("untidy", true);
      const all = () => Promise.all(["records", "segments", "blobs", "kv"].map((name) => db.read(name, (s) => s.getAll())));
      const before = await all();
      const [, untidy, , count] = await Promise.all([db.tidy(), db.get("untidy"), outbox.add(record("s-meanwhile")), db.read("records", (s) => s.count())]);
      equal([untidy, count], [true, 601], "who reads meanwhile waits for nothing");
      const after = await all();
      equal(after[0].filter(({ seq }) => seq).map(({ key, seq }) => [key, seq]), [["step:s-meanwhile", 2], ["step:s-waiting", 1]], "the outbox");
      equal(after[0].filter(({ seq }) => seq !== 2), before[0], "the records");
      equal([after[1], after[2].map((b) => b.length)], [before[1], before[2].map((b) => b.length)], "the segments");
      equal([await stepsOf(memory), (await reading(db)).steps], [600, 602], "steps");
    },
    "a crash while it is written anew loses nothing": async () => {
      for (let crash = 0; crash < 4; crash++) {
        const name = `${only} ${encrypted} ${++databases}`;
        if (encrypted) await opened(named(name));
        const db = await Database.open(named(name, crash));
        const outbox = new Outbox(db);
        await outbox.load();
        for (let i = 0; i < 450; i++) void outbox.add(record(`s-kept${i}`));
        await db.set("untidy", true);
        await db.tidy().catch(() => {});
        await db.set("rules", `after ${crash}`);
        for (let again = 0; again < 2; again++) {
          const next = await Database.open(named(name));
          equal([await next.read("records", (s) => s.count()), (await named(name).databases()).length, await next.get("partial"), await next.get("rules")], [450, 1, undefined, `after ${crash}`], `crash ${crash}`);
        }
      }
    },
    "a step is kept from its opening and recorded once": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      const capture = new Capture(db, memory, outbox, () => {});
      const opened = { keep: "full", stepId: "s-opened", step: step("s-opened"), session: session("mm-one") };
      await capture.open(opened);
      await capture.open(opened);
      equal([await capture.pending(), outbox.count], [1, 0], "opened");
      const closed = { keep: "full", stepId: "s-opened", after: { currentUrl: "https://a.example/done" }, outcome: { ok: true } };
      await Promise.all([capture.close(closed), capture.close(closed)]);
      await capture.close(closed);
      await capture.open(opened);
      equal([await capture.pending(), outbox.count], [0, 1], "closed");
      equal((await outbox.batch(1))[0].step.after.currentUrl, "https://a.example/done", "after");
      await capture.close({ stepId: "s-never-opened", outcome: { ok: true } });
      equal(outbox.count, 1, "a step that was never opened");
    },
    "a step that nobody closes is recorded as it is": async () => {
      const { db, outbox } = await fresh();
      const capture = new Capture(db, remember(db), outbox, () => {});
      await capture.open({ keep: "full", stepId: "s-left", step: step("s-left"), session: session("mm-one") });
      await capture.sweep();
      equal([await capture.pending(), outbox.count], [1, 0], "young");
      await db.write(async (tx) => {
        tx.objectStore("records").put({ key: "step:s-left", record: record("s-left"), opened: 0 });
      });
      await capture.sweep();
      equal([await capture.pending(), await waiting(outbox)], [0, [[1, "s-left"]]], "old");
    },
    "a core that is down loses no step": async () => {
      const { db, outbox } = await fresh();
      const fails = async () => { throw new Error("down"); };
      const down = { capture: fails, record: fails, gate: new Gate() };
      const capture = new Capture(db, down, outbox, () => {});
      const opening = { keep: "full", stepId: "s-later", step: step("s-later"), session: session("mm-one") };
      const closing = { keep: "full", stepId: "s-later", after: { currentUrl: "https://a.example/x" } };
      const up = new Capture(db, remember(db), outbox, () => {});
      // What the page said is not written before the core has masked it: the page says it again.
      equal([await capture.open(opening).catch((err) => err.message), await capture.pending()], ["down", 0], "down as it began");
      await up.open(opening);
      equal([await capture.close(closing).catch((err) => err.message), await up.pending()], ["down", 1], "down as it ended");
      equal(JSON.stringify(await db.read("records", (s) => s.getAll())).includes("a.example/x"), false, "its end is not written");
      await up.close(closing);
      equal([(await outbox.batch(1))[0].step.after.currentUrl, outbox.count, await up.pending()], ["https://a.example/x", 1, 0], "up");
    },
    "what is no step is refused": async () => {
      const { db, outbox } = await fresh();
      const capture = new Capture(db, remember(db), outbox, () => {});
      for (const bad of [{}, { stepId: "../x", step: step("s-1234"), session: session("mm-one") }, { stepId: "s-1234", step: step("s-1234") },
        { stepId: "s-1234", session: session("mm-one") }]) {
        equal(await capture.open(bad).catch((err) => err.code), "MM_INVALID_INPUT", JSON.stringify(bad));
      }
      equal(await capture.pending(), 0, "pending");
    },
    "a profile whose database was cleared stays paired": async () => {
      const [{ db: first }, { db: second }] = [await fresh(), await fresh()];
      equal(await readPairing(first), null, "at first");
      equal(await storeCode(first, "17837-no code").catch((err) => err.code), "MM_INVALID_INPUT", "no code");
      await storeCode(first, `17900-${"ab".repeat(32)}`);
      const pairing = await readPairing(first);
      equal([pairing.key, pairing.ports[0]], ["ab".repeat(32), 17900], "paired");
      equal(await readPairing(second), pairing, "with a new database");
      localStorage.clear();
      equal([await readPairing(second), await readPairing(first)], [null, pairing], "the database has it too");
      localStorage.clear();
    },
    "a newer database is left alone": async () => {
      const name = `${only} ${encrypted} ${++databases}`;
      const newer = await new Promise((resolve) => {
        const open = named(name).open("cairn", 99);
        open.onsuccess = () => resolve(open.result);
      });
      newer.close();
      equal(await Database.open(named(name)).catch((err) => err.code), "STORE_NEWER", "code");
    },
  };
  if (!only) return Object.keys(checks);
  return checks[only]().then(() => "", (err) => String(err?.stack ?? err));
}
