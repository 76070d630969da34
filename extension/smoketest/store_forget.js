// Checks of deletion, and of records that are not as usual (store.js runs them).
(lab) => {
  const { Database, Outbox, Capture, Forgetting, readPairing, storeCode, Gate, named, opened, equal, session, step,
    record, fresh, waiting, remember, crash, rowsIn, found, packed, stepsOf, reading, ownName, encrypted } = lab;
  return {
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
    "a crash while it is rewritten loses nothing": async () => {
      for (let crash = 0; crash < 4; crash++) {
        const name = ownName();
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
      // The page's text is not written before the core has masked it: the page sends it again.
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
      const name = ownName();
      const newer = await new Promise((resolve) => {
        const open = named(name).open("cairn", 99);
        open.onsuccess = () => resolve(open.result);
      });
      newer.close();
      equal(await Database.open(named(name)).catch((err) => err.code), "STORE_NEWER", "code");
    },
  };
}
