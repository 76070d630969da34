// Exports a session in a chosen file format.

import { count, el } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { askCore } from "./ask.js";
import { toast } from "./parts.js";

/** @type {[format: string, label: string][]} */
const FORMATS = [["recorder", "Chrome Recorder (JSON)"], ["playwright", "Playwright test"], ["skill", "Agent skill (SKILL.md)"], ["layout", "Session directory (zip)"]];

/** @param {string} sessionId */
export function exporter(sessionId) {
  const choose = /** @type {HTMLSelectElement} */ (el("select", ""));
  choose.setAttribute("aria-label", "Export");
  choose.append(new Option("Export…", ""), ...FORMATS.map(([format, label]) => new Option(label, format)));
  choose.addEventListener("change", () => {
    const format = choose.value;
    choose.value = "";
    save(sessionId, format).catch((err) => toast(messageOf(err)));
  });
  return choose;
}

/**
 * @param {string} sessionId
 * @param {string} format
 */
async function save(sessionId, format) {
  const { files = [] } = await askCore("export", { export: { sessionId, format } });
  const only = files.length === 1 && format !== "layout" ? files[0] : undefined;
  const name = only ? /** @type {string} */ (only.name.split("/").pop()) : `${sessionId}.zip`;
  const blob = only ? new Blob([only.text], { type: "text/plain;charset=utf-8" }) : (await import("./zip.js")).zip(files);
  const link = /** @type {HTMLAnchorElement} */ (el("a", ""));
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  const hidden = files.reduce((n, { text }) => n + (text.match(/\[hidden:|"\[hidden\]"/g) ?? []).length, 0);
  toast(hidden ? `Saved ${name}: ${count(hidden, "name")} of what was only visible stand there as hashes` : `Saved ${name}`);
}
