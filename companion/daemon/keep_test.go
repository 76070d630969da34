package daemon

import (
	"os"
	"strings"
	"testing"

	"cairn/companion/home"
	"cairn/companion/home/hometest"
	"cairn/shared/types"
)

func TestDamagedKeyOfNamesStopsTheStart(t *testing.T) {
	h := hometest.New(t)
	hometest.Put(t, h.Path(home.NameKeyFile), "abc\n")
	_, err := h.Secret(home.NameKeyFile)
	fault := types.AsError(err)
	if fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Hint, "found no more, and nothing else is lost") {
		t.Errorf("%v, hint %q", err, fault.Hint)
	}
	if text, err := os.ReadFile(h.Path(home.NameKeyFile)); err != nil || string(text) != "abc\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}
