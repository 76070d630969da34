package daemon

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/home"
	"cairn/companion/pilot"
	"cairn/shared/types"
)

// testContexts are contexts whose browsers nobody starts.
func testContexts(t *testing.T) *contexts {
	t.Helper()
	h := home.Dir(t.TempDir())
	return newContexts(&Daemon{home: h, browser: &managedBrowser{home: h}})
}

func (c *contexts) mustTake(t *testing.T, name string) pilot.Context {
	t.Helper()
	hold, err := c.reserve(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(c.daemon.home.Contexts(), name), 0o700); err != nil {
		t.Fatal(err)
	}
	return hold
}

func wantFault(t *testing.T, err error, code types.Code, part string) {
	t.Helper()
	fault := types.AsError(err)
	if err == nil || fault.Code != code || !strings.Contains(fault.Message, part) || fault.Hint == "" {
		t.Errorf("got %v, want %s with %q and a hint", err, code, part)
	}
}

func TestContextNames(t *testing.T) {
	c := testContexts(t)
	for name, ok := range map[string]bool{
		"a": true, "user-2": true, "2": true, strings.Repeat("a", 40): true,
		"": false, "-a": false, "A": false, "a b": false, "..": false, "a/b": false, "ä": false, strings.Repeat("a", 41): false, "a\n": false,
	} {
		hold, err := c.reserve(name)
		if !ok {
			wantFault(t, err, types.CodeInvalidInput, "is no name of a context")
			wantFault(t, c.remove(name), types.CodeInvalidInput, "is no name of a context")
			continue
		}
		if err != nil {
			t.Errorf("take(%q) = %v", name, err)
			continue
		}
		_ = hold.Release(false)
	}
}

func TestIdleContextsMakeRoomForOthers(t *testing.T) {
	c := testContexts(t)
	var holds []pilot.Context
	for i := range maxContexts {
		holds = append(holds, c.mustTake(t, fmt.Sprint("user-", i)))
	}
	_, err := c.reserve("one-more")
	wantFault(t, err, types.CodeActionDenied, "8 contexts are in use")
	c.mustTake(t, "user-3") // one that is open needs no room
	_ = holds[5].Release(false)
	_ = holds[2].Release(false)
	c.mustTake(t, "one-more")
	if c.open["user-5"] != nil || c.open["user-2"] == nil {
		t.Errorf("not the context that was idle for longest was closed: open are %v", c.names())
	}
	c.close()
	_, err = c.reserve("late")
	wantFault(t, err, types.CodeNoBrowser, "stopping")
}

func TestOnlyTheLastSessionDiscardsAContext(t *testing.T) {
	c := testContexts(t)
	one, two := c.mustTake(t, "shared"), c.mustTake(t, "shared")
	wantFault(t, one.Sole(), types.CodeActionDenied, "used by 1 other session")
	wantFault(t, c.remove("shared"), types.CodeActionDenied, "used by 2 other session")
	if err := two.Release(false); err != nil || one.Sole() != nil {
		t.Fatalf("release = %v, sole = %v", err, one.Sole())
	}
	if err := one.Release(true); err != nil {
		t.Fatal(err)
	}
	if left, err := c.list(); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	wantFault(t, c.remove("shared"), types.CodeNotFound, "there is no context shared")
}
