package sim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/bridge"
	"cairn/companion/store"
)

// bug is a mistake that is planted to see whether it is found.
type bug string

// Two of the six are an extension's. Its code is JavaScript, of which the
// simulation holds a mirror: they are planted in that.
const (
	// deleteOnSend: the extension deletes records once they are sent (sender_test.go).
	deleteOnSend bug = "deleted on send"
	// numbersReused: an outbox that finds itself behind the companion counts
	// on, with no new epoch (link_test.go).
	numbersReused bug = "numbers reused with no new epoch"
)

// Four are the companion's and stand in its own code, as fault fields of the
// options of store and bridge.
const (
	// earlyAck: the store answers before the fsync.
	earlyAck bug = "acknowledged before fsync"
	// markBeside: the store writes the high-water mark along with the records,
	// where a power cut may leave the one without the others. The extension
	// here then deletes by the mark when it connects, because one that begins a
	// new epoch instead, as ours does, survives even that.
	markBeside bug = "mark stored with the records"
	// memoryOnly: the store recognises a step until its process ends.
	memoryOnly bug = "deduplicated in memory alone"
	// gapsTaken: the bridge stores records after a gap.
	gapsTaken bug = "gaps accepted"
)

var (
	mirrorBugs  = []bug{deleteOnSend, numbersReused}
	productBugs = []bug{earlyAck, markBeside, memoryOnly, gapsTaken}
)

// inject returns the faults for store and bridge.
func (b bug) inject() (store.Fault, bridge.Options) {
	switch b {
	case earlyAck:
		return store.FaultEarlyAck, bridge.Options{}
	case markBeside:
		return store.FaultStoredMark, bridge.Options{}
	case memoryOnly:
		return store.FaultForgetfulIDs, bridge.Options{}
	case gapsTaken:
		return store.NoFault, bridge.Options{}.WithGapFault()
	}
	return store.NoFault, bridge.Options{}
}

// TestNoProductInjectsFaults: only tests may call the options' fault setters.
func TestNoProductInjectsFaults(t *testing.T) {
	calls := 0
	err := filepath.WalkDir("../..", func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && e.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), ".WithFault(") && !strings.Contains(string(text), ".WithGapFault(") {
			return nil
		}
		if calls++; !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s injects a fault", path)
		}
		return nil
	})
	if err != nil || calls == 0 {
		t.Errorf("%d files inject faults, %v", calls, err)
	}
}

// twin stands between a step's id and the store's addition to it when memoryOnly
// is planted.
const twin = "--"

// plain is the id that a step was recorded under.
func plain(id string) string {
	id, _, _ = strings.Cut(id, twin)
	return id
}
