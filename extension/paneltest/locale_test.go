package paneltest

import (
	"os"
	"testing"
)

// TestMain gives the browsers of these tests a locale that every system has: under
// one that is not installed Chromium cannot open files whose names are not ASCII.
func TestMain(m *testing.M) {
	if err := os.Setenv("LC_ALL", "C.UTF-8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
