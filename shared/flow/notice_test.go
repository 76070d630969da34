package flow

import "testing"

func TestAtWork(t *testing.T) {
	for _, x := range []struct {
		role, name, pressed string
		want                bool
	}{
		{"button", "Publishing…", "Publish", true},
		{"button", "Saving...", "Save", true},
		{"button", "Please wait", "Submit", true},
		{"status", "Publishing the article…", "Publish", true},
		{"status", "Wird gespeichert", "Speichern", true},
		{"button", "Rename…", "More", false},
		{"button", "Saved", "Save", false},
		{"button", "Save…", "Save…", false},
		{"menuitem", "Loading dock", "More", false},
		{"status", "Type two letters…", "Owner", false},
		{"status", "Saved", "Save", false},
		{"button", "Sending options and limits", "Settings", false},
		{"link", "Publishing…", "Publish", false},
	} {
		if got := AtWork(x.role, x.name, x.pressed); got != x.want {
			t.Errorf("%s %q after %q: at work %t, want %t", x.role, x.name, x.pressed, got, x.want)
		}
	}
}
