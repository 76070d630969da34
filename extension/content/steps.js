'use strict';
// The life of a Step: it opens at an event, with the page as it was before, and is sent at
// once, because the page may be gone a moment later. It closes with its result when the
// page has settled. One Step is open at a time: the next action ends the one before.

function makeSteps() {
  const { dom } = Cairn;
  const { fold, place } = Cairn.text;

  const SETTLE_QUIET_MS = 150;
  const SETTLE_MS = 2500; // a later change is not an effect of this action
  // A page that is being left rests until the next one answers. This bounds the wait, because a download, or a person who stays, brings no next page.
  const LEAVE_MS = 5000;
  const APPEARED_MAX = 8;
  const MESSAGE_MAX = 200;
  const UNSENT_MAX = 20; // messages of this many steps are stored until consent is known

  /** TELLING ranks the roles of appeared elements, the most informative first. @type {Record<string, number>} */
  const TELLING = { alert: 0, alertdialog: 1, dialog: 1, status: 2, heading: 3 };

  // An alert is an error only if its text or its class indicates one: sites use the
  // role for success too.
  const ERROR_TEXT = /\b(errors?|failed|failure|invalid|incorrect|wrong|denied|declined|rejected|insufficient|unable|cannot|can't|could ?n[o']t|not (found|allowed|valid|enough)|required|try again|expired|fehler|ungültig|erreur|échec|errore|inválid[oa]|falló)\b|错误|失败|エラー|失敗|오류|실패|ошибка/i;
  const ERROR_CLASS = /(^|[-_\s])(error|danger|destructive|invalid|failure)([-_\s]|$)/i;

  /**
   * Pressed holds the immediate effects of a key press: whether the page handled the key,
   * and whether it moved the focus or the active item.
   * @typedef {{ taken: boolean, moved: boolean }} Pressed
   */

  /**
   * @typedef {object} OpenStep
   * @property {Step} step
   * @property {Element | null} el
   * @property {Observation} before
   * @property {boolean} weak recorded only if it had an effect
   * @property {Pressed | null} key
   * @property {boolean} sent
   * @property {Set<Element>} invalid fields that were marked invalid before
   * @property {number} began
   * @property {AbortController} abort ends the wait for the page to settle
   */

  /** @type {OpenStep | null} */
  let open = null;

  /** allowed is null until the worker has answered. @type {boolean | null} */
  let allowed = null;
  /** @type {RuntimeMessage[]} */
  let unsent = [];
  let bracketUntil = 0;

  /** @returns {boolean} whether events are recorded now */
  const recording = () => allowed !== false && performance.now() >= bracketUntil;

  /** @param {boolean} yes whether to record here */
  function consent(yes) {
    allowed = yes;
    if (!yes) {
      drop();
      unsent = [];
      return;
    }
    for (const message of unsent) Cairn.main.send(message);
    unsent = [];
  }

  /** @param {number} ms time in which events are caused by Cairn's agent; 0 ends it */
  function bracket(ms) {
    if (ms > 0) finish();
    bracketUntil = ms > 0 ? performance.now() + ms : 0;
  }

  /** @param {RuntimeMessage} message */
  function say(message) {
    if (allowed) Cairn.main.send(message);
    else if (allowed === null && unsent.length < UNSENT_MAX * 2) unsent.push(message);
  }

  /**
   * @param {object} what
   * @param {Step['tool']} what.tool
   * @param {Element | null} what.el
   * @param {Observation} what.before
   * @param {boolean} [what.weak]
   * @param {Pressed | null} [what.key]
   * @returns {OpenStep}
   */
  function begin({ tool, el, before, weak = false, key = null }) {
    finish(before, true);
    if (el && tool.target) tool.target.a11yRef = Cairn.refs.refOf(el); // which of its equals it is
    open = {
      step: {
        schemaVersion: 1,
        stepId: newStepId(),
        sessionId: '',
        timestamp: new Date().toISOString(),
        tool,
        actor: 'observed',
        outcome: { ok: true },
        observation: Cairn.observe.forStep(before),
      },
      el,
      before,
      weak,
      key,
      sent: false,
      invalid: new Set(dom.all(document, '[aria-invalid="true"]')),
      began: performance.now(),
      abort: new AbortController(),
    };
    if (!weak) sendOpen(open);
    return open;
  }

  /** @param {OpenStep} it */
  function sendOpen(it) {
    it.sent = true;
    say({ to: 'worker', kind: 'stepOpen', stepId: it.step.stepId, step: it.step });
  }

  /** @returns {string} `s-` and 100 random bits */
  function newStepId() {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
    return `s-${[...crypto.getRandomValues(new Uint8Array(20))].map((b) => alphabet[b & 31]).join('')}`;
  }

  /**
   * finishWhenSettled closes a step when the page has settled, unless another action or
   * the end of the page comes first.
   * @param {OpenStep} it
   * @param {number} [leastMs] minimum time that it stays open, unless the next action comes
   */
  async function finishWhenSettled(it, leastMs = 0) {
    const leaves = await Cairn.settle.quiet({ quietMs: SETTLE_QUIET_MS, timeoutMs: SETTLE_MS, signal: it.abort.signal });
    const left = it.began + leastMs - performance.now();
    if (open === it && left > 0) await gone(it.abort.signal, left);
    if (open === it && (leaves || Cairn.leaving.isLeaving())) await gone(it.abort.signal);
    if (open !== it) return;
    const seen = (await Cairn.observe.lookGently()).observation;
    if (open === it) finish(seen);
  }

  /** @param {AbortSignal} signal aborted when the page goes @param {number} [ms] @returns {Promise<void>} resolves then, or after ms, when the page evidently stays */
  function gone(signal, ms = LEAVE_MS) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  /**
   * @param {Observation} [seen] the page now, if the caller has just observed it
   * @param {boolean} [early] the next action came before the page had settled
   */
  function finish(seen, early = false) {
    const it = open;
    if (!it) return;
    open = null;
    it.abort.abort();
    if (allowed === false) return;
    const now = seen ?? Cairn.observe.current();
    const appeared = whatAppeared(it.before, now);
    /** @type {After} */
    const after = { currentUrl: location.href, title: fold(dom.title()) };
    if (appeared.length) after.appeared = appeared;
    const moved = place(location.href) !== place(it.before.state.currentUrl);
    if (moved) after.load = 'same';
    if (it.weak && !moved && !appeared.length && !whatAppeared(it.before, now, true).length && !(it.key && keyDid(it, it.key, now, early))) return;
    const outcome = outcomeOf(it, now);
    // The label before an appeared text, which existed all along, may mark it as a secret.
    const beside = appeared.length || !outcome.ok ? now.a11y.nodes.flatMap((n) => /** @type {string[]} */ ([n.before, n.name])) : undefined;
    close(it, after, outcome, beside);
  }

  /**
   * @param {OpenStep} it @param {Pressed} key @param {Observation} now @param {boolean} early
   * @returns {boolean} whether a key without a new element had an effect: an element is gone, or the next item has
   *   the focus. If the next action came at once, it is enough that the page handled the key.
   */
  function keyDid(it, key, now, early) {
    if (key.moved || (early && key.taken)) return true;
    return whatAppeared(now, it.before).some((gone) => !/^(alert|status) /.test(gone));
  }

  /**
   * leaving notes that a navigation has begun. It is an effect of the open step; but
   * typing only preceded it, and is over.
   * @param {OpenStep | null} typed the step of the field that was typed into
   */
  function leaving(typed) {
    if (!open || allowed === false) return;
    if (open === typed) finish(typed.before);
    else if (!open.sent) sendOpen(open);
    if (open) open.weak = false;
  }

  /** finishUnloading closes the step when the page goes: the worker reports the result. */
  function finishUnloading() {
    const it = open;
    if (!it) return;
    open = null;
    it.abort.abort();
    close(it, {}, { ok: true });
  }

  /** @param {OpenStep} it @param {After} after @param {Outcome} outcome @param {string[]} [beside] all names of the page */
  function close(it, after, outcome, beside) {
    if (!it.sent) sendOpen(it);
    const { observation: _, ...step } = it.step;
    step.durationMs = Math.round(performance.now() - it.began);
    step.outcome = outcome;
    say({ to: 'worker', kind: 'stepClose', stepId: step.stepId, step, after, outcome, ...(beside && { beside }) });
  }

  /** drop discards the open step without a message. */
  function drop() {
    open?.abort.abort();
    open = null;
  }

  /** @param {A11yNode} node @returns {string} */
  const keyOf = (node) => `${node.role} "${node.name}"`;

  /** @param {Observation} before @param {Observation} now @param {boolean} [all] also the entries of lists @returns {string[]} `role "name"` of the new elements */
  function whatAppeared(before, now, all = false) {
    if (before === now) return [];
    /** @type {Map<string, number>} the number of earlier elements that were not matched yet */
    const known = new Map();
    for (const node of before.a11y.nodes) known.set(keyOf(node), (known.get(keyOf(node)) ?? 0) + 1);
    /** @type {Map<string, number>} */
    const fresh = new Map();
    for (const node of now.a11y.nodes) {
      if (!node.name || (!all && (node.role === 'option' || node.role === 'generic'))) continue;
      const key = keyOf(node);
      const left = known.get(key) ?? 0;
      known.set(key, left - 1);
      if (left <= 0) fresh.set(key, TELLING[node.role] ?? 9);
    }
    return [...fresh].sort((a, b) => a[1] - b[1]).slice(0, APPEARED_MAX).map(([key]) => key);
  }

  /** @param {OpenStep} it @param {Observation} now @returns {Outcome} ok unless the page clearly reports an error */
  function outcomeOf(it, now) {
    const typing = it.step.tool.name === 'mm_type' && !it.step.tool.input?.submit;
    const code = it.step.tool.name === 'mm_type' ? 'MM_TYPE_FAILED' : 'MM_CLICK_FAILED';
    const alert = newErrorAlert(it.before, now);
    if (alert) return { ok: false, error: { code, message: fold(alert, MESSAGE_MAX) } };
    // While a person types, a field may be invalid for a moment.
    if (typing) return { ok: true };
    for (const field of dom.all(document, '[aria-invalid="true"]')) {
      if (it.invalid.has(field) || !Cairn.dom.rendered(field)) continue;
      const name = Cairn.names.name(field);
      return { ok: false, error: { code, message: fold(`the page marked a field invalid: ${name}`, MESSAGE_MAX) } };
    }
    return { ok: true };
  }

  /** @param {Observation} before @param {Observation} now @returns {string} */
  function newErrorAlert(before, now) {
    const known = new Set(before.a11y.nodes.map(keyOf));
    for (const node of now.a11y.nodes) {
      if (node.role !== 'alert' || known.has(keyOf(node))) continue;
      const el = Cairn.refs.byRef(node.ref);
      if (ERROR_TEXT.test(node.name) || (el && ERROR_CLASS.test(dom.attr(el, 'class') ?? ''))) return node.name;
    }
    return '';
  }

  return {
    recording, consent, bracket, begin, finish, finishWhenSettled, finishUnloading, leaving, drop,
    /** @returns {OpenStep | null} */
    current: () => open,
    /** @returns {boolean | null} */
    allowed: () => allowed,
  };
}

Cairn.steps ??= makeSteps();
