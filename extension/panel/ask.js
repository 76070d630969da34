// Sends the panel's requests: to the core for memory, to the worker for work that needs
// chrome.*. Every failure becomes one error type with a hint.

/** @import {CoreOp, CoreReply, CoreRequest, Edit, Envelope, Health, Kind, Locate, Located, Reply} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { ask, askOffscreen } from "../lib/messages.js";

/** @param {CoreOp} op @param {Partial<CoreRequest>} args @returns {Promise<CoreReply>} without error */
export async function askCore(op, args) {
  const { core } = await askOffscreen({ to: "offscreen", kind: "core", core: { op, now: new Date().toISOString(), ...args } });
  if (!core) throw new FaultError("MM_INTERNAL", "the core gave no answer");
  if (core.error) throw new FaultError(core.error.code, core.error.message, core.error.hint);
  return core;
}

/**
 * Makes a call in the companion's form.
 * @param {Kind} kind
 * @param {object} args
 * @returns {Promise<Reply>} without error
 */
export async function call(kind, args) {
  const { reply } = await ask({ to: "worker", kind: "call", call: /** @type {Envelope} */ ({ kind, [kind]: args }) }, { onlyUndelivered: true });
  if (!reply) throw new FaultError("MM_INTERNAL", "the worker gave no reply");
  if (reply.error) throw new FaultError(reply.error.code, reply.error.message, reply.error.hint);
  return reply;
}

/**
 * Starts or stops the run of a flow; without an order, it returns the state of the last run.
 * @param {import("../wire").FlowOrder} [flowOrder]
 * @returns {Promise<import("../wire").FlowState | undefined>}
 */
export async function runFlow(flowOrder) {
  return (await askOffscreen({ to: "offscreen", kind: "flow", ...(flowOrder ? { flowOrder } : {}) })).flow;
}

/**
 * Asks about the team, or orders something, once: an order must not run twice.
 * @param {import("../wire").TeamOrder} teamOrder
 * @returns {Promise<import("../wire").TeamState | undefined>} undefined without a team
 */
export async function askTeam(teamOrder) {
  return (await ask({ to: "offscreen", kind: "team", teamOrder }, { onlyUndelivered: true })).team;
}

/** @returns {Promise<Health | undefined>} */
export async function askHealth() {
  return (await askOffscreen({ to: "offscreen", kind: "health" })).health;
}

/**
 * Highlights an element on the page, or removes the highlight.
 * @param {Locate | undefined} locate
 * @returns {Promise<Located | undefined>}
 */
export async function highlight(locate) {
  return (await ask({ to: "worker", kind: "highlight", ...(locate ? { locate } : {}) }, { onlyUndelivered: true })).located;
}

/**
 * Stores a person's edit of a card, a KB item, a site name or a flow.
 * @param {Pick<Edit, "card" | "kb" | "site" | "flow">} said
 */
export async function edit(said) {
  await askOffscreen({ to: "offscreen", kind: "edit", edit: { editId: "", at: "", ...said } });
}
