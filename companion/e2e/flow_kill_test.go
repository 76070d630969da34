package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// cutRun is a run by the command line that something happens to.
type cutRun struct {
	result tool.FlowResult
	exit   int
	out    string
	err    string
}

// cut runs a flow and calls at as the step of that number begins.
func (w *world) cut(step int, at func(), args ...string) *cutRun {
	w.t.Helper()
	cmd := exec.Command(cairnBinary, append(args, "--data", w.home, "--json", "--timeout", "3m")...)
	var out bytes.Buffer
	cmd.Stdout = &out
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	r := &cutRun{}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		r.err += lines.Text() + "\n"
		if at != nil && strings.HasPrefix(lines.Text(), fmt.Sprintf("%d/", step)) {
			at()
			at = nil
		}
	}
	_ = cmd.Wait()
	r.exit, r.out = cmd.ProcessState.ExitCode(), out.String()
	_ = json.Unmarshal(out.Bytes(), &r.result) // one whose companion was killed has none
	if at != nil {
		w.t.Errorf("the run never came to step %d: %s%s", step, r.out, r.err)
	}
	return r
}

// closeTabs closes the tabs that show a site.
func (w *world) closeTabs(site string) {
	w.t.Helper()
	get := func(path string) []byte {
		res, err := http.Get("http://" + w.devtool + path)
		if err != nil {
			return nil // the browser is just being started
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body) // the list is then none
		return body
	}
	var tabs []struct{ ID, URL, Type string }
	_ = json.Unmarshal(get("/json/list"), &tabs)
	for _, tab := range tabs {
		if tab.Type == "page" && strings.HasPrefix(tab.URL, site) {
			get("/json/close/" + tab.ID)
		}
	}
}

// everyKill has TestRunsThatAreKilled take each of the three away at every step, as ./build.sh soak does.
var everyKill = flag.Bool("every-kill", false, "take tab, companion and browser away at every step of a run")

// TestRunsThatAreKilled takes tab, companion and browser in turn away from a run as each of
// its steps begins. The task is done once or not at all, the reported end is true, and the
// next run does the task.
func TestRunsThatAreKilled(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	page := &club{}
	site := serve(t, page) + "/members"
	page.set("", "bob@club.org|Bob|Player", "cid@club.org|Cid|Guest", "dan@club.org|Dan|Guest")
	add, _ := learnClub(w, site)
	args := func(email string) []string {
		all := []string{"flow", "run", add.ID, "--allow-risky"}
		for name, value := range valuesFor(add, "Pat Smith", email, "Player") {
			all = append(all, "--param", name+"="+value)
		}
		return all
	}
	sent := func(email string) (times int) {
		for _, post := range page.sent() {
			if strings.Contains(post, strings.Replace(email, "@", "%40", 1)) {
				times++
			}
		}
		return times
	}
	for i, cut := range []struct {
		what string
		kill func()
		mend func()
	}{
		{"tab", func() { w.closeTabs(site) }, func() {}},
		{"companion", func() { w.killDaemon() }, func() { w.startDaemon(); w.waitLinked() }},
		{"browser", func() { // a run waits a while for the browser to come back
			_ = syscall.Kill(w.browser.PID(), syscall.SIGKILL)
			w.closeBrowser()
			w.openBrowser()
		}, w.waitLinked},
	} {
		for step := 1; step <= len(add.Steps); step++ {
			if step%3 != i && !*everyKill {
				continue
			}
			email := fmt.Sprintf("%s%d@club.org", cut.what, step)
			r := w.cut(step, cut.kill, args(email)...)
			cut.mend()
			done, stop := sent(email), r.result.Stop
			report := fmt.Sprintf("%s taken away at step %d: exit %d, sent %d times, %s%s", cut.what, step, r.exit, done, r.out, r.err)
			switch {
			case done > 1:
				t.Errorf("done too often: %s", report)
			case r.result.Verified && (done != 1 || r.exit != 0), r.exit == 0 && done != 1:
				t.Errorf("reported as done: %s", report)
			case done == 1 && stop != nil && stop.Reason != types.FlowUnknown && stop.Reason != types.FlowNoEffect && stop.Reason != types.FlowFailed:
				t.Errorf("reported as not done: %s", report)
			case r.exit != 0 && stop == nil && cut.what != "companion":
				t.Errorf("no word on where it stopped: %s", report)
			}
			if done > 0 {
				continue
			}
			if r = w.cut(0, nil, args(email)...); r.exit != 0 || !r.result.Verified || sent(email) != 1 {
				t.Errorf("%s taken away at step %d: the next run exits with %d, %s%s", cut.what, step, r.exit, r.out, r.err)
			}
		}
	}
	t.Run("two at once", func(t *testing.T) {
		page.set("slow", page.all()...) // the first is still under way when the second has started
		second := &cutRun{}
		first := w.cut(1, func() { second = w.cut(0, nil, args("second@club.org")...) }, args("first@club.org")...)
		if !first.result.Verified || second.exit == 0 || !strings.Contains(second.err+second.out, "being run by another agent") || sent("first@club.org") != 1 || sent("second@club.org") != 0 {
			t.Errorf("the first ended with %d, %s%s\nthe second with %d, %s%s\nsent %q", first.exit, first.out, first.err, second.exit, second.out, second.err, slices.Clone(page.sent()))
		}
	})
}
