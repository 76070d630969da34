package e2e

import (
	"maps"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestFieldsOfEveryKind checks that every kind of field is filled by mm_type, in a frame of another
// origin too, or the answer names another way.
func TestFieldsOfEveryKind(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("clerk")
	a.launch(map[string]any{"url": w.hostile() + "fields.html"})
	for _, tc := range []struct {
		field, text string
		args        map[string]any
		code        types.Code
		says        string // the page's text, or a part of the error
	}{
		{field: "text", text: "hello", says: "text is hello"},
		{field: "text", text: " there", args: map[string]any{"append": true}, says: "text is hello there"},
		{field: "text", text: "", says: "text is "},
		{field: "text", text: "x", args: map[string]any{"submit": true}, says: "submitted"},
		{field: "number", text: "7", says: "number is 7"},
		{field: "lines", text: "one\ntwo", says: "lines is one two"},
		{field: "date", text: "2026-11-21", says: "date is 2026-11-21"},
		{field: "date", text: "21.11.2026", code: types.CodeTypeFailed, says: "give it as 2026-11-21, from 2026-01-01 to 2026-12-31"},
		{field: "date", text: "2031-01-01", code: types.CodeTypeFailed, says: "out of the date field's range"},
		{field: "date", text: "", says: "date is "},
		{field: "time", text: "14:30", says: "time is 14:30"},
		{field: "both", text: "2026-11-21T14:30", says: "both is 2026-11-21T14:30"},
		{field: "month", text: "2026-11", says: "month is 2026-11"},
		{field: "week", text: "2026-W47", says: "week is 2026-W47"},
		{field: "colour", text: "#1A2b3c", says: "colour is #1a2b3c"},
		{field: "colour", text: "red", code: types.CodeTypeFailed, says: "give it as #1a2b3c"},
		{field: "range", text: "35", says: "range is 35"},
		{field: "range", text: "37", code: types.CodeTypeFailed, says: "from 0 to 100"},
		{field: "currency", text: "euro", says: "currency is Euro"},
		{field: "currency", text: "Lira", code: types.CodeTypeFailed, says: `"Dollar", "Euro"`},
		{field: "many", text: "One", says: "many is One"},
		{field: "many", text: "Two", says: "many is One+Two"},
		{field: "file", text: "/etc/passwd", code: types.CodeTargetNotActable, says: "mm_upload gives it files"},
		{field: "agree", text: "yes", code: types.CodeTargetNotActable, says: "click it"},
		{field: "keys", text: "berlin", says: "searching for berlin"},
		{field: "keyed", text: "harbour", says: "right after a key it is harbour"},
		{field: "pin", text: "2468", says: "pin is 2468"},
		{field: "even", text: "13", args: map[string]any{"submit": true}, code: types.CodeTypeFailed, says: "does not take this text"},
		{field: "even", text: "24", says: "even is 24"},
		{field: "even", text: "7", code: types.CodeTypeFailed, says: "does not take this text"},
		{field: "empties", text: "2031-06-14", says: "empties is "},
		{field: "empties", text: "2031-06-14", args: map[string]any{"submit": true}, code: types.CodeTypeFailed, says: "took the typed text out of its field again"},
		{field: "reverts", text: "2031-06-14", says: "reverts is 2031-06-14"},
		{field: "text", text: "next", code: types.CodeTypeFailed, says: "took the typed text out of its field again"},
		{field: "text", text: "next", says: "text is next"},
		{field: "number", text: "ten", code: types.CodeTypeFailed, says: "does not take this text"},
		{field: "short", text: "abcdef", says: "short is abc"},
		{field: "short", text: "d", args: map[string]any{"append": true}, code: types.CodeTypeFailed, says: "does not take this text"},
		{field: "fixed", text: "y", code: types.CodeTargetNotActable, says: "read-only"},
		{field: "rich", text: "new words", says: "rich is new words"},
		{field: "rich", text: "!", args: map[string]any{"append": true}, says: "rich is new words!"},
		{field: "plain", text: "plain words", says: "plain is plain words"},
		{field: "drawn", text: "let x = 1", says: "drawn is let x = 1"},
		{field: "drawn", text: "y", says: "drawn is y"},
		{field: "inner-text", text: "in there", says: "inner-text is in there"},
		{field: "inner-currency", text: "Euro", says: "inner-currency is Euro"},
		{field: "inner-date", text: "2026-05-05", says: "inner-date is 2026-05-05"},
		{field: "inner-rich", text: "framed", says: "inner-rich is framed"},
	} {
		t.Run(tc.field+" "+tc.text, func(t *testing.T) {
			a.t = t
			args := map[string]any{"testId": tc.field, "text": tc.text}
			maps.Copy(args, tc.args)
			ms := briefTime
			if tc.code == types.CodeTypeFailed { // which takes as long as it takes
				ms = longTime
			}
			if tc.code == "" {
				a.do("mm_type", within(longTime, args))
				a.sees(strings.TrimSpace(tc.says))
			} else {
				a.fails(tc.code, "mm_type", within(ms, args), tc.says)
			}
		})
	}
}
