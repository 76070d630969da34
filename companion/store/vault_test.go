package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

func testVault(t testing.TB, key []byte) *vault {
	t.Helper()
	v, err := newVault(key)
	must(t, err)
	return v
}

func TestEncryptedValuesOpenUnderTheirKeyAndNameAlone(t *testing.T) {
	mine, other := testVault(t, testKey), testVault(t, bytes.Repeat([]byte{8}, KeyBytes))
	body := []byte("what somebody saw")
	value := mine.seal("c/1", body)
	for _, tt := range []struct {
		name, key, value string
		v                *vault
		want             string // empty: it is refused as damaged
	}{
		{"its own", "c/1", value, mine, string(body)},
		{"a tombstone", "c/1", mine.seal("c/1", nil), mine, "tombstone"},
		{"an older schema", "c/1", mine.sealAs("c/1", 0, body), mine, string(body)},
		{"another key", "c/1", value, other, ""},
		{"no key", "c/1", value, nil, ""},
		{"a plain value in an encrypted store", "c/1", seal("c/1", schemaVersion, body), mine, ""},
		{"under another name, with a checksum that fits", "c/2", resealed("c/2", value), mine, ""},
		{"with another version, and a checksum that fits", "c/1", resealed("c/1", "\x80"+value[1:]), mine, ""},
		{"a flipped bit, and a checksum that fits", "c/1", resealed("c/1", value[:len(value)-1]+string(value[len(value)-1]^1)), mine, ""},
		{"a flipped bit", "c/1", value[:len(value)-1] + string(value[len(value)-1]^1), mine, ""},
		{"too short", "c/1", resealed("c/1", value[:sealBytes+keyIDBytes+gcmBytes-1]), mine, ""},
	} {
		got, err := tt.v.unseal(tt.key, []byte(tt.value))
		if len(got) == 0 && err == nil {
			got = []byte("tombstone")
		}
		if string(got) != tt.want || (tt.want == "") != errors.Is(err, errDamaged) {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
	if mine.seal("c/1", body) == value {
		t.Error("two values of one text are the same: the nonce was used twice")
	}
	if schema([]byte(value)) != schemaVersion || value[0] <= schemaVersion {
		t.Error("a Cairn that knows no encryption does not take the value for a newer one")
	}
}

// resealed gives a value the checksum that fits it.
func resealed(key, value string) string {
	b := []byte(value)
	binary.BigEndian.PutUint32(b[1:], checksum(key, b[0], b[sealBytes:]))
	return string(b)
}

func TestHashesInKeysAreHidden(t *testing.T) {
	v := testVault(t, testKey)
	r := hashOf([]byte("a screen that somebody may guess"))
	for prefix, key := range map[string]string{keyBlob: v.blobKey(r), keyFloor: v.floorKey(r)} {
		if key == blobKey(r) || key == floorKey(r) || !strings.HasPrefix(key, prefix) {
			t.Errorf("key %q says the hash", key)
		}
		if got, err := v.refOf(key, prefix); err != nil || got != r {
			t.Errorf("key %q reads as %x, %v; want %x", key, got, err, r)
		}
	}
}

func TestKeysOfAnotherLengthAreRefused(t *testing.T) {
	for _, n := range []int{0, 16, 31, 33} {
		if _, err := newVault(make([]byte, n)); err == nil {
			t.Errorf("a key of %d bytes was taken", n)
		}
	}
	if a, b := KeyID(testKey), KeyID(bytes.Repeat([]byte{8}, KeyBytes)); a == b || len(a) != 8 {
		t.Errorf("keys are named %q and %q", a, b)
	}
}

// FuzzVault opens arbitrary bytes with a checksum that fits: only sealed
// values come out.
func FuzzVault(f *testing.F) {
	v := testVault(f, testKey)
	f.Add("c/1", []byte(v.seal("c/1", []byte("body"))))
	f.Add("c/1", []byte(v.seal("c/1", nil)))
	f.Add("b/1", []byte{encrypted, 0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		if len(value) >= sealBytes {
			value = []byte(resealed(key, string(value)))
		}
		if got, err := v.unseal(key, value); err == nil && len(got) > 0 && (key != "c/1" || string(got) != "body") {
			t.Errorf("under %q came %q", key, got)
		}
		if len(value) < maxPart {
			if got, err := v.unseal(key, []byte(v.seal(key, value))); err != nil || !bytes.Equal(got, value) {
				t.Errorf("%q became %q, %v", value, got, err)
			}
		}
	})
}
