// What a record is about, and how large it may be.

/** @import {Record, Session, Step} from "../wire" */

/** @typedef {Record} WireRecord a record of the link, not TypeScript's Record */

/**
 * A record is replaced by a later one of the same key, so that nothing is
 * remembered twice. Steps are read back first and bare sessions last: these
 * know how the session ended.
 * @param {WireRecord} record
 * @returns {string} "" for a record that is nothing to remember
 */
export function keyOf({ step, session, card, edit }) {
  if (step) return `step:${step.stepId}`;
  if (edit) return `edit:${edit.editId}`;
  if (card) return `card:${card.domain}`;
  return session ? `session:${session.sessionId}` : "";
}

/**
 * A record in the place of another one of its key. What was said of a session
 * holds as the core has it (Merged): its recorder still says what it began with.
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
 * @returns {boolean} whether the statement of said holds against that of now
 */
function holdsOver(said, now) {
  const [made, other] = [said.outcome || said.outcomeAt, now.outcome || now.outcomeAt];
  if (!made || !other) return Boolean(made);
  const [person, otherPerson] = [said.outcomeBy === "person", now.outcomeBy === "person"];
  return person === otherPerson ? (said.outcomeAt ?? "") > (now.outcomeAt ?? "") : person;
}

/** Prefixes of the rows' keys, in the order in which they are read back. */
export const KEY_ORDER = ["step:", "card:", "edit:", "session:", "wait:"];

/** Bytes of a record at most: a batch of 512 KiB takes it with room to spare. */
export const RECORD_MAX = 256 << 10;

const encoder = new TextEncoder();

/** @param {unknown} value @returns {number} bytes of its JSON */
export const sizeOf = (value) => encoder.encode(JSON.stringify(value)).length;

/**
 * @param {WireRecord} record
 * @returns {{record: WireRecord, size: number}} the record with as much of its
 *   observation as fits, newest evidence (the step itself) untouched
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

/**
 * @param {WireRecord} record
 * @returns {WireRecord} the record with no more of the page than where it was
 */
export function bare(record) {
  return record.step ? { ...record, step: shorter(record.step, 0) } : record;
}

/**
 * @param {Step} step
 * @param {number} part of the observation that stays
 * @returns {Step}
 */
function shorter(step, part) {
  const { observation } = step;
  if (!observation) return step;
  const nodes = observation.a11y.nodes.slice(0, Math.floor(observation.a11y.nodes.length * part));
  const testIds = observation.testIds.slice(0, Math.floor(observation.testIds.length * part));
  return { ...step, observation: { ...observation, testIds, a11y: { nodes }, truncated: true } };
}
