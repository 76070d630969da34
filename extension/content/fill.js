'use strict';
// Sets controls that cannot be typed into: a native select, whose list belongs to the
// system and not to the page, and inputs that open a picker (date, time, colour,
// range). The page receives input and change events, as from a person. Cairn never
// reads the value of a control: it tests on a control of its own whether a value is
// valid.

function makeFill() {
  const { fold, clip } = Cairn.text;
  const { refs } = Cairn;

  const LABEL_MAX = 60; // characters of the label of an option in a message
  const LABELS = 20;

  /** LOOKS holds the kinds of input that are set, each with an example value. @type {Record<string, string>} */
  const LOOKS = {
    date: '2026-11-21', time: '14:30', 'datetime-local': '2026-11-21T14:30', month: '2026-11', week: '2026-W47',
    color: '#1a2b3c', range: '42',
  };

  /** @param {Element} el @returns {boolean} whether el is set rather than typed into */
  const sets = (el) => el instanceof HTMLSelectElement || (el instanceof HTMLInputElement && Object.hasOwn(LOOKS, el.type));

  /**
   * @param {unknown} request a wire.Fill with a ref of this frame
   * @returns {RuntimeReply}
   */
  function fill(request) {
    const { ref, text, options, files } = /** @type {any} */ (request ?? {});
    if (typeof ref === 'string' && files === true) return Cairn.upload.open(ref);
    if (typeof ref === 'string' && Array.isArray(options)) return several(refs.byRef(ref), options);
    if (typeof ref !== 'string' || typeof text !== 'string') return refused('fill needs a ref and a text', '');
    const el = refs.byRef(ref);
    if (!el || !sets(el)) return gone('field');
    return el instanceof HTMLSelectElement ? choose(el, text) : set(/** @type {HTMLInputElement} */ (el), text);
  }

  /** @param {string} what @returns {RuntimeReply} */
  function gone(what) {
    return { error: Cairn.locate.fault('MM_STALE_REF', `the ${what} has just gone from the page`, 'look at the page again') };
  }

  /** @param {string} message @param {string} hint @returns {RuntimeReply} */
  function refused(message, hint) {
    return { error: Cairn.locate.fault('MM_TYPE_FAILED', message, hint) };
  }

  /** @param {HTMLSelectElement} select @param {string} label @returns {RuntimeReply} */
  function choose(select, label) {
    const options = [...select.options];
    const option = optionOf(options, label);
    if (!option || !isAble(option)) return refused('the select has no enabled option with that label', `use one of these labels as text: ${labelsOf(options.filter(isAble))}`);
    select.focus();
    option.selected = true;
    return tell(select);
  }

  /**
   * several chooses exactly these options, all or none.
   * @param {Element | null} el @param {unknown[]} labels @returns {RuntimeReply}
   */
  function several(el, labels) {
    if (!(el instanceof HTMLSelectElement)) return refused('the control has no list of options to choose from', 'click the options one by one');
    if (!el.multiple && labels.length !== 1) return refused(`the select takes one option, not ${labels.length}`, 'give one label');
    const able = [...el.options].filter(isAble);
    const chosen = labels.map((label) => optionOf(able, String(label)));
    const missing = labels.filter((_, i) => !chosen[i]).map((label) => `"${clip(fold(String(label)), LABEL_MAX)}"`);
    if (missing.length) return refused(`the select has no enabled option with the label ${missing.join(', ')}; nothing was changed`, `its options are: ${labelsOf(able)}`);
    el.focus();
    for (const option of able) option.selected = chosen.includes(option);
    return tell(el);
  }

  /** @param {HTMLOptionElement} o @returns {boolean} whether a person could choose it */
  const isAble = (o) => !o.disabled && !(o.parentElement instanceof HTMLOptGroupElement && o.parentElement.disabled);

  /** @param {HTMLOptionElement} o @returns {string} */
  function named(o) {
    return fold(o.label);
  }

  /** @param {HTMLOptionElement[]} options @param {string} label @returns {HTMLOptionElement | undefined} */
  function optionOf(options, label) {
    const wanted = fold(label);
    return options.find((o) => named(o) === wanted) ?? options.find((o) => named(o).toLowerCase() === wanted.toLowerCase());
  }

  /** @param {HTMLOptionElement[]} options @returns {string} */
  function labelsOf(options) {
    return options.slice(0, LABELS).map((o) => `"${clip(named(o), LABEL_MAX)}"`).join(', ');
  }

  /** @param {HTMLInputElement} input @param {string} text @returns {RuntimeReply} */
  function set(input, text) {
    const wanted = text.trim();
    const fault = unfit(input, wanted);
    if (fault) return fault;
    input.focus();
    input.value = wanted;
    Cairn.filled.noteTyped(input, !!wanted);
    return tell(input);
  }

  /** @param {HTMLInputElement} input @param {string} text @returns {RuntimeReply | null} the reason why the text is not a valid value */
  function unfit(input, text) {
    const trial = document.createElement('input');
    trial.type = input.type;
    for (const limit of ['min', 'max', 'step']) {
      const value = input.getAttribute(limit);
      if (value !== null) trial.setAttribute(limit, value);
    }
    trial.value = text;
    const bounds = [input.min && `from ${fold(input.min, 20)}`, input.max && `to ${fold(input.max, 20)}`].filter(Boolean).join(' ');
    const hint = `give it as ${LOOKS[input.type]}${bounds && `, ${bounds}`}`;
    if (text === '' && input.type !== 'color' && input.type !== 'range') return null; // clears it
    const kept = input.type === 'range' ? text !== '' && Number(trial.value) === Number(text) : trial.value.toLowerCase() === text.toLowerCase();
    if (!kept && (input.type === 'range' || input.type === 'color' || trial.value === '')) return refused(`the text is no value of a ${input.type} field`, hint);
    if (trial.validity.rangeUnderflow || trial.validity.rangeOverflow) return refused(`the value is out of the ${input.type} field's range`, hint);
    return null;
  }

  /** @param {Element} el @returns {RuntimeReply} */
  function tell(el) {
    for (const name of ['input', 'change']) el.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
    return {};
  }

  return { sets, fill, gone };
}

Cairn.fill ??= makeFill();
