package team

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/companion/team/batch"
	"cairn/shared/share"
	"cairn/shared/types"
)

// TestWithheldDeletionsAreCounted reads the numbers of an author's deletion requests in several orders.
func TestWithheldDeletionsAreCounted(t *testing.T) {
	for _, test := range []struct {
		read []int64
		want int
	}{
		{nil, 0},
		{[]int64{1, 2, 3}, 0},
		{[]int64{1, 3}, 1},
		{[]int64{4}, 3},
		{[]int64{4, 2, 1}, 1},
		{[]int64{4, 1, 2, 3, 3, 1}, 0},
		{[]int64{2, 2}, 1},
		{[]int64{1 << 50}, maxMissing},
		{[]int64{1 << 50, 1, 7}, maxMissing - 2},
	} {
		c := newTaking(t)
		for _, n := range test.read {
			m, err := batch.SealTombstone(c.keys["ana"], c.team, types.Tombstone{Author: c.id("ana"), Run: "run00ana", N: n, At: 1, All: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.carryOut(t.Context(), emptyLog{}, Stored{Message: m, Seq: 1}); err != nil {
				t.Fatal(err)
			}
		}
		s := c.memberStatus(c.people.entries[c.id("ana")])
		if s.Withheld != test.want || len(c.memory.gone) != len(test.read) {
			t.Errorf("%v: %d are missing, want %d; %d carried out", test.read, s.Withheld, test.want, len(c.memory.gone))
		}
		if c.state.Newer = 1; c.withheld(c.id("ana")) > 0 {
			t.Errorf("%v: missing, though one could not be read", test.read)
		}
	}
}

// TestRunsAreBounded has an author begin a run for each deletion request (T11).
func TestRunsAreBounded(t *testing.T) {
	c := newTaking(t)
	for n := range maxRuns + 10 {
		c.noteNumber(types.Tombstone{Author: "a", Run: fmt.Sprint(n), N: 2})
		c.noteEnd(batch.Header{Author: "a", Run: fmt.Sprint(n), First: 1}, [][][]byte{{[]byte("1")}})
	}
	if c.withheld("a") != maxRuns || len(c.state.Numbers) > maxRuns || len(c.ends) > maxRuns {
		t.Errorf("%d runs and %d chains are remembered", len(c.state.Numbers), len(c.ends))
	}
}

// FuzzCarryOut reads arbitrary deletion requests that a member or a stranger signed, on any member's subject. One is carried
// out for its author alone (T10), if that is a member, and one of a later version never (T14).
func FuzzCarryOut(f *testing.F) {
	names := []string{"ana", "gone", "reader", "stranger", "me"}
	c := newTaking(f)
	for i, name := range names {
		m, err := batch.SealTombstone(c.keys[name], c.team, types.Tombstone{Author: c.id(name), Run: "run00001", N: 3, At: 1, All: true}, nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(m.Data, uint8(i), uint8(i))
		f.Add(m.Data, uint8(i+1), uint8(0))
		f.Add(bytes.Replace(m.Data, []byte(`"v":1`), []byte(`"v":2`), 1), uint8(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, by, on uint8) {
		c := newTaking(t)
		signer, sender := names[int(by)%len(names)], names[int(on)%len(names)]
		// The signature covers the subject of the signer's own name, wherever the message stands.
		sig, err := c.keys[signer].Sign(nil, []byte(batch.ControlSubject(c.team, c.id(signer))+"\x00"+string(data)), &ed25519.Options{Context: "cairn team tombstone 1"})
		if err != nil {
			t.Fatal(err)
		}
		m := batch.Message{Subject: batch.ControlSubject(c.team, c.id(sender)), Data: data, Sig: base64.StdEncoding.EncodeToString(sig)}
		if done, err := c.carryOut(t.Context(), emptyLog{}, Stored{Message: m, Seq: 1}); !done || err != nil {
			t.Fatalf("carried out %v, %v", done, err)
		}
		for _, gone := range c.memory.gone {
			if gone.Author != c.id(signer) || signer == "stranger" || !bytes.Contains(data, []byte(gone.Author)) || c.state.Newer > 0 {
				t.Fatalf("%s has deleted %+v", signer, gone)
			}
		}
		refused := 0
		for _, n := range c.report.Refused {
			refused += n
		}
		if own := signer == "me" && sender == "me" && len(c.state.Orders) == 1; !own && refused+len(c.memory.gone) != 1 {
			t.Fatalf("refused %v, carried out %+v", c.report.Refused, c.memory.gone)
		}
	})
}

// FuzzForks takes a chain of batches, of which one is replaced by another that its author signed, too, in any split.
// A reader names the author exactly if it was given one of the two, and the next one continues the other (T2).
func FuzzForks(f *testing.F) {
	f.Add([]byte{1, 2, 3}, uint8(1), true)
	f.Add([]byte{3, 1, 1, 2}, uint8(9), false)
	f.Fuzz(func(t *testing.T, sizes []byte, other uint8, merged bool) {
		c := newTaking(t)
		if len(sizes) == 0 || len(sizes) > 20 {
			return
		}
		swapped := int(other) % len(sizes) // its digest is another one than the next batch's
		forks := swapped < len(sizes)-1
		h, prev := batch.Header{Author: c.id("ana"), Run: "run00001", Site: takeSite, First: 1}, ""
		snap := &snapshot{}
		for i, n := range sizes {
			var lines [][]byte
			for k := range 1 + int(n)%5 {
				lines = append(lines, fmt.Appendf(nil, "%d.%d", i, k))
			}
			h.Prev = prev
			prev = share.Sum(prev, h.Run, h.Site, h.First, lines)
			if i == swapped {
				prev = strings.Repeat("f", 64)
			}
			h.Count, h.At = len(lines), types.At(takeNow)
			if merged {
				snap.batches = append(snap.batches, opened{header: h, lines: lines, Stored: Stored{Seq: uint64(i + 1), At: takeNow}})
			} else if err := c.accept(t.Context(), takeSite, h, lines); err != nil {
				t.Fatal(err)
			}
			h.First += int64(len(lines))
		}
		if merged {
			if err := c.acceptSnapshot(t.Context(), takeSite, snap, nil); err != nil {
				t.Fatal(err)
			}
		}
		want := map[bool]int{true: 1}[forks]
		if c.report.Refused[ReasonForked] != want || len(slices.Compact(c.memory.aside)) != want {
			t.Fatalf("forked is %v; refused %v, set aside %v", forks, c.report.Refused, c.memory.aside)
		}
	})
}
