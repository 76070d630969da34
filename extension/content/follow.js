'use strict';
// Follows the text typed into one field by events alone: the text that an event
// inserts or deletes, and the position of the caret. If these do not give the text
// exactly, follow drops it until the field is known to be empty.

function makeFollow() {
  // For other characters, a deletion or an offset in a masked field may count several as one.
  const PLAIN = /^[ -~]*$/;
  const INSERTED = new Set('insertText insertCompositionText insertFromPaste insertLineBreak insertParagraph'.split(' '));
  const BACKWARD = /^delete(Content|Word|SoftLine|HardLine)Backward$/;

  /** follow tracks one field. Positions are null if the field has none (number, e-mail, an editor). @param {boolean} empty whether the field is known to be */
  return function follow(empty) {
    /** text holds the typed text, or null if unknown. @type {string | null} */
    let text = empty ? '' : null;
    /** size holds the length of the field's text, or null if unknown. @type {number | null} */
    let size = empty ? 0 : null;
    /** caret holds the last position of the caret, or null if unknown. @type {number | null} */
    let caret = null;
    /** moved is true if a key or the pointer may have moved the caret since. */
    let moved = false;
    /** range holds the range that the next edit replaces. @type {[number, number] | null} */
    let range = null;
    let fresh = false;

    function lose() {
      text = size = null;
    }

    function restart() {
      text = '';
      size = caret = 0;
      moved = false;
    }

    /** jumped handles a caret that is not where the last edit left it: only the page's script can have moved it. @param {number} start @param {number} end */
    function jumped(start, end) {
      if (end === 0) return restart();
      // A script that groups digits writes more than was typed: the appended text is still known.
      if (start === end && caret !== null && start > caret && caret === (size ?? caret)) size = null;
      else if (start === end || size === null || end > size) lose();
    }

    /** entered runs before the field is used: its text may have been set meanwhile. @param {number | null} start @param {number | null} end */
    function entered(start, end) {
      if (start === null || end === null) {
        if (size !== 0) lose();
        return;
      }
      if (end === 0 && caret !== null && caret > 0) restart();
      else if (end > 0 && end !== caret && !(start === 0 && end === size)) lose();
      moved = true;
    }

    /** moving runs before a key or the pointer moves the caret. @param {number | null} start @param {number | null} end */
    function moving(start, end) {
      check(start, end);
      moved = true;
    }

    /** left runs when the field has lost the focus: until it is entered again, only a script can change it. @param {number | null} start @param {number | null} end */
    function left(start, end) {
      check(start, end);
      caret = end;
    }

    /** @param {number | null} start @param {number | null} end */
    function check(start, end) {
      if (start !== null && end !== null && caret !== null && !moved && (start !== caret || end !== caret)) jumped(start, end);
    }

    /**
     * before runs when an edit is about to replace start to end.
     * @param {number | null} start @param {number | null} end @param {boolean | null} none whether the field is empty, null if unknown
     */
    function before(start, end, none) {
      range = null;
      if (none) restart();
      else if (none === false && size === 0) lose();
      check(start, end);
      if (start !== null && end !== null && size !== null) {
        if (end > size) lose();
        else range = [start, end];
      } else if (text !== null && !moved && start === end) {
        range = [text.length, text.length]; // after all typed text
      } else {
        lose();
      }
    }

    /**
     * after runs when the edit was made.
     * @param {string} type of the input event @param {string | null} data inserted text @param {number | null} at current position of the caret
     */
    function after(type, data, at) {
      const edited = range;
      range = null;
      const was = text;
      if (!edited) lose();
      else if (INSERTED.has(type)) insert(edited, type, type.startsWith('insertL') || type === 'insertParagraph' ? '\n' : data ?? '', at);
      else remove(edited, type, at);
      caret = type === 'insertCompositionText' ? null : at;
      moved = false;
      if (text !== was) fresh = true;
    }

    /** @param {[number, number]} range @param {string} type @param {string} data @param {number | null} at */
    function insert([from, to], type, data, at) {
      const all = from === 0 && to === size;
      if (text === null && !all) return lose();
      const head = all ? '' : (text ?? '').slice(0, from);
      const tail = all ? '' : (text ?? '').slice(to);
      const composing = type === 'insertCompositionText';
      if (at === null || size === null) {
        if (composing) return lose();
      } else if (composing ? at < from || at > from + data.length : at !== from + data.length) {
        if (tail || PLAIN.test(data) || at !== from + [...data].length) return lose();
        size = null; // offsets count characters here: only appended text can be followed
        text = head + data;
        return;
      }
      text = head + data + tail;
      if (size !== null) size = text.length;
    }

    /** @param {[number, number]} range @param {string} type @param {number | null} at */
    function remove([from, to], type, at) {
      if (at !== null && size !== null) {
        if (from < to ? at === from && type.startsWith('delete') : BACKWARD.test(type) && at <= from) return cut(at, to);
        if (type === 'deleteContentForward' && at === from && PLAIN.test((text ?? '\n').slice(from, from + 2))) return cut(from, from + 1);
      } else if (at === null && type === 'deleteContentBackward' && text && PLAIN.test(text.slice(-2))) {
        return cut(text.length - 1, text.length);
      }
      lose();
    }

    /** @param {number} from @param {number} to */
    function cut(from, to) {
      if (from === 0 && to === size) return restart();
      if (text === null) return lose();
      text = text.slice(0, from) + text.slice(to);
      if (size !== null) size = text.length;
    }

    return {
      entered, moving, left, before, after, lose,
      /** @returns {string | null} */
      text: () => text,
      /** @returns {boolean} whether the text has changed since the last call */
      news: () => {
        const was = fresh;
        fresh = false;
        return was;
      },
      /** drop discards the text, but not its length: the user may return and replace all of it. */
      drop: () => {
        text = size === 0 ? '' : null;
        fresh = false;
      },
    };
  };
}

Cairn.follow ??= makeFollow();
