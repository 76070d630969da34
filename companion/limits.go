package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"cairn/shared/limits"
	"cairn/shared/types"
)

// agentLimitsFile holds the limits of all agents of a data directory. They must
// outlive the daemon that they were given to: the next MCP client starts another
// one by itself.
func (h home) agentLimitsFile() string { return h.path("limits.json") }

// limitFlags registers --allow-origins, --deny-origins and --confirm. given says
// which of them were.
func limitFlags(flags *flag.FlagSet) (given *givenLimits) {
	given = &givenLimits{}
	flags.Func("allow-origins", "where agents may look and act, such as https://*.example.com,http://127.0.0.1:* (default: everywhere)", given.list(&given.Allow))
	flags.Func("deny-origins", "where they may not, whatever is allowed", given.list(&given.Deny))
	flags.Func("confirm", "have actions that pay, send, delete, grant, sign or publish confirmed: risky (by a token or the person), person, or never", func(word string) error {
		return given.take(&given.Confirm, limits.Given{Confirm: word}, word)
	})
	return given
}

// givenLimits are limits as flags gave them; nil where a flag was not given.
type givenLimits struct{ Allow, Deny, Confirm *string }

// list takes a list of patterns, which may be given in several parts.
func (g *givenLimits) list(into **string) func(string) error {
	return func(text string) error {
		if *into != nil && **into != "" {
			text = **into + "," + text
		}
		return g.take(into, limits.Given{Allow: text}, text)
	}
}

func (g *givenLimits) take(into **string, check limits.Given, text string) error {
	if _, err := limits.Parse(check); err != nil {
		fault := types.AsError(err)
		return errors.New(fault.Message + "; " + fault.Hint)
	}
	*into = &text
	return nil
}

// any reports whether a flag was given.
func (g *givenLimits) any() bool { return g.Allow != nil || g.Deny != nil || g.Confirm != nil }

// over is before with what was given in its place.
func (g *givenLimits) over(before limits.Given) limits.Given {
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

// args are the flags that give the same again.
func (g *givenLimits) args() (args []string) {
	for flag, text := range map[string]*string{"--allow-origins": g.Allow, "--deny-origins": g.Deny, "--confirm": g.Confirm} {
		if text != nil {
			args = append(args, flag+"="+*text)
		}
	}
	slices.Sort(args)
	return args
}

// agentLimits reads the limits of all agents. Where they can't be read nothing
// starts, since agents would be held by none.
func (h home) agentLimits() (given limits.Given, err error) {
	text, err := os.ReadFile(h.agentLimitsFile())
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
		return limits.Given{}, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%s, which limits agents, is not understood: %v", h.agentLimitsFile(), err),
			`write, for example, {"allowOrigins": "https://*.example.com", "denyOrigins": "", "confirm": "risky"}, or remove it`)
	}
	return given, nil
}

// limitAgents keeps the limits that flags gave and returns those that hold.
func (h home) limitAgents(flags givenLimits) (limits.Given, error) {
	before, err := h.agentLimits()
	if err != nil {
		return before, err
	}
	now := flags.over(before)
	if now == before {
		return now, nil
	}
	text, err := json.MarshalIndent(now, "", "  ")
	if err == nil {
		err = replaceFile(h.agentLimitsFile(), append(text, '\n'))
	}
	if err != nil {
		return now, fmt.Errorf("keep the limits of agents: %w", err)
	}
	return now, nil
}

// limitLines say which limits hold for all agents; none without any.
func limitLines(g limits.Given) (lines []string) {
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
