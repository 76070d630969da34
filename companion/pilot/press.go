package pilot

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	// focusTime bounds focusing a located element.
	focusTime = time.Second
	// hoverPatience bounds the wait for the first reaction to the mouse: menus and
	// tooltips have delays.
	hoverPatience = 600 * time.Millisecond
)

// onMac reports that the command key is Meta.
const onMac = runtime.GOOS == "darwin"

// taken are the chords that the browser handles itself, with replacements. Pages never
// receive them.
var taken = map[string]string{
	"w": "mm_tabs with action close closes a tab", "F4": "mm_tabs with action close closes a tab",
	"t": "mm_navigate opens an address in the session's tab", "n": "mm_navigate opens an address in the session's tab",
	"r": "mm_navigate to the page's address loads it again", "F5": "mm_navigate to the page's address loads it again",
}

// ownKey returns the replacement for a chord that the browser handles itself.
func ownKey(chord string) string {
	mods, key := capture.SplitChord(chord)
	command := "Control"
	if onMac {
		command = "Meta"
	}
	held := slices.Contains(mods, command)
	switch alt := slices.Contains(mods, "Alt"); {
	case key == "F5", key == "F4" && (held || alt), len(key) == 1 && held && !alt:
		return taken[key]
	}
	return ""
}

// Press presses a key or a chord. It focuses the target first, without a click;
// without a target the key goes to the focused element.
func (a *Agent) Press(ctx context.Context, in tool.PressInput) (*tool.ActResult, error) {
	chord, err := capture.ReadChord(in.Key, onMac)
	if err != nil {
		return nil, err
	}
	if instead := ownKey(chord); instead != "" {
		return nil, types.Invalid(fmt.Sprintf("%s is the browser's own key: no page gets it", chord), instead)
	}
	extra := map[string]any{capture.InputKey: chord}
	if in.Times > 1 {
		extra["times"] = in.Times
	}
	act := action{
		tool: "mm_press", given: in.ActInput, fit: "press",
		input: kept(in.TargetInput, in.ActInput, extra),
		late:  types.CodeActionTimeout, failed: types.CodeActionFailed,
		do: func(ctx context.Context, t *tab, at *wire.Located) error {
			if at != nil && at.Ref == "" {
				return types.Fault(types.CodeInternal, "the browser answered no element", "update the extension: cairn extension DIR")
			}
			if at != nil {
				if _, err := t.focus(ctx, at.Ref); err != nil {
					return err
				}
			}
			return t.press(ctx, chord, max(1, in.Times))
		},
		key: chord,
		box: func(ctx context.Context, t *tab, d *types.Dialog, node *types.A11yNode) error {
			switch {
			case chord == "Escape", chord == capture.KeyEnter && node.Name == boxCancel:
				return t.answerBox(ctx, false, "")
			case chord == capture.KeyEnter:
				return t.answerBox(ctx, true, t.boxText(d))
			}
			return coveredBy(d)
		},
	}
	if act.focused = namesNothing(in.TargetInput); !act.focused {
		act.target = &in.TargetInput
	}
	return a.act(ctx, act)
}

func namesNothing(t tool.TargetInput) bool {
	t.Frame = ""
	return t == tool.TargetInput{}
}

// press presses a chord several times, until a dialog opens or the tab closes.
func (t *tab) press(ctx context.Context, chord string, times int) error {
	for range times {
		err := t.input.Press(ctx, chord)
		if types.HasCode(err, types.CodePageGone) && !t.exists(ctx) {
			return nil // the key closed it
		}
		if err != nil || t.input.Dialog() != nil {
			return err
		}
	}
	return nil
}

// focus focuses an element, or returns the focused one if ref is empty.
func (t *tab) focus(ctx context.Context, ref string) (*wire.Located, error) {
	call := &wire.Locate{TabID: t.id, Target: types.Target{A11yRef: ref}, For: "focus", TimeoutMs: int(focusTime.Milliseconds()), Around: true}
	if ref == "" {
		call.TimeoutMs = 1
	}
	release, err := t.input.Hold(ctx) // a tab in the background has no focus before
	if err != nil {
		return nil, err
	}
	defer release()
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindLocate, Locate: call})
	if t.input.Dialog() != nil {
		return nil, nil // of the page, which heard of the focus
	}
	if err != nil {
		return nil, err
	}
	return reply.Located, nil
}

// nameFocused notes the focused element for a key without a target.
func (a *Agent) nameFocused(ctx context.Context, t *tab, at *attempt) error {
	located, err := t.focus(ctx, "")
	if err != nil && !types.HasCode(err, types.CodeTargetNotFound) {
		return a.missed(ctx, t, err)
	}
	switch {
	case located == nil && t.barred != "":
		return a.outside(fmt.Sprintf("the key may go to a frame of %.200q", t.barred), "name the element of the page that is to get it")
	case located == nil:
		return nil // the page as a whole gets it
	}
	if err := a.inBarred(&located.Target); err != nil {
		return err
	}
	at.found = true
	at.focus = located
	at.step.Tool.Target = stored(located.Target)
	at.result.Target = answeredTarget(at.step.Tool.Target)
	return nil
}

func (a *Agent) keyOnBox(ctx context.Context, t *tab, at *attempt, d *types.Dialog) error {
	if at.key != capture.KeyEnter && at.key != "Escape" {
		return coveredBy(d)
	}
	if at.key == capture.KeyEnter {
		if err := a.confirmed(t, at, at.onBoxPart(d, &types.A11yNode{Name: boxOK})...); err != nil {
			return err
		}
	}
	return a.inBracket(ctx, t, at, func() error {
		if err := t.answerBox(ctx, at.key == capture.KeyEnter, t.boxText(d)); err != nil {
			return a.missed(ctx, t, err)
		}
		return a.afterwards(ctx, t, at)
	})
}

// Hover moves the mouse onto an element and waits for the reaction.
func (a *Agent) Hover(ctx context.Context, in tool.HoverInput) (*tool.ActResult, error) {
	return a.act(ctx, action{
		tool: "mm_hover", given: in.ActInput, target: &in.TargetInput, fit: "hover", patience: hoverPatience,
		input: kept(in.TargetInput, in.ActInput, nil),
		late:  types.CodeActionTimeout, failed: types.CodeActionFailed,
		do: func(ctx context.Context, t *tab, at *wire.Located) error { return t.input.Hover(ctx, at.X, at.Y) },
	})
}

// Back goes one page back in the history of the session's tab.
func (a *Agent) Back(ctx context.Context, in tool.BackInput) (*tool.ActResult, error) {
	return a.act(ctx, action{
		tool: "mm_back", given: in.ActInput,
		input: kept(tool.TargetInput{}, in.ActInput, nil),
		late:  types.CodeNavigationTimeout, failed: types.CodeNavigationFailed,
		do: func(ctx context.Context, t *tab, _ *wire.Located) error {
			if err := t.input.Back(ctx, func(url string) error { return a.allowed(a.named(url)) }); err != nil {
				return err
			}
			a.described, a.redrawn = nil, nil
			return nil
		},
	})
}

// plainClick returns a click without default values, with modifiers as in steps.
func plainClick(how types.Clicking) types.Clicking {
	if how.Button == "left" {
		how.Button = ""
	}
	if how.Count == 1 {
		how.Count = 0
	}
	var held []string
	for _, m := range how.Modifiers {
		if plain, err := capture.ReadChord(m, onMac); err == nil && !slices.Contains(held, plain) {
			held = append(held, plain)
		}
	}
	how.Modifiers = held
	return how
}
