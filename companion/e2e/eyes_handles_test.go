package e2e

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// BenchmarkEyeHandles presses everything that the descriptions of the pages of BenchmarkEyes
// list, each by its ref, with the press swallowed, and compares the element that it
// reached with the listed one. A disabled or hidden element is left out, as descriptions say
// that it cannot be pressed. EYES names the views; EYES_OUT takes the failures.
func BenchmarkEyeHandles(b *testing.B) {
	r, views, only := newEyeReader(b)
	var out strings.Builder
	var pressed, reached int
	for i := range views {
		if v := &views[i]; only.MatchString(v.app) {
			all, right, err := r.pressAll(v, &out)
			if err != nil {
				fmt.Printf("%-18s left out: %v\n", v.app, err)
				continue
			}
			fmt.Printf("%-18s %3d of %3d handles reach their element\n", v.app, right, all)
			pressed, reached = pressed+all, reached+right
		}
	}
	fmt.Printf("%-18s %3d of %3d handles reach their element\n", "all", reached, pressed)
	if file := os.Getenv("EYES_OUT"); file != "" {
		_ = os.WriteFile(file, []byte(out.String()), 0o600)
	}
	for b.Loop() { // all is printed; there is no one number
	}
}

// handlesPressed bounds the handles of one page, which may be a table of hundreds.
const handlesPressed = 60

var notPressed = regexp.MustCompile(`\b(?:disabled|hidden|transparent)\b`)

func (r *eyeReader) pressAll(v *view, out *strings.Builder) (all, right int, err error) {
	if err := r.reach(v); err != nil {
		return 0, 0, err
	}
	defer r.agent.call("mm_cleanup", nil)
	p := r.w.takeTab(strings.SplitN(v.path, "#", 2)[0])
	if err := v.prepare(p, r.probe); err != nil {
		return 0, 0, err
	}
	handles := handlesOf(r.plain(nil))
	if err := p.mark(handles); err != nil {
		return 0, 0, err
	}
	for _, h := range handles {
		if all == handlesPressed || deadWords.MatchString(h.own) || notPressed.MatchString(inQuotes.ReplaceAllString(h.own, "")) || strings.HasPrefix(h.own, "option") || strings.HasPrefix(h.ref, "f") {
			continue
		}
		if strings.Contains(h.own, "on hover") {
			r.agent.call("mm_hover", map[string]any{"a11yRef": h.ref})
		}
		target := fmt.Sprintf(`cairnBench.$('[data-bench-ref="%s"]') ?? document.querySelector('[data-bench-ref="%s"]')`, h.ref, h.ref)
		if !evaluate[bool](p, `!!(`+target+`)`) {
			continue // it was drawn again
		}
		all++
		if why := r.leads(eyeStep{target: target}, map[string]any{"a11yRef": h.ref}, p); why == "" {
			right++
		} else {
			fmt.Fprintf(out, "%s: %s %s: %s\n", v.app, h.ref, h.own, cmp.Or(why, "nothing"))
		}
	}
	return all, right, nil
}
