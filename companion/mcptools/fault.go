package mcptools

import (
	"regexp"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// maxFaultText bounds an error's message and hint in characters: they may
// quote what a page says.
const maxFaultText = 800

// aboutCalls are the codes of faults that are about a call: they quote nothing
// but the caller's own arguments.
var aboutCalls = map[types.Code]bool{
	types.CodeInvalidInput: true, types.CodeNotFound: true, types.CodeNoSession: true, types.CodeActionDenied: true, types.CodeRateLimited: true,
}

// aboutCairn are the codes of faults of Cairn itself. The messages of all others
// may name elements of a page, whose tags and roles need no quotes.
var aboutCairn = map[types.Code]bool{types.CodeNoBrowser: true, types.CodeTooLarge: true}

// plainSentence is the form of a sentence that quotes nothing.
var plainSentence = regexp.MustCompile(`^[ !#-;=?-~]*$`)

// quotesNothing reports whether a part of an error is Cairn's own words.
func quotesNothing(s string) bool {
	return plainSentence.MatchString(s) && !strings.Contains(s, "://") && !text.Orders(withoutTools(s))
}

// cleanFault is an error as it may be shown: complete, cleaned, capped, without
// what reads as an order.
func cleanFault(names renamer, err error) types.Error {
	fault := *types.AsError(err)
	if fault.Hint == "" {
		fault.Hint = "try again; if it stays so, see Cairn's log"
	}
	fault.Message = names.text(withoutOrders(clean(fault.Message, maxFaultText)))
	fault.Hint = names.text(withoutOrders(clean(fault.Hint, maxFaultText)))
	return fault
}

// faultAnswer is the text of an error: the code and the next step are Cairn's,
// and what may name elements of a page is fenced.
func faultAnswer(fault types.Error) answer {
	if aboutCalls[fault.Code] {
		return answer{head: own("%s: %s\nhint: %s", fault.Code, ownText(fault.Message), ownText(fault.Hint))}
	}
	message, named := fault.Message, ""
	if !aboutCairn[fault.Code] || !quotesNothing(message) {
		named, message = message, ""
	}
	hint, rest := hintParts(fault.Hint)
	if rest != "" {
		named = strings.TrimPrefix(named+"\nhint: "+rest, "\n")
	}
	head := own("%s:", fault.Code)
	if message != "" {
		head = own("%s: %s", fault.Code, ownText(message))
	}
	if hint != "" {
		head += own("\nhint: %s", hint)
	}
	return answer{head: head, page: named}
}

// hintParts divides a hint into the advice, which is Cairn's, and what it names.
func hintParts(hint string) (advice ownText, named string) {
	if quotesNothing(hint) {
		return ownText(hint), ""
	}
	before, _, _ := strings.Cut(hint, `"`)
	if at := strings.LastIndex(before, ": "); at > 0 && quotesNothing(hint[:at]) {
		return ownText(hint[:at] + ", listed below"), hint
	}
	return "", hint
}

// withoutOrders replaces the quotations in a sentence of Cairn's that read as
// orders, or all of it, where an order stands beside them.
func withoutOrders(s string) string {
	if !text.Orders(s) {
		return s
	}
	s = quotedPart.ReplaceAllStringFunc(s, func(q string) string {
		if text.Orders(q) {
			return `"` + withheld + `"`
		}
		return q
	})
	return unlessOrder(s)
}

// quotedPart finds quotations in a sentence.
var quotedPart = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
