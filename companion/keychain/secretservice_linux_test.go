package keychain

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// sessionBus starts a message bus of this test's own.
func sessionBus(t *testing.T) (address string) {
	t.Helper()
	binary, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("there is no dbus-daemon")
	}
	config := t.TempDir() + "/bus.conf"
	text := `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "--nofork", "--print-address", "--config-file="+config)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// secret is a secret as the Secret Service passes it.
type secret struct {
	Session     dbus.ObjectPath
	Parameters  []byte
	Value       []byte
	ContentType string
}

// secretService is the part of the Secret Service API that keeps one entry.
type secretService struct {
	kept       secret
	attributes map[string]string
}

const (
	servicePath    = dbus.ObjectPath("/org/freedesktop/secrets")
	collectionPath = dbus.ObjectPath("/org/freedesktop/secrets/collection/login")
	itemPath       = collectionPath + "/1"
	sessionPath    = servicePath + "/session/1"
	noPrompt       = dbus.ObjectPath("/")
)

func (s *secretService) OpenSession(string, dbus.Variant) (dbus.Variant, dbus.ObjectPath, *dbus.Error) {
	return dbus.MakeVariant(""), sessionPath, nil
}

func (s *secretService) Unlock(objects []dbus.ObjectPath) ([]dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	return objects, noPrompt, nil
}

func (s *secretService) SearchItems(attributes map[string]string) ([]dbus.ObjectPath, *dbus.Error) {
	for name, value := range attributes {
		if s.attributes[name] != value {
			return []dbus.ObjectPath{}, nil
		}
	}
	return []dbus.ObjectPath{itemPath}, nil
}

func (s *secretService) CreateItem(properties map[string]dbus.Variant, kept secret, _ bool) (dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	s.kept = kept
	s.attributes, _ = properties["org.freedesktop.Secret.Item.Attributes"].Value().(map[string]string)
	return itemPath, noPrompt, nil
}

func (s *secretService) GetSecret(dbus.ObjectPath) (secret, *dbus.Error) { return s.kept, nil }

func (s *secretService) Close() *dbus.Error { return nil }

// TestSecretServiceOverARealBus first finds a bus without the service, as a
// server has one, then one with it.
func TestSecretServiceOverARealBus(t *testing.T) {
	address := sessionBus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	if _, err := Get("one"); !errors.Is(err, ErrAbsent) {
		t.Fatalf("a bus without the service: %v", err)
	}
	conn, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	s := &secretService{}
	for path, face := range map[dbus.ObjectPath]string{
		servicePath: "org.freedesktop.Secret.Service", collectionPath: "org.freedesktop.Secret.Collection",
		itemPath: "org.freedesktop.Secret.Item", sessionPath: "org.freedesktop.Secret.Session",
	} {
		if err := conn.Export(s, path, face); err != nil {
			t.Fatal(err)
		}
	}
	collections := prop.Map{"org.freedesktop.Secret.Service": {"Collections": {Value: []dbus.ObjectPath{collectionPath}}}}
	if _, err := prop.Export(conn, servicePath, collections); err != nil {
		t.Fatal(err)
	}
	if reply, err := conn.RequestName("org.freedesktop.secrets", dbus.NameFlagDoNotQueue); err != nil || reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("own the name: %v, %v", reply, err)
	}
	if _, err := Get("one"); !errors.Is(err, ErrNone) {
		t.Errorf("an entry that is not there: %v", err)
	}
	if err := Set("one", "a key"); err != nil {
		t.Fatal(err)
	}
	if got, err := Get("one"); got != "a key" || err != nil {
		t.Errorf("Get = %q, %v", got, err)
	}
	if _, err := Get("two"); !errors.Is(err, ErrNone) {
		t.Errorf("another entry: %v", err)
	}
}
