package core

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestWhichDeletionsCoverASite asks with names, and without them, as a browser's request has none.
func TestWhichDeletionsCoverASite(t *testing.T) {
	const app = "https://app.example"
	for _, test := range []struct {
		forget        types.Forget
		covers, other bool // app, and another host of its site
	}{
		{types.Forget{Origin: app}, true, false},
		{types.Forget{Origin: "app.example"}, true, true},
		{types.Forget{Origin: "https://else.example"}, false, false},
		{types.Forget{Origin: app, From: 1}, false, false},
		{types.Forget{Element: types.Element{Origin: app, TestID: "send"}}, false, false},
		{types.Forget{SessionID: "mm-0001"}, false, false},
		{types.Forget{All: true}, false, false},
	} {
		c := New()
		clear := test.forget
		clear.Sealed = &types.Sealed{Key: strings.Repeat("0a", 16)}
		for name, f := range map[string]types.Forget{"with names": test.forget, "sealed": c.Seal(clear)} {
			if got, other := c.ForgetsSite(f, app), c.ForgetsSite(f, "http://app.example:8080"); got != test.covers || other != test.other {
				t.Errorf("%+v %s: covers %v, another port %v", test.forget, name, got, other)
			}
		}
	}
}
