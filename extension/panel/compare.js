// Compares two recipes side by side: steps of both share a row, steps of only one
// stand beside an empty cell.

/** @import {RecipeStep} from "../wire" */

/**
 * @typedef {RecipeStep & {hidden?: string}} ComparedStep a step of a recipe, with the hidden name of its element: two
 *   different names that are not kept have equal notes
 */

/** @param {ComparedStep} step @returns {string} the key by which steps of two sessions match */
const keyOf = ({ tool, notes, hidden = "" }) => `${tool} ${notes} ${hidden}`;

/**
 * @param {ComparedStep[]} left
 * @param {ComparedStep[]} right
 * @returns {[ComparedStep | undefined, ComparedStep | undefined][]} rows, with as many matches as the order allows
 */
export function aligned(left, right) {
  const common = longest(left, right);
  /** @type {[ComparedStep | undefined, ComparedStep | undefined][]} */
  const rows = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    if (l < left.length && r < right.length && keyOf(left[l]) === keyOf(right[r])) rows.push([left[l++], right[r++]]);
    // The side advances after which more matches remain.
    else if (r === right.length || (l < left.length && common[l + 1][r] >= common[l][r + 1])) rows.push([left[l++], undefined]);
    else rows.push([undefined, right[r++]]);
  }
  return rows;
}

/**
 * @param {ComparedStep[]} left
 * @param {ComparedStep[]} right
 * @returns {Uint16Array[]} the length of the longest common subsequence after each pair of positions
 */
function longest(left, right) {
  const rest = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      rest[l][r] = keyOf(left[l]) === keyOf(right[r]) ? rest[l + 1][r + 1] + 1 : Math.max(rest[l + 1][r], rest[l][r + 1]);
    }
  }
  return rest;
}
