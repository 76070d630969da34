// Tracks whether an agent's press reached the document it was meant for. If a frame is
// replaced at that moment, the press is lost with it, and no script is left to report
// that. But a document that received the press reports it at once, before it can close.
// After a restart the worker knows no presses, and reports none as lost.

/**
 * @typedef {object} Aim
 * @property {number} frameId
 * @property {string} [documentId] in which the target was located
 * @property {boolean} open whether the press may come now
 * @property {boolean} felt whether the target received the press
 */

/** @type {Map<number, Aim>} by tab, the last located target */
const aims = new Map();

/**
 * Notes that a target was located.
 * @param {number} tabId
 * @param {{frameId: number, documentId?: string}} frame that contains it
 */
export function aimAt(tabId, { frameId, documentId }) {
  aims.set(tabId, { frameId, documentId, open: false, felt: false });
}

/**
 * Notes that the action begins or ends.
 * @param {number} tabId
 * @param {boolean} aimed whether it begins with a press on the located target
 */
export function openAim(tabId, aimed) {
  const aim = aims.get(tabId);
  if (aim && aimed) aim.open = true;
  else aims.delete(tabId);
}

/**
 * @param {number} tabId
 * @returns {{frameId: number, documentId?: string} | undefined} the frame that contains the last located target
 */
export function aimedFrame(tabId) {
  return aims.get(tabId);
}

/** Notes that the target received the press. @param {number} tabId */
export function felt(tabId) {
  const aim = aims.get(tabId);
  if (aim) aim.felt = true;
}

/**
 * @param {number} tabId
 * @returns {boolean} whether a press is still expected: new documents must not receive it by accident
 */
export function isAwaited(tabId) {
  const aim = aims.get(tabId);
  return !!aim && aim.open && !aim.felt;
}

/**
 * @param {number} tabId
 * @param {{frameId: number, documentId?: string}[]} frames that the tab has now
 * @returns {boolean} whether no document received the press, because its document is gone
 */
export function isUnfelt(tabId, frames) {
  const aim = aims.get(tabId);
  if (!aim || !aim.documentId || !isAwaited(tabId)) return false;
  return !frames.some((f) => f.frameId === aim.frameId && f.documentId === aim.documentId);
}
