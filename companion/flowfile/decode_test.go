package flowfile

import (
	"os"
	"strings"
	"testing"

	"cairn/shared/types"
)

// badFile is a file that is no flow, and how its fault and its advice begin.
type badFile struct{ name, text, says, hint string }

// badFiles are the golden file with one thing wrong in it, and worse.
func badFiles(t testing.TB) []badFile {
	golden, err := os.ReadFile("testdata/invite-member.yaml")
	if err != nil {
		t.Fatal(err)
	}
	with := func(old, now string) string {
		if !strings.Contains(string(golden), old) {
			t.Fatalf("the golden file has no %q", old)
		}
		return strings.Replace(string(golden), old, now, 1)
	}
	step := "  - tool: wave\n"
	return []badFile{
		{"empty", "", "f.yaml:1: the file is empty", "cairn flow export"},
		{"only comments", "# nothing\n", "f.yaml:1: the file is empty", ""},
		{"a text", "hello\n", "f.yaml:1: the file is not a list of fields", "title, site, start"},
		{"a list", "- a\n", "f.yaml:1: the file is not a list of fields", ""},
		{"no YAML", "title: \"a\nsteps: [\n", "f.yaml:", ""},
		{"a tab", "title: a\nsteps:\n\t- tool: click\n", "f.yaml:", ""},
		{"two documents", "title: a\n---\ntitle: b\n", "f.yaml:", ""},
		{"unknown field", with("site:", "sight:"), "f.yaml:4: there is no field \"sight\" here", "title, site, start, params, steps, end"},
		{"unknown field of a step", with("    times: 2", "    tims: 2"), "f.yaml:64: there is no field \"tims\" here", "tool, targets"},
		{"the id", with("site:", "id: x\nsite:"), "f.yaml:4: files of flows have no id: the file's name is the flow's id", "Delete the line."},
		{"sessions", with("site:", "evidence: []\nsite:"), "f.yaml:4: files of flows have no evidence: sessions belong to one machine", ""},
		{"runs", with("site:", "runs:\n  ok: 3\nsite:"), "f.yaml:4: files of flows have no runs", ""},
		{"chosen values", with("    label: Role", "    options: [Admin]"), "f.yaml:12: files of flows have no options", ""},
		{"twice", with("site:", "title: b\nsite:"), `f.yaml:4: the file has the field "title" twice`, "the first is in line 3"},
		{"twice in a step", with("    times: 2", "    key: a"), `f.yaml:64: steps[4] has the field "key" twice`, ""},
		{"an anchor", with("kind: text", "kind: &a text"), "f.yaml:8: params[1].kind uses an anchor or an alias", "Write out"},
		{"an alias", with("kind: text", "kind: *a"), "f.yaml:", ""},
		{"a cycle", "title: a\nsteps: &a\n  - *a\n", "f.yaml:2: steps uses an anchor", ""},
		{"a merge key", with("site:", "<<: {a: b}\nsite:"), `f.yaml:4: there is no field "<<" here`, ""},
		{"a bomb", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\ntitle: *c\n", "f.yaml:1: there is no field", ""},
		{"a tag", with("title: Invite", "title: !!python/object Invite"), "f.yaml:3: title has the tag", "Delete the tag"},
		{"a tag that is ours", with("start: ", "start: !!str "), "f.yaml:5: start has the tag", ""},
		{"a field of fields", with("title: Invite {email} as {role}", "title: {email}"), "f.yaml:3: title is not one value", "double quotes"},
		{"a list for a text", with("title: Invite {email} as {role}", "title: [a]"), "f.yaml:3: title is not one value", ""},
		{"a text for a list", "title: a\nsteps: click\n", "f.yaml:2: steps is not a list", "Begin each entry with -"},
		{"a field as a key", "? {a: b}\n: c\n", "f.yaml:1: the file has a field whose name is no word", ""},
		{"an empty text", with("start: /members?tab=all#list", "start:"), "f.yaml:5: start is empty", ""},
		{"no number", with("times: 2", "times: twice"), "f.yaml:64: steps[4].times is not a number", ""},
		{"a number in quotes", with("times: 2", "times: \"2\""), "f.yaml:64: steps[4].times is not a number", ""},
		{"a huge number", with("times: 2", "times: 99999999999"), "f.yaml:64: steps[4].times is not a number", ""},
		{"an octal number", with("times: 2", "times: 02"), "f.yaml:64: steps[4].times is not a number", ""},
		{"no switch", with("submit: true", "submit: yes"), "f.yaml:55: steps[2].submit is neither true nor false", ""},
		{"too long a text", with("title: Invite", "title: "+strings.Repeat("x", maxText)), "f.yaml:3: title has", "parameter"},
		{"too long", strings.Repeat("#", maxFile+1), "f.yaml: the file has 1048577 bytes; at most 1048576 are read", ""},
		{"10,000 steps", "title: a\nsteps:\n" + strings.Repeat(step, 10_000), "f.yaml:203: steps has 10000 entries; at most 200 are read", "several flows"},
		{"deep", "title: " + strings.Repeat("[", 100_000), "f.yaml:", ""},
		{"not UTF-8", "title: \xff\n", "f.yaml: the file is not UTF-8", "UTF-8"},
		{"UTF-16", "\xff\xfet\x00i\x00", "f.yaml: the file is not UTF-8", ""},
		{"a merge conflict", with("site:", "<<<<<<< HEAD\ntitle: b\n=======\nsite:"), "f.yaml:4: a merge conflict is not resolved", "one side"},
		{"text that turns", with("title: Invite", "title: In\u202evite"), "f.yaml:3: the line holds a character that cannot be seen", `"\u202E"`},
		{"a comment that hides", "# a\u200bb\ntitle: a\n", "f.yaml:1: the line holds a character that cannot be seen", ""},
		{"an unknown step", with("tool: press", "tool: wave"), `f.yaml:62: step 4: there is no action "wave"`, "navigate, click"},
		{"no such parameter", with(`value: "{email}"`, `value: "{mail}"`), "f.yaml:58: step 3: parameter {mail} is not declared", "Add it"},
		{"a parameter for nothing", with(`value: "{email}"`, `value: x`), "f.yaml:7: parameter email: no step uses it", ""},
		{"a brace alone", with(`value: "{email}"`, `value: "{email"`), "f.yaml:58: step 3: ", "twice"},
		{"another site", with("tool: press\n    key: ArrowDown\n    times: 2", "tool: navigate\n    value: https://evil.example/"), "f.yaml:62: step 4: \"https://evil.example/\" is not an address of the site", "stays on its site"},
		{"another site by slashes", with("tool: press\n    key: ArrowDown\n    times: 2", "tool: navigate\n    value: //evil.example/"), "f.yaml:62: step 4: ", ""},
		{"a start elsewhere", with("start: /members?tab=all#list", "start: https://evil.example/"), "f.yaml:5: start: ", ""},
		{"a script as a start", with("start: /members?tab=all#list", "start: javascript:evil()"), "f.yaml:5: start: ", ""},
		{"no site", with("site: https://app.example", "site: https://app.example/path"), "f.yaml:4: site: ", ""},
		{"no title", with("title: Invite {email} as {role}", `title: ""`), "f.yaml:3: title: ", ""},
		{"a place for a name", with(`selector: "#invite"`, `selector: "ul > li:nth-child(3)"`), "f.yaml:18: step 1: the selector", "A place among others"},
		{"a frame that is no origin", with("origin: https://frame.example", "origin: javascript:evil()"), "f.yaml:18: step 1: ", ""},
		{"a risk that is none", with("risk: sends", "risk: harmless"), "f.yaml:83: step 7: there is no risk \"harmless\"", ""},
		{"another thing", "name: Node\nruns-on: [ubuntu]\n", `f.yaml:1: there is no field "name" here`, ""},
	}
}

func TestBadFilesAreRefusedWithTheirLine(t *testing.T) {
	for _, c := range badFiles(t) {
		f, err := Decode("f.yaml", []byte(c.text))
		if err == nil {
			t.Errorf("%s: it is read as %+v", c.name, f)
			continue
		}
		if fault := types.AsError(err); fault.Code != types.CodeInvalidInput || !strings.HasPrefix(fault.Message, c.says) || fault.Hint == "" || !strings.Contains(fault.Hint, c.hint) {
			t.Errorf("%s: got %q, hint %q; want %q, %q", c.name, fault.Message, fault.Hint, c.says, c.hint)
		}
	}
}

// TestAFileMayBeWrittenByHand: order, quotes and comments are a person's to choose.
func TestAFileMayBeWrittenByHand(t *testing.T) {
	const text = `---
# Sends the weekly report.
steps: # one a line
  - {tool: type, value: 0123, targets: [{role: textbox, name: 'It''s'}]}
  - tool: click
    targets:
    - name: yes
      role: button
    optional: false
site: "https://app.example"
title: >-
  Send the
  report
start: /reports
end: {}
`
	f, err := Decode("weekly-report.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &types.Flow{ID: "weekly-report", Version: 1, Title: "Send the report", Site: "https://app.example", Start: "/reports", Steps: []types.FlowStep{
		{Tool: "type", Value: "0123", Targets: []types.FlowTarget{{Role: "textbox", Name: "It's"}}},
		{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "yes"}}},
	}}
	if !Same(f, want) || f.ID != want.ID || f.Version != 1 {
		t.Errorf("got %+v", f)
	}
}

func TestTheNameOfAFileIsTheID(t *testing.T) {
	golden, err := os.ReadFile("testdata/invite-member.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, ok := range map[string]bool{"a.yaml": true, "a/b/send-2.yaml": true, `übersicht.yaml`: true, "日本.yaml": true, ".yaml": false, "A.yaml": false, "a b.yaml": false, "a.b.yaml": false, "-a.yaml": false, strings.Repeat("a", 200) + ".yaml": false} {
		if _, err := Decode(name, golden); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
