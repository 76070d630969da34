import assert from "node:assert/strict";
import { test } from "node:test";

import { aimAt, felt, isAwaited, isUnfelt, openAim } from "../worker/aims.js";

const frame = { frameId: 7, documentId: "A" };
const replaced = [{ frameId: 0, documentId: "M" }, { frameId: 7, documentId: "B" }];

test("a press that its document felt was felt, whatever becomes of that", () => {
  aimAt(1, frame);
  openAim(1, true);
  felt(1);
  assert.equal(isUnfelt(1, replaced), false);
});

test("a press is unfelt when its document is gone and said nothing", () => {
  aimAt(1, frame);
  assert.equal(isUnfelt(1, replaced), false, "before the action");
  openAim(1, true);
  assert.equal(isAwaited(1), true);
  assert.equal(isUnfelt(1, [frame]), false, "while its document is there");
  assert.equal(isUnfelt(1, replaced), true);
  assert.equal(isUnfelt(1, []), true);
  openAim(1, false);
  assert.equal(isUnfelt(1, replaced), false, "after the action");
});

test("what is not known is not claimed", () => {
  assert.equal(isUnfelt(2, replaced), false);
  felt(2);
  openAim(2, true);
  assert.equal(isAwaited(2), false);
  aimAt(2, { frameId: 7 }); // a browser that names no documents
  openAim(2, true);
  assert.equal(isUnfelt(2, replaced), false);
});
