package mcptools

import (
	"cmp"
	"regexp"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// maxFaultText bounds an error's message and hint in characters: they may quote a
// page.
const maxFaultText = 800

// aboutCalls are the codes of errors about a call: they quote only the caller's
// arguments.
var aboutCalls = map[types.Code]bool{
	types.CodeInvalidInput: true, types.CodeNotFound: true, types.CodeNoSession: true, types.CodeActionDenied: true, types.CodeRateLimited: true,
}

// aboutCairn are the codes of errors of Cairn itself. All others may name elements
// of a page.
var aboutCairn = map[types.Code]bool{types.CodeNoBrowser: true, types.CodeTooLarge: true}

// plainSentence matches a sentence without quotations.
var plainSentence = regexp.MustCompile(`^[ !#-;=?-~]*$`)

// quotesNothing reports whether a part of an error contains only Cairn's words.
func quotesNothing(s string) bool {
	return plainSentence.MatchString(s) && !strings.Contains(s, "://") && !text.AddressesModel(withoutTools(s))
}

// cleanFault returns a displayable error: cleaned, shortened, without text that reads
// as an instruction.
func cleanFault(names renamer, err error) types.Error {
	fault := *types.AsError(err)
	fault.Hint = cmp.Or(fault.Hint, "try again; if it stays so, see Cairn's log")
	fault.Message = names.text(withoutOrders(text.Clip(fault.Message, maxFaultText)))
	fault.Hint = names.text(withoutOrders(text.Clip(fault.Hint, maxFaultText)))
	return fault
}

// faultAnswer returns the text of an error. Code and next step are Cairn's; parts
// that may name elements of a page are fenced.
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

// hintParts splits a hint into Cairn's advice and the quoted part.
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

// withoutOrders replaces quotations that read as instructions, or the complete
// sentence if other parts do.
func withoutOrders(s string) string {
	if !text.AddressesModel(s) {
		return s
	}
	s = quotedPart.ReplaceAllStringFunc(s, func(q string) string {
		if text.AddressesModel(q) {
			return `"` + withheld + `"`
		}
		return q
	})
	return unlessOrder(s)
}

// quotedPart finds quotations in a sentence.
var quotedPart = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
