package tool

import (
	"encoding/json"

	"cairn/shared/types"
)

// TargetInput names an element in exactly one way: by a11yRef, by testId, by
// selector, by role and name together, or by its visible text alone. Within
// names, in the same ways, an element around it.
type TargetInput struct {
	A11yRef  string       `json:"a11yRef,omitempty"`
	TestID   string       `json:"testId,omitempty"`
	Selector string       `json:"selector,omitempty"`
	Role     string       `json:"role,omitempty"`
	Name     string       `json:"name,omitempty"`
	Text     string       `json:"text,omitempty"` // for mm_type this is the text to type; Within may have it all the same
	Within   *TargetInput `json:"within,omitempty"`
	// Frame is the origin of the frame to look in; empty for any.
	Frame string `json:"frame,omitempty"`
}

// Target is the same as a Target.
func (t TargetInput) Target() types.Target {
	return types.Target{A11yRef: t.A11yRef, TestID: t.TestID, Selector: t.Selector, Role: t.Role, Name: t.Name, Origin: t.Frame}
}

// ActInput holds the common arguments of all acting tools.
// TimeoutMs covers the wait for the target and the action together.
type ActInput struct {
	TimeoutMs int    `json:"timeoutMs,omitempty"`
	KBSource  string `json:"kb_source,omitempty"`
	// Confirm is the token of MM_CONFIRMATION_NEEDED.
	Confirm string `json:"confirm,omitempty"`
	// Next asks for ActResult.Next. No argument says so: the tools know whether another
	// step follows in the same call.
	Next bool `json:"-"`
	// Proof is set by a run of a flow alone.
	Proof *Proof `json:"-"`
}

// LookAhead asks an acting tool for the step after it.
func (in *ActInput) LookAhead() { in.Next = true }

// ClickInput clicks an element (mm_click).
type ClickInput struct {
	TargetInput
	ActInput
	types.Clicking
}

// TypeInput types into a field, or chooses the option with that label in a
// native select (mm_type). It replaces the field's text unless Append. Options
// are a list of labels, given in the place of the text: exactly these are chosen.
type TypeInput struct {
	TargetInput
	ActInput
	Text    string   `json:"text"`
	Options []string `json:"-"`
	Append  bool     `json:"append,omitempty"`
	Submit  bool     `json:"submit,omitempty"` // press Enter afterwards
}

// UnmarshalJSON reads a text, or a list of labels in its place.
func (in *TypeInput) UnmarshalJSON(b []byte) error {
	type plain TypeInput
	all := struct {
		*plain
		Text json.RawMessage `json:"text"`
	}{plain: (*plain)(in)}
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	if len(all.Text) > 0 && all.Text[0] == '[' {
		return json.Unmarshal(all.Text, &in.Options)
	}
	if len(all.Text) == 0 {
		return nil
	}
	return json.Unmarshal(all.Text, &in.Text)
}

// DragInput presses on an element, or at a point of it, moves and lets go
// (mm_drag).
type DragInput struct {
	TargetInput
	ActInput
	At *types.Point `json:"at,omitempty"`
	To DropInput    `json:"to"`
}

// DropInput is where a drag ends: on an element, or at a point of it; else so far
// to the right and down from where it began.
type DropInput struct {
	TargetInput
	At *types.Point `json:"at,omitempty"`
	X  *int         `json:"x,omitempty"`
	Y  *int         `json:"y,omitempty"`
}

// UploadInput gives files to a file input, or to an element that opens its chooser
// (mm_upload).
type UploadInput struct {
	TargetInput
	ActInput
	Files []string `json:"files"`
}

// WaitInput waits until an element can be seen, or a text anywhere on the page
// (mm_wait_for).
type WaitInput struct {
	TargetInput
	ActInput
}

// NavigateInput goes to a URL in the session's tab (mm_navigate).
type NavigateInput struct {
	ActInput
	URL string `json:"url"`
}

// ActResult is the answer of an acting tool.
type ActResult struct {
	StepID string `json:"stepId,omitempty"`
	// Target is the element that was found, by every stable name it has.
	Target *types.Target `json:"target,omitempty"`
	// Text is the line of the page that says the text which was waited for.
	Text  string       `json:"text,omitempty"`
	Tab   TabInfo      `json:"tab"`
	After *types.After `json:"after,omitempty"`
	// Stayed says that the tab is at the address and on the screen that the last answer named.
	Stayed bool `json:"stayed,omitempty"`
	// Holds is the field's text where that is not the text that was typed into it; of a secret
	// only its length, as dots.
	Holds *string `json:"holds,omitempty"`
	// Shows is a new text of the page after Enter emptied the field, where no new text is just the
	// typed one; empty where none is new. The field may have chosen another entry.
	Shows *string `json:"shows,omitempty"`
	// Open says that the list of a combobox is open after Enter: it may have chosen no entry, or another.
	Open bool `json:"open,omitempty"`
	// TabClosed says that the action closed the session's tab. The agent is
	// back in another of its tabs (Tab), unless that was the last (ClosedTabID).
	TabClosed   bool `json:"tabClosed,omitempty"`
	ClosedTabID int  `json:"closedTabId,omitempty"`
	// Dialogs were opened since the last action; all but an Open one are answered.
	Dialogs []types.Dialog `json:"dialogs,omitempty"`
	// Opened lists tabs that the action opened; the agent stays in its own.
	Opened []TabInfo `json:"opened,omitempty"`
	// Healed is set when the target was gone and another element was proved to
	// be the same one.
	Healed     *Heal `json:"healed,omitempty"`
	DurationMs int64 `json:"durationMs"`
	// Evidence lists other failures while the action was under way.
	Evidence *Evidence `json:"evidence,omitempty"`
	// Refused is the first of the failed requests that the effect of the action depends on, nil for none.
	Refused *Refusal `json:"-"`
	// Warning says that kb_source names no KB item (spec 003).
	Warning string `json:"warning,omitempty"`
	// NotRecorded says that the action was done but could not be remembered.
	NotRecorded *types.Error `json:"notRecorded,omitempty"`
	// Next is the next step, where memory is sure of it for this goal (DESIGN 9.20).
	Next *types.SuggestedAction `json:"next,omitempty"`
}

// Evidence counts the requests that failed between an action and its settling and,
// where the action failed, came to nothing or led to an error, the messages of its page's
// console. Line then names them; it holds text of the page.
type Evidence struct {
	FailedRequests int    `json:"failedRequests"`
	ConsoleErrors  int    `json:"consoleErrors"`
	Line           string `json:"line,omitempty"`
}

// Refusal is a request that the server answered with an error: one for the page itself, or one that writes.
type Refusal struct {
	Request string // as in POST /orders 500
	Status  int
	Page    bool // it was for the page at the present address
	Writes  bool // its method is none that only reads
}

// Heal says which element stood in for one that could not be found any more,
// and the proof that it is the same.
type Heal struct {
	From types.Target `json:"from"` // as it was asked for
	To   types.Target `json:"to"`   // the element of the action
	Why  string       `json:"why"`
}

// The actions of mm_tabs.
const (
	TabsList   = "list"
	TabsSwitch = "switch"
	TabsClose  = "close"
)

// PressInput presses a key or a chord such as "Control+a" (mm_press). The target
// gets the focus first; without one the key goes to the focused element.
type PressInput struct {
	TargetInput
	ActInput
	Key   string `json:"key"`
	Times int    `json:"times,omitempty"` // 1 when 0
}

// HoverInput moves the mouse onto an element and leaves it there (mm_hover).
type HoverInput struct {
	TargetInput
	ActInput
}

// BackInput goes one page back in the tab's history (mm_back).
type BackInput struct {
	ActInput
}
