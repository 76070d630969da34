package team

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/share"
	"cairn/shared/types"
)

const takeSite = "00000000000000aa"

var takeNow = time.Unix(2_000_000_000, 0)

// places is a Memory that compares the records for a place with those that it has there.
type places struct {
	Memory
	had   map[string]string
	marks map[string]int64
	aside []string
	gone  []types.Tombstone
}

func (p *places) Forget(_ context.Context, t types.Tombstone) error {
	p.gone = append(p.gone, t)
	return nil
}

func (p *places) Mark(author, run, site string) int64 { return p.marks[author+run+site] }

func (p *places) Accept(_ context.Context, author, _ string, _ func(string) bool, site, run string, first int64, batches ...[][]byte) (a Accepted, err error) {
	lines := slices.Concat(batches...)
	for i, line := range lines {
		at := fmt.Sprint(author, run, site, first+int64(i))
		if had, ok := p.had[at]; ok && had != string(line) {
			return a, types.Fault(types.CodeTeamForked, "other content", "")
		}
	}
	for i, line := range lines {
		p.had[fmt.Sprint(author, run, site, first+int64(i))] = string(line)
	}
	p.marks[author+run+site] = max(p.marks[author+run+site], first+int64(len(lines))-1)
	return Accepted{New: len(lines)}, nil
}

func (p *places) SetAside(_ context.Context, author string, _ bool) error {
	p.aside = append(p.aside, author)
	return nil
}

// emptyLog is a Log without messages.
type emptyLog struct{ Log }

func (emptyLog) Read(_ context.Context, _, _ string, after uint64, _ func(Stored) error) (uint64, error) {
	return after, nil
}

// cutLog is a Log that ends in the middle of a reading.
type cutLog struct {
	emptyLog
	stored []Stored
	asked  []uint64
}

func (l *cutLog) Read(_ context.Context, _, _ string, after uint64, each func(Stored) error) (uint64, error) {
	l.asked = append(l.asked, after)
	for _, s := range l.stored {
		if s.Seq > after {
			return s.Seq, cmp.Or(each(s), io.ErrUnexpectedEOF)
		}
	}
	return after, nil
}

// TestACutOffReadingGoesOn reads a site from a server that is too busy to answer to the end.
func TestACutOffReadingGoesOn(t *testing.T) {
	c := newTaking(t)
	c.sites = map[string]*site{takeSite: {siteState: siteState{Read: 1}, stop: func() {}, ready: make(chan struct{}), dirty: true}}
	l := &cutLog{stored: []Stored{{Message: c.seal(t, "ana", nil, "1", "2"), Seq: 4, At: takeNow}, {Message: c.seal(t, "ana", func(h *batch.Header) { h.First = 3 }, "3"), Seq: 9, At: takeNow}}}
	for range 3 {
		if err := c.readSite(t.Context(), l, takeSite); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
	}
	if !slices.Equal(l.asked, []uint64{1, 4, 9}) || len(c.memory.had) != 3 || !c.sites[takeSite].read {
		t.Errorf("read after %d, and %d lines came", l.asked, len(c.memory.had))
	}
}

// taking is a client whose roster has one member of each kind.
type taking struct {
	*Client
	memory *places
	keys   map[string]ed25519.PrivateKey // by name
	team   string
	sums   map[string]string // of the batches before, by chain and place
}

func newTaking(t testing.TB) *taking {
	key := func(n byte) ed25519.PrivateKey {
		return ed25519.NewKeyFromSeed(slices.Repeat([]byte{n}, ed25519.SeedSize))
	}
	public := func(k ed25519.PrivateKey) ed25519.PublicKey { return k.Public().(ed25519.PublicKey) }
	root := public(key(9))
	mem := &places{had: map[string]string{}, marks: map[string]int64{}}
	c := &taking{memory: mem, sums: map[string]string{}, team: batch.TeamID(root), keys: map[string]ed25519.PrivateKey{"me": key(0), "ana": key(1), "reader": key(2), "gone": key(3), "stranger": key(4)}}
	m := &Membership{Team: c.team, Member: batch.MemberID(public(c.keys["me"])), Root: root, Seed: c.keys["me"].Seed()}
	c.Client = &Client{member: m, memory: mem, log: log.New(io.Discard, "", 0), now: func() time.Time { return takeNow }, people: newRoster(m), usage: map[string]usage{}, report: Status{Refused: map[string]int{}}}
	c.people.config = &batch.Config{}
	for name, k := range c.keys {
		e := batch.Entry{Member: batch.MemberID(public(k)), Name: name, Role: batch.RoleMember, Key: public(k)}
		switch name {
		case "stranger":
			continue
		case "reader":
			e.Role = batch.RoleReader
		case "gone":
			e.Revoked = &batch.Revoked{At: 1, Last: map[string]int64{"run00001/" + takeSite: 2}}
		}
		c.people.entries[e.Member] = e
	}
	return c
}

// prev returns the digest of the batch before, an arbitrary one if there was none.
func (c *taking) prev(h batch.Header) string {
	return cmp.Or(c.sums[fmt.Sprint(chainOf(h), h.First)], strings.Repeat("a", 64))
}

// follows has the next batch of a chain continue this one, unless it continues another.
func (c *taking) follows(h batch.Header, lines []string) {
	key := fmt.Sprint(chainOf(h), h.First+int64(len(lines)))
	if c.sums[key] != "" {
		return
	}
	var all [][]byte
	for _, l := range lines {
		all = append(all, []byte(l))
	}
	c.sums[key] = share.Sum(h.Prev, h.Run, h.Site, h.First, all)
}

func (c *taking) seal(t testing.TB, author string, change func(*batch.Header), lines ...string) batch.Message {
	t.Helper()
	h := batch.Header{Team: c.team, Site: takeSite, Author: batch.MemberID(c.keys[author].Public().(ed25519.PublicKey)), Run: "run00001", First: 1, At: types.At(takeNow)}
	if change != nil {
		change(&h)
	}
	if h.First > 1 && h.Prev == "" {
		h.Prev = c.prev(h)
	}
	var all [][]byte
	for _, l := range lines {
		all = append(all, []byte(l))
	}
	c.follows(h, lines)
	m, err := batch.Seal(c.keys[author], h, all)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestTake has the outcomes of bad batches that reach a member (team.md 15): which reason is counted, which
// records are stored, and who is set aside.
func TestTake(t *testing.T) {
	at := func(first int64) func(*batch.Header) { return func(h *batch.Header) { h.First = first } }
	aged := func(by time.Duration) func(*batch.Header) {
		return func(h *batch.Header) { h.At = types.At(takeNow.Add(by)) }
	}
	type sent struct {
		author string
		change func(*batch.Header)
		stamp  time.Time
		lines  []string
	}
	one := func(author string, change func(*batch.Header), lines ...string) sent {
		return sent{author, change, takeNow, lines}
	}
	for name, test := range map[string]struct {
		sent    []sent
		had     int // stored lines
		refused map[string]int
		aside   int
		skewed  int
	}{
		"a good one":                           {[]sent{one("ana", nil, "{}")}, 1, nil, 0, 0},
		"T1 a stranger's":                      {[]sent{one("stranger", nil, "{}")}, 0, map[string]int{ReasonUnknown: 1}, 0, 0},
		"a reader's":                           {[]sent{one("reader", nil, "{}")}, 0, map[string]int{ReasonRole: 1}, 0, 0},
		"one's own":                            {[]sent{one("me", nil, "{}")}, 0, nil, 0, 0},
		"T2 one record for one":                {[]sent{one("ana", nil, "1"), one("ana", nil, "2")}, 1, map[string]int{ReasonForked: 1}, 1, 0},
		"T2 a longer batch":                    {[]sent{one("ana", nil, "1"), one("ana", nil, "2", "3")}, 1, map[string]int{ReasonForked: 1}, 1, 0},
		"T2 a shorter batch":                   {[]sent{one("ana", nil, "1", "2", "3"), one("ana", at(2), "4")}, 3, map[string]int{ReasonForked: 1}, 1, 0},
		"T2 another batch before":              {[]sent{one("ana", nil, "1"), one("ana", func(h *batch.Header) { h.First, h.Prev = 2, strings.Repeat("b", 64) }, "2"), one("ana", at(3), "3")}, 2, map[string]int{ReasonForked: 1}, 1, 0},
		"T3 the same again":                    {[]sent{one("ana", nil, "1", "2"), one("ana", nil, "1", "2"), one("ana", at(2), "2")}, 2, nil, 0, 0},
		"T4 after a hole":                      {[]sent{one("ana", nil, "1"), one("ana", at(9), "2")}, 2, nil, 0, 0},
		"T5 up to the revocation":              {[]sent{one("gone", nil, "1", "2")}, 2, nil, 0, 0},
		"T5 after the revocation":              {[]sent{one("gone", nil, "1", "2"), one("gone", at(3), "3")}, 2, map[string]int{ReasonRevoked: 1}, 0, 0},
		"T5 across the revocation":             {[]sent{one("gone", at(2), "2", "3")}, 0, map[string]int{ReasonRevoked: 1}, 0, 0},
		"T5 in another run":                    {[]sent{one("gone", func(h *batch.Header) { h.Run = "run00002" }, "1")}, 0, map[string]int{ReasonRevoked: 1}, 0, 0},
		"T9 a clock 5 min ahead":               {[]sent{one("ana", aged(5*time.Minute), "1")}, 1, nil, 0, 0},
		"T9 a clock further ahead":             {[]sent{one("ana", aged(6*time.Minute), "1")}, 1, nil, 0, 1},
		"T9 ahead of the server's stamp":       {[]sent{{"ana", nil, takeNow.Add(-6 * time.Minute), []string{"1"}}}, 1, nil, 0, 1},
		"T9 a live copy, which has no stamp":   {[]sent{{"ana", aged(6 * time.Minute), time.Time{}, []string{"1"}}}, 1, nil, 0, 1},
		"T9 as old as the retention":           {[]sent{one("ana", aged(-maxAge), "1")}, 1, nil, 0, 0},
		"T9 older than the retention":          {[]sent{one("ana", aged(-maxAge-time.Minute), "1")}, 0, map[string]int{ReasonOld: 1}, 0, 0},
		"T2 a fork of a chain that has a hole": {[]sent{one("ana", at(5), "5"), one("ana", at(5), "6")}, 1, map[string]int{ReasonForked: 1}, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := newTaking(t)
			for _, s := range test.sent {
				if taken, err := c.take(t.Context(), emptyLog{}, takeSite, Stored{Message: c.seal(t, s.author, s.change, s.lines...), Seq: 1, At: s.stamp}); !taken || err != nil {
					t.Fatalf("taken %v, %v", taken, err)
				}
			}
			if c.report.Skewed != test.skewed || len(c.memory.had) != test.had || len(c.memory.aside) != test.aside || fmt.Sprint(c.report.Refused) != fmt.Sprint(test.refused) {
				t.Errorf("has %q, refused %v, set aside %v, %d skewed", c.memory.had, c.report.Refused, c.memory.aside, c.report.Skewed)
			}
		})
	}
}

// TestTakeHoldsFloodsBack takes an hour's batches of one member (T11). Repeated ones are free, and others are
// not held back.
func TestTakeHoldsFloodsBack(t *testing.T) {
	c := newTaking(t)
	c.keys["bob"] = c.keys["reader"]
	bob := batch.MemberID(c.keys["bob"].Public().(ed25519.PublicKey))
	c.people.entries[bob] = batch.Entry{Member: bob, Role: batch.RoleMember, Key: c.keys["bob"].Public().(ed25519.PublicKey)}
	take := func(author string, first int64) bool {
		taken, err := c.take(t.Context(), emptyLog{}, takeSite, Stored{Message: c.seal(t, author, func(h *batch.Header) { h.First = first }, "{}"), Seq: 1, At: takeNow})
		if err != nil {
			t.Fatal(err)
		}
		return taken
	}
	if !take("ana", 1) || !take("ana", 2) || !take("ana", 1) {
		t.Fatal("the first batches are held back")
	}
	ana := batch.MemberID(c.keys["ana"].Public().(ed25519.PublicKey))
	if c.usage[ana].sent != 2 {
		t.Fatalf("%d batches are counted, want 2", c.usage[ana].sent)
	}
	c.usage[ana] = usage{since: takeNow, sent: maxBatches - 1} // as if an hour's batches but one had come
	if !take("ana", 3) || !take("ana", 1) {
		t.Error("the last one of the hour is held back")
	}
	if take("ana", 4) || c.report.Refused[ReasonFlood] != 1 || len(c.memory.had) != 3 {
		t.Errorf("one more is taken: %v, %d stored", c.report.Refused, len(c.memory.had))
	}
	if !take("bob", 1) {
		t.Error("another member is held back")
	}
	now := takeNow.Add(quotaTime)
	c.now = func() time.Time { return now }
	if !take("ana", 4) {
		t.Error("held back after an hour, too")
	}
}

// TestFollowDropsTheSiteAskedAboutLongestAgo bounds the followed sites (T11).
func TestFollowDropsTheSiteAskedAboutLongestAgo(t *testing.T) {
	c := newTaking(t)
	c.sites, c.wake = map[string]*site{}, make(chan struct{}, 1)
	now := takeNow
	c.now = func() time.Time { now = now.Add(time.Second); return now }
	follow := func(n int) { c.Follow(t.Context(), fmt.Sprintf("https://s%d.example", n)) }
	for n := range maxSites {
		follow(n)
	}
	follow(0) // asked about again
	follow(maxSites)
	for n, want := range map[int]bool{0: true, 1: false, 2: true, maxSites: true} {
		if c.sites[c.member.SiteID(fmt.Sprintf("https://s%d.example", n))] != nil != want {
			t.Errorf("site %d is followed: %v", n, !want)
		}
	}
	if len(c.sites) != maxSites {
		t.Errorf("%d sites are followed", len(c.sites))
	}
}

// FuzzTake takes arbitrary messages of each kind of member, twice, and then another content for each place.
// Only members write, only at places that count for them, and nothing replaces a stored record (T1 to T6, T8,
// T9, T14).
func FuzzTake(f *testing.F) {
	c := newTaking(f)
	names := []string{"ana", "gone", "reader", "stranger", "me"}
	for i, name := range names {
		for _, change := range []func(*batch.Header){nil, func(h *batch.Header) { h.First = 2 }, func(h *batch.Header) { h.At = types.At(takeNow.Add(-2 * maxAge)) }} {
			f.Add(c.seal(f, name, change, `{"x":1}`, "{}").Data, uint8(i), true)
		}
	}
	f.Add([]byte("{}\n"), uint8(0), false)
	f.Fuzz(func(t *testing.T, data []byte, by uint8, sign bool) {
		c := newTaking(t)
		name := names[int(by)%len(names)]
		key := c.keys[name]
		member := batch.MemberID(key.Public().(ed25519.PublicKey))
		m := batch.Message{Subject: batch.Subject(c.team, takeSite, member), Data: data}
		if sign {
			sig, err := key.Sign(nil, []byte(m.Subject+"\x00"+string(data)), &ed25519.Options{Context: "cairn team batch 1"})
			if err != nil {
				t.Fatal(err)
			}
			m.Sig = base64.StdEncoding.EncodeToString(sig)
		}
		var had string
		for n := range 2 {
			if taken, err := c.take(t.Context(), emptyLog{}, takeSite, Stored{Message: m, Seq: 1, At: takeNow}); !taken || err != nil {
				t.Fatalf("taken %v, %v", taken, err)
			}
			if now := fmt.Sprint(c.memory.had); n == 1 && now != had {
				t.Fatalf("the same message again changes %s to %s", had, now)
			} else {
				had = now
			}
		}
		if len(c.memory.had) == 0 {
			return
		}
		h, lines, err := batch.Open(key.Public().(ed25519.PublicKey), m)
		if err != nil || !sign || name != "ana" && name != "gone" || len(lines) != len(c.memory.had) || types.At(takeNow).Sub(h.At) > maxAge ||
			name == "gone" && (h.Run != "run00001" || h.First+int64(h.Count)-1 > 2) {
			t.Fatalf("%s has stored %q (%v)", name, c.memory.had, err)
		}
		other := c.seal(t, name, func(to *batch.Header) { *to = h }, slices.Repeat([]string{`{"other":"content"}`}, h.Count)...)
		if _, err := c.take(t.Context(), emptyLog{}, takeSite, Stored{Message: other, Seq: 2, At: takeNow}); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(c.memory.had) != had || len(c.memory.aside) != 1 || c.report.Refused[ReasonForked] != 1 {
			t.Fatalf("other content at the place: has %q, set aside %v, refused %v", c.memory.had, c.memory.aside, c.report.Refused)
		}
	})
}
