package memory

import (
	"encoding/json"
	"hash/fnv"
	"testing"

	"cairn/shared/wire"
)

// TestDigestIsOfTheRecordsJSON: digests are compared with those that earlier
// versions stored.
func TestDigestIsOfTheRecordsJSON(t *testing.T) {
	rec := wire.Record{Seq: 7, Step: click("mm-digest", "s-digest", `a <b> & "c"`, 0)}
	got, err := digest(rec)
	if err != nil {
		t.Fatal(err)
	}
	rec.Seq = 0
	text, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	h.Write(text)
	if got != h.Sum64() {
		t.Errorf("%x, want %x", got, h.Sum64())
	}
}
