// What is known of a page, found out by the core beside the page: a look that
// brings a question is masked and answered in one call. Where there is no good
// answer in time, the look goes without, and the companion's core answers.

/** @import {Answer, Observe, Reply} from "../wire" */
/** @import {Memory} from "./memory.js" */
import { NOTHING, within } from "../lib/looks.js";

/** An answer may take so long after the look. */
const ANSWER_MS = 300;

/**
 * @param {Memory} memory
 * @param {Reply} reply with the whole page, as it gave it
 * @param {Observe} observe with the question
 * @param {Promise<unknown>} before what the companion sent before is stored and in the core, or never will be
 * @returns {Promise<Reply>} masked, with an answer
 */
export async function answered(memory, reply, { ask, since }, before) {
  const { page } = reply;
  if (!page || !ask) return memory.mask(reply);
  const until = performance.now() + ANSWER_MS;
  const holds = await within(ANSWER_MS, before.then(() => memory.holds(ask.cursor)));
  const { masked, answer } = holds ? await memory.maskAndAnswer(reply, ask.question, until) : { masked: await memory.mask(reply), answer: BEHIND };
  const safe = /** @type {import("../wire").Page} */ (masked.page);
  const same = since !== undefined && since === page.stamp;
  return { ...masked, page: { ...safe, ...(same && { observation: NOTHING, outline: undefined, same }), answer } };
}

/** @type {Answer} */
const BEHIND = { why: "behind" };
