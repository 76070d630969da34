package wire_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/wire"
	"cairn/testdata/golden"
)

// released holds, for each version of the protocol, the messages of a peer that speaks
// it. A file is written once, with -update, and never changed after a release.
const released = frames + "/released"

// A peer of an older version that is still spoken is understood in full: each field of
// its messages arrives, with its value.
func TestMessagesOfReleasedVersionsAreUnderstood(t *testing.T) {
	for proto := wire.OldestProto; proto <= wire.Proto; proto++ {
		file := filepath.Join(released, fmt.Sprintf("%d.json", proto))
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) && proto == wire.Proto && golden.Updating() {
			text, err = storeMessages(file)
		}
		if err != nil {
			t.Fatalf("the messages of version %d are not stored: %v; run this test with -update", proto, err)
		}
		var messages map[string]json.RawMessage
		if err := json.Unmarshal(text, &messages); err != nil {
			t.Fatal(err)
		}
		if len(messages) < 30 {
			t.Errorf("version %d has %d messages", proto, len(messages))
		}
		for kind, message := range messages {
			var e wire.Envelope
			if err := json.Unmarshal(message, &e); err != nil || string(e.Kind) != kind {
				t.Errorf("%s of version %d is not understood: %v", kind, proto, err)
				continue
			}
			again, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			var was, is any
			if err := json.Unmarshal(message, &was); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(again, &is); err != nil {
				t.Fatal(err)
			}
			if lost := lost(was, is, kind); lost != "" {
				t.Errorf("version %d: %s is lost", proto, lost)
			}
		}
	}
}

// storeMessages stores the present messages of the link as those of this version.
func storeMessages(file string) ([]byte, error) {
	paths, err := filepath.Glob(filepath.Join(frames, "link", "*.json"))
	if err != nil {
		return nil, err
	}
	messages := map[string]json.RawMessage{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		messages[strings.TrimSuffix(filepath.Base(path), ".json")] = text
	}
	text, err := json.Marshal(messages)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return append(text, '\n'), os.WriteFile(file, append(text, '\n'), 0o644)
}

// lost names the first value of was that is does not have, empty for none.
func lost(was, is any, at string) string {
	switch was := was.(type) {
	case map[string]any:
		is, _ := is.(map[string]any)
		for key, value := range was {
			if name := lost(value, is[key], at+"."+key); name != "" {
				return name
			}
		}
	case []any:
		is, _ := is.([]any)
		if len(is) != len(was) {
			return at
		}
		for i, value := range was {
			if name := lost(value, is[i], fmt.Sprintf("%s[%d]", at, i)); name != "" {
				return name
			}
		}
	default:
		if !reflect.DeepEqual(was, is) {
			return at
		}
	}
	return ""
}
