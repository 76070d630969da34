import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.chrome = { runtime: { id: "us" } };
const { Lanes } = await import("../offscreen/lanes.js");

/** A content script at the other end of a lane, and its looks. */
class Frame {
  name = "lane";
  shows = { names: [], frames: 0 };
  version = 0;
  deaf = false;
  #heard;
  #ended;
  onMessage = { addListener: (f) => (this.#heard = f) };
  onDisconnect = { addListener: (f) => (this.#ended = f) };

  constructor(lanes, frameId, { tabId = 1, url = "https://a.example/", id = "us" } = {}) {
    this.sender = { id, frameId, url, tab: { id: tabId } };
    lanes.met(this);
  }

  show(frames, ...names) {
    this.shows = { names, frames };
    this.version++;
    return this;
  }

  end() {
    this.#ended();
  }

  postMessage({ id, message }) {
    if (this.deaf) return;
    const { names, frames } = this.shows;
    const stamp = String(this.version);
    const observation = { state: { currentUrl: this.sender.url, currentScreen: "" }, testIds: [], a11y: { nodes: names.map((name, i) => ({ ref: `e${i}`, role: "button", name })) } };
    const page = message.since === stamp ? { tabId: 0, observation: {}, stamp, same: true } : { tabId: 0, observation, stamp };
    queueMicrotask(() => this.#heard({ id, reply: { page, frames } }));
  }
}

const namesOf = (page) => page?.observation.a11y.nodes.map((n) => `${n.ref} ${n.name}`);

test("a page is sent once, and again only when it shows something else", async () => {
  const lanes = new Lanes();
  const main = new Frame(lanes, 0).show(0, "One");
  const first = await lanes.look({ tabId: 1 });
  assert.deepEqual(namesOf(first), ["e0 One"]);
  const again = await lanes.look({ tabId: 1, since: first.stamp });
  assert.deepEqual([again.same, again.stamp, namesOf(again)], [true, first.stamp, []]);
  main.show(0, "Two");
  const other = await lanes.look({ tabId: 1, since: first.stamp });
  assert.deepEqual([other.same, namesOf(other)], [undefined, ["e0 Two"]]);
  assert.notEqual(other.stamp, first.stamp);
});

test("a request without the stamp, or with another's, gets everything", async () => {
  const lanes = new Lanes();
  new Frame(lanes, 0).show(0, "One");
  const { stamp } = await lanes.look({ tabId: 1 });
  for (const since of [undefined, "", "1", `${stamp}0`]) assert.deepEqual(namesOf(await lanes.look({ tabId: 1, since })), ["e0 One"]);
  const later = new Lanes();
  new Frame(later, 0).show(0, "One");
  assert.deepEqual(namesOf(await later.look({ tabId: 1, since: stamp })), ["e0 One"]);
});

test("all frames are one page, and any of them changes it", async () => {
  const lanes = new Lanes();
  new Frame(lanes, 0).show(1, "Outer");
  const inner = new Frame(lanes, 7).show(0, "Inner");
  const first = await lanes.look({ tabId: 1 });
  assert.deepEqual(namesOf(first), ["e0 Outer", "f7e0 Inner"]);
  assert.equal((await lanes.look({ tabId: 1, since: first.stamp })).same, true);
  inner.show(0, "Changed");
  assert.deepEqual(namesOf(await lanes.look({ tabId: 1, since: first.stamp })), ["e0 Outer", "f7e0 Changed"]);
});

test("the worker looks where a frame has no lane, or the document went", async () => {
  const lanes = new Lanes();
  assert.equal(await lanes.look({ tabId: 1 }), undefined);
  const main = new Frame(lanes, 0).show(1, "Outer");
  assert.equal(await lanes.look({ tabId: 1 }), undefined);
  const inner = new Frame(lanes, 7).show(0, "Inner");
  assert.notEqual(await lanes.look({ tabId: 1 }), undefined);
  inner.end();
  assert.equal(await lanes.look({ tabId: 1 }), undefined);
  main.show(0, "Outer").deaf = true;
  const asked = lanes.look({ tabId: 1 });
  main.end();
  assert.equal(await asked, undefined);
});

test("the next document takes over before the last one's lane has ended", async () => {
  const lanes = new Lanes();
  const old = new Frame(lanes, 0).show(0, "Old");
  const { stamp } = await lanes.look({ tabId: 1 });
  new Frame(lanes, 0).show(0, "Old");
  old.end();
  const page = await lanes.look({ tabId: 1, since: stamp });
  assert.deepEqual([page.same, namesOf(page)], [undefined, ["e0 Old"]]);
});

test("ports of others are none", async () => {
  const lanes = new Lanes();
  new Frame(lanes, 0, { id: "another extension" }).show(0, "One");
  assert.equal(await lanes.look({ tabId: 1 }), undefined);
});
