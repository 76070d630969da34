// Runs in a page of the extension (encrypt_test.go), as store.js does.
async (only) => {
  const [{ Database }, { Outbox }, { Memory }] = await Promise.all(["db", "outbox", "memory"].map((name) => import(`/offscreen/${name}.js`)));
  let databases = 0;
  const done = (request) => new Promise((yes, no) => { request.onsuccess = () => yes(request.result); request.onerror = () => no(request.error); });
  /** Databases of a check's own, the first of which is not there when it is to be deleted for the so-many-th time. */
  const named = (prefix, crash = Infinity) => ({
    open: (name, version) => indexedDB.open(`${prefix}-${name}`, version),
    deleteDatabase: (name) => {
      if (--crash < 0) throw new Error("crashed");
      return indexedDB.deleteDatabase(`${prefix}-${name}`);
    },
    databases: async () => (await indexedDB.databases()).filter(({ name }) => name.startsWith(`${prefix}-`)).map(({ name }) => ({ name: name.slice(prefix.length + 1) })),
  });
  const equal = (got, want, what) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
    if (a !== b) throw new Error(`${what}: ${a.slice(0, 500)} instead of ${b.slice(0, 500)}`);
  };
  const fault = (work) => work.then(() => "none", (err) => typeof err.code === "string" ? err.code : err.name);
  const session = { schemaVersion: 1, sessionId: "mm-one", createdAt: "2026-01-01T00:00:00.000Z", goal: "find the canary", flowTags: [], tags: [] };
  const step = (stepId) => ({
    schemaVersion: 1, stepId, sessionId: "mm-one", timestamp: new Date().toISOString(), tool: { name: "mm_click", target: { testId: "canary-button" } }, actor: "observed", outcome: { ok: true },
    observation: { state: { currentUrl: "https://canary.example/", currentScreen: "", origin: "https://canary.example" }, testIds: [], a11y: { nodes: [] } },
  });
  /** A database with something in each store: own steps that wait and that do not, a card, an edit, a segment. */
  const filled = async (name, crash) => {
    const db = await Database.open(named(name, crash));
    const outbox = new Outbox(db);
    await outbox.load();
    const memory = new Memory(db, () => new Worker("/offscreen/core-worker.js", { type: "module" }));
    for (let i = 0; i < 5; i++) await outbox.add({ seq: 0, session, step: step(`s-own${i}`) });
    await outbox.add({ seq: 0, card: { domain: "canary.example", updatedAt: "2026-01-01T00:00:00.000Z", patterns: [] } });
    await outbox.add({ seq: 0, edit: { editId: "e-0000000000000", at: "2026-01-01T00:00:00.000Z", domain: "canary.example" } });
    await outbox.acknowledge(2);
    await memory.replicate([{ seq: 3, card: { domain: "other.canary.example", updatedAt: "2026-01-01T00:00:00.000Z", patterns: [] } }], 3);
    await db.set("rules", { "canary.example": [] });
    await db.write((tx) => void tx.objectStore("segments").put({ number: 7, keys: ["card:canary.example"], size: 6 }));
    await db.write((tx) => void tx.objectStore("blobs").put(new TextEncoder().encode("canary"), 7));
    return { db, outbox, memory };
  };
  const STORES = ["records", "segments", "blobs", "kv"];
  /** All that a database gives to those who know nothing of its encryption. */
  const all = async (db) => {
    const rows = await Promise.all(STORES.map((name) => db.read(name, (s) => s.getAll())));
    const keys = await Promise.all(STORES.map((name) => db.read(name, (s) => s.getAllKeys())));
    const said = STORES.map((name, i) => keys[i].map((key, j) => [key, rows[i][j]]).filter(([key]) => !["keys", "keysCheck"].includes(key)));
    return JSON.stringify(said.map((of) => of.map((row) => JSON.stringify(row)).sort()));
  };
  /** All that lies in it, as one text, bytes as a character each. */
  const raw = async (name) => {
    const text = (value) => {
      if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
      return value && typeof value === "object" ? Object.entries(value).flat().map(text).join(" ") : String(value);
    };
    const db = await done(indexedDB.open(`${name}-cairn`));
    const parts = await Promise.all([...db.objectStoreNames].map(async (store) => {
      const table = db.transaction(store).objectStore(store);
      const [keys, rows] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
      return text(keys) + text(rows);
    }));
    db.close();
    return parts.join(" ");
  };
  const found = async (memory) => (await memory.question({ op: "search", now: new Date().toISOString(), search: { query: "canary button" } })).steps?.length ?? 0;
  const change = async (name, work) => {
    const db = await done(indexedDB.open(`${name}-cairn`));
    const tx = db.transaction([...db.objectStoreNames], "readwrite");
    await work(tx);
    await new Promise((resolve) => { tx.oncomplete = resolve; });
    db.close();
  };

  const checks = {
    "what is encrypted says nothing, and is read as before": async () => {
      const { db, outbox, memory } = await filled(only);
      const before = await all(db);
      const batch = await outbox.batch(await outbox.first());
      equal([(await raw(only)).includes("canary"), db.encrypted], [true, false], "plain");
      equal([await db.encrypt(true), await db.encrypt(true), db.encrypted], [true, false, true], "turned on");
      equal((await raw(only)).match(/.{20}canary.{20}|card:[^~].{20}/)?.[0], undefined, "encrypted");
      equal(await all(db), before, "read");
      equal([await outbox.batch(await outbox.first()), await outbox.next()], [batch, 8], "the batch");
      await outbox.add({ seq: 0, session, step: step("s-later") });
      await outbox.acknowledge(8);
      equal((await raw(only)).includes("canary"), false, "after more was written");
      equal(await found(memory), 5, "found by a memory that was open before");
      const again = await Database.open(named(only));
      const other = new Memory(again, () => new Worker("/offscreen/core-worker.js", { type: "module" }));
      equal([again.encrypted, await found(other), await all(again)], [true, 6, await all(db)], "opened again");
      const then = await all(again);
      equal([await again.encrypt(false), again.encrypted, await all(again)], [true, false, then], "turned off");
      equal((await raw(only)).includes("canary"), true, "plain again");
    },
    "its keys cannot be read by a script": async () => {
      const { db } = await filled(only);
      await db.encrypt(true);
      const keys = await db.get("keys");
      for (const [name, key] of Object.entries(keys)) {
        equal([key.extractable, await fault(crypto.subtle.exportKey("raw", key)), await fault(crypto.subtle.exportKey("jwk", key))], [false, "InvalidAccessError", "InvalidAccessError"], name);
      }
    },
    "a lost or changed key is said, and changes nothing": async () => {
      const { db } = await filled(only);
      await db.encrypt(true);
      const [want, keys] = [await all(db), await db.get("keys")];
      const other = { ...keys, data: await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]) };
      for (const [what, spoil] of Object.entries({
        "lost": (kv) => kv.delete("keys"),
        "changed": (kv) => kv.put(other, "keys"),
        "no key": (kv) => kv.put({ data: "key" }, "keys"),
      })) {
        await change(only, (tx) => spoil(tx.objectStore("kv")));
        const before = await raw(only);
        equal([await fault(Database.open(named(only))), (await raw(only)) === before], ["STORE_KEY", true], what);
      }
      await change(only, (tx) => tx.objectStore("kv").put(keys, "keys"));
      equal(await all(await Database.open(named(only))), want, "with the key back");
    },
    "rows that were exchanged are not taken": async () => {
      const { db } = await filled(only);
      await db.encrypt(true);
      await change(only, async (tx) => {
        const table = tx.objectStore("blobs");
        table.put(await done(table.get(7)), 8);
      });
      equal([new TextDecoder().decode(await db.read("blobs", (s) => s.get(7))), await fault(db.read("blobs", (s) => s.get(8)))], ["canary", "STORE_DAMAGED"], "blobs");
    },
    "a crash while the form changes loses nothing": async () => {
      for (const on of [true, false]) {
        const forms = new Set();
        for (let crash = 0; crash < 5; crash++) {
          const name = `${only} ${on} ${crash}`;
          const before = await filled(name);
          if (!on) await before.db.encrypt(true);
          const want = await all(before.db);
          const db = await Database.open(named(name, crash));
          const said = await fault(db.encrypt(on));
          equal(await all(db), want, `crash ${crash}, in the same life`);
          const next = await Database.open(named(name));
          equal(await all(next), want, `crash ${crash} (${said}), after it`);
          forms.add(next.encrypted);
          await next.encrypt(on);
          equal([await all(next), next.encrypted, (await raw(name)).includes("canary")], [want, on, !on], `crash ${crash}, taken up again`);
        }
        equal([...forms].sort(), [false, true], "forms that crashes left");
      }
    },
    "who writes meanwhile waits, and who reads does not": async () => {
      const { db, outbox } = await filled(only);
      const turning = db.encrypt(true);
      const added = outbox.add({ seq: 0, session, step: step("s-meanwhile") });
      equal((await outbox.batch(3)).length, 5, "read meanwhile");
      await Promise.all([turning, added]);
      equal([(await raw(only)).includes("canary"), (await outbox.batch(3)).at(-1).step.stepId], [false, "s-meanwhile"], "afterwards");
    },
    /** The cost of encryption: adding steps, and reading them all, in one run. */
    "cost": async () => {
      const N = 400;
      const took = {};
      for (let round = 0; round < 3; round++) {
        for (const on of [false, true]) {
          const db = await Database.open(named(`${only} ${round} ${on}`));
          await db.encrypt(on);
          const outbox = new Outbox(db);
          await outbox.load();
          const measure = async (what, work) => {
            const from = performance.now();
            await work();
            (took[`${what} ${on}`] ??= []).push(performance.now() - from);
          };
          await measure("one by one", async () => {
            for (let i = 0; i < N; i++) await outbox.add({ seq: 0, session, step: step(`s-one${i}`) });
          });
          await measure("together", () => Promise.all(Array.from({ length: N }, (_, i) => outbox.add({ seq: 0, session, step: step(`s-all${i}`) }))));
          await measure("read", () => outbox.batch(1, 2 * N));
        }
      }
      const median = (of) => of.sort((a, b) => a - b)[1];
      return Object.fromEntries(["one by one", "together", "read"].map((what) => [what, [median(took[`${what} false`]), median(took[`${what} true`])]]));
    },
  };
  if (!only) return Object.keys(checks).filter((name) => name !== "cost");
  if (only === "cost") return JSON.stringify(await checks.cost());
  return checks[only]().then(() => "", (err) => String(err?.stack ?? err));
}
