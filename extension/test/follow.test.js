import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { random } from "./mutate.js";

const source = readFileSync(new URL("../content/follow.js", import.meta.url), "utf8");
const follow = runInNewContext(`const Cairn = {}; ${source}; Cairn.follow`);

/**
 * A field as Chromium has it: its text, its selection, and the events of each edit.
 * Fields without positions (number, e-mail, an editor) give null for them.
 */
class Field {
  constructor({ text = "", positions = true, showsEmpty = false, masked = false } = {}) {
    Object.assign(this, { text, positions, showsEmpty, masked, start: text.length, end: text.length });
    this.it = follow(text === "");
  }

  at() {
    if (!this.positions) return [null, null];
    // A masked field counts characters, any other UTF-16 units.
    return [this.start, this.end].map((at) => (this.masked ? [...this.text.slice(0, at)].length : at));
  }

  /** An edit of the selection, or of from to to. */
  edit(type, data, from = this.start, to = this.end) {
    this.it.before(...this.at(), this.showsEmpty ? this.text === "" : null);
    this.text = this.text.slice(0, from) + (data ?? "") + this.text.slice(to);
    this.start = this.end = from + (data ?? "").length;
    this.it.after(type, data, this.at()[1]);
    return this;
  }

  type(text) {
    for (const c of text) this.edit("insertText", c);
    return this;
  }

  insert(text) {
    return this.edit("insertText", text);
  }

  paste(text) {
    return this.edit("insertFromPaste", text);
  }

  back(n = 1) {
    for (; n > 0; n--) this.start < this.end ? this.edit("deleteContentBackward", null) : this.edit("deleteContentBackward", null, this.end - 1);
    return this;
  }

  del(type = "deleteContentForward", n = 1) {
    return this.edit(type, null, this.start, this.start < this.end ? this.end : this.end + n);
  }

  /** A key or the pointer moves the caret or selects. */
  move(start, end = start) {
    this.it.moving(...this.at());
    [this.start, this.end] = [start, end];
    return this;
  }

  all() {
    return this.move(0, this.text.length);
  }

  /** A script sets the text: the caret goes behind it. */
  script(text) {
    this.text = text;
    this.start = this.end = text.length;
    return this;
  }

  select(start, end) {
    [this.start, this.end] = [start, end];
    return this;
  }

  leave() {
    this.it.left(...this.at());
    this.it.drop();
    return this;
  }

  enter(start = 0, end = this.text.length) {
    [this.start, this.end] = [start, end];
    this.it.entered(...this.at());
    return this;
  }

  compose(...texts) {
    const from = this.start;
    for (const text of texts) {
      this.edit("insertCompositionText", text);
      this.start = from;
    }
    this.start = this.end;
    return this;
  }
}

const field = (options) => new Field(options);
const numeric = () => new Field({ positions: false });

const GROUPED = (/** @type {string} */ s) => s.replace(/ /g, "").replace(/(....)(?=.)/g, "$1 ");
/** Types into a field whose script groups digits by four. */
function grouped(/** @type {string} */ digits) {
  const f = field();
  for (const c of digits) f.type(c).script(GROUPED(f.text));
  return f;
}

for (const [name, f, want] of /** @type {[string, Field, string | null][]} */ ([
  ["nothing", field(), ""],
  ["keys", field().type("aB€ß 1"), "aB€ß 1"],
  ["a program's insertion", field().insert("s3cret"), "s3cret"],
  ["an insertion with an emoji", field().insert("a👍b"), "a👍b"],
  ["an insertion with an emoji in a masked field", field({ masked: true }).insert("a👍b").type("c"), "a👍bc"],
  ["an emoji in a masked field, and Backspace", field({ masked: true }).insert("a👍b").back(), null],
  ["an emoji before others in a masked field", field({ masked: true }).type("ab").move(1).insert("👍"), null],
  ["a paste", field().paste("from elsewhere"), "from elsewhere"],
  ["a paste into what was typed", field().type("ad").move(1).paste("bc"), "abcd"],
  ["Backspace", field().type("abcd").back(2).type("x"), "abx"],
  ["Backspace to nothing, and again", field().type("ab").back(2).type("cd"), "cd"],
  ["a word deleted backward", field().type("ab cd").edit("deleteWordBackward", null, 3, 5).type("x"), "ab x"],
  ["all deleted backward", field().type("abcd").edit("deleteSoftLineBackward", null, 0, 4).type("x"), "x"],
  ["Delete", field().type("abcd").move(1).del(), "acd"],
  ["Delete before a mark that belongs to the letter", field().insert("ae\u0301x").move(1).del("deleteContentForward", 2), null],
  ["a word deleted forward", field().type("ab cd").move(0).del("deleteWordForward", 2), null],
  ["the caret in the middle", field().type("ad").move(1).type("bc"), "abcd"],
  ["a part replaced", field().type("abXXcd").move(2, 4).type("-"), "ab-cd"],
  ["a part cut", field().type("abXXcd").move(2, 4).edit("deleteByCut", null), "abcd"],
  ["all replaced", field().type("wrong").all().type("right"), "right"],
  ["all replaced by a program", field().type("wrong").select(0, 5).insert("right"), "right"],
  ["all deleted, then typed", field().type("wrong").all().back().type("right"), "right"],
  ["undo", field().type("abcd").edit("historyUndo", "", 0, 4), null],
  ["undo, then all replaced", field().type("abcd").edit("historyUndo", null, 2, 4).all().type("xy"), null],
  ["text that was dropped in", field().type("ab").edit("insertFromDrop", "cd"), null],
  ["a correction by the browser", field().type("ab").edit("insertReplacementText", "cd", 0, 2), null],
  ["an input method", field().type("a").compose("に", "にほ", "日本").type("!"), "a日本!"],
  ["an input method that is given up", field().type("a").compose("に", "").type("b"), "ab"],
  ["a letter that the field takes cut", field().edit("insertText", "a"), "a"],
  ["a field that holds something", field({ text: "old" }).type("new"), null],
  ["a field that holds something, all replaced", field({ text: "old" }).all().type("new"), null],
  ["a field that shows when it is empty", field({ text: "old", showsEmpty: true }).all().back().type("new"), "new"],
  ["a script fills before the first key", field({ showsEmpty: true }).script("pre").type("x"), null],
  ["a script empties it", field().type("wrong").script("").type("right"), "right"],
  ["a script empties it while it is left", field().type("wrong").leave().script("").enter(0, 0).type("right"), "right"],
  ["a script writes something shorter", field().type("abcdef").script("abc").type("x"), null],
  ["a script takes a letter back", field().type("12a").script("12").type("3"), null],
  ["a script groups digits", grouped("4111222233334444"), "4111222233334444"],
  ["a script groups digits, and one is taken back", grouped("41112222").back(), null],
  ["a script groups digits, and the caret moves", grouped("41112222").move(2).type("9"), null],
  ["left and entered again", field().type("abcd").leave().enter(4, 4).type("e"), null],
  ["left, entered and all replaced", field().type("abcd").leave().enter().type("xyz"), "xyz"],
  ["left and filled by a script, then all replaced", field().type("abcd").leave().script("filled").enter().type("xyz"), null],
  ["another window meanwhile", field().type("ab").enter(2, 2).type("cd"), "abcd"],
  ["a number", numeric().type("1234"), "1234"],
  ["a number, Backspace", numeric().type("12345").back().type("6"), "12346"],
  ["a number, the caret moved", numeric().type("1234").move(1).type("9"), null],
  ["a number, left and entered again", numeric().type("1234").leave().enter().type("9"), null],
  ["an editor with an input method", numeric().compose("に", "日"), null],
  ["two lines", field().type("ab").edit("insertLineBreak", "\n").type("cd"), "ab\ncd"],
])) {
  test(`follows ${name}`, () => assert.equal(f.it.text(), want));
}

test("what was typed is forgotten when it is dropped, and is news once", () => {
  const f = field().type("abcd");
  assert.deepEqual([f.it.news(), f.it.news()], [true, false]);
  f.it.drop();
  assert.equal(f.it.text(), null);
  assert.equal(f.it.news(), false);
});

test("an edit without an event before it, a script's, is not followed", () => {
  const f = field().type("ab");
  f.it.after("insertText", "cd", 4);
  assert.equal(f.it.text(), null);
});

test("whatever a person does, the text is the field's or none", () => {
  const pick = random(7);
  let known = 0;
  for (let round = 0; round < 3000; round++) {
    const f = field({ positions: round % 4 > 0, showsEmpty: round % 3 === 0 });
    for (let i = pick(12); i >= 0; i--) {
      const n = f.text.length;
      const places = [pick(n + 1), pick(n + 1)].sort((a, b) => a - b);
      switch (pick(9)) {
        case 0: f.move(places[0]); break;
        case 1: if (n > 0) f.move(places[0], places[1]); break;
        case 2: f.all(); break;
        case 3: if (f.end > 0) f.back(); break;
        case 4: if (f.start < f.end || f.end < n) f.del(); break;
        case 5: f.paste("pasted"); break;
        case 6: f.leave(); f.enter(...(pick(2) ? [0, n] : [f.start, f.end])); break;
        default: f.type("key");
      }
      const text = f.it.text();
      if (text !== null) assert.equal(text, f.text);
      if (text) known++;
    }
  }
  assert.ok(known > 3000, `only ${known} texts were known`);
});
