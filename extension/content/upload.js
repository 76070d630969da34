'use strict';
// A page that asks for a file opens a chooser of the system's: no program may
// choose there, and it stands in the person's way. So one that an action of
// ours would open stays shut, and the answer tells that files were asked for.
// Only while an agent uploads it may open: then the browser hands it to the
// companion instead, which answers with files that the person has allowed.

function makeUpload() {
  const { dom } = Cairn;

  /** The key by which the browser knows that somebody is here: without one it opens no chooser (companion/cdp). No keyboard has it. */
  const HERE = 'F24';

  let acting = false;
  let giving = false;
  let asked = false;
  let timer = 0;

  /**
   * @param {number} ms for how long an action of ours may take from now; 0 ends it
   * @param {boolean} [gives] whether it gives files to the page
   */
  function act(ms, gives = false) {
    clearTimeout(timer);
    acting = ms > 0;
    giving = acting && gives;
    asked = false;
    if (acting) timer = setTimeout(act, ms, 0);
  }

  /** A button's script that clicks a hidden input makes such an event, too. @param {Event} event */
  function onClick(event) {
    const el = dom.origin(event);
    if (!acting || !(el instanceof HTMLInputElement) || el.type !== 'file') return;
    asked = true;
    if (!giving || !reachable()) event.preventDefault();
  }

  /** @returns {boolean} whether the browser hands the companion the choosers of this frame: those of frames of other origins open on the screen */
  function reachable() {
    try {
      return !!window.top?.document;
    } catch {
      return false;
    }
  }

  /** The page has no use for our key. @param {KeyboardEvent} event */
  function onKey(event) {
    if (!giving || !event.isTrusted || event.key !== HERE) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {Element} el @returns {HTMLInputElement | null} the one file input that el is, labels or holds, seen or not */
  function inputOf(el) {
    const isFile = (/** @type {Element | null} */ e) => e instanceof HTMLInputElement && e.type === 'file';
    if (isFile(el)) return /** @type {HTMLInputElement} */ (el);
    if (el instanceof HTMLLabelElement && isFile(el.control)) return /** @type {HTMLInputElement} */ (el.control);
    const inside = [...dom.all(el, 'input')].filter(isFile);
    return inside.length === 1 ? /** @type {HTMLInputElement} */ (inside[0]) : null;
  }

  /**
   * Where files go needs no place on the page.
   * @param {Element} el that was named
   * @param {HTMLInputElement} input
   * @param {number} matches
   * @returns {{ located?: import('../wire').Located, error?: Fault, final?: boolean }}
   */
  function located(el, input, matches) {
    if (input.disabled) return { error: Cairn.locate.unfit(el, 'takes no files now', 'something else has to be done or filled in first') };
    if (!reachable()) return { error: Cairn.locate.fault('MM_TARGET_NOT_ACTIONABLE', 'the file input is in a frame of another origin, to which no file can be given', "open the frame's own address in a tab of its own"), final: true };
    return { located: { x: 0, y: 0, target: Cairn.target.fingerprint(el), matches, fileRef: Cairn.refs.refOf(input) } };
  }

  /** @param {string} ref of a file input @returns {RuntimeReply} once its chooser is asked for */
  function open(ref) {
    const el = Cairn.refs.byRef(ref);
    if (!giving || !(el instanceof HTMLInputElement)) return { error: Cairn.locate.fault('MM_STALE_REF', 'the file input has just gone from the page', 'look at the page again') };
    el.click();
    return {};
  }

  /** @returns {{ files?: boolean }} */
  function outcome() {
    return asked ? { files: true } : {};
  }

  function start() {
    /** @param {string} name @param {(event: any) => void} handle */
    const on = (name, handle) => addEventListener(name, Cairn.main.guarded(handle), { capture: true, passive: false });
    on('click', onClick);
    on('keydown', onKey);
    on('keyup', onKey);
  }

  return { act, inputOf, located, open, outcome, start };
}

Cairn.upload ??= makeUpload();
