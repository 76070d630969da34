package e2e

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestMessagesThatShowForAMoment checks that a message that shows for less than the time between
// two looks is news too, once.
func TestMessagesThatShowForAMoment(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("listener")
	a.launch(map[string]any{"url": w.hostile() + "fleeting.html"})
	for _, x := range []struct{ testID, role, text string }{
		{"text", "status", "saved for a moment"},
		{"toast", "alert", "A toast went by"},
		{"shown", "alert", "the hidden one showed"},
		{"log", "log", "line 4 arrived"},
		{"text", "status", "saved for a moment"},
	} {
		t.Run(x.testID, func(t *testing.T) {
			a.t = t
			a.do("mm_click", map[string]any{"testId": x.testID})
			news := a.act("mm_wait_for_notification", nil)
			if len(news.Found) != 1 || news.Found[0].Kind != tool.NotifyMessage || news.Found[0].Role != x.role || news.Found[0].Text != x.text {
				t.Errorf("found %s, want %s %q", asJSON(t, news.Found), x.role, x.text)
			}
		})
	}
	a.t = t
	a.fails(types.CodeWaitTimeout, "mm_wait_for_notification", map[string]any{"timeoutMs": 700})
}
