package pilot

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestTyping(t *testing.T) {
	amount, select_ := tool.TargetInput{Role: "textbox", Name: "Amount"}, tool.TargetInput{Role: "combobox", Name: "Network"}
	for name, c := range map[string]struct {
		in   tool.TypeInput
		want []string
	}{
		"replaces":            {tool.TypeInput{TargetInput: amount, Text: "0.1"}, []string{"click", "select all", "insert 0.1"}},
		"appends":             {tool.TypeInput{TargetInput: amount, Text: "0.1", Append: true}, []string{"click", "caret to end", "insert 0.1"}},
		"empties":             {tool.TypeInput{TargetInput: amount}, []string{"click", "select all", "press Delete"}},
		"submits":             {tool.TypeInput{TargetInput: amount, Text: "1", Submit: true}, []string{"click", "select all", "insert 1", "press Enter"}},
		"chooses an option":   {tool.TypeInput{TargetInput: select_, Text: "Mainnet"}, []string{"fill e4 Mainnet"}},
		"chooses and submits": {tool.TypeInput{TargetInput: select_, Text: "Mainnet", Submit: true}, []string{"fill e4 Mainnet", "press Enter"}},
		"appends nothing":     {tool.TypeInput{TargetInput: amount, Append: true}, []string{"click", "caret to end"}},
		"submits as it is":    {tool.TypeInput{TargetInput: amount, Append: true, Submit: true}, []string{"click", "caret to end", "press Enter"}},
		"text stays literal":  {tool.TypeInput{TargetInput: amount, Text: "a\nb"}, []string{"click", "select all", "insert a\nb"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			if _, err := r.Type(t.Context(), c.in); err != nil {
				t.Fatal(err)
			}
			if did := slices.Concat(r.browser.filled, r.input.did); !slices.Equal(did, c.want) {
				t.Errorf("did %q, want %q", did, c.want)
			}
			if got := r.memory.steps[0].Tool.Input["text"]; got != c.in.Text {
				t.Errorf("the step keeps %q", got)
			}
		})
	}
}

// A page that takes no text at once may take it key by key. One that takes it
// in neither way was not typed into.
func TestTextThatThePageRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		refused int // how often
		text    string
		did     []string
		ok      bool
	}{
		"at first": {1, "12", []string{"click", "select all", "insert 12", "click", "select all", "keys 12"}, true},
		"always":   {2, "12", []string{"click", "select all", "insert 12", "click", "select all", "keys 12"}, false},
		"too long": {1, strings.Repeat("x", maxKeys+1), []string{"click", "select all", "insert " + strings.Repeat("x", maxKeys+1)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			settles := 0
			r.browser.answer[wire.KindSettle] = func(wire.Envelope) (*wire.Reply, error) {
				settles++
				return &wire.Reply{Page: &wire.Page{Hit: true, Unwritten: settles <= c.refused, Observation: *home()}}, nil
			}
			_, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Amount"}, Text: c.text})
			if !c.ok {
				wantCode(t, err, types.CodeTypeFailed)
			}
			if c.ok != (err == nil) || !slices.Equal(r.input.did, c.did) || len(r.memory.steps) != 1 || r.memory.steps[0].Outcome.OK != c.ok {
				t.Errorf("did %q, %d steps, %v", r.input.did, len(r.memory.steps), err)
			}
		})
	}
}

// TestWhatWasGarbledIsTypedOnceMore types into a field that holds another text behind it.
func TestWhatWasGarbledIsTypedOnceMore(t *testing.T) {
	for name, c := range map[string]struct {
		role     string
		in       tool.TypeInput
		holds    []string // behind each attempt
		keys     int      // how often it is typed
		reported string
	}{
		"a part of the old number":  {"spinbutton", tool.TypeInput{Text: "11"}, []string{"51", "11"}, 2, ""},
		"the most that it takes":    {"spinbutton", tool.TypeInput{Text: "150"}, []string{"99", "99"}, 2, "99"},
		"the number in other words": {"spinbutton", tool.TypeInput{Text: "11"}, []string{"11.0"}, 1, "11.0"},
		"a field with a mask":       {"textbox", tool.TypeInput{Text: "11"}, []string{"51"}, 1, "51"},
		"behind the old text":       {"textbox", tool.TypeInput{Text: "Bonnie"}, []string{"BellaBonnie", "Bonnie"}, 2, ""},
		"behind the mask's sign":    {"textbox", tool.TypeInput{Text: "11"}, []string{"$11"}, 2, "$11"},
		"an addition":               {"textbox", tool.TypeInput{Text: "nie", Append: true}, []string{"Bonnie"}, 1, ""},
		"what is sent":              {"spinbutton", tool.TypeInput{Text: "11", Submit: true}, []string{"51"}, 1, "51"},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			settles := 0
			r.browser.answer[wire.KindSettle] = func(wire.Envelope) (*wire.Reply, error) {
				held := c.holds[min(settles, len(c.holds)-1)]
				settles++
				return &wire.Reply{Page: &wire.Page{Hit: true, Held: &held, Observation: *home()}}, nil
			}
			r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
				return &wire.Reply{Located: &wire.Located{Ref: "e4", Matches: 1, Target: types.Target{Role: c.role, Name: "Amount"}}}, nil
			}
			c.in.TargetInput = tool.TargetInput{Role: c.role, Name: "Amount"}
			result, err := r.Type(t.Context(), c.in)
			if err != nil {
				t.Fatal(err)
			}
			reported := ""
			if result.Holds != nil {
				reported = *result.Holds
			}
			typed := 0
			for _, did := range r.input.did {
				if did == "keys "+c.in.Text || did == "insert "+c.in.Text {
					typed++
				}
			}
			if typed != c.keys || reported != c.reported || len(r.memory.steps) != 1 {
				t.Errorf("did %q, and reported %q", r.input.did, reported)
			}
		})
	}
}

// TestTheFieldIsReadBack compares an answer's text of the field with the page's.
func TestTheFieldIsReadBack(t *testing.T) {
	const same = "(nothing)"
	for name, c := range map[string]struct {
		in         tool.TypeInput
		held, want string
	}{
		"the text":                    {tool.TypeInput{Text: "12"}, "12", same},
		"the text without its spaces": {tool.TypeInput{Text: " a\r\nb "}, "a\nb", same},
		"another one":                 {tool.TypeInput{Text: "12"}, "52", "52"},
		"nothing":                     {tool.TypeInput{Text: "12"}, "", ""},
		"behind what was there":       {tool.TypeInput{Text: "12", Append: true}, "512", same},
		"not at its end":              {tool.TypeInput{Text: "12", Append: true}, "125", "125"},
		"it was sent":                 {tool.TypeInput{Text: "12", Submit: true}, "", same},
		"another one after Enter":     {tool.TypeInput{Text: "12", Submit: true}, "11", "11"},
		"a secret of its length":      {tool.TypeInput{Text: "häß🙂"}, "•••••", same},
		"a secret of another length":  {tool.TypeInput{Text: "hunter2"}, "••••••", "••••••"},
		"masked on the way":           {tool.TypeInput{Text: "4111 1111"}, redact.Mark, same},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			r.browser.answer[wire.KindSettle] = func(wire.Envelope) (*wire.Reply, error) {
				return &wire.Reply{Page: &wire.Page{Hit: true, Held: &c.held, Observation: *home()}}, nil
			}
			c.in.TargetInput = tool.TargetInput{Role: "textbox", Name: "Amount"}
			result, err := r.Type(t.Context(), c.in)
			if err != nil {
				t.Fatal(err)
			}
			got := same
			if result.Holds != nil {
				got = *result.Holds
			}
			if got != c.want {
				t.Errorf("it holds %q, want %q", got, c.want)
			}
		})
	}
}

func TestSensitiveFieldsAreMarkedForRedaction(t *testing.T) {
	r := launched(t)
	password := tool.TargetInput{Role: "textbox", Name: "Password"}
	if _, err := r.Type(t.Context(), tool.TypeInput{TargetInput: password, Text: "hunter2"}); err != nil {
		t.Fatal(err)
	}
	if !r.memory.steps[0].Tool.Target.Sensitive {
		t.Error("the target is not marked")
	}
}

func TestTextForAFieldThatNobodySawIsNotKept(t *testing.T) {
	r := launched(t)
	_, err := r.Type(t.Context(), tool.TypeInput{TargetInput: byTestID("pin-entry"), Text: "hunter2"})
	wantCode(t, err, types.CodeTargetNotFound)
	tool := r.memory.steps[0].Tool
	if _, kept := tool.Input["text"]; kept || !tool.TextRedacted {
		t.Errorf("tool is %+v", tool)
	}
}

// TestAFieldForNumbersIsTypedKeyByKey types into a spin button, of which the page may drop text
// that comes at once.
func TestAFieldForNumbersIsTypedKeyByKey(t *testing.T) {
	r := launched(t)
	r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
		return &wire.Reply{Located: &wire.Located{X: 1, Y: 2, Ref: "e9", Target: types.Target{Role: "spinbutton", Name: "Bottles"}, Matches: 1}}, nil
	}
	if _, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "spinbutton", Name: "Bottles"}, Text: "36"}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"click", "select all", "keys 36"}; !slices.Equal(r.input.did, want) {
		t.Errorf("did %q, want %q", r.input.did, want)
	}
}
