// Saves a session or a flow as a file for other tools.

import { count, el } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { askCore } from "./ask.js";
import { menu } from "./menu.js";
import { toast } from "./parts.js";

/** @typedef {{ sessionId: string } | { flow: string }} Source is the exported session or flow */

/** @type {[format: string, label: string][]} */
const OF_SESSION = [["playwright", "Playwright test"], ["recorder", "Chrome Recorder (JSON)"], ["skill", "Agent skill (SKILL.md)"], ["layout", "Session directory (zip)"]];

/** A recording has no parameters, so that only the command line, where they get values, makes one of a flow. @type {[format: string, label: string][]} */
const OF_FLOW = [["playwright", "Playwright test"], ["skill", "Agent skill (SKILL.md)"]];

/** @param {Source} source */
export function exporter(source) {
  const formats = "flow" in source ? OF_FLOW : OF_SESSION;
  return menu("Export…", formats.map(([format, label]) => [label, () => void save(source, format).catch((err) => toast(messageOf(err)))]));
}

/** @param {Source} source @param {string} format */
async function save(source, format) {
  const { files = [] } = await askCore("export", { export: { ...source, format } });
  const only = files.length === 1 && format !== "layout" ? files[0] : undefined;
  const name = only ? /** @type {string} */ (only.name.split("/").pop()) : `${"flow" in source ? source.flow : source.sessionId}.zip`;
  const blob = only ? new Blob([only.text], { type: "text/plain;charset=utf-8" }) : (await import("./zip.js")).zip(files);
  const link = /** @type {HTMLAnchorElement} */ (el("a", ""));
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  const hidden = files.reduce((n, { text }) => n + (text.match(/\[hidden:|"\[hidden\]"/g) ?? []).length, 0);
  toast(hidden ? `Saved ${name}. ${count(hidden, "name")} that Cairn does not keep in clear appear in it as hashes.` : `Saved ${name}`);
}
