package team

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// noticeLog is a Log of nothing but notices of keys.
type noticeLog struct {
	Log
	all []Stored
}

func (l *noticeLog) Read(_ context.Context, stream, _ string, after uint64, each func(Stored) error) (uint64, error) {
	if stream != batch.KeyStream {
		return after, nil
	}
	for _, s := range l.all {
		if s.Seq > after {
			if err := each(s); err != nil {
				return after, err
			}
			after = s.Seq
		}
	}
	return after, nil
}

func (l *noticeLog) Append(_ context.Context, m batch.Message) error {
	l.add(m, takeNow)
	return nil
}

func (l *noticeLog) add(m batch.Message, at time.Time) {
	l.all = append(l.all, Stored{Message: m, Seq: uint64(len(l.all) + 1), At: at})
}

// newEncrypting returns a client whose team encrypts.
func newEncrypting(t testing.TB) (*taking, *noticeLog) {
	c := newTaking(t)
	c.member.Hidden = []byte("hidden")
	c.file, c.keyed, c.wake, c.sites, c.member.Role = t.TempDir()+"/state.json", make(chan struct{}, 1), make(chan struct{}, 1), map[string]*site{}, batch.RoleMember
	for name, key := range c.keys {
		if e, ok := c.people.entries[c.id(name)]; ok {
			box, err := batch.NewBox(key)
			if err != nil {
				t.Fatal(err)
			}
			e.Box = box
			c.people.entries[e.Member] = e
		}
	}
	return c, &noticeLog{}
}

func (c *taking) id(name string) string {
	return batch.MemberID(c.keys[name].Public().(ed25519.PublicKey))
}

// gives adds a notice by a member that announces keys and gives them.
func (c *taking) gives(t testing.TB, l *noticeLog, by string, made []batch.TeamKey, given map[string]batch.TeamKey) {
	t.Helper()
	n := batch.KeyNotice{Team: c.team, Author: c.id(by), At: types.At(takeNow)}
	for _, k := range made {
		n.Made = append(n.Made, k.ID)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		w, err := batch.Wrap(c.team, c.id(name), c.people.entries[c.id(name)].Box, given[name])
		if err != nil {
			t.Fatal(err)
		}
		n.Given = append(n.Given, w)
	}
	m, err := batch.SealKeys(c.keys[by], n, len(l.all))
	if err != nil {
		t.Fatal(err)
	}
	l.add(m, takeNow)
}

func (c *taking) encrypted(t testing.TB, key batch.TeamKey, line string) Stored {
	t.Helper()
	m, err := batch.SealEncrypted(c.keys["ana"], batch.Header{Team: c.team, Site: takeSite, Author: c.id("ana"), Run: "run00001", First: 1, At: types.At(takeNow)}, [][]byte{[]byte(line)}, key)
	if err != nil {
		t.Fatal(err)
	}
	return Stored{Message: m, Seq: 1, At: takeNow}
}

// TestTakeEncrypted has the outcomes of batches that are not encrypted as the team does it, and of those
// whose key is not known, given, or right.
func TestTakeEncrypted(t *testing.T) {
	key, other := batch.NewTeamKey(), batch.NewTeamKey()
	wrong := batch.TeamKey{ID: key.ID, Secret: other.Secret}
	all := []batch.TeamKey{key}
	for name, test := range map[string]struct {
		plainTeam bool
		notices   func(c *taking, l *noticeLog)
		sent      func(c *taking) Stored
		held      bool
		had       int
		refused   map[string]int
	}{
		"with the key": {false, func(c *taking, l *noticeLog) { c.gives(t, l, "ana", all, map[string]batch.TeamKey{"me": key}) }, nil, false, 1, nil},
		"given by another than its maker": {false, func(c *taking, l *noticeLog) {
			c.gives(t, l, "ana", all, nil)
			c.gives(t, l, "gone", nil, map[string]batch.TeamKey{"me": key}) // removed since
		}, nil, false, 1, nil},
		"announced, not given":     {false, func(c *taking, l *noticeLog) { c.gives(t, l, "ana", all, map[string]batch.TeamKey{"reader": key}) }, nil, true, 0, nil},
		"announced, given falsely": {false, func(c *taking, l *noticeLog) { c.gives(t, l, "ana", all, map[string]batch.TeamKey{"me": wrong}) }, nil, true, 0, nil},
		"given falsely, then rightly": {false, func(c *taking, l *noticeLog) {
			c.gives(t, l, "ana", all, map[string]batch.TeamKey{"me": wrong})
			c.gives(t, l, "ana", nil, map[string]batch.TeamKey{"me": key})
		}, nil, false, 1, nil},
		"given, not announced": {false, func(c *taking, l *noticeLog) { c.gives(t, l, "ana", nil, map[string]batch.TeamKey{"me": key}) }, nil, false, 0, map[string]int{ReasonKey: 1}},
		"not announced":        {false, func(*taking, *noticeLog) {}, nil, false, 0, map[string]int{ReasonKey: 1}},
		"announced by a reader": {false, func(c *taking, l *noticeLog) { c.gives(t, l, "reader", all, map[string]batch.TeamKey{"me": key}) }, nil, false, 0,
			map[string]int{ReasonKey: 1, ReasonRole: 1}},
		"announced by a stranger": {false, func(c *taking, l *noticeLog) { c.gives(t, l, "stranger", all, map[string]batch.TeamKey{"me": key}) }, nil, false, 0,
			map[string]int{ReasonKey: 1, ReasonUnknown: 1}},
		"announced without a signature": {false, func(c *taking, l *noticeLog) {
			c.gives(t, l, "ana", all, map[string]batch.TeamKey{"me": key})
			l.all[0].Sig = ""
		}, nil, false, 0, map[string]int{ReasonKey: 1, ReasonUnsigned: 1}},
		"plain in a team that encrypts": {false, func(*taking, *noticeLog) {}, func(c *taking) Stored {
			return Stored{Message: c.seal(t, "ana", nil, "{}"), Seq: 1, At: takeNow}
		}, false, 0, map[string]int{ReasonKey: 1}},
		"encrypted in a team that does not": {true, func(*taking, *noticeLog) {}, nil, false, 0, map[string]int{ReasonKey: 1}},
		"encrypted under another secret": {false, func(c *taking, l *noticeLog) { c.gives(t, l, "ana", all, map[string]batch.TeamKey{"me": key}) }, func(c *taking) Stored { return c.encrypted(t, wrong, "{}") },
			false, 0, map[string]int{ReasonMalformed: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			c, l := newEncrypting(t)
			if test.plainTeam {
				c.member.Hidden = nil
			}
			test.notices(c, l)
			s := c.encrypted(t, key, "{}")
			if test.sent != nil {
				s = test.sent(c)
			}
			taken, err := c.take(t.Context(), l, takeSite, s)
			if err != nil || taken == test.held || len(c.memory.had) != test.had || fmt.Sprint(c.report.Refused) != fmt.Sprint(test.refused) || len(c.memory.aside) > 0 {
				t.Errorf("taken %v (%v), has %q, refused %v, set aside %v", taken, err, c.memory.had, c.report.Refused, c.memory.aside)
			}
		})
	}
}

// TestUnknownKeysAreLookedUpSeldom bounds the cost to others of a member who makes up keys (T11).
func TestUnknownKeysAreLookedUpSeldom(t *testing.T) {
	c, l := newEncrypting(t)
	reads := 0
	counting := countingLog{l, &reads}
	for range 10 * maxUnknownKeys {
		if taken, err := c.take(t.Context(), counting, takeSite, c.encrypted(t, batch.NewTeamKey(), "{}")); err != nil || !taken {
			t.Fatalf("taken %v, %v", taken, err)
		}
	}
	if reads != maxUnknownKeys || c.report.Refused[ReasonKey] != 10*maxUnknownKeys || len(c.memory.had) > 0 {
		t.Errorf("%d reads, refused %v", reads, c.report.Refused)
	}
}

type countingLog struct {
	Log
	reads *int
}

func (l countingLog) Read(ctx context.Context, stream, subjects string, after uint64, each func(Stored) error) (uint64, error) {
	*l.reads++
	return l.Log.Read(ctx, stream, subjects, after, each)
}

// TestProvideKeys has the keys that a member makes and gives, and when.
func TestProvideKeys(t *testing.T) {
	key, older := batch.NewTeamKey(), batch.NewTeamKey()
	mine := func(c *taking, l *noticeLog, names ...string) {
		given := map[string]batch.TeamKey{"me": key}
		for _, name := range names {
			given[name] = key
		}
		c.gives(t, l, "ana", []batch.TeamKey{key}, given)
	}
	for name, test := range map[string]struct {
		before func(c *taking, l *noticeLog)
		role   string
		made   int
		given  string // names, sorted
		waits  bool
	}{
		"the first key, by the admin": {func(*taking, *noticeLog) {}, batch.RoleAdmin, 1, "[ana me reader]", false},
		"a member waits before":       {func(*taking, *noticeLog) {}, batch.RoleMember, 0, "[]", true},
		"a reader gives none":         {func(*taking, *noticeLog) {}, batch.RoleReader, 0, "[]", false},
		"all have it":                 {func(c *taking, l *noticeLog) { mine(c, l, "ana", "reader") }, batch.RoleAdmin, 0, "[]", false},
		"one lacks it":                {func(c *taking, l *noticeLog) { mine(c, l, "ana") }, batch.RoleAdmin, 0, "[reader]", false},
		"a joiner without a key makes none": {func(c *taking, l *noticeLog) {
			c.gives(t, l, "ana", []batch.TeamKey{key}, map[string]batch.TeamKey{"reader": key})
		}, batch.RoleAdmin, 0, "[]", false},
		"a removed member has it": {func(c *taking, l *noticeLog) { mine(c, l, "ana", "reader", "gone") }, batch.RoleAdmin, 1, "[ana me reader]", false},
		"a removed member made it": {func(c *taking, l *noticeLog) {
			c.gives(t, l, "gone", []batch.TeamKey{key}, map[string]batch.TeamKey{"me": key, "ana": key, "reader": key})
		}, batch.RoleAdmin, 1, "[ana me reader]", false},
		"it is as old as it may be": {func(c *taking, l *noticeLog) {
			mine(c, l, "ana", "reader")
			l.all[0].At = takeNow.Add(-keyAge)
		}, batch.RoleAdmin, 0, "[]", false},
		"it is older": {func(c *taking, l *noticeLog) {
			mine(c, l, "ana", "reader")
			l.all[0].At = takeNow.Add(-keyAge - time.Minute)
		}, batch.RoleAdmin, 1, "[ana me reader]", false},
		"an old one is given too": {func(c *taking, l *noticeLog) {
			c.gives(t, l, "ana", []batch.TeamKey{older}, map[string]batch.TeamKey{"me": older, "ana": older, "gone": older})
			mine(c, l, "ana")
		}, batch.RoleAdmin, 0, "[reader reader]", false},
		"one says that it could not be opened": {func(c *taking, l *noticeLog) {
			mine(c, l, "ana", "reader")
			c.carried = map[string]batch.Done{c.id("reader"): {Keys: 1, Lacks: []string{key.ID}}, c.id("ana"): {Keys: 0, Lacks: []string{key.ID}}} // of before
		}, batch.RoleAdmin, 0, "[reader]", false},
	} {
		t.Run(name, func(t *testing.T) {
			c, l := newEncrypting(t)
			c.member.Role, c.keyPause = test.role, time.Second
			test.before(c, l)
			if err := c.readKeys(t.Context(), l); err != nil {
				t.Fatal(err)
			}
			before := len(l.all)
			wait, err := c.provideKeys(t.Context(), l)
			if err != nil || (wait > 0) != test.waits {
				t.Fatalf("wait %v, %v", wait, err)
			}
			made, given := 0, []string{}
			for _, s := range l.all[before:] {
				n, err := batch.OpenKeys(c.keys["me"].Public().(ed25519.PublicKey), s.Message, c.team)
				if err != nil {
					t.Fatal(err)
				}
				made += len(n.Made)
				for _, w := range n.Given {
					given = append(given, c.people.entries[w.For].Name)
				}
			}
			slices.Sort(given)
			if made != test.made || fmt.Sprint(given) != test.given {
				t.Errorf("made %d, given to %v; want %d, %s", made, given, test.made, test.given)
			}
			again := len(l.all)
			c.carried = nil
			if _, err := c.provideKeys(t.Context(), l); err != nil || len(l.all) != again {
				t.Errorf("given twice (%v)", err)
			}
			if writes := c.Client.keys.writing(c.people.entries); test.made > 0 && (writes == nil || writes.ID == key.ID) {
				t.Errorf("writes under %+v", writes)
			}
		})
	}
}

// TestWritingKey encrypts under no key that a removed member has, also after the log was lost.
func TestWritingKey(t *testing.T) {
	c, l := newEncrypting(t)
	clean, spoiled := batch.NewTeamKey(), batch.NewTeamKey()
	c.gives(t, l, "ana", []batch.TeamKey{clean}, map[string]batch.TeamKey{"me": clean})
	c.gives(t, l, "ana", []batch.TeamKey{spoiled}, map[string]batch.TeamKey{"me": spoiled, "gone": spoiled})
	writes := func(want string) {
		t.Helper()
		if got := c.Client.keys.writing(c.people.entries); want == "" && got != nil || want != "" && (got == nil || got.ID != want) {
			t.Errorf("writes under %+v, want %q", got, want)
		}
	}
	writes("")
	if err := c.readKeys(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	writes(clean.ID)
	c.Client.keys.newLog()
	writes("") // until it is announced again
	lost := &noticeLog{}
	c.member.Role = batch.RoleAdmin
	if _, err := c.provideKeys(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	writes(clean.ID)
	if n := len(c.Client.keys.Keys); n != 2 || len(lost.all) == 0 {
		t.Errorf("%d keys are known, %d notices were sent", n, len(lost.all))
	}
	for _, s := range lost.all {
		n, err := batch.OpenKeys(c.public("me"), s.Message, c.team)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range n.Given {
			if w.For == c.id("gone") {
				t.Error("a removed member is given a key")
			}
		}
	}
}

func (c *taking) public(name string) ed25519.PublicKey {
	return c.keys[name].Public().(ed25519.PublicKey)
}

// TestATeamEncryptsForEverOrNever refuses settings of root that change the terms that members agreed to when they joined, and
// those that are hidden under another key (T17).
func TestATeamEncryptsForEverOrNever(t *testing.T) {
	root := ed25519.NewKeyFromSeed(slices.Repeat([]byte{9}, ed25519.SeedSize))
	c := newTaking(t)
	own, other := batch.NewTeamKey().Secret, batch.NewTeamKey().Secret
	config := func(hiding []byte) []byte {
		s := batch.Config{Team: c.team, N: 2, Name: "acme", SiteKey: make([]byte, 32), Encrypt: hiding != nil}
		if hiding != nil {
			if err := s.Hide(hiding); err != nil {
				t.Fatal(err)
			}
		}
		data, err := batch.SealConfig(root, s)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, test := range map[string]struct {
		member, sent []byte // the keys of the settings
		want         bool
	}{
		"as it was, plain":       {nil, nil, true},
		"as it was, encrypted":   {own, own, true},
		"no longer encrypted":    {own, nil, false},
		"encrypted all at once":  {nil, own, false},
		"hidden for others only": {own, other, false},
	} {
		r := newRoster(&Membership{Root: root.Public().(ed25519.PublicKey), Team: c.team, Member: c.id("me"), Hidden: test.member})
		if got := r.take(batch.RosterSubject(c.team, batch.ConfigMember), config(test.sent)); got != test.want || got != (r.config != nil) {
			t.Errorf("%s: taken %v", name, got)
		}
	}
}

// FuzzTakeKeys takes arbitrary notices of each kind of member, signed. Nobody is given a key that its id
// does not name, and readers, runners and strangers announce none.
func FuzzTakeKeys(f *testing.F) {
	c, l := newEncrypting(f)
	key := batch.NewTeamKey()
	names := []string{"ana", "gone", "reader", "stranger", "me"}
	c.gives(f, l, "ana", []batch.TeamKey{key}, map[string]batch.TeamKey{"me": key})
	for i := range names {
		f.Add(l.all[0].Data, uint8(i))
	}
	f.Add([]byte(`{"v":1}`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, by uint8) {
		c, l := newEncrypting(t)
		name := names[int(by)%len(names)]
		subject := batch.KeySubject(c.team, c.id(name))
		sig, err := c.keys[name].Sign(nil, []byte(subject+"\x00"+string(data)), &ed25519.Options{Context: "cairn team keys 1"})
		if err != nil {
			t.Fatal(err)
		}
		l.add(batch.Message{Subject: subject, Data: data, Sig: base64.StdEncoding.EncodeToString(sig)}, takeNow)
		if err := c.readKeys(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		if (name == "reader" || name == "stranger") && len(c.Client.keys.Keys) > 0 {
			t.Fatalf("%s announced %+v", name, c.Client.keys.Keys)
		}
		for _, k := range c.Client.keys.Keys {
			if k.Secret != nil && !(batch.TeamKey{ID: k.ID, Secret: k.Secret}).Valid() {
				t.Fatalf("the secret of another key: %+v", k)
			}
		}
		if w := c.Client.keys.writing(c.people.entries); w != nil && name == "gone" {
			t.Fatal("writes under a key that a removed member announced")
		}
	})
}
