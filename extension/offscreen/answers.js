// Asks the core beside the page for its memory of that page: one call masks an
// observation that comes with a question and answers the question. If no good answer
// comes in time, the reply has none, and the companion's core answers.

/** @import {Answer, Observe, Page, Reply} from "../wire" */
/** @import {Memory} from "./memory.js" */
import { NOTHING } from "../lib/looks.js";

/** Bounds the wait for the answer after the observation. */
const ANSWER_MS = 300;

/**
 * @param {Memory} memory
 * @param {Reply} reply with the page as its content scripts returned it, or marked unchanged
 * @param {Observe} observe with the question
 * @param {() => Promise<Page | undefined>} whole returns the complete form of an unchanged page
 * @returns {Promise<Reply>} masked, with an answer
 */
export async function answered(memory, reply, { ask, since }, whole) {
  const { page } = reply;
  if (!page || !ask) return memory.mask(reply);
  const until = performance.now() + ANSWER_MS;
  if (!(await memory.holds(ask.cursor, ANSWER_MS))) return withAnswer(await memory.mask(reply), BEHIND);
  const { masked, answer } = await memory.maskAndAnswer(reply, ask.question, until);
  if (answer || !page.same) return withAnswer(masked, answer);
  // The core does not know this page: it may have restarted since.
  const again = await whole();
  if (!again) return withAnswer(masked, FAILED);
  const answered = await memory.maskAndAnswer({ page: again }, ask.question, until);
  const safe = withAnswer(answered.masked, answered.answer);
  return since !== undefined && since === again.stamp ? { ...safe, page: { .../** @type {Page} */ (safe.page), observation: NOTHING, outline: undefined, same: true } } : safe;
}

/** @param {Reply} reply @param {Answer} [answer] @returns {Reply} */
function withAnswer(reply, answer = FAILED) {
  return reply.page ? { ...reply, page: { ...reply.page, answer } } : reply;
}

/** @type {Answer} */
const BEHIND = { why: "behind" };

/** @type {Answer} */
const FAILED = { why: "failed" };
