package memory

import (
	"bytes"
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"cairn/shared/share"
	"cairn/shared/types"
)

// FuzzAcceptTeam accepts arbitrary lines of a member: no panic, nothing of one's own
// changes, and whatever is stored is the member's, on the site, within the form, and without
// invisible characters. The same lines again change nothing, and others at the place are a fork.
func FuzzAcceptTeam(f *testing.F) {
	f.Add([]byte(`{"session":{"sessionId":"mm-0001","createdAt":"2026-01-16T00:00:00.000Z","flowTags":[],"tags":[]}}`), int64(1))
	f.Add([]byte(`{"step":{"sessionId":"mm-0001","timestamp":"2026-01-16T00:00:00.000Z","tool":{"name":"mm_click","target":{"name":"Send","role":"button"}},"outcome":{"ok":true},"observation":{"state":{"origin":"https://app.acme.test","currentUrl":"https://app.acme.test/","currentScreen":"home"},"testIds":[],"a11y":{"nodes":[]}}}}`), int64(7))
	f.Add([]byte(`{"step":{"sessionId":"mm-0001","timestamp":"2026-01-16T00:00:00.000Z","tool":{"name":"mm_click","target":{"name":"Se\u202end\u0007\u200b","role":"button"}},"outcome":{"ok":true},"observation":{"state":{"origin":"https://app.acme.test","currentUrl":"https://app.acme.test/","currentScreen":"home"},"testIds":[],"a11y":{"nodes":[]}}}}`), int64(1))
	f.Add([]byte(`{"tally":{"as":"t-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","day":1768521600000}}`), int64(3))
	f.Add([]byte("{}\n{}"), int64(1<<50))
	clock := time.Now()
	m, s := open(f, f.TempDir(), &clock)
	ctx := context.Background()
	if err := m.JoinTeam(ctx, TeamRules{Team: "team", Author: "bob", SiteID: siteID, Mode: func(string) share.Mode { return share.Off }}); err != nil {
		f.Fatal(err)
	}
	if err := m.PutSession(ctx, &types.Session{SessionID: "mm-0001", CreatedAt: types.At(noon), Goal: "mine"}); err != nil {
		f.Fatal(err)
	}
	of := func(origin string) bool { return origin == acme }
	f.Fuzz(func(t *testing.T, text []byte, first int64) {
		lines := bytes.Split(text, []byte("\n"))
		lines = lines[:min(len(lines), 64)]
		run := strings.ToLower(rand.Text()) // each input begins a chain
		accept := func(lines [][]byte) (TeamReceipt, error) {
			return m.AcceptTeam(ctx, "ana", "ana", of, siteID(acme), run, max(1, first), lines)
		}
		if _, err := accept(lines); err != nil {
			return
		}
		if again, err := accept(lines); err != nil || again != (TeamReceipt{Known: len(lines)}) {
			t.Fatalf("the same again: %+v, %v", again, err)
		}
		other := slices.Clone(lines)
		other[0] = append([]byte("other "), other[0]...)
		if _, err := accept(other); err == nil || types.AsError(err).Code != types.CodeTeamForked {
			t.Fatalf("other lines at the place: %v", err)
		}
		for i, line := range lines {
			step := m.core.Step(share.StepID("team", "ana", line))
			if step == nil {
				continue
			}
			if from := m.Session(step.SessionID).From; from == nil || from.Author != "ana" || share.Origin(step) != acme || step.Timestamp > types.At(clock.Add(time.Hour)) {
				t.Fatalf("line %d is stored as %+v", i, step)
			}
			if target := step.Tool.Target; target != nil && strings.ContainsFunc(target.Name, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) }) {
				t.Fatalf("the name %q is stored", target.Name)
			}
		}
		if mine := m.Session("mm-0001"); mine.Goal != "mine" || mine.From != nil {
			t.Fatalf("one's own session is %+v", mine)
		}
		if s.Stats().Quarantined > 0 {
			t.Fatal("the store is damaged")
		}
	})
}
