package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/shared/types"
)

func TestKeepTakesTwoWords(t *testing.T) {
	for text, want := range map[string]types.Keep{"needed": types.KeepNeeded, "full": types.KeepFull, "": "", "all": "", "Full": ""} {
		cmd := &cobra.Command{}
		keep := keepFlag(cmd)
		err := cmd.ParseFlags([]string{"--keep", text})
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
