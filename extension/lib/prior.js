// Prior knowledge of the page in a tab, as the panel and the popup ask for it.

/** @import {Observation, PriorKnowledge, PriorRequest} from "../wire" */

/** A suggestion below this confidence is no answer: then other sessions are asked about. */
const LEAST_CONFIDENCE = 0.3;

/**
 * Asks for a tab's prior knowledge. The steps of the tab's own session here are no
 * news to that session, but may be to the person: without a confident suggestion
 * for the session it asks again without one.
 * @param {(prior: PriorRequest) => Promise<PriorKnowledge | undefined>} ask
 * @param {Observation} observation
 * @param {string | undefined} sessionId
 * @returns {Promise<PriorKnowledge | undefined>}
 */
export async function priorForPeople(ask, observation, sessionId) {
  const own = sessionId ? await ask({ observation, sessionId }) : undefined;
  const answers = own?.avoid?.length || own?.suggestedNextActions.some(({ confidence }) => confidence >= LEAST_CONFIDENCE);
  return answers ? own : ask({ observation });
}
