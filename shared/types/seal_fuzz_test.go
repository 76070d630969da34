package types

import "testing"

// FuzzSealed: a key that is one seals, any other seals nothing and means nothing.
func FuzzSealed(f *testing.F) {
	f.Add("00112233445566778899aabbccddeeff", "https://a.example", "x")
	f.Add("zz", "", "")
	f.Fuzz(func(t *testing.T, key, origin, said string) {
		s := &Sealed{Key: key}
		d := s.Digest(SealOrigin, origin)
		if (d != "") != s.KeyOK() || s.Is(d, SealOrigin, origin) != s.KeyOK() {
			t.Errorf("key %q seals %q", key, d)
		}
		s.Origin = said
		if origin != said && d != "" && s.Is(s.Origin, SealOrigin, origin) && said != d {
			t.Errorf("%q is taken for what %q is sealed as", said, origin)
		}
	})
}
