// Package keychain stores a key in the operating system's password store. It is the
// only package that imports go-keyring.
//
//	err := keychain.Set(id, secret)
//	secret, err := keychain.Get(id)
//	errors.Is(err, keychain.ErrAbsent)   // this system has none, or none that answers
//
// Entries belong to the user who is logged in. On macOS and Linux any program of that
// user may request them.
package keychain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/zalando/go-keyring"
)

// service is the service name of entries.
const service = "cairn"

var (
	// ErrAbsent reports that there is no keychain.
	ErrAbsent = errors.New("there is no keychain")
	// ErrNone reports that the keychain has no such entry.
	ErrNone = errors.New("the keychain has no such entry")
)

// patience bounds the wait for a keychain: a locked one asks its owner.
var patience = 20 * time.Second

// Name returns this system's name for its keychain.
func Name() string {
	switch runtime.GOOS {
	case "darwin":
		return "the macOS Keychain"
	case "windows":
		return "the Windows Credential Manager"
	}
	return "the Secret Service (GNOME Keyring, KWallet)"
}

// Get returns the secret of an entry.
func Get(entry string) (secret string, err error) {
	return ask(func() (string, error) { return keyring.Get(service, entry) })
}

// Set stores a secret, and reads it back: the encryption under it depends on that.
func Set(entry, secret string) error {
	if _, err := ask(func() (string, error) { return "", keyring.Set(service, entry, secret) }); err != nil {
		return err
	}
	kept, err := Get(entry)
	if err == nil && kept != secret {
		err = errors.New("it gives back another key than it was given")
	}
	if err != nil {
		return fmt.Errorf("read back from the keychain: %w", err)
	}
	return nil
}

// ask calls work, which may wait for a person, and returns its error in this package's
// words.
func ask(work func() (string, error)) (string, error) {
	if !reachable() {
		return "", ErrAbsent
	}
	type answer struct {
		secret string
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil { // the library does not validate a service's answers
				done <- answer{err: fmt.Errorf("an answer that is none: %v", r)}
			}
		}()
		secret, err := work()
		done <- answer{secret, err}
	}()
	select {
	case a := <-done:
		return a.secret, explain(a.err)
	case <-time.After(patience):
		return "", fmt.Errorf("%s did not answer within %s; it may be locked", Name(), patience)
	}
}

// explain converts an error of the library to this package's form.
func explain(err error) error {
	var fault dbus.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		return ErrNone
	case errors.Is(err, keyring.ErrUnsupportedPlatform):
		return ErrAbsent
	case errors.As(err, &fault) && (fault.Name == "org.freedesktop.DBus.Error.ServiceUnknown" || strings.HasPrefix(fault.Name, "org.freedesktop.DBus.Error.Spawn.")):
		return ErrAbsent
	}
	return fmt.Errorf("%s: %w", Name(), err)
}

// reachable reports whether the keychain can be used without starting a program:
// without a session bus the library would launch one.
func reachable() bool {
	switch runtime.GOOS {
	case "darwin", "windows":
		return true
	}
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	runtimeDir := os.Getenv("XDG_RUNTIME_DIR")
	_, err := os.Stat(filepath.Join(runtimeDir, "bus"))
	return runtimeDir != "" && err == nil
}
