package team

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// wrong is a member that does everything wrong, and the expected records of a reader.
type wrong struct {
	*taking
	t       *testing.T
	log     *noticeLog
	rand    *rand.Rand
	now     time.Time
	teamKey batch.TeamKey

	next     map[string]int64 // places, by run
	good     []Stored         // accepted
	want     map[string]int   // refused, by reason
	accepted map[string]int   // lines
	batches  int
	named    int // records in deletion requests
	orders   int
	made     int // keys
}

func (w *wrong) header(name, run string) batch.Header {
	first := w.next[name+run] + 1
	h := batch.Header{Team: w.team, Site: takeSite, Author: w.id(name), Run: run, First: first, At: types.At(w.now)}
	if first > 1 {
		h.Prev = w.prev(h)
	}
	return h
}

// sealed is a batch as the team does it.
func (w *wrong) sealed(name string, h batch.Header, lines ...string) batch.Message {
	w.t.Helper()
	var all [][]byte
	for _, l := range lines {
		all = append(all, []byte(l))
	}
	m, err := batch.Seal(w.keys[name], h, all)
	if w.member.Encrypts() {
		m, err = batch.SealEncrypted(w.keys[name], h, all, w.teamKey)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// resign has eve sign any message.
func (w *wrong) resign(m batch.Message, context string) batch.Message {
	sig, err := w.keys["eve"].Sign(nil, []byte(m.Subject+"\x00"+string(m.Data)), &ed25519.Options{Context: context})
	if err != nil {
		w.t.Fatal(err)
	}
	m.Sig = base64.StdEncoding.EncodeToString(sig)
	return m
}

const batchSigned = "cairn team batch 1"

// takes has the reader take a message, and expects it to be held back or not.
func (w *wrong) takes(m batch.Message, held bool) {
	w.t.Helper()
	taken, err := w.take(w.t.Context(), w.log, takeSite, Stored{Message: m, Seq: 1, At: w.now})
	if err != nil || taken == held {
		w.t.Fatalf("taken %v, %v; held back is %v", taken, err, held)
	}
}

// share takes the next batch of a member, which is as it should be; skip leaves places out.
func (w *wrong) share(name, run string, skip int64, lines ...string) {
	w.t.Helper()
	w.next[name+run] += skip
	h := w.header(name, run)
	m := w.sealed(name, h, lines...)
	if name == "eve" {
		if w.batches == maxBatches {
			w.want[ReasonFlood]++
			w.next[name+run] -= skip
			w.takes(m, true)
			return
		}
		w.batches++
		w.good = append(w.good, Stored{Message: m})
	}
	w.follows(h, lines)
	w.next[name+run] += int64(len(lines))
	w.accepted[name] += len(lines)
	w.takes(m, false)
}

// order carries out a deletion request in a member's name.
func (w *wrong) order(of string, n int64, ids int, signer string) (done bool) {
	w.t.Helper()
	t := types.Tombstone{Author: w.id(of), Run: "run00eve", N: n, At: types.At(w.now)}
	for i := range ids {
		t.IDs = append(t.IDs, "t-"+strings.Repeat(string(rune('a'+i%26)), 32))
	}
	m, err := batch.SealTombstone(w.keys[signer], w.team, t, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if done, err = w.carryOut(w.t.Context(), w.log, Stored{Message: m, Seq: 1, At: w.now}); err != nil {
		w.t.Fatal(err)
	}
	return done
}

// kinds returns eve's messages. Each notes its expected outcome.
func (w *wrong) kinds() []func() {
	fresh := func() batch.Message { return w.sealed("eve", w.header("eve", "run00eve"), `{"x":1}`) }
	altered := func(from, to string) batch.Message {
		m := fresh()
		m.Data = bytes.Replace(m.Data, []byte(from), []byte(to), 1)
		return w.resign(m, batchSigned)
	}
	refused := func(why string, m batch.Message) {
		w.want[why]++
		w.takes(m, false)
	}
	var bomb bytes.Buffer
	f, _ := flate.NewWriter(&bomb, flate.BestCompression) // the level is valid
	_, _ = f.Write(bytes.Repeat([]byte("a"), 2*batch.MaxUnpacked))
	_ = f.Close()
	unpacks := ReasonLimit
	if w.member.Encrypts() {
		unpacks = ReasonMalformed // it is no encrypted text
	}
	all := []func(){
		func() { w.share("eve", "run00eve", 0, fmt.Sprintf(`{"x":%d}`, w.rand.Int())) },
		func() { w.share("eve", "run00two", int64(w.rand.IntN(9)), fmt.Sprintf(`{"x":%d}`, w.rand.Int())) },
		func() { m := fresh(); m.Sig = ""; refused(ReasonUnsigned, m) },
		func() {
			m := fresh()
			m.Sig = w.sealed("ana", w.header("ana", "run00ana"), "1").Sig
			refused(ReasonUnsigned, m)
		},
		func() { refused(ReasonSubject, altered(w.id("eve"), w.id("ana"))) },
		func() { refused(ReasonSubject, altered(takeSite, "00000000000000bb")) },
		func() { refused(ReasonLimit, altered(`"count":1`, `"count":65`)) },
		func() { refused(ReasonNewer, altered(`"v":1`, `"v":9`)) },
		func() { refused(ReasonMalformed, altered(`"run"`, `"nur"`)) },
		func() {
			refused(ReasonMalformed, altered(`"at"`, `"deep":`+strings.Repeat("[", 99)+strings.Repeat("]", 99)+`,"at"`))
		},
		func() { m := fresh(); m.Data = make([]byte, batch.MaxData+1); refused(ReasonLimit, m) },
		func() { m := fresh(); m.Data = []byte{0xff, byte(w.rand.Uint32()), '\n'}; refused(ReasonMalformed, m) },
		func() {
			m := fresh()
			head, _, _ := bytes.Cut(m.Data, []byte("\n"))
			m.Data = slices.Concat(head, []byte("\n"), bomb.Bytes())
			refused(unpacks, w.resign(m, batchSigned))
		},
		func() {
			h := w.header("eve", "run00old")
			h.At = types.At(w.now.Add(-maxAge - time.Hour))
			refused(ReasonOld, w.sealed("eve", h, "1"))
		},
		func() {
			if len(w.good) > 0 { // again
				w.takes(w.good[w.rand.IntN(len(w.good))].Message, false)
			}
		},
		func() {
			if len(w.good) > 0 { // another content for a place
				h, err := batch.Peek(w.good[w.rand.IntN(len(w.good))].Message)
				if err != nil {
					w.t.Fatal(err)
				}
				refused(ReasonForked, w.sealed("eve", h, fmt.Sprintf(`{"fork":%d}`, w.rand.Int())))
			}
		},
		func() { w.want[ReasonUnsigned]++; w.order("ana", 1, 3, "eve") },
		func() { w.want[ReasonUnknown]++; w.order("stranger", 1, 3, "stranger") },
		func() {
			const ids = 300
			if w.named+ids > maxForgotten {
				w.want[ReasonFlood]++
				if w.order("eve", int64(w.orders+1), ids, "eve") {
					w.t.Fatal("a flood of deletion requests was carried out")
				}
				return
			}
			w.named, w.orders = w.named+ids, w.orders+1
			w.order("eve", int64(w.orders), ids, "eve")
		},
	}
	if !w.member.Encrypts() {
		return append(all, func() {
			m, err := batch.SealEncrypted(w.keys["eve"], w.header("eve", "run00eve"), [][]byte{[]byte("1")}, batch.NewTeamKey())
			if err != nil {
				w.t.Fatal(err)
			}
			refused(ReasonKey, m)
		})
	}
	return append(all, func() {
		m, err := batch.Seal(w.keys["eve"], w.header("eve", "run00eve"), [][]byte{[]byte("1")})
		if err != nil {
			w.t.Fatal(err)
		}
		refused(ReasonKey, m)
	}, func() {
		m, err := batch.SealEncrypted(w.keys["eve"], w.header("eve", "run00eve"), [][]byte{[]byte("1")}, batch.NewTeamKey())
		if err != nil {
			w.t.Fatal(err)
		}
		refused(ReasonKey, m)
	}, func() { // a new key that she gives to nobody, and a false one for the reader
		key := batch.NewTeamKey()
		w.gives(w.t, w.log, "eve", []batch.TeamKey{key}, nil)
		w.gives(w.t, w.log, "eve", nil, map[string]batch.TeamKey{"me": {ID: w.teamKey.ID, Secret: key.Secret}})
		if w.made++; w.made > maxKeyNotices {
			w.want[ReasonFlood]++
		}
		if err := w.readKeys(w.t.Context(), w.log); err != nil {
			w.t.Fatal(err)
		}
	})
}

// TestAMemberThatDoesEverythingWrong has such a member for an hour next to two honest ones, with a clock that
// runs ahead. The reader has all of theirs, exactly her right ones, and has counted each wrong one.
func TestAMemberThatDoesEverythingWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("sends thousands of batches in one goroutine, which the race detector makes five times slower")
	}
	for _, encrypts := range []bool{false, true} {
		t.Run(fmt.Sprintf("encrypts=%v", encrypts), func(t *testing.T) {
			c, l := newEncrypting(t)
			w := &wrong{taking: c, t: t, log: l, rand: rand.New(rand.NewPCG(7, 11)), now: takeNow, teamKey: batch.NewTeamKey(),
				next: map[string]int64{}, want: map[string]int{}, accepted: map[string]int{}}
			c.now = func() time.Time { return w.now }
			for _, name := range []string{"eve", "bob"} {
				c.keys[name] = ed25519.NewKeyFromSeed(bytes.Repeat([]byte(name[:1]), ed25519.SeedSize))
				box, err := batch.NewBox(c.keys[name])
				if err != nil {
					t.Fatal(err)
				}
				c.people.entries[c.id(name)] = batch.Entry{Member: c.id(name), Name: name, Role: batch.RoleMember, Key: c.public(name), Box: box}
			}
			c.gives(t, l, "ana", []batch.TeamKey{w.teamKey}, map[string]batch.TeamKey{"me": w.teamKey, "bob": w.teamKey, "eve": w.teamKey})
			if err := c.readKeys(t.Context(), l); err != nil {
				t.Fatal(err)
			}
			if !encrypts {
				c.member.Hidden = nil
			}
			kinds := w.kinds()
			for range 59 {
				w.now = w.now.Add(time.Minute)
				for n := range 2 {
					w.share("ana", "run00ana", 0, fmt.Sprintf(`{"ana":%d}`, w.rand.Int()), "{}")
					w.share("bob", "run00bob", int64(n%2), fmt.Sprintf(`{"bob":%d}`, w.rand.Int()))
					for range 12 {
						kinds[w.rand.IntN(len(kinds))]()
					}
					for range 10 {
						kinds[0]()
					}
				}
			}
			lines := map[string]int{}
			for place := range c.memory.had {
				for _, name := range []string{"ana", "bob", "eve"} {
					if strings.HasPrefix(place, c.id(name)) {
						lines[name]++
					}
				}
			}
			if fmt.Sprint(lines) != fmt.Sprint(w.accepted) || lines["ana"] != 59*2*2 || lines["bob"] != 59*2 || len(c.memory.had) != lines["ana"]+lines["bob"]+lines["eve"] {
				t.Errorf("the reader has %v of %v", lines, w.accepted)
			}
			if fmt.Sprint(c.report.Refused) != fmt.Sprint(w.want) {
				t.Errorf("refused %v\nwant    %v", c.report.Refused, w.want)
			}
			if aside := slices.Compact(c.memory.aside); len(aside) != 1 || aside[0] != c.id("eve") {
				t.Errorf("set aside %v", aside)
			}
			if slices.ContainsFunc(c.memory.gone, func(o types.Tombstone) bool { return o.Author != c.id("eve") }) || len(c.memory.gone) != w.orders {
				t.Errorf("%d deletion requests were carried out, want %d of eve's", len(c.memory.gone), w.orders)
			}
			for _, why := range []string{ReasonUnsigned, ReasonSubject, ReasonLimit, ReasonMalformed, ReasonNewer, ReasonOld, ReasonForked, ReasonFlood, ReasonUnknown, ReasonKey} {
				if w.want[why] < 20 {
					t.Errorf("only %d times %s: the hour proves too little", w.want[why], why)
				}
			}
			if key := c.Client.keys.writing(c.people.entries); encrypts && (key == nil || key.ID != w.teamKey.ID) {
				t.Errorf("the reader would encrypt under %+v", key)
			}
			// Another hour, another thousand; and a member that is removed is heard no more.
			w.now, w.batches = w.now.Add(2*time.Hour), 0
			w.share("eve", "run00eve", 0, `{"later":1}`)
			e := c.people.entries[c.id("eve")]
			e.Revoked = &batch.Revoked{At: types.At(w.now)}
			c.people.entries[e.Member] = e
			w.takes(w.sealed("eve", w.header("eve", "run00eve"), `{"last":1}`), false)
			if c.report.Refused[ReasonRevoked] != 1 {
				t.Errorf("refused %v", c.report.Refused)
			}
			if key := c.Client.keys.writing(c.people.entries); encrypts && key != nil {
				t.Errorf("the reader would encrypt under a key that she has: %+v", key)
			}
		})
	}
}
