package main

import (
	"flag"
	"io"
	"strings"
	"testing"

	"cairn/companion/home"
	"cairn/shared/types"
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
		if got := home.KeepOrUsual(test.keep, test.managed); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
