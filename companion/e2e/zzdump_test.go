package e2e

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

func TestZZDump(t *testing.T) {
	out := os.Getenv("DUMP")
	if out == "" {
		t.Skip()
	}
	w := newWorld(t)
	w.startDaemon("--headless")
	a := w.stdioAgent("reader")
	site := serve(t, http.HandlerFunc(describePage))
	a.launch(map[string]any{"goal": os.Getenv("GOAL")})
	for i, page := range strings.Fields(os.Getenv("PAGES")) {
		page = strings.ReplaceAll(strings.ReplaceAll(page, "SITE", site), "HOSTILE/", w.hostile())
		a.do("mm_navigate", map[string]any{"url": page})
		time.Sleep(700 * time.Millisecond)
		got := a.do("mm_describe_screen", map[string]any{})
		name := fmt.Sprintf("%s/%02d.txt", out, i)
		_ = os.WriteFile(name, []byte(got.Text), 0o644)
		if f := os.Getenv("FIND"); f != "" {
			_ = os.WriteFile(name+".find", []byte(a.do("mm_describe_screen", map[string]any{"find": f}).Text), 0o644)
		}
		fmt.Println(name, page)
	}
}
