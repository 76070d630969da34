package pilot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// shownInstead bounds the lines in the error of a wait for text.
const shownInstead = 5

// waitForText waits until a text is visible anywhere on the page.
func (a *Agent) waitForText(ctx context.Context, in tool.WaitInput) (*tool.ActResult, error) {
	if err := checkTarget(in.TargetInput); err != nil {
		return nil, err
	}
	line := ""
	result, err := a.act(ctx, action{
		tool: "mm_wait_for", given: in.ActInput, input: kept(in.TargetInput, in.ActInput, map[string]any{"text": in.Text}),
		late: types.CodeWaitTimeout, failed: types.CodeWaitTimeout, still: true,
		wait: func(ctx context.Context, _ *tab, _ *types.Observation) (err error) {
			line, err = a.awaitText(ctx, in)
			return err
		},
	})
	if err == nil {
		result.Text = line
	}
	return result, err
}

// awaitText observes repeatedly until a line contains the text.
func (a *Agent) awaitText(ctx context.Context, in tool.WaitInput) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(msLeft(ctx, transferTime))*time.Millisecond)
	defer cancel()
	var lines []string
	for {
		now, err := a.lookWith(ctx, true, nil)
		switch {
		case a.tab == nil:
			return "", tabGone()
		case err == nil:
			lines = a.shown(now, in.Frame)
			if i := slices.IndexFunc(lines, func(l string) bool { return holdsText(l, in.Text) }); i >= 0 {
				return lines[i], nil
			}
		case types.HasCode(err, types.CodeNoBrowser), types.HasCode(err, types.CodePageCrashed), types.HasCode(err, types.CodeActionDenied):
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", textMissing(in.Text, lines)
		case <-time.After(pollTime):
		}
	}
}

func (a *Agent) shown(now *types.Observation, frame string) []string {
	lines := a.tab.outline
	if lines == nil || a.tab.input.Dialog() != nil {
		lines = outlineOf(now.A11y.Nodes)
	}
	if frame != "" {
		lines = outlineWith(lines, func(l textLine) bool {
			return l[0].Origin == frame || l[0].Origin == "" && frame == now.State.Origin
		})
	}
	return linesSaid(lines, now.A11y.Nodes)
}

// holdsText reports whether a line contains a text, as complete words if it has any.
func holdsText(line, what string) bool {
	if strings.ContainsFunc(what, text.Alnum) {
		return text.HoldsWords(line, what)
	}
	return strings.Contains(line, strings.TrimSpace(what))
}

// textMissing returns the error with lines of the page: those that share words with
// the text, then the first ones.
func textMissing(what string, lines []string) *types.Error {
	words := text.Tokenize(what)
	near := func(l string) bool {
		return slices.ContainsFunc(text.Words(l), func(w string) bool { return slices.Contains(words, w) })
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		switch {
		case near(a) == near(b):
			return 0
		case near(a):
			return -1
		}
		return 1
	})
	var shown []string
	for _, l := range lines[:min(len(lines), shownInstead)] {
		shown = append(shown, fmt.Sprintf("%q", text.Clip(l, 100)))
	}
	hint := "call mm_describe_screen or mm_read to see what is there"
	if len(shown) > 0 {
		hint = "mm_read shows all of the page; instead it says: " + strings.Join(shown, ", ")
	}
	return types.Fault(types.CodeWaitTimeout, fmt.Sprintf("the page does not say %q", text.Clip(what, 100)), hint)
}
