package daemon

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"cairn/companion/pilot"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// maskingBrowser is an extension that knows a secret of a person's.
type maskingBrowser struct {
	pilot.Browser
	err   error
	calls int
}

func (b *maskingBrowser) Call(_ context.Context, e wire.Envelope) (*wire.Reply, error) {
	b.calls++
	if b.err != nil {
		return nil, b.err
	}
	reply := &wire.Reply{}
	for _, text := range e.Mask.Texts {
		reply.Texts = append(reply.Texts, strings.ReplaceAll(text, "purple sausages", "***"))
	}
	return reply, nil
}

// sayingInput is a tab that says things past the extension.
type sayingInput struct {
	pilot.Input
	page   *wire.Page
	dialog *types.Dialog
}

func (i *sayingInput) Glance(context.Context, string, bool) *wire.Page { return i.page }

func (i *sayingInput) Dialog() *types.Dialog { return i.dialog }

func (i *sayingInput) Dialogs() []types.Dialog { return []types.Dialog{*i.dialog, *i.dialog} }

func TestWhatComesPastTheExtensionIsMaskedThere(t *testing.T) {
	unknown := types.Fault(types.CodeUnknownType, "no such call", "")
	for name, tt := range map[string]struct {
		err    error
		glance string // "" for no look
		dialog string
		calls  int
	}{
		"the extension knows":                {nil, "Hi *** and [REDACTED]", "Hi *** and [REDACTED]", 2},
		"an extension that cannot mask":      {unknown, "Hi purple sausages and [REDACTED]", "Hi purple sausages and [REDACTED]", 2},
		"the extension does not answer: out": {errors.New("gone"), "", "[REDACTED]", 4},
	} {
		typed := newTypedSecrets()
		typed.typed(types.Target{Sensitive: true}, "mossy kettle", "")
		typed.typed(types.Target{Sensitive: true}, "sausages", "Sausages https://a.test/") // the application's name
		const said = "Hi purple sausages and mossy kettle"
		browser := &maskingBrowser{err: tt.err}
		input := &maskedInput{Input: &sayingInput{page: &wire.Page{Same: true, Heard: []wire.Heard{{Text: said}}}, dialog: &types.Dialog{Message: said}}, browser: browser, mask: typed}
		got := ""
		if page := input.Glance(t.Context(), "stamp", false); page != nil {
			got = page.Heard[0].Text
		}
		if got != tt.glance {
			t.Errorf("%s: a glance says %q, want %q", name, got, tt.glance)
		}
		var words []string
		for _, d := range append(input.Dialogs(), *input.Dialog()) {
			words = append(words, d.Message)
		}
		if want := []string{tt.dialog, tt.dialog, tt.dialog}; !reflect.DeepEqual(words, want) {
			t.Errorf("%s: dialogs say %q, want %q", name, words, want)
		}
		if browser.calls != tt.calls {
			t.Errorf("%s: the extension was asked %d times, want %d", name, browser.calls, tt.calls)
		}
	}
}

func TestASilentGlanceDoesNotAskTheExtension(t *testing.T) {
	browser := &maskingBrowser{err: errors.New("gone")}
	input := &maskedInput{Input: &sayingInput{page: &wire.Page{Same: true}}, browser: browser, mask: newTypedSecrets()}
	if page := input.Glance(t.Context(), "stamp", false); page == nil || browser.calls != 0 {
		t.Errorf("the glance is %v after %d calls", page, browser.calls)
	}
}

// TestTypedSecretsAreKnown: a text is secret by its field's label, by itself, or because a goal said so.
func TestTypedSecretsAreKnown(t *testing.T) {
	for _, c := range []struct{ field, text, want string }{
		{"Password", "purple sausages", "Say [REDACTED]"},
		{"Memorable word", "Harpsichord", "Say [REDACTED]"},
		{"Comment", "the password is winter54xq", "Say the password is [REDACTED]"},
		{"Ders kodu", "FIZ101", "Say FIZ101"},
		{"Comment", "see you at noon", "Say see you at noon"},
	} {
		s := newTypedSecrets()
		s.typed(types.Target{Role: "textbox", Name: c.field}, c.text, "")
		if got := s.text("Say " + c.text); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.text, c.field, got, c.want)
		}
	}
	s := newTypedSecrets()
	s.typed(types.Target{Role: "textbox", Before: "Número de pasaporte"}, "17CK48291", "")
	if got := s.text("Passport 17CK48291"); got != "Passport [REDACTED]" {
		t.Errorf("behind the label of a secret: %q", got)
	}
	s = newTypedSecrets()
	s.written("Log in with password winter54xq and buy two")
	if got := s.written("winter54xq worked"); got != "[REDACTED] worked" {
		t.Errorf("a note after the goal is %q", got)
	}
}

func TestAValueBehindTheNameOfASecretIsOne(t *testing.T) {
	for _, c := range []struct {
		name, typed, field string
		secret             bool
	}{
		{"SMTP_PASSWORD", "gullwing", "Value *", true},
		{"STRIPE_KEY", "Qx7rT2mK9vB4nL8w", "Variable value", true},
		{"SMTP_HOST", "gullwing", "Value", false},
		{"SMTP_PASSWORD", "gullwing", "Comment", false},
	} {
		typed := newTypedSecrets()
		typed.typed(types.Target{Role: "textbox", Name: "Key"}, c.name, "")
		typed.typed(types.Target{Role: "textbox", Name: c.field}, c.typed, "")
		if got := typed.text("it is " + c.typed); (got == "it is [REDACTED]") != c.secret {
			t.Errorf("%+v: %q", c, got)
		}
		if got := typed.text(c.name); got != c.name {
			t.Errorf("the name became %q", got)
		}
	}
}
