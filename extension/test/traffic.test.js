import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { awaitTraffic, expectDocument, isLoading, watchTraffic } from "../worker/traffic.js";
import { fakeChrome } from "./fake-chrome.js";

/** An event of chrome.* that a test fires. */
class Event {
  listeners = new Set();

  addListener(listener) {
    this.listeners.add(listener);
  }

  removeListener(listener) {
    this.listeners.delete(listener);
  }

  fire(details) {
    for (const listener of this.listeners) listener(details);
  }
}

let requests, navigations, tab = 0;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] }); // a watch ends after a minute
  requests = Object.fromEntries(["onBeforeRequest", "onResponseStarted", "onCompleted", "onErrorOccurred"].map((name) => [name, new Event()]));
  navigations = { onCommitted: new Event(), onErrorOccurred: new Event() };
  fakeChrome({ webRequest: requests, webNavigation: navigations });
  watchTraffic(++tab);
});

afterEach(() => mock.timers.reset());

const request = (type, more = {}) => ({ requestId: "1", method: "POST", url: "https://a.example/save", type, statusCode: 200, ...more });

test("a document that has arrived is waited for until it replaces the page", async () => {
  requests.onBeforeRequest.fire(request("main_frame"));
  requests.onCompleted.fire(request("main_frame"));
  assert.ok(isLoading(tab));
  const waited = awaitTraffic(tab, 5000);
  navigations.onCommitted.fire({ tabId: tab, frameId: 3 });
  navigations.onCommitted.fire({ tabId: tab + 1, frameId: 0 });
  assert.ok(isLoading(tab));
  navigations.onCommitted.fire({ tabId: tab, frameId: 0 });
  assert.equal(await waited, true);
  assert.ok(!isLoading(tab));
});

test("a document is waited for before its request begins", () => {
  expectDocument(tab);
  assert.ok(isLoading(tab));
  navigations.onCommitted.fire({ tabId: tab, frameId: 0 });
  assert.ok(!isLoading(tab));
});

for (const [name, events] of Object.entries({
  "a document that replaced the page while it arrived": ["onBeforeRequest", "committed", "onCompleted"],
  "a download, which replaces nothing": ["onBeforeRequest", "onCompleted", "aborted"],
  "a document that does not come": ["onBeforeRequest", "onErrorOccurred"],
})) {
  test(`${name} is waited for no longer`, () => {
    for (const event of events) {
      if (event === "committed") navigations.onCommitted.fire({ tabId: tab, frameId: 0 });
      else if (event === "aborted") navigations.onErrorOccurred.fire({ tabId: tab, frameId: 0 });
      else requests[event].fire(request("main_frame", event === "onErrorOccurred" ? { error: "net::ERR_FAILED" } : {}));
    }
    assert.ok(!isLoading(tab));
    });
}

test("a response to a script is over once it has arrived", () => {
  requests.onBeforeRequest.fire(request("xmlhttprequest"));
  assert.ok(isLoading(tab));
  requests.onCompleted.fire(request("xmlhttprequest"));
  assert.ok(!isLoading(tab));
});
