// Whether an agent's press has reached the document that it was meant for. A
// frame that is being replaced at that moment takes the press with it: nothing
// feels it, and no script is left to say so. But one that felt it says so at
// once, before it can go. A worker that died knows nothing, and claims nothing.

/**
 * @typedef {object} Aim
 * @property {number} frameId
 * @property {string} [documentId] in which the target was located
 * @property {boolean} open whether the press may come now
 * @property {boolean} felt
 */

/** @type {Map<number, Aim>} by tab, the last one */
const aims = new Map();

/**
 * A target was located.
 * @param {number} tabId
 * @param {{frameId: number, documentId?: string}} frame that it is in
 */
export function aimAt(tabId, { frameId, documentId }) {
  aims.set(tabId, { frameId, documentId, open: false, felt: false });
}

/**
 * The action begins or ends.
 * @param {number} tabId
 * @param {boolean} aimed whether it begins with a press on what was located
 */
export function openAim(tabId, aimed) {
  const aim = aims.get(tabId);
  if (aim && aimed) aim.open = true;
  else aims.delete(tabId);
}

/**
 * The target has felt the press.
 * @param {number} tabId
 */
export function felt(tabId) {
  const aim = aims.get(tabId);
  if (aim) aim.felt = true;
}

/**
 * @param {number} tabId
 * @returns {boolean} whether a press is still to come: what begins now must not get it unasked
 */
export function isAwaited(tabId) {
  const aim = aims.get(tabId);
  return !!aim && aim.open && !aim.felt;
}

/**
 * @param {number} tabId
 * @param {{frameId: number, documentId?: string}[]} frames that the tab has now
 * @returns {boolean} whether nothing has felt the press, for its document is gone
 */
export function isUnfelt(tabId, frames) {
  const aim = aims.get(tabId);
  if (!aim || !aim.documentId || !isAwaited(tabId)) return false;
  return !frames.some((f) => f.frameId === aim.frameId && f.documentId === aim.documentId);
}
