package team_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/companion/team"
	"cairn/companion/team/batch"
)

// TestAReportReachesTheAdminsAlone has a member report while there is no server, start again, and report
// more than is kept.
func TestAReportReachesTheAdminsAlone(t *testing.T) {
	r := newRig(t)
	admin, ana, bob := r.admin(), r.member("ana"), r.member("bob")
	session := func(n int) string { return fmt.Sprintf("t-%032d", n) }
	reported := func() string {
		var out []string
		for _, one := range admin.Status().Reports {
			out = append(out, strings.TrimLeft(strings.TrimPrefix(one.Session, "t-"), "0")+" of "+one.Author+" by "+one.By)
		}
		return strings.Join(out, ", ")
	}
	address := r.server.Address()
	r.server.Close()
	if err := bob.Report(session(1), ana.Member); err != nil {
		t.Fatal(err)
	}
	if err := bob.Close(); err != nil {
		t.Fatal(err)
	}
	r.serve(address)
	bob = r.start(bob.Membership, bob.memory, bob.state)
	r.await(func() bool { return reported() == "1 of ana by bob" })
	for n := 2; n <= batch.MaxReports+1; n++ {
		if err := bob.Report(session(n), ana.Member); err != nil {
			t.Fatal(err)
		}
	}
	r.await(func() bool { return strings.Contains(reported(), fmt.Sprint(batch.MaxReports+1, " of ana by bob")) })
	if got := admin.Status().Reports; len(got) != batch.MaxReports || slices.ContainsFunc(got, func(one team.Reported) bool { return one.Session == session(1) }) {
		t.Errorf("of %d reports the admin has %d: %s", batch.MaxReports+1, len(got), reported())
	}
	if got := ana.Status().Reports; got != nil {
		t.Errorf("a member sees %+v", got)
	}
}
