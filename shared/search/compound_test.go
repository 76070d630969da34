package search

import "testing"

func TestWordsAreFoundJoinedAndApart(t *testing.T) {
	s := newStore()
	s.session("mm-a", "Check out with a voucher")
	s.session("mm-b", "Rename the workspace")
	s.session("mm-c", "Küchenmöbel bestellen")
	s.session("mm-d", "Pay the bill of May")
	s.step("mm-a", "", "home")
	s.step("mm-b", "", "home")
	s.step("mm-c", "", "home")
	s.step("mm-d", "", "home")
	for query, want := range map[string]string{
		"checkout": "s001", "voucher checkout": "s001", "work space": "s002", "rename work-space": "s002", "kuchen mobel": "s003",
		"paybill": "s004", "billPay": "s004", "checkbill": "s001 s004",
		"workspaces": "s002", "spacework": "", "payspace": "", "1 2": "",
	} {
		if got := ids(s.find(query, "")); got != want {
			t.Errorf("%q gives %q, want %q", query, got, want)
		}
	}
}

func TestDerivedWordsAreFound(t *testing.T) {
	s := newStore()
	s.session("mm-a", "Confirm the order")
	s.session("mm-b", "Cancel the order")
	s.step("mm-a", "", "home")
	s.step("mm-b", "", "home")
	for query, want := range map[string]string{"confirmation": "s001", "cancellation": "s002", "confirmations": "s001"} {
		if got := ids(s.find(query, "")); got != want {
			t.Errorf("%q gives %q, want %q", query, got, want)
		}
	}
}

func TestWhatStandsSideBySideInATargetIsFoundInAnyOrder(t *testing.T) {
	s := newStore()
	s.session("mm-a", "")
	s.step("mm-a", "badge-list", "home", "button:Dismiss")
	s.step("mm-a", "dismiss-pass", "home", "button:Badge")
	s.step("mm-a", "dismiss-badge", "home")
	for _, query := range []string{"badge dismiss", "dismiss somebody's badge", "badgeDismiss", "please the badge kindly dismiss"} {
		if got := s.find(query, ""); len(got) == 0 || got[0].StepID != "s003" {
			t.Errorf("%q gives %s, want s003 first", query, ids(got))
		}
	}
}
