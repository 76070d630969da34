// Has the core pack the rows worth packing, between queries, and stores the segments
// for its next start.

import { keepSegment } from "./segments.js";

/** Bounds the steps packed at once: the core answers no query meanwhile. */
const PACK_BATCH = 32;

/** Sets how many records the core receives before it packs; it also packs in a pause. */
const PACK_AFTER = 256;
const PACK_EVERY_MS = 5 * 60_000;

export class Packer {
  #db;
  #core;
  #unpacked = 0;
  #paused = false;
  /** @type {Promise<void> | undefined} set while packing runs */
  #running;

  /** @param {import("./db.js").Database} db @param {import("../lib/core-port.js").CoreClient} core */
  constructor(db, core) {
    this.#db = db;
    this.#core = core;
    setInterval(() => void this.pack(), PACK_EVERY_MS);
  }

  /** @param {number} records that the core received */
  received(records) {
    if ((this.#unpacked += records) >= PACK_AFTER) void this.pack();
  }

  /** Packs nothing while work changes rows: a segment would contain the old ones. @param {() => Promise<void>} work */
  async without(work) {
    this.#paused = true;
    try {
      await this.#running;
      await work();
    } finally {
      this.#paused = false;
    }
  }

  /**
   * Packs rows while the core finds enough of them. It never rejects: rows that could not be packed are read
   * one by one.
   * @returns {Promise<void>}
   */
  pack() {
    this.#unpacked = 0;
    if (this.#paused) return Promise.resolve();
    this.#running ??= this.#pack().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #pack() {
    for (;;) {
      const { packed, bytes } = await this.#core.call({ op: "pack", now: new Date().toISOString(), pack: { steps: PACK_BATCH } });
      if (!packed || packed.state === "idle") return;
      if (packed.state === "done" && bytes) {
        const kept = await keepSegment(this.#db, packed, bytes).catch(() => false);
        await this.#core.call({ op: "packed", now: new Date().toISOString(), packed: { kept } });
        if (!kept) return;
      }
    }
  }
}
