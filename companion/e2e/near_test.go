package e2e

import (
	"net/http"
	"strings"
	"testing"

	"cairn/testdata/pages"
)

// TestTheExtensionsCoreAnswersAsTheCompanionsDoes has an agent walk the way of
// another one and describe each screen, while the companion answers as well: the
// knowledge of each is the same to the byte, whichever names are kept, and deleted
// records are gone from both.
func TestTheExtensionsCoreAnswersAsTheCompanionsDoes(t *testing.T) {
	t.Parallel()
	for _, keep := range []string{"full", "needed"} {
		t.Run(keep, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.keep = keep
			w.startDaemon("--answers", "both")
			w.openBrowser()
			w.waitLinked()
			w.sendFirst()

			b := w.stdioAgent("agent-b")
			goal := "Send 0.1 ETH to another account"
			first := b.do("mm_launch", map[string]any{"goal": goal, "flowTags": []string{"send"}, "url": w.site}).Text
			suggested := 0
			for _, step := range sendFlow {
				for range 2 { // the second time nothing has changed
					if d := b.describe(); d.PriorKnowledge != nil && len(d.PriorKnowledge.SuggestedNextActions) > 0 {
						suggested++
					}
				}
				b.do(step.tool, step.args)
			}
			if suggested < len(sendFlow) {
				t.Errorf("of %d descriptions %d suggest something\n%s", 2*len(sendFlow), suggested, first)
			}
			// The same application at another address is likened, not known.
			other := serve(t, http.FileServerFS(pages.Wallet()))
			b.do("mm_navigate", map[string]any{"url": other})
			if text := b.do("mm_describe_screen", nil).Text; !strings.Contains(text, other+" looks like "+strings.TrimSuffix(w.site, "/")) {
				t.Errorf("the other address is not likened:\n%s", text)
			}
			// A deleted record is gone from the next answer.
			w.mustCairn("forget", "--site", strings.TrimPrefix(strings.TrimSuffix(w.site, "/"), "http://"))
			b.do("mm_navigate", map[string]any{"url": w.site})
			if d := b.describe(); d.PriorKnowledge != nil && len(d.PriorKnowledge.SuggestedNextActions) > 0 {
				t.Errorf("after forgetting, suggested is %s", asJSON(t, d.PriorKnowledge))
			}
			status := w.mustCairn("status")
			// On a busy machine the companion answers now and then, when the extension is late.
			if strings.Contains(status, "answers    0 by the extension") || !strings.Contains(status, "compared, 0 differ") {
				t.Errorf("cairn status says\n%s", status)
			}
		})
	}
}
