package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/shared/limits"
)

// flagsOf reads limits as a command does.
func flagsOf(t *testing.T, args ...string) (home.AgentLimits, error) {
	t.Helper()
	cmd := &cobra.Command{}
	given := limitFlags(cmd)
	err := cmd.ParseFlags(args)
	return *given, err
}

// TestLimitsOutliveTheDaemon goes through starts one after the other in one data
// directory.
func TestLimitsOutliveTheDaemon(t *testing.T) {
	h := home.Dir(t.TempDir())
	for _, step := range []struct {
		name string
		args []string
		want limits.Given
	}{
		{"none", nil, limits.Given{}},
		{"allowed", []string{"--allow-origins", "https://*.example.com"}, limits.Given{Allow: "https://*.example.com"}},
		{"none given: the same", nil, limits.Given{Allow: "https://*.example.com"}},
		{"denied as well", []string{"--deny-origins=https://a.test", "--deny-origins", "https://b.test"}, limits.Given{Allow: "https://*.example.com", Deny: "https://a.test,https://b.test"}},
		{"other allowed", []string{"--allow-origins", "https://c.test", "--confirm", "risky"}, limits.Given{Allow: "https://c.test", Deny: "https://a.test,https://b.test", Confirm: "risky"}},
		{"lifted", []string{"--allow-origins", "", "--deny-origins=", "--confirm", "never"}, limits.Given{Confirm: "never"}},
	} {
		given, err := flagsOf(t, step.args...)
		if err != nil {
			t.Fatal(step.name, err)
		}
		if got, err := h.LimitAgents(given); err != nil || got != step.want {
			t.Errorf("%s: %+v, %v", step.name, got, err)
		}
	}
}

func TestBadLimitsAreRefusedByTheirFlags(t *testing.T) {
	for _, x := range []struct{ flag, text, why string }{
		{"--allow-origins", "example.com", `the origin pattern "example.com" has no scheme; write patterns such as`},
		{"--deny-origins", "https://a.test,ftp://b.test", "is of no scheme that agents can open"},
		{"--deny-origins", " ", "names none"},
		{"--confirm", "always", "use risky, person or never"},
	} {
		if _, err := flagsOf(t, x.flag, x.text); err == nil || !strings.Contains(err.Error(), x.why) {
			t.Errorf("%s %q: %v", x.flag, x.text, err)
		}
	}
}
