package control

import (
	"bytes"
	"strings"
	"testing"

	"cairn/companion/store"
)

func TestStatusSaysWhatIsWrongWithTheStore(t *testing.T) {
	var sound, hurt bytes.Buffer
	PrintStoreHealth(&sound, "/data", store.Stats{Steps: 5})
	if sound.Len() > 0 {
		t.Errorf("of a sound store it is said: %s", sound.String())
	}
	PrintStoreHealth(&hurt, "/data", store.Stats{ReadOnly: "the disk did not take it", DamagedFile: "store.damaged-x", Quarantined: 3, Partial: 4, Lost: 5, LastError: "no room"})
	for _, want := range []string{"the disk did not take it", "cairn stop", "/data/store/store.damaged-x", "3 damaged records", "4 steps", "5 records never came", "no room"} {
		if !strings.Contains(hurt.String(), want) {
			t.Errorf("nothing is said of %q:\n%s", want, hurt.String())
		}
	}
}

func TestRewritingIsSaidInTheStatus(t *testing.T) {
	for want, s := range map[string]Rewriting{
		"": {},
		"names      being hidden in what was recorded before: 3 of 10 steps\n":                                            {Running: true, Done: 3, Total: 10},
		"warning    names are still shown in what was recorded before: no room\n           To try again: cairn rewrite\n": {Failed: "no room"},
	} {
		var out strings.Builder
		if s.Print(&out); out.String() != want {
			t.Errorf("%+v: %q, want %q", s, out.String(), want)
		}
	}
}
