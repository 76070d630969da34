package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/shared/types"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// honestSite is pages on which an action comes to nothing, or nearly.
func honestSite(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	switch r.URL.Path {
	case "/timer": // adds an unannounced element, long after it has come to rest
		fmt.Fprint(w, `<h1>Timer</h1><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button data-testid="late">Late</button>'), new URLSearchParams(location.search).get('ms'))</script>`)
	case "/clock": // the same, beside texts that change all the time
		fmt.Fprint(w, `<h1>Clock</h1><time></time><p>a second</p><script>
			let n = 0;
			setInterval(() => {
				document.querySelector('time').textContent = ++n;
				document.querySelector('p').firstChild.data = n + ' seconds';
			}, 50);
			setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button data-testid="late">Late</button>'), new URLSearchParams(location.search).get('ms'));
		</script>`)
	case "/redraws", "/turns": // the same, beside rows or an element that change all the time
		fmt.Fprint(w, `<h1>Restless</h1><main></main><i></i><button data-testid="off" disabled>Off</button><script>
			setInterval(() => {
				if (location.pathname === '/turns') return document.querySelector('i').setAttribute('style', 'padding:' + performance.now() % 90 + 'px');
				document.querySelector('main').innerHTML = '<p>' + performance.now() + '</p><button>Open</button>'.repeat(9);
			}, 50);
			setTimeout(() => {
				document.querySelector('button[disabled]').disabled = false;
				document.body.insertAdjacentHTML('beforeend', '<button data-testid="late">Late</button>');
			}, new URLSearchParams(location.search).get('ms'));
		</script>`)
	case "/fetch":
		fmt.Fprint(w, `<h1>Fetch</h1><p role="status"></p><script>fetch('/data').then((r) => r.text()).then((html) => document.body.insertAdjacentHTML('beforeend', html))</script>`)
	case "/data":
		time.Sleep(4 * time.Second)
		fmt.Fprint(w, `<button data-testid="late" onclick="document.querySelector('[role=status]').textContent = 'pressed'">Late</button>`)
	case "/refused":
		fmt.Fprint(w, `<h1>Refused</h1><a data-testid="away" href="http://127.0.0.1:9/">Away</a>`)
	case "/redrawn": // redraws itself when it is pressed, before the click
		fmt.Fprint(w, `<h1>Redrawn</h1><main></main><script>
			let n = 0;
			function draw() {
				document.querySelector('main').innerHTML = '<button data-testid="count">Count</button>';
				document.querySelector('button').onclick = () => { n++; };
				document.querySelector('button').onmousedown = draw;
			}
			draw();
		</script>`)
	}
}

// TestWhatIsMissingIsSaidWhenThePageHasSettled clicks an element that comes long after a page has
// settled, with and without a clock on it, on pages that never rest, and one that comes with an answer that it waits
// for: the first ones are reported missing before they come, the last is waited for.
func TestWhatIsMissingIsSaidWhenThePageHasSettled(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(honestSite))
	a := w.stdioAgent("impatient")
	a.launch(map[string]any{"url": site + "/timer?ms=120000"})
	a.fails(types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "late"})
	a.do("mm_navigate", map[string]any{"url": site + "/timer?ms=8000"})
	a.do("mm_click", map[string]any{"testId": "late", "timeoutMs": longTime}) // a time that is given is waited for
	a.do("mm_navigate", map[string]any{"url": site + "/clock?ms=120000"})
	a.fails(types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "late"})
	for _, page := range []string{"/turns", "/redraws"} {
		a.do("mm_navigate", map[string]any{"url": site + page + "?ms=11000"})
		a.fails(types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "late"})
	}
	a.do("mm_navigate", map[string]any{"url": site + "/redraws?ms=11000"})
	a.fails(types.CodeTargetNotActable, "mm_click", map[string]any{"testId": "off"})
	a.do("mm_navigate", map[string]any{"url": site + "/fetch"})
	a.do("mm_click", map[string]any{"testId": "late"})
	a.sees("pressed")
}

// TestAHeavyPageIsDescribedWithItsFirstContent describes a page while it shows
// nothing: the answer waits for its first content and says that more may come.
func TestAHeavyPageIsDescribedWithItsFirstContent(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	body := make(chan struct{})
	site := serve(t, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		fmt.Fprint(out, "<title>Heavy</title>"+strings.Repeat(" ", 4096))
		out.(http.Flusher).Flush()
		select {
		case <-body:
			fmt.Fprint(out, `<h1>Here at last</h1><button>Go</button>`+strings.Repeat(" ", 4096))
			out.(http.Flusher).Flush()
		case <-r.Context().Done():
		}
		<-r.Context().Done() // it never ends
	}))
	a := w.stdioAgent("early")
	a.doInTime("mm_launch", within(12_000, map[string]any{"url": site + "/heavy"}))
	time.AfterFunc(1500*time.Millisecond, func() { close(body) })
	got := a.do("mm_describe_screen", nil)
	if !strings.Contains(got.Text, "Here at last") || !strings.Contains(got.Text, "still loading") {
		t.Errorf("it says\n%s", got.Text)
	}
}

func TestAClickWhoseNavigationFailsIsAFailureWithItsName(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(honestSite))
	a := w.stdioAgent("turned away")
	a.launch(map[string]any{"url": site + "/refused"})
	got := a.fails(types.CodeNavigationFailed, "mm_click", map[string]any{"testId": "away"})
	if !strings.Contains(got.Error.Message, "net::ERR_") || !strings.Contains(got.Error.Hint, "mm_navigate") {
		t.Errorf("it says %s: %s", got.Error.Message, got.Error.Hint)
	}
	a.do("mm_navigate", map[string]any{"url": site + "/refused"})
}

func TestAClickLostToARedrawIsNotSaidToBeOne(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(honestSite))
	a := w.stdioAgent("redrawn")
	a.launch(map[string]any{"url": site + "/redrawn"})
	if got := a.fails(types.CodeClickLost, "mm_click", map[string]any{"testId": "count"}); !strings.Contains(got.Error.Message, "replaced") {
		t.Errorf("it says %s", got.Error.Message)
	}
}

// crashNow ends the process of a page that may still be loading.
func (w *world) crashNow(url string) {
	ctx, cancel := context.WithTimeout(w.takeTab(url).ctx, 2*time.Second)
	defer cancel()
	_, _ = chromedp.Call(ctx, page.Crash, cdp.Empty{}) // nobody is left to answer it
}

// TestAPageThatCrashesWhileItLoadsIsSaidToCrash has the page's process end each
// time that it has begun to load.
func TestAPageThatCrashesWhileItLoadsIsSaidToCrash(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	loading := make(chan struct{}, 10)
	site := serve(t, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		fmt.Fprint(out, "<h1>Loading</h1>"+strings.Repeat(" ", 4096))
		if r.URL.Path != "/endless" {
			return
		}
		out.(http.Flusher).Flush()
		loading <- struct{}{}
		<-r.Context().Done()
	}))
	a := w.stdioAgent("short-lived")
	a.launch(map[string]any{"url": site})
	done := make(chan struct{})
	var crashes sync.WaitGroup
	crashes.Go(func() {
		for {
			select {
			case <-loading:
				time.Sleep(300 * time.Millisecond)
				w.crashNow(site + "/endless")
			case <-done:
				return
			}
		}
	})
	defer crashes.Wait()
	defer close(done)
	a.fails(types.CodePageCrashed, "mm_navigate", map[string]any{"url": site + "/endless", "timeoutMs": 30000})
}
