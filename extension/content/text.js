'use strict';
// Page text is data. Whatever leaves this frame passes here first: cut to
// length, freed of control and bidirectional characters, white space folded,
// secrets blanked. The rules for secrets are generated (redact.rules.js); the
// worker's core applies the same rules again.

function makeText() {
  const { remembered } = Cairn;

  /** Characters of a name, a title, a test id that are kept. */
  const NAME_MAX = 200;

  // Invisible characters: C0 and C1 controls other than white space, soft
  // hyphen, zero-width and bidirectional marks, byte order mark.
  const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
  const SPACE = /\s+/g;
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
    const shown = out.replace(INVISIBLE, '');
    if (shown.length !== out.length) dropped = true;
    out = shown.replace(SPACE, ' ').trim();
    // One way to write each letter, so that what looks the same is the same.
    if (NOT_ASCII.test(out)) out = out.normalize('NFC');
    if (out.length <= max) return out;
    out = out.slice(0, max);
    // Never half of a surrogate pair.
    return /[\ud800-\udbff]$/.test(out) ? out.slice(0, -1) : out.trimEnd();
  }

  /** What a page shows, without secrets. */
  const redact = remembered(Cairn.redact.text);
  /** What a page's author wrote (a test id, a selector), without secrets. */
  const redactAttr = remembered(Cairn.redact.attr);
  /** An address, without what may be private in it. */
  const url = remembered(Cairn.redact.url);

  /** @returns {boolean} whether invisible characters were dropped since the last time this was asked */
  function sanitized() {
    const was = dropped;
    dropped = false;
    return was;
  }

  return { fold, sanitized, redact, redactAttr, url, NAME_MAX };
}

Cairn.text ??= makeText();
