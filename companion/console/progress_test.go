package console

import (
	"bytes"
	"testing"
	"time"
)

func TestLongReadingTellsHowFarItIs(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	tell := Progress(&out, "reading", func() time.Time { return at })
	for done := int64(0); done <= 10; done++ {
		tell(done<<20, 10<<20)
		at = at.Add(300 * time.Millisecond)
	}
	if want := "cairn: reading: 4 of 10 MiB\ncairn: reading: 8 of 10 MiB\n"; out.String() != want {
		t.Errorf("told %q, want %q", out.String(), want)
	}
}
