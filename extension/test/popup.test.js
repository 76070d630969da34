import assert from "node:assert/strict";
import { test } from "node:test";

import { since } from "../lib/dom.js";
import { linkState, linkText } from "../popup/health.js";
import { targetOf } from "../lib/words.js";
import { stateOf } from "../popup/site.js";

const NOW = Date.parse("2026-02-03T12:00:00.000Z");

test("the state of the link is shown", () => {
  const works = { coreVersion: "1", linked: false };
  for (const [health, text, state] of /** @type {[any, string, string][]} */ ([
    [{ ...works, paired: true, outbox: 3 }, "Companion offline. 3 steps will sync", "offline"],
    [{ ...works, paired: true, outbox: 1 }, "Companion offline. 1 step will sync", "offline"],
    [{ ...works, paired: true, outbox: 0 }, "Companion offline", "offline"],
    [{ ...works, paired: false, outbox: 3 }, "No companion", "alone"],
    [{ ...works, paired: true, outbox: 3, rewriting: 0.25 }, "Hiding names in older records: 25 %", "offline"],
    [{ linked: false, paired: true, outbox: 3 }, "Cairn’s core has not started", "offline"],
    [{ linked: false, paired: false, outbox: 0 }, "Cairn’s core has not started", "offline"],
    [undefined, "", "offline"],
  ])) {
    if (health) assert.equal(linkText(health), text);
    assert.equal(linkState(health), state);
  }
  assert.match(linkText({ linked: true, paired: true, outbox: 0, since: "2026-02-03T12:00:00.000Z" }), /^Connected since /);
});

test("what can't be remembered outweighs the pause, and the pause the site's switch", () => {
  const chosen = { site: "a", paused: false, reached: true, allowed: false, agents: false, mode: "chosen" };
  assert.match(stateOf({ ...chosen, site: "", paused: true, reached: false }), /never remembered/);
  assert.match(stateOf({ ...chosen, paused: true, allowed: true }), /^Paused/);
  assert.match(stateOf(chosen), /^Not remembered/);
  assert.match(stateOf({ ...chosen, allowed: true, agents: true }), /agent/);
});

test("access that the browser withholds is shown on sites that were to be remembered", () => {
  const withheld = { site: "a", paused: false, reached: false, allowed: false, agents: false };
  assert.match(stateOf({ ...withheld, mode: "chosen" }), /^Not remembered/);
  assert.match(stateOf({ ...withheld, mode: "all" }), /no access/);
  assert.match(stateOf({ ...withheld, mode: "chosen", agents: true }), /no access/);
});

test("ages are counted as people count them", () => {
  assert.equal(since("2026-02-03T11:59:58.000Z", NOW), "just now");
  assert.equal(since("2026-02-03T11:00:00.000Z", NOW), "1 hour ago");
  assert.equal(since("2026-02-02T12:00:00.000Z", NOW), "yesterday");
  const at = (/** @type {number} */ date, /** @type {number} */ hour) => new Date(2026, 1, date, hour);
  assert.equal(since(at(1, 23).toISOString(), at(3, 1).getTime()), "2 days ago", "26 hours, of two days of the calendar");
  assert.equal(since(at(2, 23).toISOString(), at(3, 1).getTime()), "2 hours ago");
});

test("a result is named by its target", () => {
  assert.equal(targetOf("match: seen:send, testId:send, testId: send, labels: interaction, screen: home"), "send");
  assert.equal(targetOf('button: "Send, now", labels: x'), "“Send, now”");
  assert.equal(targetOf("match: screen:home, screen: home"), "");
  assert.equal(targetOf("mm_navigate"), "");
});
