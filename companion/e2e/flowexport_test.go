package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"cairn/companion/chromium"
	"cairn/shared/exchange"
	"cairn/shared/types"
)

// teamPage is an application whose state is the list of its server's requests. A cookie
// banner is there at times, rows have equal buttons, and a name is a part of another.
const teamPage = `<!doctype html><html lang="en"><title>Team</title><body>
<div id="banner" hidden><button>Accept cookies</button></div>
<h1>Members</h1>
<table>
  <tr><th>Name</th><th>Role</th><th></th></tr>
  <tr><td>Joanna</td><td>Admin</td><td><button data-test="remove">Remove</button></td></tr>
  <tr><td>Ann O'Neill</td><td>Member</td><td><button data-test="remove">Remove</button></td></tr>
  <tr><td>Anna</td><td>Member</td><td><button data-test="remove">Remove</button></td></tr>
</table>
<form>
  <label>Email <input name="email"></label>
  <label>Role <select name="role"><option>Member<option>Admin</select></label>
  <label>Password <input name="password" type="password"></label>
  <label>Note <textarea name="note">Dear all, </textarea></label>
  <button>Invite</button>
</form>
<p role="status"></p>
<script>
const did = (what) => fetch('/did', { method: 'POST', body: what });
document.querySelector('#banner').hidden = !location.search.includes('banner');
document.querySelector('#banner button').onclick = (e) => { did('cookies'); e.target.parentElement.remove(); };
for (const b of document.querySelectorAll('table button')) b.onclick = () => did('remove ' + b.closest('tr').cells[0].textContent).then(() => { b.closest('tr').remove(); });
document.querySelector('form').onsubmit = async (e) => {
  e.preventDefault();
  const form = new FormData(e.target);
  await did(['invite', form.get('email'), form.get('role'), form.get('password'), form.get('note')].join(' | '));
  history.pushState({}, '', '/members/42/sent');
  document.querySelector('[role=status]').textContent = 'Invited.';
};
</script>`

// teamFlow invites somebody, and removes another.
func teamFlow(site string) *types.Flow {
	field := func(role, name, tag, value string) types.FlowStep {
		return types.FlowStep{Tool: "type", Targets: []types.FlowTarget{{Role: role, Name: name, Tag: tag, Sensitive: name == "Password"}}, Value: value}
	}
	note := field("textbox", "Note", "textarea", "{note}")
	note.Append = true
	return &types.Flow{
		ID: "swap-members", Title: "Invite {email} as {role} for {leaver}", Site: site, Start: "/members?tab={tab}",
		Params: []types.FlowParam{{Name: "email", Kind: types.FlowText}, {Name: "role", Kind: types.FlowChoice}, {Name: "leaver", Kind: types.FlowChoice}, {Name: "note", Kind: types.FlowText}, {Name: "password", Kind: types.FlowSecret, Label: "Password"}, {Name: "tab", Kind: types.FlowText}},
		Steps: []types.FlowStep{
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Accept cookies"}}, Optional: true},
			{Tool: "click", Targets: []types.FlowTarget{{TestID: "remove", Role: "button", Name: "Remove", Twins: 2, RowRole: "row", Row: "{leaver}"}}},
			field("textbox", "Email", "input", "{email}"),
			field("combobox", "Role", "select", "{role}"),
			field("textbox", "Password", "input", "{password}"),
			note,
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Invite"}}, Screen: types.FlowScreen{Path: "/members"}, Expect: types.FlowScreen{Path: "/members/*/sent"}},
		},
		End: types.FlowScreen{Path: "/members/*/sent", Appeared: []string{`status "Invited."`}},
	}
}

// teamServer serves the page, and returns the requests since the last time.
func teamServer(t *testing.T) (site string, did func() []string) {
	var mu sync.Mutex
	var done []string
	site = serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, teamPage)
			return
		}
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		done = append(done, string(body))
	}))
	return site, func() []string {
		mu.Lock()
		defer mu.Unlock()
		now := done
		done = nil
		return now
	}
}

func flowFile(t *testing.T, format exchange.Format, f *types.Flow, values map[string]string) string {
	t.Helper()
	files, err := exchange.WriteFlow(format, f, values)
	if err != nil {
		t.Fatal(err)
	}
	return files[0].Text
}

// TestAFlowRunsInPlaywright runs a flow's export as it is: with other values, with and
// without the element that is there at times, on another base address, and for somebody
// who is not there.
func TestAFlowRunsInPlaywright(t *testing.T) {
	t.Parallel()
	run, dir := playwrightTest(t)
	site, did := teamServer(t)
	flow := teamFlow("http://127.0.0.1:1") // BASE_URL says another
	spec := flowFile(t, exchange.Playwright, flow, nil)
	if err := os.WriteFile(filepath.Join(dir, "flow.spec.ts"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"BASE_URL=" + site, "CAIRN_PARAM_EMAIL=bo@x.example", "CAIRN_PARAM_ROLE=Admin", "CAIRN_PARAM_PASSWORD=" + password, "CAIRN_PARAM_NOTE=welcome `Bo`", "CAIRN_PARAM_LEAVER=Ann O'Neill", "CAIRN_PARAM_TAB=a&b"}
	out, err := run(env...)
	want := []string{"remove Ann O'Neill", "invite | bo@x.example | Admin | " + password + " | Dear all, welcome `Bo`"}
	if got := did(); err != nil || !slices.Equal(got, want) {
		t.Fatalf("%v, it did %q\n%s\n%s", err, got, spec, out)
	}
	if out, err = run(append(env, "CAIRN_PARAM_LEAVER=Anna", "CAIRN_PARAM_TAB=banner")...); err != nil || !slices.Equal(did(), []string{"cookies", "remove Anna", want[1]}) {
		t.Errorf("%v\n%s", err, out)
	}
	for name, more := range map[string]string{"nobody of that name": "CAIRN_PARAM_LEAVER=Jo", "a value is missing": "CAIRN_PARAM_LEAVER="} {
		if out, err := run(append(env, more, "ACTION_TIMEOUT=3000")...); err == nil || len(did()) > 0 {
			t.Errorf("%s: it passed, or did something:\n%s", name, out)
		}
	}
}

// TestAFlowRunsInPuppeteerReplay runs a flow's recording with the Recorder's own player.
func TestAFlowRunsInPuppeteerReplay(t *testing.T) {
	t.Parallel()
	modules := filepath.Join(installed(t, "flows"), "node_modules")
	browser, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	site, did := teamServer(t)
	dir := t.TempDir()
	values := map[string]string{"email": "bo@x.example", "role": "Admin", "note": "hi", "leaver": "Ann O'Neill", "tab": "a b"}
	for name, text := range map[string]string{"flow.json": flowFile(t, exchange.Recorder, teamFlow(site), values), "play.mjs": playRecording} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "play.mjs")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "BROWSER="+browser)
	out, err := cmd.CombinedOutput()
	want := []string{"remove Ann O'Neill", "invite | bo@x.example | Admin |  | hi"}
	if got := did(); err != nil || !slices.Equal(got, want) || !strings.Contains(string(out), "Invited.") {
		t.Errorf("%v, it did %q\n%s", err, got, out)
	}
}

// playRecording plays flow.json as @puppeteer/replay says, and prints the page's text.
const playRecording = `import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer';
import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';
const browser = await puppeteer.launch({ executablePath: process.env.BROWSER, args: ['--no-sandbox'], timeout: 120000 });
try {
  const page = await browser.newPage();
  const runner = await createRunner(parse(JSON.parse(readFileSync('flow.json', 'utf8'))), new PuppeteerRunnerExtension(browser, page, { timeout: 60000 }));
  await runner.run();
  await page.waitForFunction(() => document.querySelector('[role=status]').textContent, { timeout: 60000 });
  console.log(await page.evaluate(() => document.querySelector('[role=status]').textContent));
} finally {
  await browser.close();
}
`
