package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"cairn/companion/bridge"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestKeepTakesTwoWords(t *testing.T) {
	for text, want := range map[string]types.Keep{"needed": types.KeepNeeded, "full": types.KeepFull, "": "", "all": "", "Full": ""} {
		flags := flag.NewFlagSet("test", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		keep := keepFlag(flags)
		err := flags.Parse([]string{"--keep", text})
		if *keep != want || (err == nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "give needed or full") {
			t.Errorf("--keep %q is %q, %v", text, *keep, err)
		}
	}
	for _, test := range []struct {
		keep    types.Keep
		managed bool
		want    types.Keep
	}{{"", false, types.KeepNeeded}, {"", true, types.KeepFull}, {types.KeepFull, false, types.KeepFull}, {types.KeepNeeded, true, types.KeepNeeded}} {
		if got := orUsual(test.keep, test.managed); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

func TestAnotherKeyOfNamesIsNoticed(t *testing.T) {
	h := home(t.TempDir())
	one, two := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	at := time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC)
	for i, try := range []struct {
		key     []byte
		changed bool
	}{{one, false}, {one, false}, {two, true}, {two, false}, {one, true}} {
		if changed, err := h.noteNameKey(try.key, at.Add(time.Duration(i)*time.Hour)); err != nil || changed != try.changed {
			t.Errorf("try %d: changed %v, %v", i, changed, err)
		}
	}
	if text, err := os.ReadFile(h.path(nameKeysFile)); err != nil || strings.Count(string(text), "\n") != 3 || !strings.HasSuffix(string(text), "2026-01-16T16:00:00Z\n") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestDoctorLooksAtTheKeyOfNames(t *testing.T) {
	for _, test := range []struct {
		name  string
		do    func(h home)
		level level
		says  string
	}{
		{"never used", func(home) {}, levelOK, "no key is there yet"},
		{"in order", func(h home) { use(t, h) }, levelOK, "the key is in order"},
		{"of another length", func(h home) { put(t, h.path(nameKeyFile), "abc\n") }, levelWrong, "64 hex digits"},
		{"lost", func(h home) { use(t, h); _ = os.Remove(h.path(nameKeyFile)) }, levelWarning, "is gone"},
		{"lost and made again", func(h home) { use(t, h); _ = os.Remove(h.path(nameKeyFile)); use(t, h) }, levelOK, "under another one, are found no more"},
	} {
		h := testHome(t)
		test.do(h)
		d := newDoctor(h, time.Now())
		d.checkNames()
		if l, says, mend := worst(d.found); l != test.level || !strings.Contains(says, test.says) || l != levelOK && mend == "" {
			t.Errorf("%s: finds %s %q, mend %q", test.name, l, says, mend)
		}
	}
}

// use is a start of the daemon, as far as the key is concerned.
func use(t *testing.T, h home) {
	t.Helper()
	key, err := h.secret(nameKeyFile)
	if err == nil {
		_, err = h.noteNameKey(key, time.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestDamagedKeyOfNamesStopsTheStart(t *testing.T) {
	h := testHome(t)
	put(t, h.path(nameKeyFile), "abc\n")
	_, err := h.secret(nameKeyFile)
	fault := types.AsError(err)
	if fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Hint, "found no more, and nothing else is lost") {
		t.Errorf("%v, hint %q", err, fault.Hint)
	}
	if text, err := os.ReadFile(h.path(nameKeyFile)); err != nil || string(text) != "abc\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

func TestModesAreSaidInWords(t *testing.T) {
	for want, keeping := range map[string]*wire.Keeping{
		"names that were used (it has said nothing of that)": nil,
		"names that were used":                               {Mode: types.KeepNeeded},
		"all names, other than that on 1 site":               {Mode: types.KeepFull, Sites: map[string]types.Keep{"bank.example": types.KeepNeeded}},
	} {
		if got := keptWords(bridge.Info{Keeping: keeping}); got != want {
			t.Errorf("%+v: %q, want %q", keeping, got, want)
		}
	}
}
