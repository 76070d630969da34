// The layout of maps: every screen has a place of its own, the same each time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "../panel/maplayout.js";

const nodes = (n, starts = []) => Array.from({ length: n }, (_, i) => ({ width: 168, height: 100, starts: starts.includes(i) ? 1 : 0 }));

/** @returns {[number, number][]} links of a site whose pages share a menu */
function dense(n) {
  const links = [];
  for (let i = 1; i < n; i++) links.push([i >> 1, i]);
  for (let i = 0; i < 3 * n; i++) {
    const [from, to] = [(i * 7) % n, (i * 13 + 5) % n];
    if (from !== to) links.push([from, to]);
  }
  return links;
}

function overlaps({ places }) {
  return places.flatMap((a, i) => places.slice(i + 1).filter((b) => Math.abs(a.x - b.x) < 167 && Math.abs(a.y - b.y) < 99));
}

for (const [name, all, links] of [
  ["nothing", [], []],
  ["one screen", nodes(1), []],
  ["a cycle", nodes(3, [0]), [[1, 0], [0, 1], [1, 2], [2, 0]]],
  ["two parts, and single screens", nodes(9), [[0, 1], [2, 3]]],
  ["a hundred screens with a shared menu", nodes(100, [0]), dense(100)],
]) {
  test(`${name} is laid out without overlaps, alike each time`, () => {
    for (const down of [false, true]) {
      for (const labels of [false, true].slice(0, all.length > 50 ? 1 : 2)) {
        const reply = place({ id: 7, nodes: all, links, ways: links.length, down, labels });
        assert.deepEqual([reply.id, reply.places.length], [7, all.length]);
        assert.deepEqual(overlaps(reply), []);
        for (const { x, y } of reply.places) assert.ok(x > 0 && y > 0 && x < reply.width && y < reply.height, "outside");
        assert.deepEqual({ ...place({ id: 7, nodes: all, links, ways: links.length, down, labels }), ms: 0 }, { ...reply, ms: 0 });
      }
    }
  });
}

test("a map begins where sessions start, and grows to the right or downwards", () => {
  const [done, form, home] = [0, 1, 2];
  const request = { id: 1, nodes: nodes(3, [home]), links: [[done, home], [form, done], [home, form]], ways: 3, labels: false };
  const right = place({ ...request, down: false }).places;
  assert.ok(right[home].x < right[form].x && right[form].x < right[done].x, JSON.stringify(right));
  const below = place({ ...request, down: true }).places;
  assert.ok(below[home].y < below[form].y && below[form].y < below[done].y, JSON.stringify(below));
});

test("an address that was opened is no way through the site", () => {
  const [home, list, item] = [0, 1, 2];
  const { places, paths } = place({ id: 1, nodes: nodes(3, [home]), links: [[home, list], [list, item], [home, item]], ways: 2, down: false, labels: false });
  assert.ok(places[list].x < places[item].x, JSON.stringify(places));
  assert.equal(paths.length, 2);
});
