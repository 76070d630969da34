import assert from "node:assert/strict";
import { test } from "node:test";

import { merge, stamp } from "../lib/looks.js";
import { judge, route, routeBoth } from "../worker/locate.js";
import { byHand } from "../worker/navigation.js";

const seen = (url, ...names) => ({
  state: { currentUrl: url, currentScreen: "made up", origin: "https://liar.example" },
  testIds: names.map((testId) => ({ testId, visible: true })),
  a11y: { nodes: names.map((name, i) => ({ ref: `e${i + 1}`, role: "button", name })) },
});

test("origin and screen are never the page's own claim", () => {
  const { state } = stamp(seen("https://a.example/x"), "https://a.example/");
  assert.deepEqual(state, { currentUrl: "https://a.example/x", currentScreen: "", origin: "https://a.example" });
});

test("an address of another origin is replaced by the browser's origin", () => {
  assert.equal(stamp(seen("https://bank.example/x"), "https://a.example/real?secret=1").state.currentUrl, "https://a.example/");
  assert.equal(stamp(seen("nonsense"), "data:text/html,hello").state.currentUrl, "data:");
});

test("an observation may lack anything", () => {
  const stamped = stamp({}, "https://a.example/");
  assert.deepEqual(stamped.testIds, []);
  assert.deepEqual(stamped.a11y, { nodes: [] });
});

test("elements of frames carry the frame in their refs", () => {
  const whole = merge(stamp(seen("https://a.example/", "outer"), "https://a.example/"), [
    { frameId: 7, url: "https://a.example/", origin: "https://a.example", seen: { ...seen("", "inner"), truncated: true } },
    { frameId: 8, url: "https://b.example/", origin: "https://b.example", seen: undefined },
  ]);
  assert.deepEqual(whole.a11y.nodes.map((n) => n.ref), ["e1", "f7e1"]);
  assert.deepEqual(whole.testIds.map((t) => t.testId), ["outer", "inner"]);
  assert.equal(whole.truncated, true);
});

test("a frame's elements say whose they are by the browser's word", () => {
  const A = "https://a.example";
  for (const [what, url, origin, whose, state] of [
    ["of the page's origin", `${A}/in`, A, undefined],
    ["srcdoc, which inherits it", "about:srcdoc", A, undefined],
    ["another origin", "https://b.example/in", "https://b.example", "https://b.example", { currentUrl: "https://b.example/", origin: "https://b.example" }],
    ["srcdoc within that", "about:srcdoc", "https://b.example", "https://b.example", { currentUrl: "https://b.example/", origin: "https://b.example" }],
    ["sandboxed, though of the page's address", `${A}/in`, "null", "null", { currentUrl: "https:", origin: "null" }],
    ["data:", "data:text/html,x", "null", "null", { currentUrl: "data:", origin: "null" }],
  ]) {
    const claim = { ...seen(`${A}/claimed`, "inner"), state: { currentUrl: `${A}/claimed`, currentScreen: "", origin: A } };
    const whole = merge(stamp(seen(A, "outer"), A), [{ frameId: 7, url, origin, seen: claim }]);
    assert.deepEqual([whole.a11y.nodes[0].origin, whole.a11y.nodes[1].origin, whole.testIds[1].origin], [undefined, whose, whose], what);
    assert.deepEqual(whole.frames?.map((f) => ({ currentUrl: f.currentUrl, origin: f.origin })), state && [state], what);
  }
});

test("a ref says which frame it is in", () => {
  assert.deepEqual(route({ a11yRef: "f7e3" }), { frameId: 7, target: { a11yRef: "e3" } });
  assert.deepEqual(route({ a11yRef: "e3" }), { frameId: 0, target: { a11yRef: "e3" } });
  assert.deepEqual(route({ testId: "x" }), { target: { testId: "x" } });
});

test("what a target is within says the frame, too", () => {
  const ask = (/** @type {object} */ target, /** @type {object} */ within) => {
    const { frameId, inner } = routeBoth({ tabId: 1, for: "click", target, within });
    return { frameId, target: inner.target, within: inner.within };
  };
  assert.deepEqual(ask({ testId: "x" }, { a11yRef: "f7e3" }), { frameId: 7, target: { testId: "x" }, within: { a11yRef: "e3" } });
  assert.deepEqual(ask({ a11yRef: "f7e4" }, { a11yRef: "f7e3" }), { frameId: 7, target: { a11yRef: "e4" }, within: { a11yRef: "e3" } });
  assert.deepEqual(ask({ a11yRef: "e4" }, { testId: "row" }), { frameId: 0, target: { a11yRef: "e4" }, within: { testId: "row" } });
  assert.deepEqual(ask({ testId: "x" }, { testId: "row" }), { frameId: undefined, target: { testId: "x" }, within: { testId: "row" } });
  assert.throws(() => ask({ a11yRef: "f7e4" }, { a11yRef: "e3" }), { code: "MM_TARGET_NOT_FOUND" });
});

const at = { x: 1, y: 2, target: {}, matches: 1 };
const missing = { code: "MM_TARGET_NOT_FOUND", message: "no" };
const hidden = { code: "MM_TARGET_NOT_ACTIONABLE", message: "hidden" };
const many = { code: "MM_TARGET_AMBIGUOUS", message: "2" };

test("exactly one match in all frames together counts", () => {
  assert.equal(judge([{ frameId: 0, fault: missing }, { frameId: 7, located: at }]).found.frameId, 7);
  assert.equal(judge([{ frameId: 0, located: at }, { frameId: 7, located: at }]).fault.code, "MM_TARGET_AMBIGUOUS");
  assert.equal(judge([{ frameId: 0, located: at }, { frameId: 7, fault: many }]).fault.code, "MM_TARGET_AMBIGUOUS");
});

test("the most telling fault is reported", () => {
  assert.equal(judge([{ frameId: 0, fault: missing }, { frameId: 7, fault: hidden }]).fault, hidden);
  assert.equal(judge([{ frameId: 0 }, { frameId: 7 }]).fault.code, "MM_TARGET_NOT_FOUND");
  assert.equal(judge([{ frameId: 0, fault: { code: "MM_INVALID_INPUT", message: "" } }, { frameId: 7, fault: missing }]).final, true);
});

test("only the browser's own controls make a navigation of a person's", () => {
  const by = (transitionType, ...transitionQualifiers) => byHand({ transitionType, transitionQualifiers });
  assert.equal(by("typed", "from_address_bar"), true);
  assert.equal(by("reload"), true);
  assert.equal(by("link", "forward_back"), true);
  assert.equal(by("auto_bookmark"), true);
  assert.equal(by("link"), false);
  assert.equal(by("form_submit"), false);
  assert.equal(by("typed", "client_redirect"), false);
});
