package memory

import (
	"testing"
	"time"

	"cairn/shared/types"
)

// TestWhatWentForItsAgeIsForgottenAtTheTeam deletes sites and spans of time, whose shared steps went here for their age.
func TestWhatWentForItsAgeIsForgottenAtTheTeam(t *testing.T) {
	day := types.At(noon.Truncate(24 * time.Hour))
	for name, test := range map[string]struct {
		forget types.Forget
		sealed bool // as a browser sends it
		want   bool
	}{
		"the origin":              {types.Forget{Origin: acme}, false, true},
		"the origin, sealed":      {types.Forget{Origin: acme}, true, true},
		"the host":                {types.Forget{Origin: "app.acme.test"}, false, true},
		"the host, sealed":        {types.Forget{Origin: "app.acme.test"}, true, true},
		"the day":                 {types.Forget{From: day, To: day.Add(time.Hour)}, false, true},
		"all before":              {types.Forget{To: day.Add(time.Minute)}, false, true},
		"the day there":           {types.Forget{Origin: acme, From: day.Add(time.Hour)}, false, true},
		"another origin":          {types.Forget{Origin: other}, false, false},
		"the domain above":        {types.Forget{Origin: "acme.test"}, false, false},
		"the day before":          {types.Forget{From: day.Add(-time.Hour), To: day}, false, false},
		"the day, elsewhere":      {types.Forget{Origin: other, From: day}, false, false},
		"an element of the site":  {types.Forget{Element: types.Element{Origin: acme, TestID: "x"}}, false, false},
		"a session":               {types.Forget{SessionID: "mm-0009"}, false, false},
		"the site before sharing": {types.Forget{Origin: acme, At: day - 1}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			ana, bob := newMember(t, "ana", auto()), newMember(t, "bob", nil)
			ana.knows("Send")
			ana.sends(bob)
			ana.clock = noon.AddDate(0, 0, 100)
			if _, err := ana.Memory.forget(t.Context(), types.Forget{To: types.At(noon.AddDate(0, 0, 10)), At: types.At(ana.clock), Old: true}, nil); err != nil || ana.Session("mm-known") != nil {
				t.Fatalf("it did not go: %v", err)
			}
			team := *ana.team.Load()
			team.Known = func() []string { return []string{acme, other} }
			if err := ana.JoinTeam(t.Context(), team); err != nil {
				t.Fatal(err)
			}
			f := test.forget
			if f.At == 0 {
				f.At = types.At(ana.clock)
			}
			if test.sealed {
				f.Sealed = &types.Sealed{Key: newSealKey()}
				f = ana.core.Seal(f)
			}
			receipt, err := ana.Memory.forget(t.Context(), f, nil)
			if err != nil || (receipt.Shared > 0) != test.want {
				t.Errorf("%d records are deleted at the team (%v)", receipt.Shared, err)
			}
			ana.sends(bob)
			if got := len(bob.has()) == 0; got != test.want {
				t.Errorf("bob has %q", bob.has())
			}
		})
	}
}

// TestWhatStaysOfAnAgedBatchIsSharedAgain deletes the time of a step that went, of a session whose other step stays.
func TestWhatStaysOfAnAgedBatchIsSharedAgain(t *testing.T) {
	ana, bob := newMember(t, "ana", auto()), newMember(t, "bob", nil)
	ana.knows("Send", "Confirm")
	ana.does("mm-0001", acme, "Send", "Confirm")
	ana.sends(bob)
	wantNames(t, bob, "Send", "Confirm", "Send", "Confirm")
	between := types.At(noon.Add(2 * time.Second)) // of mm-known
	if _, err := ana.Memory.forget(t.Context(), types.Forget{To: between, At: types.At(ana.clock), Old: true}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Forget(t.Context(), types.Forget{To: between}); err != nil {
		t.Fatal(err)
	}
	ana.sends(bob)
	wantNames(t, bob, "Confirm", "Send", "Confirm")
}
