// Runs in a page of the extension (store_test.go) and answers with the fault
// of each check, "" for none.
async () => {
  const [{ Database }, { Outbox }, { Memory }, { Capture }] = await Promise.all(
    ["db", "outbox", "memory", "capture"].map((name) => import(`/offscreen/${name}.js`)));
  let databases = 0;
  const factory = () => {
    const name = `check-${++databases}`;
    return { open: (_, version) => indexedDB.open(name, version) };
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
    const db = await Database.open(factory());
    const outbox = new Outbox(db);
    await outbox.load();
    return { db, outbox };
  };
  const waiting = async (outbox) => (await outbox.batch(await outbox.first())).map((r) => [r.seq, r.step?.stepId ?? r.gap?.reason]);
  /** A memory whose core is the real one. */
  const remember = (db) => new Memory(db, () => new Worker("/offscreen/core-worker.js", { type: "module" }));
  const found = async (memory, query) =>
    (await memory.question({ op: "search", now: new Date().toISOString(), search: { query } })).steps?.map((s) => s.stepId) ?? [];

  const checks = {
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
      const a = new Outbox(await Database.open(one));
      await a.load();
      await a.add(record("s-aaaa"));
      const b = new Outbox(await Database.open(one));
      await b.load();
      equal([b.installId, b.epoch, b.count], [a.installId, a.epoch, 1], "reopened");
    },
    "a record that is given up leaves a gap there and stays here": async () => {
      const { db, outbox } = await fresh();
      await outbox.add(record("s-aaaa"));
      await outbox.add(record("s-bbbb"));
      await outbox.giveUp(1, "invalid");
      equal(await waiting(outbox), [[1, "invalid"], [2, "s-bbbb"]], "rows");
      equal((await db.read("replica", (s) => s.getAllKeys())), ["step:s-aaaa"], "replica");
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
      await capture.open({ stepId: "s-third", step: step("s-third"), session: session("mm-one") });
      await memory.replicate([{ seq: 1, forget: { sessionId: "mm-one" } }], 1);
      equal([await found(memory, "first"), await found(memory, "second"), await capture.pending()], [[], [], 0], "found");
      equal(await db.read("replica", (s) => s.getAllKeys()), [], "replica");
      equal(await waiting(outbox), [[2, "forgotten"]], "outbox");
    },
    "a step is kept from its opening and recorded once": async () => {
      const { db, outbox } = await fresh();
      const memory = remember(db);
      const capture = new Capture(db, memory, outbox, () => {});
      const opened = { stepId: "s-opened", step: step("s-opened"), session: session("mm-one") };
      await capture.open(opened);
      await capture.open(opened);
      equal([await capture.pending(), outbox.count], [1, 0], "opened");
      const closed = { stepId: "s-opened", after: { currentUrl: "https://a.example/done" }, outcome: { ok: true } };
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
      await capture.open({ stepId: "s-left", step: step("s-left"), session: session("mm-one") });
      await capture.sweep();
      equal([await capture.pending(), outbox.count], [1, 0], "young");
      await db.write(async (tx) => {
        tx.objectStore("pending").put({ stepId: "s-left", step: step("s-left"), session: session("mm-one"), openedAt: 0 });
      });
      await capture.sweep();
      equal([await capture.pending(), await waiting(outbox)], [0, [[1, "s-left"]]], "old");
    },
    "a core that is down loses no step": async () => {
      const { db, outbox } = await fresh();
      const down = { capture: async () => { throw new Error("down"); }, tell: async () => {} };
      const capture = new Capture(db, down, outbox, () => {});
      await capture.open({ stepId: "s-later", step: step("s-later"), session: session("mm-one") });
      const fault = await capture.close({ stepId: "s-later", after: { currentUrl: "https://a.example/x" } }).catch((err) => err.message);
      equal([fault, await capture.pending()], ["down", 1], "down");
      await new Capture(db, remember(db), outbox, () => {}).sweep();
      equal([(await outbox.batch(1))[0].step.after.currentUrl, outbox.count], ["https://a.example/x", 1], "up");
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
    "a newer database is left alone": async () => {
      const name = `check-${++databases}`;
      const newer = await new Promise((resolve) => {
        const open = indexedDB.open(name, 99);
        open.onsuccess = () => resolve(open.result);
      });
      newer.close();
      equal(await Database.open({ open: (_, version) => indexedDB.open(name, version) }).catch((err) => err.code), "STORE_NEWER", "code");
    },
  };
  const faults = {};
  for (const [name, check] of Object.entries(checks)) {
    faults[name] = await check().then(() => "", (err) => String(err?.stack ?? err));
  }
  return faults;
}
