package sealed

import (
	"cairn/shared/types"
	"testing"
)

// FuzzSealed: a key that is one seals, any other seals nothing and means nothing.
func FuzzSealed(f *testing.F) {
	f.Add("00112233445566778899aabbccddeeff", "https://a.example", "x")
	f.Add("zz", "", "")
	f.Fuzz(func(t *testing.T, key, origin, said string) {
		s := &types.Sealed{Key: key}
		d := Digest(s, Origin, origin)
		if (d != "") != s.KeyOK() || Is(s, d, Origin, origin) != s.KeyOK() {
			t.Errorf("key %q seals %q", key, d)
		}
		s.Origin = said
		if origin != said && d != "" && Is(s, s.Origin, Origin, origin) && said != d {
			t.Errorf("%q is taken for what %q is sealed as", said, origin)
		}
	})
}
