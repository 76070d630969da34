package sealed

import (
	"cairn/shared/types"
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// TestSipHashIsTheOneThatIsKnown compares with the reference vectors: the key
// 00 01 … 0f, and messages 00 01 02 … of growing length.
func TestSipHashIsTheOneThatIsKnown(t *testing.T) {
	k0, k1 := binary.LittleEndian.Uint64([]byte{0, 1, 2, 3, 4, 5, 6, 7}), binary.LittleEndian.Uint64([]byte{8, 9, 10, 11, 12, 13, 14, 15})
	var message []byte
	for i, want := range []string{"a3817f04ba25a8e66df67214c7550293", "da87c1d86b99af44347659119b22fc45", "8177228da4a45dc7fca38bdef60affe4"} {
		first, second := sip128(k0, k1, message)
		if got := hex.EncodeToString(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, first), second)); got != want {
			t.Errorf("of %d bytes: %s, want %s", i, got, want)
		}
		message = append(message, byte(i))
	}
}

func TestDigestsTellApart(t *testing.T) {
	s := &types.Sealed{Key: "000102030405060708090a0b0c0d0e0f"}
	seen := map[string]bool{}
	for _, texts := range [][]string{{TestID, "a"}, {Name, "a"}, {Named, "a", "b"}, {Named, "ab", ""}, {Named, "", "ab"}} {
		d := Digest(s, texts[0], texts[1:]...)
		if len(d) != 32 || seen[d] || !Is(s, d, texts[0], texts[1:]...) {
			t.Errorf("%q: %q", texts, d)
		}
		seen[d] = true
	}
	for _, key := range []string{"", "00", "zz0102030405060708090a0b0c0d0e0f", "000102030405060708090a0b0c0d0e0f10"} {
		bad := &types.Sealed{Key: key}
		if bad.KeyOK() || Digest(bad, Name, "a") != "" || Is(bad, "", Name, "a") {
			t.Errorf("key %q is taken", key)
		}
	}
}
