// Shows the form for a run, with a field for each value. Secrets use password fields, and
// no value is stored.

/** @import {Flow, FlowParam} from "../wire" */
import { el } from "../lib/dom.js";
import { field } from "./dialog.js";
import { paramWords } from "./flowwords.js";

const VALUE_MAX = 2000;

/** Texts for the effects of a step that are hard to undo. @type {Record<string, string>} */
const RISKS = { pays: "pays", sends: "sends something", deletes: "deletes something", grants: "grants something", signs: "signs", publishes: "publishes something" };

let forms = 0;

/** @param {Flow} flow @param {(values: Record<string, string>, allowRisky: boolean) => void} run */
export function form(flow, run) {
  const fields = (flow.params ?? []).map((param) => ({ param, ...input(param) }));
  const risks = [...new Set(flow.steps.map(({ risk }) => risk).filter(Boolean))].map((risk) => RISKS[risk ?? ""] ?? risk);
  const allow = /** @type {HTMLInputElement} */ (el("input", ""));
  allow.type = "checkbox";
  const go = el("button", "primary", "Run in this tab");
  const node = /** @type {HTMLFormElement} */ (el("form", "flow-form", ...fields.map((f) => f.node),
    risks.length ? el("label", "flow-allow", allow, el("span", "", `It ${risks.join(" and ")}: allow it. `, el("span", "soft", "Otherwise the run stops before that step."))) : "", el("div", "actions", go)));
  node.autocomplete = "off";
  node.setAttribute("aria-label", "Run");
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Record<string, string>} */
    const values = {};
    for (const { param, input } of fields) if (input.value || !(param.optional || param.login)) values[param.name] = input.value;
    run(values, allow.checked);
    for (const { param, input } of fields) if (param.kind === "secret") input.value = "";
  });
  return node;
}

/** @param {FlowParam} param */
function input({ name, kind, label, options = [], optional, login }) {
  const words = paramWords(name);
  const title = label?.toLowerCase() === words ? label : `${words[0].toUpperCase()}${words.slice(1)}${label ? ` (${label})` : ""}`;
  const hints = [...(kind === "file" ? ["The path of a file on this computer."] : []), ...(kind === "secret" ? ["It is not kept."] : []), ...(optional ? ["May be left empty."] : login ? ["Only if the page asks for a login."] : [])];
  const made = field(title, "", { type: kind === "secret" ? "password" : "text", most: VALUE_MAX, required: !optional && !login, hint: hints.join(" ") });
  made.input.name = name;
  made.input.autocomplete = kind === "secret" ? "new-password" : "off";
  if (!options.length) return made;
  const list = el("datalist", "", ...options.map((option) => new Option(option)));
  list.id = `flow-options-${++forms}`;
  made.input.setAttribute("list", list.id);
  made.node.append(list);
  return made;
}
