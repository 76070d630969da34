// Asks for changes of a flow, in the same way wherever flows are listed.

/** @import {Flow, FlowEdit} from "../wire" */
import { ask, field } from "./dialog.js";

/** Bounds a person's texts, in characters, as the core does. */
const TITLE_MAX = 300;
const ID_MAX = 80;

/**
 * @param {Pick<Flow, "id" | "title" | "params">} flow
 * @returns {Promise<FlowEdit | undefined>} undefined if the person cancelled
 */
export async function renameFlow(flow) {
  const title = field("What it does", flow.title, { most: TITLE_MAX, required: true, hint: flow.params?.length ? `In braces stand its values: ${flow.params.map(({ name }) => `{${name}}`).join(" ")}` : "" });
  const id = field("Name", flow.id, { most: ID_MAX, required: true, hint: "Small letters, digits and hyphens." });
  if (!(await ask("Rename", "Save", "", title.node, id.node))) return undefined;
  return { op: "rename", id: flow.id, to: id.input.value.trim(), title: title.input.value.trim() };
}
