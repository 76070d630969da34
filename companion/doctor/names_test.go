package doctor

import (
	"os"
	"strings"
	"testing"
	"time"

	"cairn/companion/home"
	"cairn/companion/home/hometest"
)

func TestDoctorLooksAtTheKeyOfNames(t *testing.T) {
	for _, test := range []struct {
		name  string
		do    func(h home.Dir)
		level Level
		says  string
	}{
		{"never used", func(home.Dir) {}, LevelOK, "no key yet"},
		{"in order", func(h home.Dir) { use(t, h) }, LevelOK, "the key is in order"},
		{"of another length", func(h home.Dir) { hometest.Put(t, h.Path(home.NameKeyFile), "abc\n") }, LevelWrong, "64 hex digits"},
		{"lost", func(h home.Dir) { use(t, h); _ = os.Remove(h.Path(home.NameKeyFile)) }, LevelWarning, "is gone"},
		{"lost and made again", func(h home.Dir) { use(t, h); _ = os.Remove(h.Path(home.NameKeyFile)); use(t, h) }, LevelOK, "under another one, are found no more"},
	} {
		h := hometest.New(t)
		test.do(h)
		d := New(h, time.Now())
		d.checkNames()
		if l, says, mend := worst(d.found); l != test.level || !strings.Contains(says, test.says) || l != LevelOK && mend == "" {
			t.Errorf("%s: finds %s %q, mend %q", test.name, l, says, mend)
		}
	}
}

// use is a start of the daemon, as far as the key is concerned.
func use(t *testing.T, h home.Dir) {
	t.Helper()
	key, err := h.Secret(home.NameKeyFile)
	if err == nil {
		_, err = h.NoteNameKey(key, time.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
}
