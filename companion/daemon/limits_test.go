package daemon

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"cairn/companion/home"
	"cairn/shared/types"
)

// TestNothingStartsWithLimitsThatCantBeRead keeps the file as it is.
func TestNothingStartsWithLimitsThatCantBeRead(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no JSON": "allow all", "cut off": `{"allowOrigins": "https://a.te`, "another field": `{"allow": "https://a.test"}`,
		"another type": `{"allowOrigins": ["https://a.test"]}`, "a bad pattern": `{"denyOrigins": "a.test"}`, "two": `{} {}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := home.Dir(t.TempDir())
			if err := os.WriteFile(h.AgentLimitsFile(), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(h, Options{DevTools: -1, Log: io.Discard})
			var fault *types.Error
			if !errors.As(err, &fault) || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, "limits.json, which limits agents, is not understood") {
				t.Errorf("it starts with %v", err)
			}
			if left, err := os.ReadFile(h.AgentLimitsFile()); err != nil || string(left) != text {
				t.Errorf("the file is %q, %v", left, err)
			}
		})
	}
}
