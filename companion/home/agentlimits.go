package home

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"cairn/companion/atomicfile"
	"cairn/shared/limits"
	"cairn/shared/types"
)

// AgentLimitsFile holds the limits of all agents of a data directory. They must
// outlive the daemon that received them: the next MCP client starts another one by
// itself.
func (h Dir) AgentLimitsFile() string { return h.Path("limits.json") }

// AgentLimits holds limits from flags; nil for a flag that was not given.
type AgentLimits struct{ Allow, Deny, Confirm *string }

// List parses a list of patterns, which may be given in several parts.
func (g *AgentLimits) List(into **string) func(string) error {
	return func(text string) error {
		if *into != nil && **into != "" {
			text = **into + "," + text
		}
		return g.Set(into, limits.Given{Allow: text}, text)
	}
}

// Set stores the text of one flag if check, which holds only this text, is valid.
func (g *AgentLimits) Set(into **string, check limits.Given, text string) error {
	if _, err := limits.Parse(check); err != nil {
		fault := types.AsError(err)
		return errors.New(fault.Message + "; " + fault.Hint)
	}
	*into = &text
	return nil
}

// Any reports whether a flag was given.
func (g *AgentLimits) Any() bool { return g.Allow != nil || g.Deny != nil || g.Confirm != nil }

// Over returns before, with the given flags in place of its values.
func (g *AgentLimits) Over(before limits.Given) limits.Given {
	for _, one := range []struct {
		into *string
		text *string
	}{{&before.Allow, g.Allow}, {&before.Deny, g.Deny}, {&before.Confirm, g.Confirm}} {
		if one.text != nil {
			*one.into = *one.text
		}
	}
	return before
}

// Args returns the flags that express the same limits.
func (g *AgentLimits) Args() (args []string) {
	for flag, text := range map[string]*string{"--allow-origins": g.Allow, "--deny-origins": g.Deny, "--confirm": g.Confirm} {
		if text != nil {
			args = append(args, flag+"="+*text)
		}
	}
	slices.Sort(args)
	return args
}

// AgentLimits reads the limits of all agents. If they are unreadable nothing starts,
// since agents would have no limits.
func (h Dir) AgentLimits() (given limits.Given, err error) {
	text, err := os.ReadFile(h.AgentLimitsFile())
	if errors.Is(err, fs.ErrNotExist) {
		return given, nil
	}
	if err == nil {
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err = dec.Decode(&given); err == nil {
			if _, more := dec.Token(); more != io.EOF {
				err = errors.New("something follows the limits")
			}
		}
	}
	if err == nil {
		_, err = limits.Parse(given)
	}
	if err != nil {
		return limits.Given{}, types.Invalid(fmt.Sprintf("%s, which limits agents, is not understood: %v", h.AgentLimitsFile(), err),
			`write, for example, {"allowOrigins": "https://*.example.com", "denyOrigins": "", "confirm": "risky"}, or remove it`)
	}
	return given, nil
}

// LimitAgents stores the limits from flags and returns those in force.
func (h Dir) LimitAgents(flags AgentLimits) (limits.Given, error) {
	before, err := h.AgentLimits()
	if err != nil {
		return before, err
	}
	now := flags.Over(before)
	if now == before {
		return now, nil
	}
	if err := atomicfile.ReplaceJSON(h.AgentLimitsFile(), now); err != nil {
		return now, fmt.Errorf("keep the limits of agents: %w", err)
	}
	return now, nil
}

// LimitLines describes the limits of all agents; it returns none if there are no
// limits.
func LimitLines(g limits.Given) (lines []string) {
	if g.Allow != "" {
		lines = append(lines, "only on "+g.Allow)
	}
	if g.Deny != "" {
		lines = append(lines, "never on "+g.Deny)
	}
	if g.Confirm != "" && g.Confirm != limits.ConfirmNever {
		lines = append(lines, "risky actions are confirmed ("+g.Confirm+")")
	}
	return lines
}
