package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/companion/daemon"
	"cairn/companion/doctor"
	"cairn/companion/home"
	"cairn/companion/home/hometest"
	"cairn/companion/store"
	"cairn/shared/types"

	"github.com/zalando/go-keyring"
)

// cairnEncrypt runs `cairn encrypt` in process.
func cairnEncrypt(dir string, args ...string) (status int, said string) {
	var out bytes.Buffer
	status = run(context.Background(), append(append([]string{"encrypt"}, args...), "--data", dir), &out, &out)
	return status, out.String()
}

// plainIn are the files below dir that hold a text.
func plainIn(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if strings.Contains(hometest.Read(t, path), text) {
			files = append(files, filepath.Base(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// keptInMemory replaces the system's keychain by one in memory.
func keptInMemory(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere") // it is not used
	keyring.MockInit()
}

// ofEncryption returns the doctor's last finding about the store's encryption.
func ofEncryption(h home.Dir) (l doctor.Level, says, mend string) {
	for _, f := range doctor.New(h, time.Now()).Examine(context.Background()).Findings {
		if f.Check == "encryption" {
			l, says, mend = f.Level, f.Says, f.Mend
		}
	}
	return l, says, mend
}

func TestEncryptionIsTurnedOnAndOff(t *testing.T) {
	for _, tt := range []struct {
		name  string
		args  []string
		place string
		file  bool
	}{
		{"with a keychain", []string{"on"}, "in ", false},
		{"with a file, because that is wanted", []string{"on", "--key-file"}, "That protects copies of the store without this file", true},
		{"with a file, because there is no keychain", []string{"on"}, "That protects copies of the store without this file", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			keptInMemory(t)
			if tt.name == "with a file, because there is no keychain" {
				keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
			}
			dir := hometest.Remembered(t)
			if status, said := cairnStore(dir, "backup"); status != 0 {
				t.Fatal(said)
			}
			const canary = "mm-1234"
			if got := plainIn(t, dir, canary); len(got) != 2 {
				t.Fatalf("in a plain store the canary is in %q: this test could not fail", got)
			}
			says := func(want string, args ...string) {
				t.Helper()
				if status, said := cairnEncrypt(dir, args...); status != 0 || !strings.Contains(said, want) {
					t.Errorf("encrypt %q exits %d with\n%s\nwant 0 with %q", args, status, said, want)
				}
			}
			says("not encrypted", "status")
			says(tt.place, tt.args...)
			says(tt.place, "status")
			says(tt.place, "on") // once more changes nothing
			if got := plainIn(t, dir, canary); len(got) > 0 {
				t.Errorf("encrypted, and the canary is in %q", got)
			}
			info, err := os.Stat(home.Dir(dir).Path(home.StoreKeyFile))
			if (err == nil) != tt.file || tt.file && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("key file: %v, %v", info, err)
			}
			for _, verb := range []string{"verify", "salvage", "backup"} {
				if status, said := cairnStore(dir, verb); status != 0 {
					t.Errorf("store %s of an encrypted store exits %d with %s", verb, status, said)
				}
			}
			says("not encrypted", "off")
			if got := plainIn(t, dir, canary); len(got) != 3 {
				t.Errorf("decrypted, and the canary is in %q", got)
			}
		})
	}
}

func TestALostOrChangedKeyStopsEveryDoorAndChangesNothing(t *testing.T) {
	keptInMemory(t)
	dir := hometest.Remembered(t)
	if status, said := cairnEncrypt(dir, "on", "--key-file"); status != 0 {
		t.Fatal(said)
	}
	h := home.Dir(dir)
	key := hometest.Read(t, h.Path(home.StoreKeyFile))
	before := hometest.Read(t, filepath.Join(h.Store(), "store"))
	for name, change := range map[string]func(){
		"not to be had: the keychain has no such entry; and ": func() { os.Remove(h.Path(home.StoreKeyFile)) },
		"holds another key":           func() { hometest.Put(t, h.Path(home.StoreKeyFile), string(home.NewSecret())) },
		"does not hold 64 hex digits": func() { hometest.Put(t, h.Path(home.StoreKeyFile), key[:20]) },
	} {
		change()
		for verb, do := range map[string]func() (int, string){
			"store backup":   func() (int, string) { return cairnStore(dir, "backup") },
			"store salvage":  func() (int, string) { return cairnStore(dir, "salvage") },
			"encrypt on":     func() (int, string) { return cairnEncrypt(dir, "on") },
			"encrypt off":    func() (int, string) { return cairnEncrypt(dir, "off") },
			"encrypt status": func() (int, string) { return cairnEncrypt(dir, "status") },
			"serve": func() (int, string) {
				_, err := daemon.Open(h, daemon.Options{Log: io.Discard})
				return 1, "cairn: " + err.Error() + "\nhint: " + types.AsError(err).Hint
			},
		} {
			status, said := do()
			if status != 1 || !strings.Contains(said, name) || !strings.Contains(said, "hint: Nothing was changed. ") {
				t.Errorf("%s: cairn %s exits %d with %s", name, verb, status, said)
			}
		}
		if l, says, mend := ofEncryption(h); l != doctor.LevelWrong || !strings.Contains(says, name) || !strings.Contains(mend, "put the key back") {
			t.Errorf("the doctor finds %s %q %q", l, says, mend)
		}
		if hometest.Read(t, filepath.Join(h.Store(), "store")) != before {
			t.Fatalf("%s: the store was changed", name)
		}
	}
	hometest.Put(t, h.Path(home.StoreKeyFile), key)
	if status, said := cairnStore(dir, "salvage"); status != 0 || !strings.Contains(said, "nothing to salvage") {
		t.Errorf("with the key back: %d, %s", status, said)
	}
}

func TestAKeychainThatRefusesLeavesTheStorePlain(t *testing.T) {
	keptInMemory(t)
	keyring.MockInitWithError(errors.New("it is locked"))
	dir := hometest.Remembered(t)
	before := hometest.Read(t, filepath.Join(home.Dir(dir).Store(), "store"))
	if status, said := cairnEncrypt(dir, "on"); status != 1 || !strings.Contains(said, "it is locked") || !strings.Contains(said, "--key-file") {
		t.Errorf("exits %d with %s", status, said)
	}
	if hometest.Read(t, filepath.Join(home.Dir(dir).Store(), "store")) != before {
		t.Error("the store was changed")
	}
}

// TestAKeyThatIsSwappedInTheKeychainIsNotUsed is about an entry under the right
// name.
func TestAKeyThatIsSwappedInTheKeychainIsNotUsed(t *testing.T) {
	keptInMemory(t)
	dir := hometest.Remembered(t)
	if status, said := cairnEncrypt(dir, "on"); status != 0 {
		t.Fatal(said)
	}
	o, err := store.Inspect(home.Dir(dir).Store())
	if err != nil {
		t.Fatal(err)
	}
	if err := keyring.Set("cairn", o.Key, string(home.NewSecret()[:64])); err != nil {
		t.Fatal(err)
	}
	if status, said := cairnStore(dir, "backup"); status != 1 || !strings.Contains(said, "is another key") {
		t.Errorf("exits %d with %s", status, said)
	}
}

func TestDoctorSaysWhetherTheStoreIsEncrypted(t *testing.T) {
	keptInMemory(t)
	dir := hometest.Remembered(t)
	look := func() (doctor.Level, string, string) { return ofEncryption(home.Dir(dir)) }
	if l, says, _ := look(); l != doctor.LevelOK || !strings.Contains(says, "off: ") {
		t.Errorf("plain: %s %q", l, says)
	}
	if status, said := cairnEncrypt(dir, "on", "--key-file"); status != 0 {
		t.Fatal(said)
	}
	if l, says, _ := look(); l != doctor.LevelOK || !strings.Contains(says, home.StoreKeyFile) || !strings.Contains(says, "not the whole directory") {
		t.Errorf("with a file: %s %q", l, says)
	}
	hometest.Put(t, filepath.Join(dir, "screenshots", "mm-1234", "a.png"), "picture")
	if l, says, mend := look(); l != doctor.LevelWarning || !strings.Contains(says, "1 picture ") || !strings.HasPrefix(mend, "rm -r ") {
		t.Errorf("with a picture: %s %q %q", l, says, mend)
	}
}
