package eval

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"cairn/shared/core"
	"cairn/shared/redact"
	"cairn/shared/types"
)

// shownSecret is a text with a secret in it, as it appears in a page.
type shownSecret struct {
	Class string `json:"class"` // the kind of secret; scores are grouped by it
	// Where is its place: "url", "attr" (a test id, a selector), "typed" (by an agent,
	// into the field that its first line names), else text of the page.
	Where  string `json:"where"`
	Text   string `json:"text"` // lines are neighbouring elements
	Secret string `json:"secret"`
}

func (s shownSecret) check() error {
	if s.Text == "" || s.Secret == "" {
		return errors.New(`a row needs a "text" and a "secret"`)
	}
	return nil
}

// Redact records every row of a file of secrets as a step of a page that shows it,
// through the code that records steps, and writes which classes of them remain. For
// ordinary, a file of lines without secrets, it writes how many are changed. Either
// file may be "". show is the number of examples of each. keep selects the names that
// steps store: with "needed" the steps count as a person's, except for typed text,
// which counts as an agent's.
func Redact(secretsFile, ordinaryFile, keep string, show int, out io.Writer) error {
	memory := newNeededMemory()
	if keep != keepFull && keep != string(types.KeepNeeded) {
		return fmt.Errorf("there is no form %q: give full or needed", keep)
	}
	if secretsFile != "" {
		rows, err := readLines(secretsFile, shownSecret.check)
		if err != nil {
			return err
		}
		if err := leaks(rows, memory.core, types.Keep(keep), show, out); err != nil {
			return err
		}
	}
	if ordinaryFile == "" {
		return nil
	}
	return touched(ordinaryFile, show, out)
}

func leaks(rows []shownSecret, memory *core.Core, keep types.Keep, show int, out io.Writer) error {
	type score struct {
		class     string
		rows      int
		remain    int
		remembers []string
	}
	byClass := map[string]*score{}
	all := 0
	for i, row := range rows {
		kept, err := remembered(row, memory, keep)
		if err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
		s := byClass[row.Class]
		if s == nil {
			s = &score{class: row.Class}
			byClass[row.Class] = s
		}
		s.rows++
		if row.staysIn(kept) {
			s.remain++
			all++
			s.remembers = append(s.remembers, fmt.Sprintf("%q of %q in %s", row.Secret, row.Text, cmp.Or(row.Where, "text")))
		}
	}
	var list []*score
	for _, s := range byClass {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *score) int {
		return cmp.Or(cmp.Compare(b.remain*a.rows, a.remain*b.rows), cmp.Compare(a.class, b.class))
	})
	leaking := 0
	for _, s := range list {
		if s.remain == 0 {
			continue
		}
		leaking++
		fmt.Fprintf(out, "%-40s %4d of %4d stay\n", s.class, s.remain, s.rows)
		for _, example := range s.remembers[:min(show, len(s.remembers))] {
			fmt.Fprintln(out, "   ", example)
		}
	}
	_, err := fmt.Fprintf(out, "%d classes, %d with a leak; %d of %d secrets stay (%.2f %%)\n", len(list), leaking, all, len(rows), 100*share(all, len(rows)))
	return err
}

// staysIn reports whether a secret is in the stored strings, or most lines of one that
// is spread over several elements.
func (s shownSecret) staysIn(kept []string) bool {
	said := strings.Join(kept, "\n")
	if strings.Contains(said, s.Secret) {
		return true
	}
	parts := strings.Split(s.Secret, "\n")
	stay := 0
	for _, part := range parts {
		if slices.Contains(kept, part) {
			stay++
		}
	}
	return len(parts) > 1 && 2*stay > len(parts)
}

func remembered(row shownSecret, memory *core.Core, keep types.Keep) ([]string, error) {
	obs := &types.Observation{State: types.State{CurrentURL: "https://shop.example/page", Title: "A page"}}
	step := &types.Step{SessionID: "redact", Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Next"}}, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true}, Observation: obs}
	lines := strings.Split(row.Text, "\n")
	switch row.Where {
	case "url":
		obs.State.CurrentURL = row.Text
		step.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": row.Text}}
	case "attr":
		step.Tool.Target = &types.Target{TestID: row.Text, Selector: row.Text}
		obs.TestIDs = []types.TestID{{TestID: row.Text}}
	case "typed":
		field, text := "", row.Text
		if len(lines) > 1 {
			field, text = lines[0], strings.Join(lines[1:], "\n")
		}
		step.Tool = types.Tool{Name: "mm_type", Target: &types.Target{Role: "textbox", Name: field}, Input: map[string]any{"text": text}}
	default:
		for _, line := range lines {
			obs.A11y.Nodes = append(obs.A11y.Nodes, types.A11yNode{Role: "text", Name: line})
		}
	}
	if keep == types.KeepNeeded && row.Where != "typed" {
		step.Actor = types.ActorObserved
	}
	kept, err := memory.Capture(asked, step, keep)
	if err != nil {
		return nil, fmt.Errorf("remember %q: %w", row.Text, err)
	}
	b, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("read what is remembered: %w", err)
	}
	var read any
	if err := json.Unmarshal(b, &read); err != nil {
		return nil, fmt.Errorf("read what is remembered: %w", err)
	}
	return stringsIn(read), nil
}

// stringsIn returns all strings at or under a value of JSON, in no order.
func stringsIn(v any) []string {
	var all []string
	switch v := v.(type) {
	case string:
		all = append(all, v)
	case []any:
		for _, item := range v {
			all = append(all, stringsIn(item)...)
		}
	case map[string]any:
		for _, item := range v {
			all = append(all, stringsIn(item)...)
		}
	}
	return all
}

// touched writes how many lines of a file would be stored in a changed form, and the
// rules that change them.
func touched(file string, show int, out io.Writer) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("read ordinary lines: %w", err)
	}
	defer f.Close()
	n, changed := 0, 0
	rules := map[string]int{}
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	for lines.Scan() {
		line := strings.ToValidUTF8(strings.TrimSpace(lines.Text()), "")
		if line == "" || len(line) > redact.MaxText {
			continue
		}
		n++
		if got := redact.Text(line); got != line {
			by := redact.FoundBy(line)
			for _, rule := range slices.Compact(slices.Sorted(slices.Values(by))) {
				rules[rule]++
			}
			if changed++; changed <= show {
				fmt.Fprintf(out, "    %q\n    %q by %s\n", line, got, strings.Join(by, ", "))
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read ordinary lines: %w", err)
	}
	for _, rule := range slices.SortedFunc(maps.Keys(rules), func(a, b string) int { return cmp.Or(rules[b]-rules[a], strings.Compare(a, b)) }) {
		fmt.Fprintf(out, "%-40s %4d lines\n", rule, rules[rule])
	}
	_, err = fmt.Fprintf(out, "%d of %d lines touched (%.4f %%)\n", changed, n, 100*share(changed, n))
	return err
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }
