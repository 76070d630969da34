// Asks the companion about the team, and passes on a person's orders. It keeps
// nothing: the membership is the companion's.

/** @import {Reply, TeamOrder, TeamSaid, TeamState} from "../wire" */
/** @import {Link} from "./link.js" */
import { FaultError } from "../lib/fault.js";
import { randomLetters } from "../lib/ids.js";

/** Bounds the wait for an answer: leaving waits for the team's server. */
const WAIT_MS = 60_000;

export class TeamCalls {
  /** @type {Map<string, (said: TeamSaid) => void>} questions without an answer, by their ids */
  #open = new Map();
  #link;

  /** @param {() => Promise<Link>} link */
  constructor(link) {
    this.#link = link;
  }

  /**
   * @param {TeamOrder | undefined} order
   * @returns {Promise<TeamState | undefined>} the state after it, undefined without a team
   */
  async ask(order) {
    if (!order) throw new FaultError("MM_INVALID_INPUT", "a question about the team without its order");
    const link = await this.#link();
    if (!link.health.linked) throw new FaultError("MM_BROWSER_NOT_CONNECTED", "the companion keeps what there is of a team, and it is not linked", "Start it with: cairn run");
    const id = randomLetters();
    const { team, error } = await new Promise((resolve) => {
      const late = setTimeout(() => resolve({ id, error: { code: "MM_INTERRUPTED", message: "the companion did not answer about the team", hint: "It may be older than this extension: update Cairn." } }), WAIT_MS);
      this.#open.set(id, (said) => {
        clearTimeout(late);
        resolve(said);
      });
      link.event({ kind: "teamOrder", teamOrder: { ...order, id } });
    }).finally(() => this.#open.delete(id));
    if (error) throw new FaultError(error.code, error.message, error.hint);
    return team;
  }

  /** @param {TeamSaid | undefined} said the companion's answer @returns {Reply} */
  said(said) {
    if (said) this.#open.get(said.id)?.(said);
    return {};
  }
}
