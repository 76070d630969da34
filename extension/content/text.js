'use strict';
// Page text is data. All of it passes here before it leaves this frame: cut to
// length, without control and bidirectional characters, white space folded.
// Secrets are still in it: the core masks them (shared/redact) before anything
// leaves the extension or is stored.

function makeText() {
    /** Characters of a name, a title, a test id that are kept. */
  const NAME_MAX = 200;

  // Invisible characters, the same that shared/text drops: controls other than
  // white space, formats (zero-width, bidirectional, tags), half characters.
  const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u180e\ufffd-\uffff\p{Cs}]|(?!\u200d)\p{Cf}/gu;
  /** The joiner within an emoji stays: without it a family is three people. */
  const JOINER = /(?<![\u2190-\u2bff\u{1f000}-\u{1faff}\ufe0f])\u200d|\u200d(?![\u2190-\u2bff\u{1f000}-\u{1faff}])/gu;
  /** Icon fonts draw these: they name nothing. */
  const ICONS = /\p{Co}/gu;
  const SPACE = /[\s\u0085]+/g;
  /** Whatever folding changes; most names hold none of it. */
  const UNTIDY = /[^ -~]|  |^ | $/;
  const NOT_ASCII = /[^\u0000-\u007f]/;
  let dropped = false;

  /**
   * Folds white space, drops invisible characters and cuts to max.
   * @param {string | null | undefined} s
   * @param {number} [max] UTF-16 units
   * @returns {string}
   */
  function fold(s, max = NAME_MAX) {
    if (!s) return '';
    if (s.length <= max && !UNTIDY.test(s)) return s;
    // A megabyte of text must not cost a megabyte of matching: what is cut off
    // first leaves room for the white space that folding removes.
    let out = s.length > max * 8 ? s.slice(0, max * 8) : s;
    const shown = out.replace(JOINER, '').replace(INVISIBLE, '');
    if (shown.length !== out.length) dropped = true;
    out = shown.replace(ICONS, '').replace(SPACE, ' ').trim();
    // One way to write each letter, so that what looks the same is the same.
    if (NOT_ASCII.test(out)) out = out.normalize('NFC');
    if (out.length <= max) return out;
    out = out.slice(0, max);
    // Never half of a surrogate pair.
    return /[\ud800-\udbff]$/.test(out) ? out.slice(0, -1) : out.trimEnd();
  }

  /**
   * Cuts between two words where that leaves half: half a secret could no longer
   * be recognised by the core.
   * @param {string} s folded @param {number} max UTF-16 units
   * @returns {string}
   */
  function clip(s, max) {
    if (s.length <= max) return s;
    const space = s.lastIndexOf(' ', max);
    return space >= max / 2 ? s.slice(0, space) : fold(s, max);
  }

  /** What the core puts in the place of a secret (shared/redact). */
  const MARK = '[REDACTED]';

  /**
   * Whether a text is what an agent was shown of it: a mark stands for any text.
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
   * Whether a part of a text is what an agent was shown of it.
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

  /** @param {string} url @returns {string} without the values in it, which name no place */
  function place(url) {
    return url.replace(/=[^&#]*/g, '=');
  }

  /** Characters that show nothing, or only change how the one before them is drawn. */
  const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

  /** @param {string} s a folded text @returns {string} the same for all texts that nobody can tell apart */
  function seen(s) {
    return NOT_ASCII.test(s) ? s.replace(UNSEEN, '').replace(SPACE, ' ').trim() : s;
  }

  /** @returns {boolean} whether invisible characters were dropped since the last time this was asked */
  function sanitized() {
    const was = dropped;
    dropped = false;
    return was;
  }

  return { fold, seen, clip, shownAs, shownIn, place, sanitized, NAME_MAX };
}

Cairn.text ??= makeText();
