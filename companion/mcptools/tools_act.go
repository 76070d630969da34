package mcptools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

var actTools = []*definition{
	{
		name: "mm_navigate", step: true,
		description: "Open a URL in the session's tab and wait for it to load.",
		openWorld:   true,
		run:         acting("navigated", Agent.Navigate),
	},
	{
		name: "mm_click", step: true,
		description: "Click an element once it can be. Name it by exactly one of testId, a11yRef, selector, text, or role+name; within or frame (an origin) tells equals apart.",
		destructive: true, openWorld: true,
		run: acting("clicked", Agent.Click),
	},
	{
		name: "mm_type", step: true,
		description: "Fill a field, or choose an option of a native select. Target as for mm_click.",
		destructive: true, openWorld: true,
		run: acting("typed into", Agent.Type),
	},
	{
		name: "mm_press", step: true, own: true,
		description: "Press a key or chord (Enter, Control+a), on what has the focus or a target.",
		destructive: true, openWorld: true,
		run: acting("pressed", Agent.Press),
	},
	{
		name: "mm_hover", step: true, own: true,
		description: "Move the mouse onto an element, to see what appears.",
		openWorld:   true,
		run:         acting("hovered", Agent.Hover),
	},
	{
		name: "mm_back", step: true, own: true,
		description: "Go back in the tab's history.",
		openWorld:   true,
		run:         acting("went back", Agent.Back),
	},
	{
		name: "mm_wait_for", step: true,
		description: "Wait until an element is in view, or text is anywhere on the page. Target as for mm_click.",
		readOnly:    true, openWorld: true,
		run: acting("found", Agent.WaitFor),
	},
}

// acting returns the function of a tool that acts on the page.
func acting[In any](did ownText, act func(Agent, context.Context, In) (*tool.ActResult, error)) func(context.Context, *call) (answer, error) {
	return typed(func(ctx context.Context, c *call, in In) (answer, error) {
		r, err := act(c.client.hands(), ctx, in)
		if err != nil {
			return answer{}, err
		}
		return acted(did, r), nil
	})
}

// acted describes an action and its effect in a few lines.
func acted(did ownText, r *tool.ActResult) answer {
	var page []string
	if r.Target != nil {
		page = append(page, element(r.Target.Role, r.Target.Name, r.Target.TestID, r.Target.Selector)+inFrame(r.Target.Origin))
	}
	if r.Text != "" {
		page = append(page, quoted(r.Text, maxCell))
	}
	if shown := whatShows(r.Tab); shown != "" && !r.Stayed {
		page = append(page, "now "+shown)
	}
	head := did + whereNow(r)
	if h := r.Healed; h != nil {
		head += "; the target was gone, this is the same element under another name"
		page = append(page, fmt.Sprintf("healed: %s is gone; this is %s", element("", "", h.From.TestID, h.From.Selector), text.Clip(h.Why, 200)))
	}
	for _, d := range r.Dialogs {
		head += own("\n") + dialogState(d)
		page = append(page, dialogLine(d))
	}
	for _, t := range r.Opened {
		head += own("\nopened tab %d; mm_tabs switches to it", t.TabID)
		page = append(page, "tab "+fmt.Sprint(t.TabID)+" is "+whatShows(t))
	}
	if r.Holds != nil {
		head += own("\nthe field did not take just the text that was typed")
		page = append(page, "it holds "+quoted(*r.Holds, maxCell))
	}
	if r.Shows != nil {
		head += own("\nEnter emptied the field, and nothing new is just the text that was typed: look what the page took")
		page = append(page, "new there: "+quoted(*r.Shows, maxCell))
	}
	if r.Open {
		head += own("\nthe field's list is still open: Enter may have chosen no entry; click the one that you want")
	}
	next := nextText(r.Next)
	if r.After != nil && len(r.After.Appeared) > 0 {
		page = append(page, "appeared: "+appearedText(r.After.Appeared, next != ""))
	}
	if r.Evidence != nil && r.Evidence.Line != "" {
		page = append(page, "meanwhile: "+withoutOrders(text.Clip(r.Evidence.Line, maxEvidence)))
	}
	if r.NotRecorded != nil {
		head += own("\nnot remembered: %s", r.NotRecorded.Code)
		page = append(page, "not remembered: "+quotedRecord(r.NotRecorded.Message, 200))
	}
	if next != "" {
		page = append(page, next)
	}
	a := answer{result: r, head: head, page: strings.Join(page, "\n")}
	if r.After != nil {
		short := *r
		short.Tab = tool.TabInfo{TabID: r.Tab.TabID} // the rest is in After
		short.Next = briefNext(r.Next)
		a.brief = short
	}
	return a
}

// maxBesideNext bounds the new elements listed beside a next step: they only confirm
// the change.
const maxBesideNext = 3

// appearedText lists new elements, fewer beside a next step.
func appearedText(labels []string, onWay bool) string {
	more := ""
	if n := len(labels) - maxBesideNext; onWay && n > 0 {
		labels, more = tellingFirst(labels)[:maxBesideNext], fmt.Sprintf(", +%d more", n)
	}
	var out []string
	for _, l := range labels {
		out = append(out, quotedLabel(l))
	}
	return strings.Join(out, ", ") + more
}

// tellingFirst sorts new elements by how much they tell of an action's result: messages, dialogs
// and headings first, then content, then controls. A short list otherwise holds the
// navigation of the new page alone.
func tellingFirst(labels []string) []string {
	rank := func(label string) int {
		role, _, _ := strings.Cut(label, " ")
		switch {
		case telling[role]:
			return 0
		case role == "link" || role == "button":
			return 2
		}
		return 1
	}
	return slices.SortedStableFunc(slices.Values(labels), func(a, b string) int { return rank(a) - rank(b) })
}

// whereNow reports a tab that closed, or a page that stayed.
func whereNow(r *tool.ActResult) ownText {
	switch {
	case r.Stayed:
		return "; same page"
	case !r.TabClosed:
		return ""
	case r.Tab.TabID == r.ClosedTabID:
		return "; the tab closed. mm_navigate opens another"
	}
	return own("; tab %d closed; back in tab %d", r.ClosedTabID, r.Tab.TabID)
}

// dialogState describes the state of a JavaScript dialog.
func dialogState(d types.Dialog) ownText {
	switch {
	case d.Open:
		fill := map[bool]ownText{true: "mm_type into its textbox and "}[d.Type == "prompt"]
		return own("the page opened %s dialog, which waits; answer it by %smm_click with role button and name OK or Cancel", withArticle(d.Type), fill)
	case d.Accepted:
		return own("the page opened %s dialog, which was accepted", withArticle(d.Type))
	}
	return own("the page opened %s dialog, which was dismissed", withArticle(d.Type))
}

func dialogLine(d types.Dialog) string {
	return quoteUnlessID(d.Type, 20) + " dialog: " + quoted(d.Message, 200)
}

func withArticle(noun string) ownText {
	if noun != "" && strings.ContainsRune("aeiouAEIOU", rune(noun[0])) {
		return own("an %s", noun)
	}
	return own("a %s", noun)
}

// quotedLabel quotes the name in a label of the form `role "name"` again.
func quotedLabel(label string) string {
	role, name, ok := strings.Cut(label, ` "`)
	if !ok {
		return quoted(label, 80)
	}
	return quoteUnlessID(role, 30) + " " + quoted(strings.TrimSuffix(name, `"`), 80)
}

// element names an element in a form that people and tools accept.
func element(role, name, testID, selector string) string {
	var parts []string
	if role != "" {
		parts = append(parts, quoteUnlessID(role, 30))
	}
	if name != "" {
		parts = append(parts, quoted(name, maxName))
	}
	if testID != "" {
		parts = append(parts, "["+quoteUnlessID(testID, maxTestID)+"]")
	}
	if len(parts) == 0 {
		parts = append(parts, "selector "+quoted(selector, 120))
	}
	return strings.Join(parts, " ")
}
