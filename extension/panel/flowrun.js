// Shows the state of a run: the current step, how it ended, and the steps left to
// do by hand after a stop.

/** @import {Flow, FlowResult, FlowState} from "../wire" */
import { approveOwn } from "../lib/approvals.js";
import { button, count, el, said } from "../lib/dom.js";
import { FaultError } from "../lib/fault.js";
import { curly } from "../lib/words.js";
import { trouble } from "./parts.js";

/** Advice for each reason why a run stopped. @type {Record<string, string>} */
const NEXT = {
  dialog: "Close what lies in front of the page, and continue.",
  error_shown: "See what the page complains about.",
  needs_param: "Fill it in, and run it again.",
  risky: "See whether you want just that. Then allow it, or do it by hand.",
  cancelled: "What was done stays done.",
  no_effect: "Look at the page before you do this step again: it was done, and nothing came of it.",
  done_before: "A part of it was done already. See whether it is to be done once more.",
  unknown_outcome: "Look at the page before you do this step again: it may have been done.",
};

const BY_HAND = "The page is not as it was then, so nothing was done to it. Do this step by hand.";

/** Advice for a risk that the permission for the flow does not cover. */
const NEW_RISK = "It did not do this when it was learnt. See whether the task asks for it.";

/** @typedef {{ allowRisky?: boolean, past?: boolean, from?: number }} Leave the permissions with which a person continues a run */

/** @param {() => void} stop @param {(state: FlowState, leave: Leave) => void} goOn */
export function runPart(stop, goOn) {
  const node = el("section", "flow-run");
  node.setAttribute("aria-label", "What the run does");
  node.hidden = true;
  const words = el("p", "flow-step");
  words.setAttribute("role", "status");
  const bar = /** @type {HTMLProgressElement} */ (el("progress", ""));
  const stopping = button("Stop", stop);
  let shown = "";

  /**
   * @param {FlowState | undefined} state
   * @param {Flow[]} flows
   * @param {string} [open] the flow that the view shows: a run of another flow is shown only while it runs
   */
  function show(state, flows, open = state?.flow) {
    const text = state ? JSON.stringify([state, open]) : "";
    if (text === shown) return;
    shown = text;
    if (!state) return void (node.hidden = true);
    const over = !!(state.result || state.error);
    node.hidden = over && state.flow !== open;
    node.dataset.state = state.error ? "failed" : state.result ? state.result.status : "running";
    if (state.error) return node.replaceChildren(trouble(new FaultError(state.error.code, state.error.message, state.error.hint)));
    if (state.result) return node.replaceChildren(...ended(state.result, flows.find(({ id }) => id === state.flow)), waits(state, goOn));
    const { step = 0, total = flows.find(({ id }) => id === state.flow)?.steps.length ?? 1, does = "" } = state.progress ?? {};
    bar.max = total;
    bar.value = Math.max(0, step - 1);
    bar.setAttribute("aria-label", "Steps done");
    stopping.disabled = state.stopping === true;
    stopping.textContent = state.stopping ? "Stopping…" : "Stop";
    words.replaceChildren(state.flow === open ? "" : `${state.flow}: `, ...(step ? [el("strong", "", `Step ${step} of ${total}`), ": ", said(curly(does))] : ["Starting…"]));
    if (!bar.isConnected) node.replaceChildren(el("div", "flow-live", bar, stopping), words);
  }

  return {
    node,
    show,
    /** @param {unknown} err why it did not start */
    fail(err) {
      shown = "";
      node.hidden = false;
      node.dataset.state = "failed";
      node.replaceChildren(trouble(err));
    },
  };
}

/** ENDS says which evidence a completed run has. @type {Record<string, string>} */
const ENDS = {
  shown: "The page shows that it worked.",
  address: "Only the page's address says that it worked.",
  none: "Nothing on the page shows that the last step worked: see whether the task is done.",
  "": "But the page is not the one that it ended on before: see whether the task is done.",
};

/** @param {FlowResult} result @param {Flow | undefined} flow */
function ended({ status, done, total, stop, verified, proof, durationMs, remaining = [], appeared = [] }, flow) {
  const took = `${(durationMs / 1000).toFixed(1)} s`;
  if (status === "done") {
    return [el("p", "flow-end", el("strong", "", verified ? "Done" : "All steps are done"), ` · ${count(total, "step")} in ${took}`),
      el("p", "soft", ENDS[proof ?? (verified ? "address" : "")]),
      ...(appeared.length ? [el("p", "soft small", "Now there: ", said(curly(appeared.join(", "))))] : [])];
  }
  return [el("p", "flow-end", el("strong", "", `Stopped at step ${stop?.step ?? done + 1} of ${total}`), ` · ${count(done, "step")} done in ${took}`),
    ...(stop ? [el("p", "", said(curly(sentence(stop.message)))), el("p", "soft", next(stop, flow))] : []),
    ...(remaining.length ? [el("p", "soft small", "What is left:"), left(remaining, total)] : [])];
}

/**
 * waits lets a person continue a stopped run: with its step, or after it.
 * @param {FlowState} state
 * @param {(state: FlowState, leave: Leave) => void} goOn
 */
function waits(state, goOn) {
  const { stop, sessionId } = state.result ?? {};
  if (!stop || !sessionId || stop.reason === "needs_param") return "";
  const risky = stop.reason === "risky";
  return el("div", "actions", button(risky ? "Allow it and continue" : "Continue", async () => {
    if (risky) await approveOwn();
    goOn(state, risky ? { allowRisky: true } : {});
  }, risky ? "" : "primary"),
    button(`I did step ${stop.step}`, () => goOn(state, { past: true })),
    stop.later ? button(`Skip to step ${stop.later}`, () => goOn(state, { from: stop.later })) : "");
}

/** @param {NonNullable<FlowResult["stop"]>} stop @param {Flow | undefined} flow */
function next({ reason, step, does }, flow) {
  const isNew = reason === "risky" && flow?.steps[step - 1]?.risk !== does;
  return isNew ? NEW_RISK : (NEXT[reason] ?? BY_HAND);
}

/** left lists steps by their numbers in the flow. @param {string[]} remaining @param {number} total */
function left(remaining, total) {
  const list = /** @type {HTMLOListElement} */ (el("ol", "recipe flow-left", ...remaining.map((step) => el("li", "", said(curly(step.charAt(0).toUpperCase() + step.slice(1)))))));
  list.start = total - remaining.length + 1;
  return list;
}

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/[.…]\.$/, ".");
