// Checks of steps on their way from page to outbox (store.js runs them).
(lab) => {
  const { Outbox, Capture, Forgetting, keepSegment, factory, opened, equal, session, step, record, fresh, waiting,
    coreWorker, remember, crash, rowsIn, keptIn, begun, cameOf, recordedOnce, notRecorded, nextWrite, found,
    stepsOf } = lab;
  return {
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
    "a new epoch renumbers the queue": async () => {
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
      equal([gap.count, gap.reason, gap.from >= from, gap.to >= gap.from, after.step.stepId, outbox.crowded], [3, "the outbox was full", true, true, "s-after", false], "gap");
      const large = new Outbox(await opened(factory()), { records: 1000, bytes: 10_000 });
      await large.load();
      for (let i = 0; !large.crowded; i++) await large.add(record(`s-${1000 + i}`));
      equal(large.count < 30, true, "bytes count too");
    },
  };
}
