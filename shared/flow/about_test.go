package flow

import (
	"testing"

	"cairn/shared/types"
)

func TestAHeadingThatNamesAnotherThing(t *testing.T) {
	values := map[string]string{"account": "Beta"}
	for _, x := range []struct {
		under, heading string
		in, other      bool
	}{
		{"Close the account {account}?", "Close the account Beta?", true, false},
		{"Close the account {account}?", "close the account BETA?", true, false},
		{"Close the account {account}?", "Close the account Alpha?", false, true},
		{"Close the account {account}?", "Closing Beta", true, false},
		{"Close the account {account}?", "Danger zone", false, false},
		{"{account}", "Beta", true, false},
		{"{account}", "Alpha", false, false},
		{"{account}", "Betamax", false, false},
	} {
		about, err := SubjectOf(&types.FlowTarget{Under: x.under}, values)
		if err != nil {
			t.Fatal(err)
		}
		if in, other := about.In(x.heading), about.Other(x.heading); in != x.in || other != x.other {
			t.Errorf("%q, now %q: names it %t, another %t; want %t, %t", x.under, x.heading, in, other, x.in, x.other)
		}
	}
	if _, err := SubjectOf(&types.FlowTarget{Under: "{account}"}, nil); err == nil {
		t.Error("a missing value is no error")
	}
	if About(&types.FlowTarget{Under: "{account}", Of: 1}) || About(&types.FlowTarget{Under: "Accounts"}) || !About(&types.FlowTarget{Under: "{account}"}) {
		t.Error("a heading that distinguishes its target only says which thing it is about")
	}
}

func TestOnlyNamesIdentifyAThing(t *testing.T) {
	for value, want := range map[string]bool{"Beta": true, "b.txt": true, "Q3 report": true, "2": false, "17": false, "new": false, "all": false, "": false} {
		if got := Identifies(value); got != want {
			t.Errorf("%q: %t, want %t", value, got, want)
		}
	}
}
