package runner

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

// TestFrontsOfPages wants each dialog once, as the paths of its elements have it.
func TestFrontsOfPages(t *testing.T) {
	long := "Edit the patient Ajax of Mr Ash, a dog, before noon"
	for _, x := range []struct{ name, path, front string }{
		{"", "dialog", "dialog"}, {"Edit", `dialog "Edit"`, `dialog "Edit"`}, {long, `dialog "Edit the patient Ajax of Mr Ash, a dog,"`, `dialog "Edit the patient Ajax of Mr Ash, a dog,"`},
	} {
		page := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{node("dialog", x.name), {Role: "button", Name: "Save", Path: []string{x.path}}}}}
		if got := frontsOf(page); !slices.Equal(got, []string{x.front}) {
			t.Errorf("dialog %q: %q", x.name, got)
		}
	}
	page := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{node("dialog", "Delete"), node("dialog", "Delete all"), node("alertdialog", ""), {Role: "dialog", Name: "Behind", Unseen: types.Hidden}}}}
	if got := frontsOf(page); len(got) != 3 {
		t.Errorf("of three dialogs: %q", got)
	}
}

// TestPathsOfPages compares the paths that flows have with addresses of pages.
func TestPathsOfPages(t *testing.T) {
	values := map[string]string{"page": "Café au lait"}
	for _, x := range []struct {
		want, address string
		fits          bool
	}{
		{"/team", "https://a.test/team/", true},
		{"/team", "https://a.test/teams", false},
		{"/orders/*/edit", "https://a.test/orders/17/edit", true},
		{"/orders/*/edit", "https://a.test/orders//edit", false},
		{"/#/queues/%2F/*", "https://a.test/#/queues/%2F/letters", true},
		{"/#/queues/%2F/*", "https://a.test/#/queues/a/letters", false},
		{"/#/queues/*/*", "https://a.test/#/queues/%2F/letters", true},
		{"/ghost/#/tags/*", "https://a.test/ghost/#/tags/tides", true},
		{"/ghost/#/tags/*", "https://a.test/ghost#/tags/tides", true},
		{"/ghost/#/tags/*", "https://a.test/ghost/#/tags", false},
		{"/ghost/#/tags/*", "https://a.test/#/tags/tides", false},
		{"/wiki/{page}", "https://a.test/wiki/Caf%C3%A9%20au%20lait", true},
		{"/wiki/Café", "https://a.test/wiki/Caf%C3%A9", true},
		{"/wiki/Caf%C3%A9", "https://a.test/wiki/Caf%c3%a9", true},
		{"/", "https://a.test", true},
	} {
		if fitsPath(x.want, x.address, values) != x.fits {
			t.Errorf("%s fits %s: %t", x.address, x.want, !x.fits)
		}
	}
}
