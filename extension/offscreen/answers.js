// What is known of a page, found out by the core beside the page: a look that
// brings a question is masked and answered in one call. Where there is no good
// answer in time, the look goes without, and the companion's core answers.

/** @import {Answer, Observe, Page, Reply} from "../wire" */
/** @import {Memory} from "./memory.js" */
import { NOTHING } from "../lib/looks.js";

/** An answer may take so long after the look. */
const ANSWER_MS = 300;

/**
 * @param {Memory} memory
 * @param {Reply} reply with the page, as it gave it or still the same
 * @param {Observe} observe with the question
 * @param {() => Promise<Page | undefined>} whole gives all of a page that is the same
 * @returns {Promise<Reply>} masked, with an answer
 */
export async function answered(memory, reply, { ask, since }, whole) {
  const { page } = reply;
  if (!page || !ask) return memory.mask(reply);
  const until = performance.now() + ANSWER_MS;
  if (!(await memory.holds(ask.cursor, ANSWER_MS))) return withAnswer(await memory.mask(reply), BEHIND);
  const { masked, answer } = await memory.maskAndAnswer(reply, ask.question, until);
  if (answer || !page.same) return withAnswer(masked, answer);
  // The core has seen no such page: it may have died since.
  const again = await whole();
  if (!again) return withAnswer(masked, FAILED);
  const answered = await memory.maskAndAnswer({ page: again }, ask.question, until);
  const safe = withAnswer(answered.masked, answered.answer);
  return since !== undefined && since === again.stamp ? { ...safe, page: { .../** @type {Page} */ (safe.page), observation: NOTHING, outline: undefined, same: true } } : safe;
}

/**
 * @param {Reply} reply
 * @param {Answer} [answer]
 * @returns {Reply}
 */
function withAnswer(reply, answer = FAILED) {
  return reply.page ? { ...reply, page: { ...reply.page, answer } } : reply;
}

/** @type {Answer} */
const BEHIND = { why: "behind" };

/** @type {Answer} */
const FAILED = { why: "failed" };
