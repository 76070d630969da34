package pilot

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Click clicks an element, in its middle by default.
func (a *Agent) Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error) {
	how := plainClick(in.Clicking)
	return a.act(ctx, action{
		tool: "mm_click", given: in.ActInput, target: &in.TargetInput, fit: "click", at: how.At,
		input: kept(in.TargetInput, in.ActInput, capture.ClickInput(how)),
		late:  types.CodeClickTimeout, failed: types.CodeClickFailed,
		do: func(ctx context.Context, t *tab, at *wire.Located) error {
			return t.input.ClickAs(ctx, at.X, at.Y, how)
		},
		box: pressBox,
	})
}

// Type fills a field, sets a date, time, colour or range, or chooses an option
// of a native select.
func (a *Agent) Type(ctx context.Context, in tool.TypeInput) (*tool.ActResult, error) {
	extra := map[string]any{"text": in.Text}
	if in.Options != nil {
		if in.Append || in.Submit {
			return nil, types.Invalid("a list of options is chosen, not typed", "leave append and submit out")
		}
		extra["text"] = labels(in.Options)
	}
	if in.Append {
		extra["append"] = true
	}
	if in.Submit {
		extra["submit"] = true
	}
	short := utf8.RuneCountInString(in.Text) <= maxKeys
	byKeys, number, retyped := false, false, false
	var before []string
	act := action{
		tool: "mm_type", given: in.ActInput, target: &in.TargetInput, fit: "type",
		input: kept(in.TargetInput, in.ActInput, extra),
		late:  types.CodeTypeTimeout, failed: types.CodeTypeFailed,
		do: func(ctx context.Context, t *tab, at *wire.Located) error {
			if a.cfg.Typed != nil {
				a.cfg.Typed(at.Target, in.Text, t.named())
			}
			// Fields that scripts make for numbers read keys, and may drop other text only when they lose the focus.
			number = at.Target.Role == "spinbutton"
			byKeys = byKeys || short && number
			return fill(ctx, t, in, at, byKeys)
		},
		otherwise: func() bool {
			again := !byKeys && short
			byKeys = true
			return again
		},
		instead: func(held string) *string { return heldInstead(in, held) },
		again: func(held string) bool {
			garbled := number && otherNumber(held, in.Text) || keptOld(held, in.Text)
			first := !retyped && !in.Append && !in.Submit && garbled
			retyped = retyped || first
			return first
		},
		box: fillBox(in),
	}
	if in.Submit && in.Proof == nil { // a run reads no answer
		act.first = func(ctx context.Context, _ *tab) error {
			before, _ = a.partsShown(ctx) // a page that cannot be read fails at the target
			return nil
		}
		act.entered = func(ctx context.Context, target *types.Target) *string {
			after, err := a.partsShown(ctx)
			if err != nil || a.tab == nil || target == nil || target.Sensitive {
				return nil
			}
			return chosenInstead(before, after, in.Text)
		}
	}
	return a.act(ctx, act)
}

// heldInstead returns the text of a field that did not take just the typed text, as a field with a mask
// does; nil if it did. The page tells only the length of a secret, as dots. A text that was masked on the way
// cannot be compared.
func heldInstead(in tool.TypeInput, held string) *string {
	want, now := strings.TrimSpace(strings.ReplaceAll(in.Text, "\r\n", "\n")), strings.TrimSpace(held)
	if now != "" && strings.Trim(now, secretDot) == "" {
		want = strings.Repeat(secretDot, len(utf16.Encode([]rune(in.Text))))
	}
	if in.Submit && now == "" || now == want || in.Append && strings.HasSuffix(now, want) || strings.Contains(held, redact.Mark) {
		return nil
	}
	return &held
}

// otherNumber reports whether two texts are different numbers. A field for numbers has no mask: a page that drew it
// again between two keys kept a part of the old number.
func otherNumber(held, typed string) bool {
	now, err := strconv.ParseFloat(strings.TrimSpace(held), 64)
	want, wrong := strconv.ParseFloat(strings.TrimSpace(typed), 64)
	return err == nil && wrong == nil && now != want
}

// keptOld reports whether a field holds a text before the typed one: a page that moved the caret on focus kept the old
// text. A mask that writes a sign there writes it again.
func keptOld(held, typed string) bool {
	held, typed = strings.TrimSpace(held), strings.TrimSpace(typed)
	return typed != "" && held != typed && strings.HasSuffix(held, typed)
}

// secretDot stands for each character of a secret that a field holds.
const secretDot = "•"

// maxKeys is the longest text that is typed key by key: input masks are short, and
// each key takes time.
const maxKeys = 200

// enterTime passes between a text and Enter, as with a person: pages copy the text by timers.
const enterTime = 50 * time.Millisecond

// fill focuses a field by a click and types, all at once or key by key. The extension
// sets controls that take no typing.
func fill(ctx context.Context, t *tab, in tool.TypeInput, at *wire.Located, byKeys bool) error {
	if at.FillRef == "" && in.Options != nil {
		return types.Fault(types.CodeTypeFailed, "the control has no list of options to choose from", "click the options one by one")
	}
	if at.FillRef != "" {
		_, err := t.ask(ctx, wire.Envelope{Kind: wire.KindFill, Fill: &wire.Fill{TabID: t.id, Ref: at.FillRef, Text: in.Text, Options: in.Options}})
		if t.input.Dialog() != nil {
			return nil // of the page, which heard of the new value
		}
		if err != nil || !in.Submit {
			return err
		}
		return t.input.Press(ctx, "Enter")
	}
	input := t.input
	if err := input.Click(ctx, at.X, at.Y); err != nil {
		return err
	}
	ready := input.SelectAll
	if in.Append {
		ready = input.CaretToEnd
	}
	if err := ready(ctx); err != nil {
		return err
	}
	switch {
	case in.Text != "" && byKeys:
		if err := input.Keys(ctx, in.Text); err != nil {
			return err
		}
	case in.Text != "":
		if err := input.InsertText(ctx, in.Text); err != nil {
			return err
		}
	case !in.Append:
		if err := input.Press(ctx, "Delete"); err != nil {
			return err
		}
	}
	if !in.Submit {
		return nil
	}
	select {
	case <-time.After(enterTime):
		return input.Press(ctx, "Enter")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// labels joins option labels as a step stores them.
func labels(options []string) []any {
	out := []any{}
	for _, option := range options {
		out = append(out, option)
	}
	return out
}

// WaitFor waits until an element or a text is visible.
func (a *Agent) WaitFor(ctx context.Context, in tool.WaitInput) (*tool.ActResult, error) {
	if in.Text != "" && in.Within == nil {
		return a.waitForText(ctx, in)
	}
	return a.act(ctx, action{
		tool: "mm_wait_for", given: in.ActInput, target: &in.TargetInput, fit: "see",
		input: kept(in.TargetInput, in.ActInput, nil),
		late:  types.CodeWaitTimeout, failed: types.CodeWaitTimeout, still: true,
	})
}

// Navigate opens a URL in the session's tab, or in a new tab if that is closed.
func (a *Agent) Navigate(ctx context.Context, in tool.NavigateInput) (*tool.ActResult, error) {
	in.URL = a.named(in.URL)
	if err := a.allowed(in.URL); err != nil {
		return nil, err
	}
	if err := a.reopen(ctx, in); err != nil {
		return nil, err
	}
	a.visit(ctx, in.URL)
	return a.act(ctx, action{
		tool: "mm_navigate", given: in.ActInput,
		input: kept(tool.TargetInput{}, in.ActInput, map[string]any{"url": in.URL}),
		late:  types.CodeNavigationTimeout, failed: types.CodeNavigationFailed,
		do: func(ctx context.Context, t *tab, _ *wire.Located) error {
			a.described, a.redrawn = nil, nil
			return t.goTo(ctx, a.real(in.URL))
		},
	})
}

// goTo navigates by DevTools or, from pages that DevTools cannot reach, by the
// extension's tabs API.
func (t *tab) goTo(ctx context.Context, url string) error {
	err := t.input.Navigate(ctx, url)
	if !types.HasCode(err, types.CodePageCrashed) && !types.HasCode(err, types.CodePageDenied) {
		return err
	}
	_, err = t.call(ctx, wire.Envelope{Kind: wire.KindLoad, Load: &wire.Load{TabID: t.id, URL: url, TimeoutMs: msLeft(ctx, transferTime)}})
	return err
}

// reopen opens an empty tab for a session whose tab was closed.
func (a *Agent) reopen(ctx context.Context, in tool.NavigateInput) error {
	done, err := a.own(ctx)
	if err != nil {
		return err
	}
	defer done()
	if a.tab != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, orDefault(in.TimeoutMs, actTime))
	defer cancel()
	b, err := a.browser(ctx, a.context)
	if err == nil {
		err = a.open(ctx, b, "")
	}
	if err != nil {
		return fault(err, types.CodeNavigationTimeout, types.CodeNavigationFailed)
	}
	return nil
}

// allowed returns an error for addresses that agents must not open: files, browser
// pages, scripts, and Cairn itself.
func (a *Agent) allowed(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme == "":
		return types.Invalid(fmt.Sprintf("url %.200q is not a whole URL", address), "begin it with http:// or https://")
	case address == emptyPage:
		return nil
	case (u.Scheme == testedScheme || u.Scheme == "chrome-extension") && !a.tests(u):
		return a.notTested()
	case u.Scheme != "http" && u.Scheme != "https" && u.Scheme != testedScheme:
		return types.Fault(types.CodeActionDenied, fmt.Sprintf("agents may not open %.40s: pages", u.Scheme), "use an http:// or https:// URL")
	case u.Hostname() == "":
		return types.Invalid(fmt.Sprintf("url %.200q has no host", address), "begin it with http:// or https:// and a host")
	case !a.cfg.Limits.Permits(address):
		return a.outside(fmt.Sprintf("%.200q is", u.Scheme+"://"+u.Host), "go to a page within them")
	case ownAddress(u, a.cfg.Port):
		return types.Fault(types.CodeActionDenied, "this is Cairn's own address", "use the mm_knowledge tools to ask what Cairn remembers")
	}
	return nil
}

// kept returns a tool's arguments as stored in a step, without refs, which are
// meaningless on another page.
func kept(t tool.TargetInput, act tool.ActInput, extra map[string]any) map[string]any {
	input := map[string]any{}
	name(input, t)
	if t.Frame != "" {
		input["frame"] = t.Frame
	}
	if t.Within != nil {
		within := map[string]any{}
		name(within, *t.Within)
		if len(within) > 0 {
			input["within"] = within
		}
	}
	if act.TimeoutMs > 0 {
		input["timeoutMs"] = act.TimeoutMs
	}
	for field, value := range extra {
		input[field] = value
	}
	return input
}

func name(input map[string]any, t tool.TargetInput) {
	for field, value := range map[string]string{"testId": t.TestID, "selector": t.Selector, "role": t.Role, "name": t.Name, "text": t.Text} {
		if value != "" {
			input[field] = value
		}
	}
}

// named returns title and address of a tab's page, as it was last seen.
func (t *tab) named() string {
	if t.last == nil {
		return t.info.URL
	}
	return t.last.State.Title + " " + t.last.State.CurrentURL
}
