package team

import (
	"crypto/ed25519"
	"testing"
	"time"

	"cairn/companion/team/batch"
)

// TestQuota holds back messages beyond an hour's quota, and lets single large requests pass (T11).
func TestQuota(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	c := &Client{usage: map[string]usage{}, now: func() time.Time { return now }}
	for i, step := range []struct {
		key   string
		n     int
		later time.Duration
		want  bool
	}{
		{"ana", 20, 0, true}, // alone larger than all: it would never fit
		{"ana", 1, 0, false},
		{"bob", 4, 0, true},
		{"bob", 6, 0, true},
		{"bob", 1, time.Minute, false},
		{"bob", 1, time.Hour, true},
		{"ana", 1, 0, true},
	} {
		now = now.Add(step.later)
		if got := c.quota(step.key, step.n, 10); got != step.want {
			t.Errorf("step %d: %v", i, got)
		}
	}
}

// FuzzQuota counts arbitrary messages of two authors: in no hour does one have more than its quota, except by
// one message that is larger alone, and none is refused that would fit.
func FuzzQuota(f *testing.F) {
	f.Add([]byte{20, 2, 8, 12, 3, 255, 2, 1})
	f.Fuzz(func(t *testing.T, sent []byte) {
		now := time.Unix(1_000_000, 0)
		c := &Client{usage: map[string]usage{}, now: func() time.Time { return now }}
		const most = 40
		var began [2]time.Time
		var sum [2]int
		for i, b := range sent {
			now = now.Add(time.Duration(i%7) * 5 * time.Minute)
			who, n := b&1, 1+int(b>>1)
			if now.Sub(began[who]) >= quotaTime {
				began[who], sum[who] = now, 0
			}
			fits := sum[who] == 0 || sum[who]+n <= most
			if got := c.quota(string('a'+rune(who)), n, most); got != fits {
				t.Fatalf("%d more after %d: %v", n, sum[who], got)
			}
			if fits {
				sum[who] += n
			}
		}
	})
}

// TestRosterTakesWhatRootSignedAndNothingOlder has the outcomes of T17.
func TestRosterTakesWhatRootSignedAndNothingOlder(t *testing.T) {
	public, root, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	member := ed25519.NewKeyFromSeed(NewKey()).Public().(ed25519.PublicKey)
	team, id := batch.TeamID(public), batch.MemberID(member)
	entry := func(key ed25519.PrivateKey, n int64) []byte {
		signer := batch.TeamID(key.Public().(ed25519.PublicKey))
		data, err := batch.SealEntry(key, batch.Entry{Team: signer, N: n, Member: id, Name: "ana", Role: batch.RoleMember, Key: member, From: 1})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	config := func(key ed25519.PrivateKey, n int64) []byte {
		data, err := batch.SealConfig(key, batch.Config{Team: batch.TeamID(key.Public().(ed25519.PublicKey)), N: n, Name: "acme", SiteKey: make([]byte, 32)})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	r := newRoster(&Membership{Root: public, Team: team, Member: id})
	own, settings := batch.RosterSubject(team, id), batch.RosterSubject(team, batch.ConfigMember)
	for i, c := range []struct {
		subject string
		data    []byte
		want    bool
	}{
		{own, entry(other, 1), false},
		{own, entry(root, 2), true},
		{own, entry(root, 2), true}, // read twice
		{own, entry(root, 1), false},
		{batch.RosterSubject(team, "aaaaaaaaaa"), entry(root, 3), false}, // on another's place
		{own, entry(root, 3), true},
		{own, append(entry(root, 4), ' '), false},
		{settings, config(root, 2), true},
		{settings, config(root, 1), false},
		{settings, config(other, 3), false},
		{settings, entry(root, 9), false},
		{own, config(root, 9), false},
		{own, nil, false},
	} {
		if got := r.take(c.subject, c.data); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
