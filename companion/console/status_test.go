package console

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// drawing runs a command that is shown on a terminal, and returns the terminal's text.
func drawing(t *testing.T, command func(s *Status, out io.Writer)) (shown string) {
	synctest.Test(t, func(*testing.T) {
		var out bytes.Buffer
		s := NewStatus(&out)
		s.drawn = true
		above := s.Above(&out)
		s.Begin("cairn import")
		command(s, above)
		synctest.Wait()
		s.End()
		shown = out.String()
	})
	return shown
}

const clear = "\x1b[2K\r"

func TestALongCommandHasASpinner(t *testing.T) {
	if got := drawing(t, func(*Status, io.Writer) { time.Sleep(900 * time.Millisecond) }); got != "" {
		t.Errorf("short work draws %q", got)
	}
	got := drawing(t, func(*Status, io.Writer) { time.Sleep(4 * time.Second) })
	if !strings.Contains(got, "cairn import  [3s]") || !strings.HasSuffix(got, clear) {
		t.Errorf("four seconds draw %q", got)
	}
}

func TestWorkOfAKnownAmountHasABar(t *testing.T) {
	got := drawing(t, func(s *Status, _ io.Writer) {
		report := s.Measure("reading", Bytes)
		for done := int64(0); done <= 10; done++ {
			report(done<<20, 10<<20)
			time.Sleep(600 * time.Millisecond)
		}
	})
	for _, want := range []string{"reading  50% |", "(5.0/10 MiB", clear} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if last := got[strings.LastIndex(got, "reading"):]; !strings.HasSuffix(last, clear) {
		t.Errorf("the bar stays: %q", last)
	}
}

func TestOutputStandsAboveTheLine(t *testing.T) {
	got := drawing(t, func(_ *Status, out io.Writer) {
		time.Sleep(2 * time.Second)
		_, _ = io.WriteString(out, "first\n")
		time.Sleep(2 * time.Second)
	})
	before, after, found := strings.Cut(got, "first\n")
	if !found || !strings.HasSuffix(before, clear) || after != "" { // a pager may read this output
		t.Errorf("the text is beside the line: %q", got)
	}
}

func TestOtherOutputsGetPlainLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := NewStatus(&out)
		s.Begin("cairn store verify")
		report := s.Measure("reading the store", Bytes)
		for done := int64(0); done <= 25; done++ {
			report(done<<20, 25<<20)
			time.Sleep(time.Second)
		}
		s.End()
		if want := "cairn: reading the store: 10 MiB of 25 MiB\ncairn: reading the store: 20 MiB of 25 MiB\n"; out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
		if s.Above(&out) != io.Writer(&out) {
			t.Error("an output without a line is wrapped")
		}
	})
}

func TestColumns(t *testing.T) {
	if n := Columns(&bytes.Buffer{}); n != 0 {
		t.Errorf("a buffer has %d columns", n)
	}
	if f, err := os.Open(os.DevNull); err != nil || Columns(f) != 0 {
		t.Error("a file is a terminal", err)
	}
}

func TestOnlyTerminalsGetColours(t *testing.T) {
	if got := Coloured(&bytes.Buffer{}, Red, "wrong"); got != "wrong" {
		t.Errorf("a buffer gets %q", got)
	}
}
