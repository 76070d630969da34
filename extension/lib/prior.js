// Queries prior knowledge of the page in a tab, for the panel and the popup.

/** @import {Observation, PriorKnowledge, PriorRequest} from "../wire" */

/** Confidence below which a suggestion counts as none: then other sessions are queried. */
const LEAST_CONFIDENCE = 0.3;

/**
 * Returns a tab's prior knowledge. The session's own steps on this page are no news to
 * the session, but may be news to the person: without a confident suggestion
 * for the session it queries again without one.
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
