'use strict';
// A page that asks for a file opens a chooser of the system. No program can choose there,
// and it disturbs the person. So a chooser caused by Cairn's action stays closed, and
// the answer reports that files were requested. It may open only while an agent
// uploads: then the browser passes it to the companion instead, which answers with files
// that the person has allowed.

function makeUpload() {
  const { dom } = Cairn;

  /** HERE is the key that signals user activity to the browser: without one it opens no chooser (companion/cdp). No keyboard has it. */
  const HERE = 'F24';

  let acting = false;
  let giving = false;
  let asked = false;
  let timer = 0;

  /**
   * @param {number} ms maximum time of Cairn's action from now; 0 ends it
   * @param {boolean} [gives] whether it gives files to the page
   */
  function act(ms, gives = false) {
    clearTimeout(timer);
    acting = ms > 0;
    giving = acting && gives;
    asked = false;
    if (acting) timer = setTimeout(act, ms, 0);
  }

  /** onClick also handles clicks on a hidden input by a button's script, which cause the same event. @param {Event} event */
  function onClick(event) {
    const el = dom.origin(event);
    if (!acting || !dom.isInput(el) || el.type !== 'file') return;
    asked = true;
    if (!giving || !reachable()) event.preventDefault();
  }

  /** @returns {boolean} whether the browser passes this frame's choosers to the companion: those of frames of other origins open on the screen */
  function reachable() {
    try {
      return !!window.top?.document;
    } catch {
      return false;
    }
  }

  /** onKey hides Cairn's key from the page. @param {KeyboardEvent} event */
  function onKey(event) {
    if (!giving || !event.isTrusted || event.key !== HERE) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {Element} el @returns {HTMLInputElement | null} the one file input that el is, labels or holds, visible or not */
  function inputOf(el) {
    const isFile = (/** @type {Element | null} */ e) => dom.isInput(e) && e.type === 'file';
    if (isFile(el)) return /** @type {HTMLInputElement} */ (el);
    if (el instanceof HTMLLabelElement && isFile(el.control)) return /** @type {HTMLInputElement} */ (el.control);
    const inside = [...dom.all(el, 'input')].filter(isFile);
    return inside.length === 1 ? /** @type {HTMLInputElement} */ (inside[0]) : null;
  }

  /**
   * located returns the target of an upload, which needs no position on the page.
   * @param {Element} el the named element
   * @param {HTMLInputElement} input
   * @param {number} matches
   * @returns {{ located?: import('../wire').Located, error?: Fault, final?: boolean }}
   */
  function located(el, input, matches) {
    if (input.disabled) return { error: Cairn.locate.unfit(el, 'takes no files now', 'do or fill in something else first') };
    if (!reachable()) return { error: Cairn.locate.fault('MM_TARGET_NOT_ACTIONABLE', 'the file input is in a frame of another origin', "open the frame's own address in a tab of its own"), final: true };
    return { located: { x: 0, y: 0, target: Cairn.target.fingerprint(el), matches, fileRef: Cairn.refs.refOf(input) } };
  }

  /** @param {string} ref of a file input @returns {RuntimeReply} the reply, after its chooser was requested */
  function open(ref) {
    const el = Cairn.refs.byRef(ref);
    if (!giving || !dom.isInput(el)) return Cairn.fill.gone('file input');
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
