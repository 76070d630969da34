'use strict';
// Page text is data. All of it passes through here before it leaves this frame: cut to
// length, without control and bidirectional characters, white space folded. It may
// still contain secrets: the core masks them (shared/redact) before anything leaves the
// extension or is stored.

function makeText() {
    /** NAME_MAX is the number of characters stored of a name, a title or a test id. */
  const NAME_MAX = 200;

  // INVISIBLE matches the characters that shared/text drops: controls other than
  // white space, formats (zero-width, bidirectional, tags), half characters.
  const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u180e\ufffd-\uffff\p{Cs}]|(?!\u200d)\p{Cf}/gu;
  /** JOINER matches joiners outside emoji. Those within stay: without them a family becomes three people. */
  const JOINER = /(?<![\u2190-\u2bff\u{1f000}-\u{1faff}\ufe0f])\u200d|\u200d(?![\u2190-\u2bff\u{1f000}-\u{1faff}])/gu;
  /** ICONS matches characters that icon fonts draw: they are not names. */
  const ICONS = /\p{Co}/gu;
  const SPACE = /[\s\u0085]+/g;
  /** UNTIDY matches everything that folding changes; most names contain none of it. */
  const UNTIDY = /[^ -~]|  |^ | $/;
  const NOT_ASCII = /[^\u0000-\u007f]/;
  let dropped = false;

  /**
   * fold folds white space, drops invisible characters and cuts to max.
   * @param {string | null | undefined} s
   * @param {number} [max] UTF-16 units
   * @returns {string}
   */
  function fold(s, max = NAME_MAX) {
    if (!s) return '';
    if (s.length <= max && !UNTIDY.test(s)) return s;
    // A megabyte of text must not cost a megabyte of matching: the first cut leaves
    // room for the white space that folding removes.
    let out = s.length > max * 8 ? s.slice(0, max * 8) : s;
    const shown = out.replace(JOINER, '').replace(INVISIBLE, '');
    if (shown.length !== out.length) dropped = true;
    out = shown.replace(ICONS, '').replace(SPACE, ' ').trim();
    // Normalise each letter, so that texts that look equal are equal.
    if (NOT_ASCII.test(out)) out = out.normalize('NFC');
    if (out.length <= max) return out;
    out = out.slice(0, max);
    // Do not leave half of a surrogate pair.
    return /[\ud800-\udbff]$/.test(out) ? out.slice(0, -1) : out.trimEnd();
  }

  /**
   * clip cuts between two words if at least half of max remains, because the core could
   * no longer recognise half a secret.
   * @param {string} s folded @param {number} max UTF-16 units
   * @returns {string}
   */
  function clip(s, max) {
    if (s.length <= max) return s;
    const space = s.lastIndexOf(' ', max);
    return space >= max / 2 ? s.slice(0, space) : fold(s, max);
  }

  /** MARK is the text by which the core replaces a secret (shared/redact). */
  const MARK = '[REDACTED]';

  /**
   * shownAs reports whether an agent was shown a text in this form: a mark stands for any text.
   * @param {string} own @param {string} shown @returns {boolean}
   */
  function shownAs(own, shown) {
    if (own === shown) return true;
    const parts = shown.split(MARK);
    const last = parts.length - 1;
    if (last === 0 || !own.startsWith(parts[0]) || !own.endsWith(parts[last])) return false;
    let at = parts[0].length;
    for (const part of parts.slice(1, last)) {
      at = own.indexOf(part, at + 1);
      if (at < 0) return false;
      at += part.length;
    }
    return at < own.length - parts[last].length;
  }

  /**
   * shownIn reports whether an agent was shown a part of a text in this form.
   * @param {string} own @param {string} shown @returns {boolean}
   */
  function shownIn(own, shown) {
    let at = 0;
    for (const part of shown.split(MARK)) {
      at = own.indexOf(part, at);
      if (at < 0) return false;
      at += part.length;
    }
    return true;
  }

  /** @param {string} url @returns {string} url without its parameter values, which do not identify a page */
  function place(url) {
    return url.replace(/=[^&#]*/g, '=');
  }

  /** UNSEEN matches characters that are invisible, or only change the drawing of the one before them. */
  const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

  /** @param {string} s a folded text @returns {string} a form that is equal for all texts that look the same */
  function seen(s) {
    return NOT_ASCII.test(s) ? s.replace(UNSEEN, '').replace(SPACE, ' ').trim() : s;
  }

  /** @returns {boolean} whether invisible characters were dropped since the last call */
  function sanitized() {
    const was = dropped;
    dropped = false;
    return was;
  }

  return { fold, seen, clip, shownAs, shownIn, place, sanitized, NAME_MAX };
}

Cairn.text ??= makeText();
