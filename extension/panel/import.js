// Imports files of other tools or of another Cairn, in parts, so that a large directory
// shows its progress and can be cancelled. Parts already imported stay, and the same
// files again add nothing.

/** @import {Imported} from "../wire" */
import { clip, count, el, said } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { askOffscreen } from "../lib/messages.js";
import { progress, receipt } from "./receipt.js";

/** Bounds one part of the import; a larger file is sent alone. */
const PART_FILES = 200;
const PART_BYTES = 4 << 20;

/** Bounds the listed reasons; more would be too long to read as a hint. */
const REASONS = 20;

/** @param {HTMLInputElement} input holds the files */
export async function importFrom(input) {
  const files = [...(input.files ?? [])].filter((file) => file.name.endsWith(".json")).sort(bySession);
  try {
    await take(files);
  } catch (err) {
    receipt(el("span", "grow", said(messageOf(err))));
  } finally {
    input.value = "";
  }
}

/** @param {File[]} files */
async function take(files) {
  if (files.length === 0) throw new Error("There is no .json file here: give a recording of Chrome’s Recorder, or a directory that cairn export wrote.");
  /** @type {Required<Imported>} */
  const sum = { sessions: 0, steps: 0, known: 0, skipped: [] };
  let cancelled = false;
  let handed = 0;
  const tell = progress(`Importing ${count(files.length, "file")}…`, () => {
    cancelled = true;
  });
  for (const part of parts(files)) {
    if (cancelled) break;
    const read = await Promise.all(part.map(async (file) => ({ name: nameOf(file), text: await file.text() })));
    try {
      const { imported } = await askOffscreen({ to: "offscreen", kind: "import", files: read });
      if (imported) add(sum, imported);
    } catch (err) {
      // If it is the only part, its error is the result.
      if (part.length === files.length) throw err;
      sum.skipped.push(`${part[0].name} (${messageOf(err)})`);
    }
    handed += part.length;
    tell(handed / files.length);
  }
  receipt(el("div", "grow", `${cancelled ? `Stopped after ${count(handed, "file")}. ` : ""}${inWords(sum)}`, ...leftOut(sum.skipped)));
}

/** @param {File[]} files @returns {Generator<File[]>} the files of each part */
function* parts(files) {
  /** @type {File[]} */
  let part = [];
  let bytes = 0;
  for (const file of files) {
    if (part.length > 0 && (part.length === PART_FILES || bytes + file.size > PART_BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(file);
    bytes += file.size;
  }
  if (part.length > 0) yield part;
}

/** @param {File} file */
const nameOf = (file) => file.webkitRelativePath || file.name;

/** Sorts a session's summary before its steps. @param {File} a @param {File} b */
function bySession(a, b) {
  const place = (/** @type {File} */ file) => nameOf(file).replace(/session\.json$/, "");
  return place(a) < place(b) ? -1 : 1;
}

/** @param {Required<Imported>} sum @param {Imported} imported */
function add(sum, { sessions, steps, known, skipped = [] }) {
  sum.sessions += sessions;
  sum.steps += steps;
  sum.known += known;
  sum.skipped.push(...skipped);
}

/** @param {Imported} imported */
function inWords({ sessions, steps, known }) {
  return `Imported ${count(steps, "step")}${sessions ? ` of ${count(sessions, "session")}` : ""}${known ? `; ${count(known, "step")} known already` : ""}.`;
}

/** @param {string[]} skipped */
function leftOut(skipped) {
  if (skipped.length === 0) return [];
  const more = skipped.length > REASONS ? [el("li", "soft", `and ${(skipped.length - REASONS).toLocaleString("en")} more`)] : [];
  if (skipped.length === 1) return [el("p", "soft", "Left out: ", said(skipped[0]))];
  return [el("details", "soft", el("summary", "", `Left out: ${skipped.length.toLocaleString("en")}, such as ${clip(skipped[0], 80)}`), el("ul", "plain", ...skipped.slice(0, REASONS).map((why) => el("li", "", said(why))), ...more))];
}
