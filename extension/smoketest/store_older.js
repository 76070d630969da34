// Checks of rows that older versions left, and of segments (store.js runs them).
(lab) => {
  const { Database, Outbox, Memory, Capture, Older, named, opened, equal, session, step, record, fresh, coreWorker,
    remember, crash, rowsIn, keptIn, found, packed, segmentsOf, stepsOf, reading, spoil, shown, browsing, older,
    shownIn, inFull, hidden, tidied, ownName } = lab;
  return {
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
      const name = ownName();
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
      const name = ownName();
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
  };
}
