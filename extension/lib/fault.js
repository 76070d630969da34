// Errors with a message and a hint for the next step, in the one form used across all
// process boundaries (types.Error in Go, Fault in wire.d.ts).

/** @import {Code, Fault} from "../wire" */

/** A Fault that can be thrown. */
export class FaultError extends Error {
  /** @param {Code} code @param {string} message describes the failure @param {string} [hint] describes the next step */
  constructor(code, message, hint) {
    super(message);
    this.name = "FaultError";
    this.code = code;
    this.hint = hint;
  }
}

/** @param {Code} code @param {string} message @param {string} [hint] @returns {Fault} */
export function fault(code, message, hint) {
  return hint ? { code, message, hint } : { code, message };
}

/** @param {unknown} thrown any caught value @returns {Fault} */
export function asFault(thrown) {
  if (thrown instanceof FaultError) return fault(thrown.code, thrown.message, thrown.hint);
  return fault("MM_INTERNAL", messageOf(thrown));
}

/** @param {unknown} thrown @returns {string} */
export function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
