// Queries prior knowledge of the page in a tab, for the panel and the popup.

/** @import {Observation, PriorKnowledge, PriorRequest} from "../wire" */

/** Confidence below which people see no suggestion: it is wrong more often than not. */
const LEAST_CONFIDENCE = 0.3;

/**
 * Returns a tab's prior knowledge with the suggestions that are sure enough for people.
 * The session's own steps on this page are no news to the session, but may be news to
 * the person: without a confident suggestion for the session it queries again without
 * one.
 * @param {(prior: PriorRequest) => Promise<PriorKnowledge | undefined>} ask
 * @param {Observation} observation
 * @param {string | undefined} sessionId
 * @returns {Promise<PriorKnowledge | undefined>}
 */
export async function priorForPeople(ask, observation, sessionId) {
  const own = sessionId ? sure(await ask({ observation, sessionId })) : undefined;
  return own?.avoid?.length || own?.suggestedNextActions.length ? own : sure(await ask({ observation }));
}

/** @param {PriorKnowledge | undefined} prior @returns {PriorKnowledge | undefined} without unsure suggestions */
const sure = (prior) => prior && { ...prior, suggestedNextActions: prior.suggestedNextActions.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE) };
