package text

import (
	"strings"
	"testing"
)

// TestSpec001Words are the unit tests that spec 001 gives for its three word
// functions (sections 4.1.5, 4.4.3, 4.5.4 and 8.1), word for word.
func TestSpec001Words(t *testing.T) {
	synonyms := func(s string) []string { return ExpandSynonyms(strings.Fields(s)) }
	for _, c := range []struct {
		name     string
		split    func(string) []string
		in, want string
	}{
		{"tokenize", Tokenize, "send flow ETH to another account", "send eth another account"},
		{"tokenize", Tokenize, "send to the account", "send account"},
		{"tokenize", Tokenize, "a b cd efg", "cd efg"},
		{"tokenize", Tokenize, "", ""},
		{"tokenize", Tokenize, "   ", ""},
		{"tokenize", Tokenize, "send send SEND", "send"},
		{"tokenize", Tokenize, "mm_click", "click"},
		{"tokenize", Tokenize, "mcp mm", ""},
		{"tokenize", Tokenize, "a an the to from in on at for with and or but is are was were be been flow test should can will do does did " +
			"have has had this that these those it", ""},
		{"tokenizeIdentifier", TokenizeIdentifier, "coin-overview-send-button", "coin overview send button"},
		{"tokenizeIdentifier", TokenizeIdentifier, "sendTokenButton", "send token button"},
		{"tokenizeIdentifier", TokenizeIdentifier, "send_token_btn", "send token btn"},
		{"tokenizeIdentifier", TokenizeIdentifier, "coin-overview_sendButton", "coin overview send button"},
		{"tokenizeIdentifier", TokenizeIdentifier, "sendETHButton", "send eth button"},
		{"tokenizeIdentifier", TokenizeIdentifier, "", ""},
		{"expandWithSynonyms", synonyms, "send", "send transfer pay"},
		{"expandWithSynonyms", synonyms, "transfer", "transfer send pay"},
		{"expandWithSynonyms", synonyms, "eth account balance", "eth account balance"},
		{"expandWithSynonyms", synonyms, "send eth", "send eth transfer pay"},
		{"expandWithSynonyms", synonyms, "send transfer", "send transfer pay"},
		{"expandWithSynonyms", synonyms, "accept", "accept approve confirm allow"},
	} {
		if got := strings.Join(c.split(c.in), " "); got != c.want {
			t.Errorf("%s(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}
