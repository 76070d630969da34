import assert from "node:assert/strict";
import { test } from "node:test";

import { clip } from "../lib/dom.js";
import { FaultError, asFault } from "../lib/fault.js";
import { dayOf, fold, groups } from "../lib/hits.js";
import { priorForPeople } from "../lib/prior.js";
import { adviceFor, bytes, faultText, isElement, isHidden, objectOf, priorTarget, shown, targetOf } from "../lib/words.js";
import { sizeWords } from "../panel/mapwords.js";
import { pieces, termsOf } from "../panel/marked.js";
import { aligned } from "../panel/compare.js";
import { sentence } from "../panel/kb.js";
import { lengthOf, plain, runs } from "../panel/sessions.js";
import { tallied, whatWasRedacted } from "../panel/step.js";
import { folded } from "../panel/timeline.js";
import { target } from "../panel/virtual.js";
import { describeQuery, escaped, suggestion } from "../worker/omnibox.js";

/** @param {object} [more] @returns {any} */
const hit = (more) => ({ sessionId: "s", stepId: "1", timestamp: "2026-02-03T12:00:00.000Z", tool: "mm_click", screen: "home", snippet: "testId: send, screen: home", ...more });

const step = { tool: { name: "mm_click", target: { role: "button", name: "Send" } }, outcome: { ok: true } };

test("what a page says is one line of bounded length without controls", () => {
  assert.equal(clip("a\nb\tc\u0000d"), "a b c d");
  assert.equal(clip("x".repeat(10_000), 10), "xxxxxxxxx…");
  assert.equal(clip("\u202eabc\u202c"), "abc");
  assert.equal(clip("🙂".repeat(20), 5), "🙂🙂🙂🙂…");
  assert.equal(clip(undefined), "");
});

test("matches are marked, also what a word was taken for, and nothing is a pattern", () => {
  const terms = termsOf("transfer a.*", /** @type {any} */ ([{ explain: [{ term: "transfer~send", field: "goal", score: 1 }] }]));
  assert.deepEqual(terms, ["transfer", "send"]);
  assert.deepEqual(pieces("Send it", terms), [["Send", true], [" it", false]]);
  assert.deepEqual(pieces("a.c abc", ["a.c"]), [["a.c", true], [" abc", false]]);
  assert.deepEqual(pieces("nothing", []), [["nothing", false]]);
});

test("keys lead through a list and not beyond it", () => {
  assert.equal(target("ArrowDown", -1, 3, 10), 0);
  assert.equal(target("ArrowDown", 2, 3, 10), 2);
  assert.equal(target("PageUp", 5, 100, 10), 0);
  assert.equal(target("End", 0, 100, 10), 99);
  assert.equal(target("a", 0, 3, 10), undefined);
  assert.equal(target("Home", 0, 0, 10), undefined);
});

test("names that were not kept are shown as such", () => {
  assert.deepEqual(whatWasRedacted(step), []);
  const typed = (/** @type {object} */ more) => ({ ...step, tool: { name: "mm_type", textRedacted: true, ...more } });
  assert.deepEqual(whatWasRedacted(typed({ textLength: 16 })), ["The typed text, of about 16 characters."]);
  assert.deepEqual(whatWasRedacted(typed({ target: { sensitive: true } })), ["The text of a password-like field."]);
  const seen = { ...step, observation: { state: { currentUrl: "https://a.test/?q=[REDACTED]" }, a11y: { nodes: [{ name: "[REDACTED]" }] } } };
  assert.deepEqual(whatWasRedacted(seen), ["Parts of the address.", "Parts of the names of 1 element."]);
});

test("targets are named for people and for a locate", () => {
  assert.equal(objectOf(step), "“Send”");
  assert.equal(objectOf({ tool: { name: "mm_navigate", input: { url: "https://a.test/" } } }), "https://a.test/");
  assert.deepEqual(priorTarget({ type: "a11yHint", value: { role: "link", name: "Activity" } }), { role: "link", name: "Activity" });
  assert.deepEqual(priorTarget({ type: "testId", value: "send" }), { testId: "send" });
  assert.deepEqual(priorTarget({ type: "selector", value: "#send" }), { selector: "#send" });
  assert.deepEqual([{ type: "selector", value: "a" }, { type: "url", value: "https://a.test/" }, { type: "text", value: "" }].map((t) => isElement(/** @type {any} */ (t))), [true, false, false]);
});

// Keep in step with shared/capture/shown_test.go.
test("what is not kept is said, and no hash is shown", () => {
  for (const [text, want] of [
    ["Save", "Save"],
    ["[hidden:AbCdEg GhIjKw]", "(name not kept)"],
    ["[hidden]", "(name not kept)"],
    ["input[hidden]", "input[hidden]"],
    ['link "[hidden:AbCdEg GhIjKw]"', "link (name not kept)"],
    ['link "[hidden]"', "link (name not kept)"],
    ["[hidden:AbCdEg] · [hidden:AbCdEg GhIjKw] · Save", "(name not kept) · (name not kept) · Save"],
    ["[hidden:no hash]", "[hidden:no hash]"],
    ["~AbCdEg~", "…"],
    ["orders/~AbCdEg.GhIjKw~/:id/edit", "orders/…/:id/edit"],
    ["https://a.example/~AbCdEg~?tab=~AbCdEg~", "https://a.example/…?tab=…"],
    ["https://a.example/~~/x", "https://a.example/…/x"],
    ["https://a.example/#!~AbCdEg~", "https://a.example/#!…"],
    ["https://a.example/~george/~roderick/", "https://a.example/~george/~roderick/"],
    ["sned~send", "sned~send"],
    ["about ~ 5 minutes, ~10 in all", "about ~ 5 minutes, ~10 in all"],
  ]) assert.equal(shown(text), want);
  assert.equal(clip(`${"[hidden:AbCdEg GhIjKw] ".repeat(500)}`, 20), "(name not kept) (na…");
  assert.deepEqual(["[hidden]", "[hidden:AbCdEg]", "Save", "", undefined].map(isHidden), [true, true, false, false, false]);
  const hidden = { role: "link", name: "[hidden:AbCdEg]" };
  assert.equal(objectOf({ ...step, tool: { name: "mm_click", target: hidden } }), "link (name not kept)");
  assert.equal(objectOf({ ...step, tool: { name: "mm_click", target: { ...hidden, testId: "orders" } } }), "orders");
  assert.equal(targetOf("match: screen:…, link: (name not kept), screen: orders/…"), "link (name not kept)");
  assert.equal(suggestion(fold([hit({ screen: "…", snippet: "link: (name not kept), screen: …" })])[0]).content, "link (name not kept)");
  assert.equal(plain("target: link (name not kept); on screen: …; error: MM_CLICK_FAILED"), "link (name not kept); error: MM_CLICK_FAILED");
  assert.equal(plain("target: link (name not kept); on screen: orders/…"), "link (name not kept) on orders/…");
});

test("what appeared is said once, with how often", () => {
  assert.deepEqual(tallied(['button "[hidden:AbCdEg]"', 'heading "Sent"', 'button "[hidden:GhIjKw]"']), ["button (name not kept) × 2", 'heading "Sent"']);
  assert.deepEqual(tallied([]), []);
});

test("two names that are not kept are two steps", () => {
  const [anna, bert] = ["[hidden:AbCdEg]", "[hidden:GhIjKw]"].map((hidden) => ({ stepNumber: 1, tool: "mm_click", notes: "target: link (name not kept)", hidden }));
  assert.equal(aligned([anna], [bert]).length, 2);
  assert.equal(aligned([anna], [{ ...anna }]).length, 1);
});

test("sizes are formatted like those of files", () => {
  assert.deepEqual([1, 4096, 1_240_000, 999_900_000, 3_200_000_000].map(bytes), ["1 kB", "5 kB", "1.2 MB", "999.9 MB", "3.2 GB"]);
});

test("each fault comes with what to do", () => {
  assert.equal(adviceFor(asFault(new FaultError("MM_INTERNAL", "x", "Do this."))), "Do this.");
  assert.match(adviceFor(asFault(new Error("anything else"))), /by itself/);
  assert.equal(faultText(asFault(new FaultError("MM_INTERNAL", "it broke", "Do this."))), "it broke. Do this.");
  assert.equal(faultText(undefined), "");
});

test("sessions are compared in their order, and what only one did stands alone", () => {
  const did = (/** @type {string} */ names) => [...names].map((notes, i) => ({ stepNumber: i + 1, tool: "mm_click", notes }));
  const rows = (/** @type {string} */ left, /** @type {string} */ right) => aligned(did(left), did(right)).map(([l, r]) => (l?.notes ?? "-") + (r?.notes ?? "-")).join(" ");
  assert.equal(rows("abc", "abc"), "aa bb cc");
  assert.equal(rows("abc", "axbc"), "aa -x bb cc");
  assert.equal(rows("abcd", "bd"), "a- bb c- dd");
  assert.equal(rows("ab", "ba"), "a- bb -a");
  assert.equal(rows("", "ab"), "-a -b");
  assert.equal(rows("aab", "ab"), "aa a- bb");
  assert.equal(plain('target: [data-testid="send"]; on screen: home'), "send on home");
});

test("equal steps are one hit, failures come last, and hits are grouped by site and day", () => {
  const send = { testId: "send", role: "button", name: "Send", origin: "https://a.test", ok: true };
  const hits = fold([
    hit({ detail: { ...send, ok: false }, snippet: "testId: send, error: MM_TARGET_NOT_FOUND" }),
    hit({ detail: send }), hit({ detail: send, timestamp: "2026-02-04T12:00:00.000Z" }), hit({ detail: send, timestamp: "2026-02-01T12:00:00.000Z" }),
    hit({ detail: { ...send, name: "Send all" } }), hit({ detail: { ...send, origin: "https://b.test" } }), hit({ detail: send, screen: "other" }),
    hit({ detail: { ...send, name: "[hidden:AbCdEg]" } }), hit({ detail: { ...send, name: "[hidden:GhIjKw]" } }), hit({ tool: "mm_press", detail: send, snippet: "testId: send, key: Enter" }),
  ]);
  assert.deepEqual(hits.map((h) => [h.object, h.site, h.times, h.ok]), [["“Send”", "a.test", 3, true], ["“Send all”", "a.test", 1, true], ["“Send”", "b.test", 1, true], ["“Send”", "a.test", 1, true],
    ["send", "a.test", 1, true], ["send", "a.test", 1, true], ["Enter in “Send”", "a.test", 1, true], ["“Send”", "a.test", 1, false]]);
  assert.equal(hits[0].last, "2026-02-04T12:00:00.000Z");
  assert.equal(hits[0].step.timestamp, hits[0].last, "a hit opens with the time that it says");
  const now = new Date("2026-02-04T20:00:00");
  assert.deepEqual(["2026-02-04T10:00:00", "2026-02-03T10:00:00", "2026-02-01T10:00:00", "2025-02-01T10:00:00"].map((t) => dayOf(t, now)), ["Today", "Yesterday", "Feb 1", "Feb 1, 2025"]);
  const all = groups(hits);
  assert.deepEqual(all.map((g) => [g.title.split(" · ")[0], g.hits.length]), [["a.test", 1], ["a.test", 5], ["b.test", 1], ["Failed: a.test", 1]]);
  assert.deepEqual(fold([]), []);
  assert.equal(fold([hit()])[0].object, "send", "without detail, as from an older core");
});

test("equal steps in a row are folded, and the length of a session is said", () => {
  const did = (/** @type {string} */ names) => [...names].map((notes, i) => ({ stepNumber: i + 1, tool: "mm_click", notes }));
  assert.deepEqual(runs(did("aabaa")).map(({ line, at, times }) => `${line.notes}${at}x${times}`), ["a0x2", "b2x1", "a3x2"]);
  const session = (/** @type {string} */ lastAt) => /** @type {any} */ ({ createdAt: "2026-02-03T12:00:00.000Z", detail: { steps: 7, lastAt } });
  assert.equal(lengthOf(7, session("2026-02-03T12:00:24.000Z")), "7 steps in 24 s");
  assert.equal(lengthOf(7, session("2026-02-03T12:20:00.000Z")), "7 steps in 20 min");
  assert.equal(lengthOf(1, session("2026-02-03T15:00:00.000Z")), "1 step in 3 h");
  assert.equal(lengthOf(1, undefined), "1 step");
});

test("the steps of an item are sentences, and other texts stay as they are", () => {
  globalThis.document = /** @type {any} */ ({ createElement: () => ({ append(/** @type {any[]} */ ...c) { this.text = c.map((x) => x.text ?? x).join(""); } }) });
  const text = (/** @type {string} */ action) => sentence(action).map((part) => /** @type {any} */ (part).text ?? part).join("");
  assert.equal(text('type(testId="send-to", role="textbox", name="Send, to", text={recipient})'), "Type into “Send, to”: recipient");
  assert.equal(text('click(testId="send")'), "Click send");
  assert.equal(text('click(role="button", name="Say \\"hi\\"")'), 'Click “Say "hi"”');
  assert.equal(text("Open the page (first)"), "Open the page (first)");
  assert.equal(text("constructor(name=\"x\")"), 'constructor(name="x")');
});

test("people see no suggestion that is more likely wrong than right", async () => {
  const prior = (/** @type {number[]} */ sure) => /** @type {any} */ ({ suggestedNextActions: sure.map((confidence) => ({ confidence })) });
  const ask = async (/** @type {any} */ { sessionId }) => (sessionId ? prior([0.29, 0.1]) : prior([0.8, 0.3, 0.29]));
  assert.deepEqual((await priorForPeople(ask, /** @type {any} */ ({}), "s"))?.suggestedNextActions.map((s) => s.confidence), [0.8, 0.3]);
  assert.equal(await priorForPeople(async () => undefined, /** @type {any} */ ({}), undefined), undefined);
});

test("suggestions of the address bar stay well-formed", () => {
  assert.equal(escaped(`<b> & "x"\ud800`), "&#60;b&#62; &#38; &#34;x&#34;");
  const { content, description } = suggestion(fold([hit({ screen: "<home>", sessionGoal: "</match>", detail: { testId: "send", role: "button", name: "a&b", origin: "https://a.test", ok: false } })])[0]);
  assert.equal(content, "“a&b”");
  assert.equal(description, "Failed: Clicked <match>“a&#38;b”</match> <dim>on &#60;home&#62; · a.test · Feb 3 · &#60;/match&#62;</dim>".replace("Feb 3", dayOf("2026-02-03T12:00:00.000Z")));
  assert.equal(describeQuery("<x>"), "Search Cairn for <match>&#60;x&#62;</match>");
});

test("equal steps in a row are one, which stays when another comes", () => {
  const at = (/** @type {string} */ stepId, /** @type {object} */ more = {}) => /** @type {any} */ ({ ...step, stepId, sessionId: "s-1", ...more });
  const other = { tool: { name: "mm_click", target: { role: "button", name: "Cancel" } } };
  const steps = [at("5"), at("4"), at("3", { outcome: { ok: false, error: { code: "MM_CLICK_FAILED" } } }), at("2", other), at("1", { sessionId: "s-0", ...other })];
  const ids = (/** @type {ReturnType<typeof folded>} */ rows) => rows.map(({ step, first, times }) => `${step.stepId} ${first.stepId} ${times}`);
  assert.deepEqual(ids(folded(steps)), ["5 4 2", "3 3 1", "2 2 1", "1 1 1"]);
  assert.deepEqual(ids(folded([at("6"), ...steps]))[0], "6 4 3");
  assert.deepEqual(folded([]), []);
});

test("a map says how much of its site it shows", () => {
  const map = (/** @type {number} */ n, /** @type {object} */ left = {}) => sizeWords(/** @type {any} */ ({ screens: Array.from({ length: n }), sessions: 1, left }));
  assert.equal(map(1), "1 screen, from 1 session");
  assert.equal(map(100, { screens: 4900 }), "the 100 most used of 5,000 screens");
  assert.equal(map(100, { screens: 4900, links: 1 }), "the 100 most used of 5,000 screens, without 1 rare link");
  assert.equal(sizeWords(/** @type {any} */ ({ screens: [], sessions: 0 })), "0 screens, from 0 sessions");
});
