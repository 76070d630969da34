package capture

import (
	"encoding/json"
	"reflect"
	"testing"

	"cairn/shared/redact"
)

// FuzzInput redacts arbitrary arguments: a second time changes nothing more, and
// the value of a secret key is gone.
func FuzzInput(f *testing.F) {
	f.Add(`{"a":{"b":{"password":"hunter2!x"}}}`)
	f.Add(`{"steps":[{"tool":"type","args":{"testId":"unlock-password","text":"secret"}}]}`)
	f.Add(`{"url":"https://x.test/?token=1","text":"a"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var in map[string]any
		if json.Unmarshal([]byte(text), &in) != nil {
			return
		}
		once := Input(nil, in).Input
		if again := Input(nil, once).Input; !reflect.DeepEqual(once, again) {
			t.Errorf("not a fixed point: %q, %q, %q", in, once, again)
		}
		if secret, ok := once["password"].(string); ok && secret != redact.Mark {
			t.Errorf("%q stays", secret)
		}
	})
}
