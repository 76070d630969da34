package pilot

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestAnotherEntryThanTheTypedOneIsReported types into a field that is empty after Enter.
func TestAnotherEntryThanTheTypedOneIsReported(t *testing.T) {
	const none = "(nothing)"
	had := []types.OutlineItem{{Text: "Countries"}, {Text: "Guinea"}}
	for name, c := range map[string]struct {
		after []types.OutlineItem
		want  string
	}{
		"another entry":           {[]types.OutlineItem{{Text: "2 chosen"}, {Text: "Guinea-Bissau"}}, "Guinea-Bissau"},
		"an unlike entry":         {[]types.OutlineItem{{Text: "Chad"}}, "Chad"},
		"nothing":                 {nil, ""},
		"the typed entry":         {[]types.OutlineItem{{Text: " guinea "}}, none},
		"a message with the text": {[]types.OutlineItem{{Text: "Ann", Row: 1}, {Text: "Guinea", Row: 1}}, none},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			entered := false
			r.browser.answer[wire.KindObserve] = func(wire.Envelope) (*wire.Reply, error) {
				items := append([]types.OutlineItem{}, had...)
				if entered {
					items = append(items, c.after...)
				}
				return &wire.Reply{Page: &wire.Page{Observation: *home(), Outline: &types.Outline{Items: items}}}, nil
			}
			r.browser.answer[wire.KindSettle] = func(wire.Envelope) (*wire.Reply, error) {
				entered = true
				return &wire.Reply{Page: &wire.Page{Hit: true, Held: new(string), Observation: *home()}}, nil
			}
			result, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Amount"}, Text: "Guinea", Submit: true})
			if err != nil {
				t.Fatal(err)
			}
			got := none
			if result.Shows != nil {
				got = *result.Shows
			}
			if got != c.want {
				t.Errorf("it reports %q, want %q", got, c.want)
			}
		})
	}
}
