package control

import (
	"errors"
	"strings"
	"testing"

	"cairn/companion/home/hometest"
	"cairn/shared/types"
)

func TestWhyADaemonEndedIsReportedInItsOwnWords(t *testing.T) {
	h := hometest.New(t)
	hometest.Put(t, h.Log(), "cairn: an old fault\nhint: an old hint\n")
	from := logSize(h)
	exit := errors.New("exit status 1")
	if err := types.AsError(whyEnded(h, from, exit)); !strings.Contains(err.Message, "exit status 1") || !strings.Contains(err.Hint, h.Log()) {
		t.Errorf("one that said nothing: %v, %s", err, err.Hint)
	}
	hometest.Put(t, h.Log(), hometest.Read(t, h.Log())+"2026/01/01 something\ncairn: its key is gone\nhint: put it back\n")
	if err := types.AsError(whyEnded(h, from, exit)); err.Message != "the daemon ended at once: its key is gone" || err.Hint != "put it back" {
		t.Errorf("one that said why: %v, %s", err, err.Hint)
	}
}
