package tool

import "cairn/shared/types"

// Proof describes the element that a call must act on, compared once
// more when all is ready for the input. Nothing is done where they differ, and no
// step is recorded of a call that did nothing.
type Proof struct {
	// Target has the role, the name, the test id and the frame's origin of the
	// element; empty fields are not compared.
	Target types.Target
	// Row is a text that the row of the element contains, as whole words.
	Row string
	// Around is the place (flow.Around) of an element that has equals or is known by its heading, in the last look
	// before the input.
	Around []string
	// May is the risk (risk.Kind) that the call may take without a question; ByWord
	// says that the caller has just allowed it, and not earlier runs. Risk is one that
	// the call is known to take, whatever the page says, and for which there is no leave.
	May, Risk string
	ByWord    bool
	// Begun says, after the call, that it may have done something; Does is the risk
	// that it was found to take.
	Begun bool
	Does  string
}

// Sight is the page as a run of a flow sees it.
type Sight struct {
	Page *types.Observation
	// Outline has the page's texts, where they were asked for.
	Outline *types.Outline
	Tab     TabInfo
	// Loading says that the page is still being loaded, or waits for an answer.
	Loading bool
	// Dialog is the JavaScript dialog in front of the page; the page is then the
	// dialog alone.
	Dialog *types.Dialog
	// Deeds counts the session's actions so far.
	Deeds int
}
