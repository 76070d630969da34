package learn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Limits of the text for a planner (spec 003).
const (
	shownLearnings = 3
	shownError     = 150 // characters
	shownRecovery  = 200
	shownArgs      = 200
)

// Format formats items for a planner, with their learnings: at most three learnings each, first
// those with a recovery, then by last confirmation, and a caution for low trust (spec 003,
// _format_kb_with_learnings). origin is the plan's site; learnings of other origins are omitted. An
// empty origin keeps all.
func Format(items []*types.KBItem, origin string) string {
	total := 0
	for _, item := range items {
		total += len(here(item, origin))
	}
	var parts []string
	if total > 0 {
		parts = append(parts, fmt.Sprintf("\nKNOWLEDGE BASE PATTERNS WITH LEARNINGS\nTotal KB items: %d\nTotal learnings: %d\n\n"+
			"IMPORTANT: Each KB item shows its KB ID. When using a KB item in your plan,\nset the action's kb_source field to that KB ID.\n", len(items), total))
	}
	for _, item := range items {
		parts = append(parts, section(item, origin))
	}
	return strings.Join(parts, "\n")
}

func section(item *types.KBItem, origin string) string {
	var w strings.Builder
	fmt.Fprintf(&w, "\n---\nKB ID: %s\nDescription: %s\nUI Location: %s\nAction Sequence:\n", line(item.KnowledgeID), line(item.Description), line(item.UILocation))
	for _, action := range item.ActionSequence {
		fmt.Fprintf(&w, "  - %s\n", line(action))
	}
	if item.Shortcut != nil && *item.Shortcut != "" {
		fmt.Fprintf(&w, "Shortcut: %s\n", line(*item.Shortcut))
	}
	if item.Origin != "" {
		fmt.Fprintf(&w, "Holds On: %s\n", line(item.Origin))
	}
	if item.Status == StatusDraft {
		w.WriteString("Status: draft, worked once\n")
	}
	w.WriteString("---")
	learnings := here(item, origin)
	if len(learnings) > 0 {
		fmt.Fprintf(&w, "\n\n⚠️ PAST FAILURES (%d failure(s)):\n", len(learnings))
		for i, l := range best(learnings) {
			writeLearning(&w, i+1, l, hasDocs(item))
		}
	}
	// A recipe's trust starts below the caution level, which is no evidence against it.
	if item.TrustScore < cautionBelow && (item.Status == "" || len(learnings) > 0) {
		fmt.Fprintf(&w, "\n⚠️ CAUTION: Trust score %.2f (has %d known issue(s))\n", item.TrustScore, len(learnings))
	}
	return w.String()
}

// writeLearning writes the failure, if a step is known, and all advice: a person's
// text does not replace the recorded recovery.
func writeLearning(w *strings.Builder, number int, l *types.Learning, docs bool) {
	what, failed := "Failure", "Failed Action"
	switch {
	case l.Human():
		what, failed = "Human Correction", "Instead of"
	case l.OriginalAction.ToolName == "" && l.OriginalError == "":
		what = "Advice"
	}
	at := ""
	if l.StepNum > 0 {
		at = fmt.Sprintf(" at Step %d", l.StepNum)
	}
	fmt.Fprintf(w, "\n%d. %s%s:\n", number, what, at)
	if l.OriginalAction.ToolName != "" {
		fmt.Fprintf(w, "   - %s: %s\n", failed, action(&l.OriginalAction))
	}
	if l.OriginalError != "" {
		fmt.Fprintf(w, "   - Error: %s\n", shorten(l.OriginalError, shownError))
	}
	if l.HumanReasoning != "" {
		fmt.Fprintf(w, "   - Human Said: %s\n", shorten(l.HumanReasoning, shownRecovery))
	}
	if l.CorrectedAction != nil {
		fmt.Fprintf(w, "   ✓ Corrected To: %s\n", action(l.CorrectedAction))
	}
	switch {
	case l.RecoveryApproach != "":
		fmt.Fprintf(w, "   ✓ Recovery Approach: %s\n", shorten(l.RecoveryApproach, shownRecovery))
	case !l.Human() && docs:
		w.WriteString("   - Consider: Try alternative approach, different KB item, or use related docs below\n")
	case !l.Human():
		w.WriteString("   - Consider: Try alternative approach, or a different KB item\n")
	}
	if l.Screen != "" || l.Origin != "" || l.Count > 1 || l.Guess > 0 || l.Verified > 0 {
		fmt.Fprintf(w, "   - Seen: %s\n", circumstances(l))
	}
}

// hasDocs reports whether an item cites a document; a recipe cites its session.
func hasDocs(item *types.KBItem) bool {
	return item.DocCitation != "" && !strings.HasPrefix(item.DocCitation, "session ") && !strings.HasPrefix(item.DocCitation, "sessions before ")
}

// relatedDocs lists the documents that learnings without an answer refer to, or
// returns "" if there are none.
func relatedDocs(items []*types.KBItem, origin string) string {
	var w strings.Builder
	for _, item := range items {
		if hasDocs(item) && slices.ContainsFunc(Best(item, origin), func(l *types.Learning) bool { return !hasAdvice(l) }) {
			fmt.Fprintf(&w, "  - %s: %s\n", line(item.KnowledgeID), line(item.DocCitation))
		}
	}
	if w.Len() == 0 {
		return ""
	}
	return "\nRELATED DOCS:\n" + w.String()
}

// circumstances describes when and where a learning was true, and the confidence that
// it belongs to its item.
func circumstances(l *types.Learning) string {
	parts := []string{fmt.Sprintf("%d time(s)", max(1, l.Count))}
	if day, _, ok := strings.Cut(line(l.Timestamp), "T"); ok {
		parts = append(parts, "last on "+day)
	}
	if l.Screen != "" {
		parts = append(parts, "on screen "+line(l.Screen))
	}
	if l.Origin != "" {
		parts = append(parts, "at "+line(l.Origin))
	}
	if l.Verified > 0 {
		day, _, _ := strings.Cut(line(l.VerifiedAt), "T")
		parts = append(parts, fmt.Sprintf("worked again %d time(s), last on %s", l.Verified, day))
	}
	if l.Guess > 0 {
		parts = append(parts, fmt.Sprintf("attributed by a guess (%.0f %% sure)", 100*l.Guess))
	}
	return strings.Join(parts, ", ")
}

// here returns the learnings that apply to an origin.
func here(item *types.KBItem, origin string) []*types.Learning {
	var out []*types.Learning
	for i := range item.KBLearnings {
		if l := &item.KBLearnings[i]; origin == "" || l.Origin == "" || l.Origin == origin {
			out = append(out, l)
		}
	}
	return out
}

// best returns the learnings to show: first those with a recovery, then by last
// confirmation.
func best(all []*types.Learning) []*types.Learning {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *types.Learning) int {
		return cmp.Or(cmp.Compare(helpful(b), helpful(a)), cmp.Compare(lastTrue(b), lastTrue(a)))
	})
	return sorted[:min(len(sorted), shownLearnings)]
}

func helpful(l *types.Learning) int {
	if hasAdvice(l) {
		return 1
	}
	return 0
}

// lastTrue returns the time at which a learning was created or last verified.
func lastTrue(l *types.Learning) string { return max(l.Timestamp, l.VerifiedAt) }

// Best returns an item's learnings for an origin in [Format]'s selection: at most
// three.
func Best(item *types.KBItem, origin string) []*types.Learning { return best(here(item, origin)) }

// line returns stored text as one line.
func line(s string) string { return capture.Clean(s, maxText) }

// action formats an action for the spec's planner: the arguments are a Python
// literal.
func action(a *types.KBAction) string {
	name := cmp.Or(line(a.ToolName), "N/A")
	if len(a.ToolArguments) == 0 {
		return name
	}
	return name + " with args " + shorten(literal(a.ToolArguments), shownArgs)
}

// literal returns a JSON value as a Python literal, with keys in their order.
func literal(raw json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var w strings.Builder
	if err := writeLiteral(&w, dec, 0); err != nil {
		return capture.Clean(string(raw), shownArgs)
	}
	return w.String()
}

// maxDepth bounds the nesting of formatted arguments.
const maxDepth = 16

func writeLiteral(w *strings.Builder, dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch v := token.(type) {
	case json.Delim:
		if depth >= maxDepth {
			return fmt.Errorf("deeper than %d", maxDepth)
		}
		return writeNested(w, dec, v, depth)
	case string:
		w.WriteString(quote(v))
	case bool:
		w.WriteString(map[bool]string{true: "True", false: "False"}[v])
	case nil:
		w.WriteString("None")
	default:
		fmt.Fprint(w, v)
	}
	return nil
}

func writeNested(w *strings.Builder, dec *json.Decoder, open json.Delim, depth int) error {
	w.WriteRune(rune(open))
	for first := true; dec.More(); first = false {
		if !first {
			w.WriteString(", ")
		}
		if open == '{' {
			if err := writeLiteral(w, dec, depth+1); err != nil {
				return err
			}
			w.WriteString(": ")
		}
		if err := writeLiteral(w, dec, depth+1); err != nil {
			return err
		}
	}
	end, err := dec.Token()
	if err != nil {
		return err
	}
	w.WriteRune(rune(end.(json.Delim)))
	return nil
}

// quote returns a string in the form of Python's repr: in single quotes, or in double
// quotes if it contains only single ones.
func quote(s string) string {
	s = capture.Clean(s, maxText)
	s = strings.ReplaceAll(s, `\`, `\\`)
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `\'`) + "'"
}

func shorten(s string, limit int) string {
	short := capture.Clean(s, limit)
	if len(short) < len(capture.Clean(s, maxText)) {
		return short + "..."
	}
	return short
}
