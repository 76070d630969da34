// Manages site names: an application with a changing port or preview address has one memory under its name.

/** @import {SiteName} from "../wire" */
import { button, el, said } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { edit } from "./ask.js";
import { ask, field } from "./dialog.js";
import { toast } from "./parts.js";

/** Bounds a person's texts, in characters, as the core does. */
const NAME_MAX = 40;
const PATTERNS_MAX = 2000;

/**
 * Asks for a name and address patterns, and stores them. The core refuses patterns that join the sites of different owners.
 * @param {string} origin of the page
 */
export async function nameAddress(origin) {
  const name = field("Name", "", { hint: "Small letters, digits and dashes, such as shop.", most: NAME_MAX, required: true });
  const patterns = field("Addresses", origin, { hint: "http://localhost:* is all ports of this machine, https://*.preview.example.com all hosts below it.", most: PATTERNS_MAX, required: true });
  if (!(await ask("Name this address", "Save", "", name.node, patterns.node))) return;
  await say({ op: "name", name: name.input.value.trim(), patterns: patterns.input.value.split(/[\s,]+/).filter(Boolean) });
}

/** @param {SiteName[]} names @param {() => void} done @returns {HTMLElement[]} empty when no site has a name */
export function namesBlock(names, done) {
  if (names.length === 0) return [];
  return [el("section", "block", el("h2", "", "Named sites"), el("ul", "lines", ...names.flatMap(({ name, patterns }) => patterns.map((pattern) => {
    const remove = button("Remove", () => void say({ op: "unname", name, patterns: [pattern] }).then(done), "link-button");
    remove.setAttribute("aria-label", `Remove ${pattern} from ${name}`);
    return el("li", "line", el("span", "", said(name)), el("span", "grow cut", said(pattern, "code cut")), remove);
  }))))];
}

/** @param {import("../wire").SiteEdit} site */
async function say(site) {
  try {
    await edit({ site });
  } catch (err) {
    toast(messageOf(err));
  }
}
