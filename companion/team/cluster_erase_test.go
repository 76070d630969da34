package team_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/shared/types"
)

// TestDeletedBytesLeaveAllServers looks for a deleted batch in the files of three servers, whose common log
// keeps messages for minutes.
func TestDeletedBytesLeaveAllServers(t *testing.T) {
	if *kills < 100 {
		t.Skip("run ./build.sh soak: it takes minutes")
	}
	c := newCluster(t)
	ana := c.member("ana")
	ana.memory.put(ana.site, `{"name":"what ana wants to be gone"}`)
	ana.memory.put(ana.site, `{"name":"what stays"}`)
	c.await(func() bool { return ana.Status().Sent == 2 })
	c.awaitCurrent()
	all, _ := c.keeping().records(ana.site)
	all = slices.DeleteFunc(all, func(s team.Stored) bool { return !strings.HasSuffix(s.Subject, ana.Member) })
	_, gone, _ := bytes.Cut(all[0].Data, []byte("\n"))
	_, stays, _ := bytes.Cut(all[1].Data, []byte("\n"))
	held := func(text []byte) (n int) {
		for _, dir := range c.dirs {
			found := false
			err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					data, _ := os.ReadFile(path) // it may just have been removed
					found = found || bytes.Contains(data, text)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if found {
				n++
			}
		}
		return n
	}
	if n := held(gone); n != 3 {
		t.Fatalf("%d servers hold it, so its absence would prove nothing", n)
	}
	ana.memory.forget(types.Tombstone{Author: ana.Member, Run: "run00ana", N: 1, At: types.At(time.Now()), IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "run00ana", Site: ana.site, K: 1}}})
	c.await(func() bool { all := ana.Status().Receipts; return len(all) == 1 && all[0].Server })
	began := time.Now()
	for held(gone) > 0 {
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("%d servers still hold it after five minutes", held(gone))
		}
		time.Sleep(time.Second)
	}
	if n := held(stays); n != 3 {
		t.Errorf("%d servers hold what was not deleted", n)
	}
	t.Logf("gone from the files of three servers after %s", time.Since(began).Round(time.Second))
}
