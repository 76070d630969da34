package keychain

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/zalando/go-keyring"
)

func TestWithoutASessionBusThereIsNoKeychain(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if reachable() {
		t.Skip("this system needs none")
	}
	if _, err := Get("one"); !errors.Is(err, ErrAbsent) {
		t.Errorf("Get: %v", err)
	}
	if err := Set("one", "secret"); !errors.Is(err, ErrAbsent) {
		t.Errorf("Set: %v", err)
	}
}

func TestErrorsOfTheLibraryInOurWords(t *testing.T) {
	locked := errors.New("it is locked")
	for _, tt := range []struct{ err, want error }{
		{nil, nil},
		{keyring.ErrNotFound, ErrNone},
		{keyring.ErrUnsupportedPlatform, ErrAbsent},
		{dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown"}, ErrAbsent},
		{dbus.Error{Name: "org.freedesktop.DBus.Error.Spawn.ChildExited"}, ErrAbsent},
		{locked, locked},
	} {
		got := explain(tt.err)
		if !errors.Is(got, tt.want) || tt.want == locked && (errors.Is(got, ErrAbsent) || !strings.Contains(got.Error(), Name())) {
			t.Errorf("%v became %v", tt.err, got)
		}
	}
}

func TestAKeychainThatHangsOrPanicsIsGivenUp(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere") // it is not used
	defer func(was time.Duration) { patience = was }(patience)
	patience = time.Millisecond
	if _, err := ask(func() (string, error) { select {} }); err == nil || !strings.Contains(err.Error(), "did not answer") {
		t.Errorf("one that hangs: %v", err)
	}
	patience = time.Minute
	if _, err := ask(func() (string, error) { panic("nil interface") }); err == nil || !strings.Contains(err.Error(), "nil interface") {
		t.Errorf("one that panics: %v", err)
	}
}
