'use strict';
// Which fields are like passwords: of these nothing is kept beside that
// something was typed. What was one once stays one ("show password" makes a
// text field of it).

function makeSensitive() {
  /** Fields that were passwords at some time. @type {WeakSet<Element>} */
  const everPassword = new WeakSet();

  const AUTOCOMPLETE = /(^|\s)(current-password|new-password|one-time-code|cc-[a-z-]+)(\s|$)/i;

  // Whole words, after camelCase and separators became spaces; some also as
  // the beginning of a word. Labels in a few more languages where passwords
  // are common.
  const WORDS = new RegExp(
    '(^|\\s)(pass(word|code|phrase|wd|wort|e)?|pwd|passwort|kennwort|contrase(n|ñ)a|mot de passe|senha|secret|otp|totp|2fa|mfa|pin( code)?|cvv2?|cvc2?|csc|' +
      'card ?(number|no|nr)|cc ?(number|num)|credit card|iban|ssn|social security|seed( phrase)?|mnemonic|recovery( phrase| code| key)?|srp|private ?key|' +
      'api ?key|access token|security (answer|code)|verification code|one time (code|password)|date of birth|dob)(\\s|$)',
    'i',
  );
  const CJK = /密码|密碼|口令|验证码|驗證碼|パスワード|暗証番号|비밀번호|пароль/i;

  /** @param {Element} el remember that this is, for now, a password field */
  function note(el) {
    if (/** @type {HTMLInputElement} */ (el).type === 'password') everPassword.add(el);
  }

  /** Notes every password field below root; called on each pass over the page. @param {ParentNode} root */
  function noteAll(root) {
    for (const el of root.querySelectorAll('input[type=password i]')) everPassword.add(el);
  }

  /**
   * @param {Element} el
   * @param {Map<Node, Map<string, Element[]>> | null} [labels] of a pass over the page
   * @returns {boolean}
   */
  function is(el, labels = null) {
    if (!takesText(el)) return false;
    note(el);
    if (everPassword.has(el)) return true;
    if (AUTOCOMPLETE.test(el.getAttribute('autocomplete') ?? '')) return true;
    if (saysSecret(el, labels)) return true;
    if (getComputedStyle(el).getPropertyValue('-webkit-text-security') !== 'none') return true;
    return oneOfManySingles(el);
  }

  /** @param {Element} el @returns {boolean} */
  function takesText(el) {
    if (el instanceof HTMLInputElement) return !NO_TEXT.has(el.type);
    if (el instanceof HTMLTextAreaElement) return true;
    const role = el.getAttribute('role');
    return role === 'textbox' || role === 'searchbox' || role === 'combobox' || role === 'spinbutton' || Cairn.names.editingHost(el);
  }
  const NO_TEXT = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file', 'hidden']);

  /** @param {Element} el @param {Map<Node, Map<string, Element[]>> | null} labels @returns {boolean} */
  function saysSecret(el, labels) {
    for (const attribute of ['name', 'id', 'placeholder', 'aria-label', 'title', ...Cairn.target.TEST_ID_ATTRIBUTES]) {
      const value = el.getAttribute(attribute);
      if (value && saysSecretText(value)) return true;
    }
    const name = Cairn.names.name(el, 'textbox', labels);
    return name !== '' && saysSecretText(name);
  }

  /** @param {string} text @returns {boolean} */
  function saysSecretText(text) {
    const words = text.slice(0, 200).replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ');
    return WORDS.test(words) || CJK.test(words);
  }

  /** @param {Element} el @returns {boolean} whether el is one of a row of one-character boxes, as codes are asked for */
  function oneOfManySingles(el) {
    if (el.getAttribute('maxlength') !== '1') return false;
    let singles = 0;
    const around = el.closest('form, fieldset, [role=group]') ?? el.parentElement?.parentElement;
    for (const other of around?.querySelectorAll('input[maxlength="1"]') ?? []) {
      if (other !== el) singles++;
    }
    return singles >= 3;
  }

  return { is, note, noteAll };
}

Cairn.sensitive ??= makeSensitive();
