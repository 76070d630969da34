// Steps through a finished session: one step at a time, with the page before it, by
// buttons, by the strip of all steps, or by arrow keys.

/** @import {Step} from "../wire" */
import { button, count, el } from "../lib/dom.js";
import { DONE, objectOf } from "../lib/words.js";
import { askCore } from "./ask.js";
import { trouble } from "./parts.js";
import { stepDetail } from "./step.js";

/** Bounds the cells of the strip; in longer sessions each cell is several steps. */
const CELLS = 60;

/**
 * @param {Step[]} steps oldest first
 * @param {number} first the index of the step to begin with
 * @param {() => void} leave shows the session again
 */
export function stepper(steps, first, leave) {
  let at = first;
  const place = el("p", "side grow");
  place.setAttribute("role", "status");
  const before = button("← Back", () => void show(at - 1));
  const next = button("Next →", () => void show(at + 1), "primary");
  const bar = strip(steps, (i) => void show(i));
  const body = el("div", "");
  const node = el("article", "stepper", el("div", "stepper-bar", before, next, place, button("All steps", leave)), bar.node, body);
  node.tabIndex = -1; // has the focus from the first, for the arrow keys
  node.addEventListener("keydown", (event) => {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!way || event.altKey || event.ctrlKey || event.metaKey || /** @type {HTMLElement} */ (event.target).matches("[role=listbox]")) return;
    event.preventDefault();
    void show(at + way);
  });

  /** @param {number} i */
  async function show(i) {
    if (!steps[i]) return;
    at = i;
    before.disabled = i === 0;
    next.disabled = i === steps.length - 1;
    if (document.activeElement?.matches(":disabled")) node.focus();
    place.textContent = `Step ${i + 1} of ${steps.length}`;
    bar.mark(i);
    try {
      const { step } = await askCore("step", { step: { stepId: steps[i].stepId ?? "" } });
      if (at === i) body.replaceChildren(step ? stepDetail(step, { done: leave }) : "");
    } catch (err) {
      if (at === i) body.replaceChildren(trouble(err));
    }
  }
  void show(first);
  return node;
}

/**
 * Returns a strip of cells, one for each step: coloured by outcome, and each a button.
 * @param {Step[]} steps
 * @param {(i: number) => void} open
 */
function strip(steps, open) {
  const cells = Math.min(steps.length, CELLS);
  const of = (/** @type {number} */ i) => Math.floor((i * steps.length) / cells);
  const buttons = Array.from({ length: cells }, (_, i) => {
    const some = steps.slice(of(i), of(i + 1));
    const failed = some.some((step) => !step.outcome.ok);
    const node = button("", () => open(of(i)), failed ? "cell x" : "cell o");
    node.title = some.length > 1 ? `${count(some.length, "step")} from step ${of(i) + 1}` : `${DONE[some[0].tool.name] ?? some[0].tool.name} ${objectOf(some[0])}`.slice(0, 120);
    node.setAttribute("aria-label", `Step ${of(i) + 1}${failed ? ", failed" : ""}`);
    return node;
  });
  const node = el("div", "strip", ...buttons);
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", "Steps");
  return {
    node,
    /** @param {number} at */
    mark(at) {
      buttons.forEach((b, i) => b.setAttribute("aria-current", at >= of(i) && at < of(i + 1) ? "step" : "false"));
    },
  };
}

/**
 * Returns the outcomes of a session's steps as a picture.
 * @param {string} letters o for a step that worked, x for one that failed
 * @param {string} label
 */
export function picture(letters, label) {
  const node = el("span", "strip", ...[...letters].map((letter) => el("span", `cell ${letter}`)));
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", label);
  return node;
}
