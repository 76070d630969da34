package chromium

import "testing"

func TestParseVersion(t *testing.T) {
	for _, tc := range []struct {
		says, full string
		major      int
		drops      bool
	}{
		{"Chromium 156.0.8078.79 built on Debian GNU/Linux 13 (trixie)", "Chromium 156.0.8078.79", 156, false},
		{"Google Chrome for Testing 150.0.7871.24", "Google Chrome for Testing 150.0.7871.24", 150, false},
		{"Google Chrome 137.0.7151.55 ", "Google Chrome 137.0.7151.55", 137, false},
		{"Brave Browser 154.1.85.118", "Brave Browser 154.1.85.118", 154, false},
		{"Chrome/156.0.8078.79", "Chrome/156.0.8078.79", 156, false},
		{"Chromium 152.0.7977.64", "Chromium 152.0.7977.64", 152, true},
		{"Chromium 152.0.7977.76", "Chromium 152.0.7977.76", 152, false},
		{"", "", 0, false}, {"error: no display", "", 0, false}, {"1.2.3.4", "", 0, false}, {"Chromium 156", "", 0, false},
	} {
		v, ok := ParseVersion(tc.says)
		if ok != (tc.full != "") || v.Full != tc.full || v.Parts[0] != tc.major || v.DropsUnpacked() != tc.drops {
			t.Errorf("ParseVersion(%q) = %+v, %v", tc.says, v, ok)
		}
	}
	older, _ := ParseVersion("Chromium 99.0.1.9")
	newer, _ := ParseVersion("Chromium 100.0.1.0")
	if !older.Older(newer) || newer.Older(older) || newer.Older(newer) {
		t.Error("versions are compared as text")
	}
}
