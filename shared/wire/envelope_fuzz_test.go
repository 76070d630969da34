package wire

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzEnvelope reads anything as a message, and as a stored record: an
// understood one says the same when it is written again.
func FuzzEnvelope(f *testing.F) {
	for _, seed := range []string{
		`{"kind":"beat"}`, `{"kind":"batch","batch":{"first":1,"records":[{"seq":1,"gap":{"count":1,"reason":"x"}}]}}`, `{"kind":"reply","re":3,"reply":{"tabs":[]}}`,
		`{"kind":"hello","hello":{"proto":1,"installId":"i","next":1}}`, `{"seq":1,"step":{"stepId":"s-1","sessionId":"mm-1","tool":{"name":"mm_click"}}}`, `{"kind":7}`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		said := new(Envelope)
		if json.Unmarshal(text, said) == nil {
			once, err := json.Marshal(said)
			if err != nil {
				t.Fatalf("%q is understood and cannot be said: %v", text, err)
			}
			again := new(Envelope)
			if err := json.Unmarshal(once, again); err != nil {
				t.Fatalf("%s is not understood: %v", once, err)
			}
			if twice, err := json.Marshal(again); err != nil || !bytes.Equal(once, twice) {
				t.Errorf("%s became %s, %v", once, twice, err)
			}
		}
		_, _ = Encoded{Seq: 1, Text: text}.Record() // most are none
	})
}
