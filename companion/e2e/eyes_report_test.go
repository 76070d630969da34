package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// tally sums the results of several views.
type tally struct {
	views, steps, right, words, shown, sought, found, cairn, peer int
	worst                                                         float64
	worstAt                                                       string
}

func (t *tally) add(s *seen, cairn, peer int) {
	t.views++
	t.steps += len(s.steps)
	t.right += s.right
	t.words += s.words
	t.shown += s.shown
	t.sought += s.sought
	t.found += s.found
	t.cairn += cairn
	t.peer += peer
	if ratio := float64(cairn) / float64(max(1, peer)); peer > 0 && ratio > t.worst {
		t.worst, t.worstAt = ratio, s.app
	}
}

func (t *tally) line(name string, page bool) string {
	of := func(a, b int) string { return fmt.Sprintf("%3.0f %%", 100*float64(a)/float64(max(1, b))) }
	text := fmt.Sprintf("%-18s %3d/%-3d %s  %s   %s %7d %7d  %.2f", name, t.right, t.steps, of(t.right, t.steps), of(t.shown, t.words), of(t.found, t.sought), t.cairn, t.peer, float64(t.cairn)/float64(max(1, t.peer)))
	if !page {
		text += fmt.Sprintf("  %.2f on %s", t.worst, t.worstAt)
	}
	return text
}

// report prints the table, and writes all that is not held back into EYES_OUT.
func report(b *testing.B, dir string, all []*seen) {
	var texts []string
	for _, s := range all {
		texts = append(texts, s.text, s.peer)
	}
	count := tokensOf(b, dir, texts)
	var out bytes.Buffer
	sums := map[string]*tally{"open": {}, "held back": {}, "own": {}, "not written here": {}, "all but rows": {}, "all": {}}
	fmt.Printf("\n%-18s %-12s %-7s %-6s %7s %7s\n", "view", "steps", "words", "find", "tokens", "of Playwright MCP")
	for i, s := range all {
		if s.err != nil {
			fmt.Printf("%-18s left out: %v\n", s.app, s.err)
			continue
		}
		page := &tally{}
		page.add(s, count[2*i], count[2*i+1])
		groups := []string{"all", "open", "own"}
		if s.held {
			groups[1] = "held back"
		}
		if s.foreign() {
			groups[2] = "not written here"
		}
		if !strings.HasSuffix(s.app, " rows") { // whose size is as large as one likes
			groups = append(groups, "all but rows")
		}
		for _, g := range groups {
			sums[g].add(s, count[2*i], count[2*i+1])
		}
		if s.held && os.Getenv("EYES_HELD") == "" {
			continue
		}
		fmt.Println(page.line(s.app, true))
		fmt.Fprintf(&out, "## %s\n%s\n", s.app, page.line(s.app, true))
		for _, f := range s.failures {
			fmt.Fprintf(&out, "   FAILED %s\n", f)
		}
		fmt.Fprintf(&out, "   words missing: %s\n   not found by find: %s\n```\n%s\n```\n\n", clipWords(s.missing, 60), clipWords(s.unfind, 30), s.text)
	}
	for _, name := range []string{"open", "held back", "own", "not written here", "all but rows", "all"} {
		fmt.Println(sums[name].line(name, false))
	}
	if file := os.Getenv("EYES_OUT"); file != "" {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

func (v *view) foreign() bool {
	return !ownPath.MatchString(v.path)
}

var ownPath = regexp.MustCompile(`:\d+/(?:(?:unseen|later|fresh)/|(?:mail|settings|invoices|canvas|flow|todo)\.html|rows\?|wallet$|todo$)`)

func clipWords(words []string, n int) string {
	if len(words) > n {
		return strings.Join(words[:n], " ") + fmt.Sprintf(" and %d more", len(words)-n)
	}
	return strings.Join(words, " ")
}

// tokensOf counts the tokens of many texts at once.
func tokensOf(b *testing.B, dir string, texts []string) (counts []int) {
	b.Helper()
	args := []string{"tokens.mjs"}
	where := b.TempDir()
	for i, text := range texts {
		file := filepath.Join(where, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
		args = append(args, file)
	}
	cmd := exec.Command("node", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("count tokens: %v", err)
	}
	for _, line := range strings.FieldsFunc(string(out), unicode.IsSpace) {
		n, err := strconv.Atoi(line)
		if err != nil {
			b.Fatal(err)
		}
		counts = append(counts, n)
	}
	return counts
}
