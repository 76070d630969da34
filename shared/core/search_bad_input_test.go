package core

import (
	"errors"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestSearchBadInput has questions of people, agents and pages by accident or on
// purpose, with the exact result: an error's code, or the steps found.
func TestSearchBadInput(t *testing.T) {
	c := New()
	if err := c.PutSession(&types.Session{SessionID: "alpha", CreatedAt: lookNow, Goal: "Send money to Alice", FlowTags: []string{"send"}}); err != nil {
		t.Fatal(err)
	}
	if err := c.PutStep(lookStep("alpha", 1)); err != nil {
		t.Fatal(err)
	}
	all := types.Scope{Kind: types.ScopeAll}
	const found = "alpha-step-1"
	query := func(s string) types.SearchRequest { return types.SearchRequest{Query: s, Scope: all} }
	with := func(change func(r *types.SearchRequest)) types.SearchRequest {
		r := query("send")
		change(&r)
		return r
	}
	for _, tc := range []struct {
		name string
		ask  types.SearchRequest
		want string // ids, or an error's code
	}{
		{"an ordinary word", query("send"), found},
		{"empty", query(""), ""},
		{"blanks of every kind", query(" \t\r\n\u00a0\u2003\u200b\ufeff"), ""},
		{"only stopwords", query("the flow test should have been"), ""},
		{"only the tools' prefix", query("mm mcp"), ""},
		{"one letter", query("s"), ""},
		{"a word that is nowhere", query("zzzz"), ""},
		{"many words that are nowhere", query("zzzz yyyy xxxx wwww"), ""},
		{"control characters around a word", query("\x00\x01send\x1b[31m\x7f"), found},
		{"bidi characters around a word", query("\u202esend\u202c\u2066"), found},
		{"broken UTF-8", query("\xff\xfe\xc3\x28"), ""},
		{"broken UTF-8 around a word", query("\xffsend\xfe"), found},
		{"stars", query("*a*a*a*a*a*a*a*a*a*"), ""},
		{"stars around a word", query("*send*"), found},
		{"a regular expression that explodes", query("(?:x+x+)+y$"), ""},
		{"a regular expression with a word", query("^(send|.*)$"), found},
		{"a name of JavaScript's objects", query("constructor"), ""},
		{"more names of JavaScript's objects", query("__proto__ toString hasOwnProperty"), ""},
		{"SQL", query("'; DROP TABLE steps; --"), ""},
		{"HTML", query("<script>alert(1)</script>"), ""},
		{"a path", query("../../etc/passwd"), ""},
		{"an emoji", query("🚀"), ""},
		{"200 characters", query(strings.Repeat("send ", 40)), found},
		{"200 characters of another script", query(strings.Repeat("送金", 100)), ""},
		{"2001 characters", query(strings.Repeat("s", 2001)), string(types.CodeInvalidInput)},
		{"a megabyte", query(strings.Repeat("send ", 1<<18)), string(types.CodeInvalidInput)},
		{"no limit is twenty", with(func(r *types.SearchRequest) { r.Limit = 0 }), found},
		{"the least limit", with(func(r *types.SearchRequest) { r.Limit = 1 }), found},
		{"the greatest limit", with(func(r *types.SearchRequest) { r.Limit = 100 }), found},
		{"a negative limit", with(func(r *types.SearchRequest) { r.Limit = -1 }), string(types.CodeInvalidInput)},
		{"a limit too great", with(func(r *types.SearchRequest) { r.Limit = 101 }), string(types.CodeInvalidInput)},
		{"the least number", with(func(r *types.SearchRequest) { r.Limit = -1 << 31 }), string(types.CodeInvalidInput)},
		{"no scope is all", with(func(r *types.SearchRequest) { r.Scope = types.Scope{} }), found},
		{"an unknown scope", with(func(r *types.SearchRequest) { r.Scope = types.Scope{Kind: "some"} }), string(types.CodeInvalidInput)},
		{"the current session where none is", with(func(r *types.SearchRequest) { r.Scope = types.Scope{Kind: types.ScopeCurrent} }), ""},
		{"an unknown session", with(func(r *types.SearchRequest) { r.Scope = types.Scope{Kind: types.ScopeSession, SessionID: "nobody"} }), ""},
		{"a session that is a path", with(func(r *types.SearchRequest) { r.Scope = types.Scope{Kind: types.ScopeSession, SessionID: "../.."} }), string(types.CodeInvalidInput)},
		{"an unknown ranker", with(func(r *types.SearchRequest) { r.Ranker = "best" }), string(types.CodeInvalidInput)},
		{"hours below nothing", with(func(r *types.SearchRequest) { r.Filters.SinceHours = -1 }), string(types.CodeInvalidInput)},
		{"more hours than are kept", with(func(r *types.SearchRequest) { r.Filters.SinceHours = 721 }), string(types.CodeInvalidInput)},
		{"a filter that nothing passes", with(func(r *types.SearchRequest) { r.Filters.FlowTag = "\x00" }), ""},
	} {
		for _, ranker := range []string{"", "spec"} {
			if tc.ask.Ranker != "" && ranker != "" {
				continue
			}
			ask := tc.ask
			if ask.Ranker == "" {
				ask.Ranker = ranker
			}
			hits, err := c.Search(lookNow, ask)
			var got []string
			for _, h := range hits {
				got = append(got, h.StepID)
			}
			var fault *types.Error
			switch {
			case errors.As(err, &fault) && fault.Hint == "":
				t.Errorf("%s: the error has no hint: %v", tc.name, err)
			case errors.As(err, &fault):
				got = []string{string(fault.Code)}
			case err != nil:
				t.Errorf("%s: %v is no error that an agent can mend", tc.name, err)
			case hits == nil:
				t.Errorf("%s: no list at all", tc.name)
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("%s (ranker %q): got %q, want %q", tc.name, ranker, got, tc.want)
			}
		}
	}
}
