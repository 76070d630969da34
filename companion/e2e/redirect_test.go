package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"cairn/shared/types/tool"
)

// redirectingSite leads to /end in every way in which a page leaves by itself.
func redirectingSite(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	filler := strings.Repeat("<p>A paragraph that is never read.</p>", 2000)
	switch r.URL.Path {
	case "/replace":
		fmt.Fprint(w, "<head><script>location.replace('/end')</script></head>"+filler)
	case "/refresh":
		fmt.Fprint(w, `<head><meta http-equiv="refresh" content="0; url=/end"></head>`+filler)
	case "/late":
		fmt.Fprint(w, `<body onload="setTimeout(() => location.assign('/end'))">`+filler)
	case "/slow":
		fmt.Fprint(w, "<head><script>location.href = '/end?slowly'</script></head>"+filler)
	case "/chain":
		fmt.Fprint(w, "<head><script>location.replace('/replace')</script></head>"+filler)
	default:
		if r.URL.RawQuery == "slowly" {
			time.Sleep(700 * time.Millisecond)
		}
		fmt.Fprint(w, "<title>The end</title><h1>The end</h1>")
	}
}

func TestARedirectWhileAPageLoadsCountsAsItsLoad(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(redirectingSite))
	a := w.stdioAgent("led on")
	a.launch(map[string]any{"url": site + "/end"})
	for path, times := range map[string]int{"/replace": 10, "/refresh": 3, "/late": 3, "/slow": 3, "/chain": 3} {
		for i := range times {
			var went tool.ActResult
			for range 4 { // a machine may be so slow that the redirect comes after all patience
				went = tool.ActResult{}
				if a.do("mm_navigate", map[string]any{"url": site + path}).into(t, &went); went.DurationMs < 2500 {
					break
				}
			}
			if went.Tab.URL != site+"/end" && went.Tab.URL != site+"/end?slowly" || went.After.Title != "The end" {
				t.Errorf("%s, time %d: the agent is at %s, %+v", path, i, went.Tab.URL, went.After)
			}
		}
	}
}
