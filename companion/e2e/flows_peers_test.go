package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"cairn/companion/chromium"
)

// players are other tools that play recordings: one process with a browser of each.
type players struct {
	t   testing.TB
	in  io.WriteCloser
	out *bufio.Scanner
}

func startPlayers(t testing.TB) *players {
	t.Helper()
	dir := installed(t, "flows")
	copyFile(t, filepath.Join(repoRoot, "testdata", "apps", "flows", "peers.mjs"), filepath.Join(dir, "peers.mjs"))
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "peers.mjs", binary)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	return &players{t, in, lines}
}

// ask puts one command and decodes its answer.
func (p *players) ask(command map[string]any, answer any) error {
	line, err := json.Marshal(command)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(p.in, "%s\n", line); err != nil {
		return err
	}
	if !p.out.Scan() {
		return fmt.Errorf("the players are gone: %w", io.ErrUnexpectedEOF)
	}
	var failed struct{ Failed string }
	if err := json.Unmarshal(p.out.Bytes(), &failed); err != nil || failed.Failed != "" {
		return fmt.Errorf("%s %w", failed.Failed, err)
	}
	return json.Unmarshal(p.out.Bytes(), answer)
}

// peers has two other tools record the task on the page as it is, each with the
// selectors that it likes best, and play that on the changed pages.
func (f *flowBench) peers(c *flowCase) {
	if f.players == nil {
		f.players = startPlayers(f.t)
	}
	var acts []map[string]any
	for _, x := range c.acts {
		x = x.filled(c.params)
		acts = append(acts, map[string]any{"do": x.do, "at": x.at, "text": x.text, "enter": x.enter, "key": x.key, "to": x.to, "point": x.point})
	}
	f.begin("", "", "")
	url := f.proxy.url + c.start
	recorded := map[string]json.RawMessage{}
	if err := f.players.ask(map[string]any{"do": "record", "url": url, "acts": acts, "ready": f.app.ready}, &recorded); err != nil {
		fmt.Printf("   %s/%s was not recorded by the others: %v\n", f.app.name, c.name, err)
		return
	}
	only := regexp.MustCompile(os.Getenv("FLOWS_DRIFTS"))
	for _, tool := range []string{"playwright", "replay"} {
		if string(recorded[tool]) == "null" || !f.plays(c, tool, recorded[tool], flowDrift{}) {
			continue // without any change it does not end well: that is no drift's fault
		}
		for _, d := range flowDrifts {
			if only.MatchString(d.kind) && f.applies(c, d) {
				f.plays(c, tool, recorded[tool], d)
			}
		}
	}
}

// plays plays one recording on a changed page and says whether it ended right.
func (f *flowBench) plays(c *flowCase, tool string, script json.RawMessage, d flowDrift) bool {
	pivot := c.acts[c.pivot].filled(c.params)
	f.begin(d.kind, pivot.at, fillWords(c.row, c.params))
	before := f.data.state()
	want := c.wanted(c.params)
	var got struct {
		OK           bool
		Error, State string
	}
	if err := f.players.ask(map[string]any{"do": "play", "tool": tool, "script": script, "url": f.proxy.url + c.start, "narrow": d.kind == "narrow", "page": f.app.page, "want": want}, &got); err != nil {
		fmt.Printf("   %s/%s was not played by %s: %v\n", f.app.name, c.name, tool, err)
		return false
	}
	state := got.State
	if f.app.page == "" {
		state = f.settled(want)
	}
	r := f.verdict(c, c.params, got.OK, before, state)
	if r.Outcome != flowRight {
		r.Note += " " + clipped(got.Error, 200)
	}
	r.Part, r.Kind, r.Continue = "peer-"+tool, d.kind, d.goesOn
	if d.kind == "" {
		r.Part = "peer-plain-" + tool
	}
	f.note(c, r, nil)
	return r.Outcome == flowRight
}
