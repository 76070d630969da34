import assert from "node:assert/strict";
import { test } from "node:test";

import { command, onEvent } from "../worker/debugger.js";
import { fakeChrome } from "./fake-chrome.js";

test("commands beyond an agent's hands and eyes are not passed on", async () => {
  const sent = [];
  fakeChrome({ debugger: { sendCommand: async (_, method) => sent.push(method) } });
  const refused = [
    "Runtime.evaluate", "Network.getCookies", "Storage.getCookies", "Fetch.enable", "Target.attachToTarget", "Browser.setDownloadBehavior", "DOM.setFileInputFiles",
    "Page.addScriptToEvaluateOnNewDocument", "Page.setBypassCSP", "Page.setDownloadBehavior", "Page.getResourceContent", "Page.setDocumentContent", "Page.printToPDF",
    "Input.setInterceptDrags", "page.enable", "Page.enable ", "Page", "", undefined, { toString: () => "Page.enable" },
  ];
  for (const method of refused) {
    await assert.rejects(command({ tabId: 1, method: /** @type {any} */ (method) }), { code: "MM_ACTION_DENIED" }, String(method));
  }
  for (const url of ["file:///etc/passwd", "chrome://settings", "javascript:alert(1)", "data:text/html,x", "view-source:https://a.example/", "chrome-extension://x/y"]) {
    await assert.rejects(command({ tabId: 1, method: "Page.navigate", params: { url } }), { code: "MM_ACTION_DENIED" }, url);
  }
  assert.deepEqual(sent, []);
  await command({ tabId: 1, method: "Page.getLayoutMetrics" });
  assert.deepEqual(sent, ["Page.getLayoutMetrics"]);
});

test("of a tab's history the companion learns the origins, and goes back to pages alone", async () => {
  const entries = [{ id: 3, url: "chrome://settings/passwords", title: "Passwords" }, { id: 4, url: "https://a.example/secret?q=1", title: "Mail", userTypedURL: "a" }];
  fakeChrome({ debugger: { sendCommand: async (/** @type {any} */ _tab, /** @type {string} */ method) => (method === "Page.getNavigationHistory" ? { currentIndex: 1, entries } : {}) } });
  assert.deepEqual(await command({ tabId: 1, method: "Page.getNavigationHistory" }), { result: { currentIndex: 1, entries: [{ id: 3, url: "chrome:" }, { id: 4, url: "https://a.example/" }] } });
  await assert.rejects(command({ tabId: 1, method: "Page.navigateToHistoryEntry", params: /** @type {any} */ ({ entryId: 3 }) }), { code: "MM_ACTION_DENIED" });
  await assert.rejects(command({ tabId: 1, method: "Page.navigateToHistoryEntry", params: /** @type {any} */ ({ entryId: 9 }) }), { code: "MM_ACTION_DENIED" });
  await command({ tabId: 1, method: "Page.navigateToHistoryEntry", params: /** @type {any} */ ({ entryId: 4 }) });
});

test("files go to the input whose chooser is open, once", async () => {
  const chrome = fakeChrome({ debugger: { sendCommand: async () => ({}) } });
  chrome.runtime.sendMessage = async () => undefined;
  const give = (/** @type {number} */ tabId, /** @type {object} */ params) => command({ tabId, method: "DOM.setFileInputFiles", params: /** @type {any} */ (params) });
  onEvent({ tabId: 1 }, "Page.fileChooserOpened", { frameId: "f", mode: "selectSingle", backendNodeId: 7 });
  await assert.rejects(give(2, { files: ["/a"], backendNodeId: 7 }), { code: "MM_ACTION_DENIED" });
  await give(1, { files: ["/a"], backendNodeId: 7 });
  await assert.rejects(give(1, { files: ["/b"], backendNodeId: 7 }), { code: "MM_ACTION_DENIED" });
  onEvent({ tabId: 1 }, "Page.fileChooserOpened", { frameId: "f", mode: "selectSingle", backendNodeId: 7 });
  await assert.rejects(give(1, { files: ["/a"], backendNodeId: 8 }), { code: "MM_ACTION_DENIED" });
  await assert.rejects(give(1, { files: ["/a"], objectId: "x" }), { code: "MM_ACTION_DENIED" });
});

test("events say of addresses where they lead, and no more", () => {
  const said = [];
  const chrome = fakeChrome();
  chrome.runtime.sendMessage = async ({ event }) => said.push(event.cdpEvent.params);
  for (const params of [
    { frame: { id: "F", url: "https://a.example/home/purple%20sausages?q=1", urlFragment: "#purple", securityOrigin: "https://a.example" } },
    { type: "alert", message: "Hi", url: "http://b.example:8080/purple" },
    { url: "about:blank" }, { url: "data:text/html,purple" }, { url: "" }, { url: "purple" },
  ]) onEvent({ tabId: 1 }, "Page.frameNavigated", params);
  onEvent({ tabId: 1 }, "Page.javascriptDialogClosed");
  assert.deepEqual(said, [
    { frame: { id: "F", url: "https://a.example/", urlFragment: "", securityOrigin: "https://a.example" } },
    { type: "alert", message: "Hi", url: "http://b.example:8080/" },
    { url: "about:" }, { url: "data:" }, { url: "" }, { url: "" }, undefined,
  ]);
});
