package contenttest

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"testing"
)

// TestNothingTypedLeavesThePage types a fresh secret into fields of every kind
// and looks for it in all that the scripts say and answer.
func TestNothingTypedLeavesThePage(t *testing.T) {
	t.Parallel()
	tb := open(t, "secrets.html")
	canary := "Cnry" + rand.Text()[:12]
	fields := []struct {
		field     string
		sensitive bool
	}{
		{"#password", true}, {"#toggled", true}, {"#otp", true}, {"#card", true}, {"#seed", true}, {"#masked", true}, {"#apikey", true},
		{"#boxes input:nth-child(2)", true}, {"#comment", false}, {"#editor", false}, {"#prefilled", false}, {"#written", false},
	}
	for _, f := range fields {
		tb.click(f.field)
		tb.keys(canary)
		if f.field == "#toggled" {
			tb.click("#toggle") // now a text field, and a secret all the same
			tb.click(f.field)
			tb.keys(canary)
		}
		tb.eval("scrollTo(0, 0)", nil)
	}
	tb.click("#after")
	steps := tb.closed(len(fields) + 3)
	tb.look()
	tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#editor"},for:"type"}}`)
	var everything strings.Builder
	for _, m := range tb.messages() {
		everything.WriteString(m.raw)
	}
	var answers string
	tb.eval("JSON.stringify(answers)", &answers)
	everything.WriteString(answers)
	for _, c := range []string{canary, "PRELOADED-canary"} {
		for name, form := range formsOf(c) {
			if strings.Contains(strings.ToLower(everything.String()), strings.ToLower(form)) {
				t.Errorf("%s left the page (%s)", c, name)
			}
		}
	}
	for _, text := range tb.typed() { // for the core alone
		if text != canary {
			t.Errorf("%q was sent as typed into a sensitive field", text)
		}
	}
	typed := map[string]bool{}
	for _, s := range steps {
		tool := s.closed.Step.Tool
		if tool.Name != "mm_type" {
			continue
		}
		typed[tool.Target.Selector] = tool.Target.Sensitive
		if tool.Target.Sensitive && tool.TextLength != 0 {
			t.Errorf("%s: the length %d of a secret was kept", s, tool.TextLength)
		}
	}
	for _, f := range fields {
		if strings.HasPrefix(f.field, "#boxes") {
			continue
		}
		if got, ok := typed[f.field]; !ok || got != f.sensitive {
			t.Errorf("%s: recorded %v, sensitive %v, want %v", f.field, ok, got, f.sensitive)
		}
	}
}

// formsOf are the ways in which a secret could hide.
func formsOf(secret string) map[string]string {
	reversed := []byte(secret)
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return map[string]string{
		"as it is": secret, "reversed": string(reversed), "base64": base64.StdEncoding.EncodeToString([]byte(secret)),
		"hex": hex.EncodeToString([]byte(secret)), "URL-encoded": url.QueryEscape(secret), "its middle": secret[3 : len(secret)-3],
	}
}
