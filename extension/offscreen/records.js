// Defines the key and the size limit of a record.

/** @import {Record, Session, Step} from "../wire" */

/** @typedef {Record} WireRecord a record of the link, not TypeScript's Record */

/**
 * Returns the key of a record. A later record with the same key replaces the earlier
 * one, so that nothing is stored twice. Steps are read back first and bare sessions
 * last, because those contain how the session ended.
 * @param {WireRecord} record
 * @returns {string} "" for a record that is not stored as memory
 */
export function keyOf({ step, session, edit }) {
  if (step) return `step:${step.stepId}`;
  if (edit) return `edit:${edit.editId}`;
  return session ? `session:${session.sessionId}` : "";
}

/**
 * Merges a record with the earlier one of its key. A session's edits and outcome stay
 * as the core has them (Merged): its recorder still sends its original values.
 * @param {WireRecord} record
 * @param {WireRecord | undefined} before
 * @returns {WireRecord}
 */
export function inPlaceOf(record, before) {
  const [said, now] = [before?.session, record.session];
  if (!said || !now) return record;
  const edited = (said.editedAt ?? "") > (now.editedAt ?? "");
  const stated = holdsOver(said, now);
  const ended = said.endedAt && !now.endedAt;
  const fetched = said.retrieved_kb_ids && !now.retrieved_kb_ids;
  if (!edited && !stated && !ended && !fetched) return record;
  const { goal, flowTags, tags, editedAt, outcome, outcomeBy, outcomeAt, outcomeEvidence, endedAt, looks, retrieved_kb_ids } = said;
  return { ...record, session: { ...now, ...(edited && { goal, flowTags, tags, editedAt }),
    ...(stated && { outcome, outcomeBy, outcomeAt, outcomeEvidence }), ...(ended && { endedAt, ...(looks !== undefined && { looks }) }), ...(fetched && { retrieved_kb_ids }) } };
}

/**
 * @param {Session} said
 * @param {Session} now
 * @returns {boolean} whether the outcome in said takes precedence over the one in now
 */
function holdsOver(said, now) {
  const [made, other] = [said.outcome || said.outcomeAt, now.outcome || now.outcomeAt];
  if (!made || !other) return Boolean(made);
  const [person, otherPerson] = [said.outcomeBy === "person", now.outcomeBy === "person"];
  return person === otherPerson ? (said.outcomeAt ?? "") > (now.outcomeAt ?? "") : person;
}

/** Prefixes of the rows' keys, in the order in which they are read back. */
export const KEY_ORDER = ["step:", "edit:", "session:", "wait:"];

/** Bounds the bytes of a record: a batch of 512 KiB fits it easily. */
export const RECORD_MAX = 256 << 10;

const encoder = new TextEncoder();

/** @param {unknown} value @returns {number} bytes of its JSON */
export const sizeOf = (value) => encoder.encode(JSON.stringify(value)).length;

/**
 * @param {WireRecord} record
 * @returns {{record: WireRecord, size: number}} the record with as much of its
 *   observation as fits; the step itself stays complete
 */
export function fit(record) {
  let size = sizeOf(record);
  for (let kept = 1; size > RECORD_MAX && kept > 0.001; ) {
    kept /= 2;
    record = { ...record, step: shorter(/** @type {Step} */ (record.step), 0.5) };
    size = sizeOf(record);
  }
  return { record, size };
}

/** @param {WireRecord} record @returns {WireRecord} the record with only the location of its page */
export function bare(record) {
  return record.step ? { ...record, step: shorter(record.step, 0) } : record;
}

/** @param {Step} step @param {number} part of the observation that stays @returns {Step} */
function shorter(step, part) {
  const { observation } = step;
  if (!observation) return step;
  const nodes = observation.a11y.nodes.slice(0, Math.floor(observation.a11y.nodes.length * part));
  const testIds = observation.testIds.slice(0, Math.floor(observation.testIds.length * part));
  return { ...step, observation: { ...observation, testIds, a11y: { nodes }, truncated: true } };
}
