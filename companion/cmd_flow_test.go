package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/control"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// inviteFlow takes a value of each kind.
func inviteFlow() *types.Flow {
	return &types.Flow{ID: "invite-member", Title: "Invite {email}", Site: "https://app.example", Start: "/", Params: []types.FlowParam{
		{Name: "email", Kind: types.FlowText, Label: "E-mail"}, {Name: "password", Kind: types.FlowSecret}, {Name: "note", Kind: types.FlowText, Optional: true}, {Name: "photo", Kind: types.FlowFile, Optional: true}}}
}

// flowCall is a command line with nobody at the terminal, unless there is input.
func flowCall(input string) (c *call, said *bytes.Buffer) {
	said = &bytes.Buffer{}
	return &call{out: said, errOut: said, in: strings.NewReader(input), terminal: func() bool { return input != "" }}, said
}

func TestValuesOfAFlow(t *testing.T) {
	photo := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(photo, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	whole, err := filepath.EvalSymlinks(photo)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		args  []string
		env   map[string]string
		input string
		want  map[string]string
		fault string
		says  string
	}{
		"from the command line": {args: []string{"email=a=b@x"}, want: map[string]string{"email": "a=b@x"}},
		"an empty one":          {args: []string{"email="}, want: map[string]string{"email": ""}},
		"of two lines":          {args: []string{"email=a\nb"}, want: map[string]string{"email": "a\nb"}},
		"from the environment":  {env: map[string]string{"PASSWORD": "p", "EMAIL": "e"}, want: map[string]string{"email": "e", "password": "p"}},
		"the command line wins": {args: []string{"email=a"}, env: map[string]string{"EMAIL": "e"}, want: map[string]string{"email": "a"}},
		"a secret in the open":  {args: []string{"password=p"}, want: map[string]string{"password": "p"}, says: "cairn: warning: password is a secret, and others on this machine can see command lines; give it in CAIRN_PARAM_PASSWORD\n"},
		"from the terminal":     {args: []string{"password=x"}, input: "e@x\r\n", want: map[string]string{"email": "e@x", "password": "x"}, says: "email: E-mail: "},
		"a file":                {args: []string{"photo=" + photo}, want: map[string]string{"photo": whole}},
		"a file that is not":    {args: []string{"photo=" + photo + ".gif"}, fault: "cannot be read"},
		"of another flow":       {args: []string{"mail=a"}, fault: "the flow takes no value mail"},
		"missing":               {want: map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			for key, value := range x.env {
				t.Setenv(paramEnv+key, value)
			}
			r := &flowRun{given: map[string]string{}}
			for _, arg := range x.args {
				if err := r.param(arg); err != nil {
					t.Fatal(err)
				}
			}
			c, said := flowCall(x.input)
			got, err := r.values(t.Context(), c, inviteFlow().Params)
			if x.fault != "" {
				if err == nil || !strings.Contains(err.Error(), x.fault) || types.AsError(err).Hint == "" {
					t.Errorf("it answers %v, %v", got, err)
				}
				return
			}
			if err != nil || asLine(got) != asLine(x.want) || !strings.Contains(said.String(), x.says) {
				t.Errorf("the values are %v, %v, want %v; it says %q", got, err, x.want, said)
			}
		})
	}
}

// A login may be needless, so that its values can be left empty at the terminal.
func TestValuesOfALoginAreLeftOut(t *testing.T) {
	params := []types.FlowParam{{Name: "user", Label: "User", Login: true}, {Name: "title"}}
	r := &flowRun{given: map[string]string{}}
	c, said := flowCall("\nMeadows\n")
	got, err := r.values(t.Context(), c, params)
	if err != nil || asLine(got) != `{"title":"Meadows"}` || !strings.Contains(said.String(), "user: User (only if the page asks for a login): ") {
		t.Errorf("the values are %v, %v; it says %q", got, err, said)
	}
	if err := r.complete(params[:1]); err != nil {
		t.Errorf("without them it says %v", err)
	}
	if args := paramArgs(params); args != " --param title=…" {
		t.Errorf("a run needs%s", args)
	}
}

func asLine(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

func TestBadParams(t *testing.T) {
	r := &flowRun{given: map[string]string{"a": "1"}}
	for text, want := range map[string]string{"": "write NAME=VALUE", "a": "write NAME=VALUE", "=b": "write NAME=VALUE", "a b=c": "write NAME=VALUE", "--x=y": "write NAME=VALUE", "a=2": "a is given twice"} {
		if err := r.param(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A run's end is said in words, as JSON and as an exit status.
func TestEndsOfRuns(t *testing.T) {
	stop := &tool.FlowStop{Step: 2, Reason: types.FlowMissing, Message: `there is no button "Invite"`, Hint: "look\nat it"}
	for name, x := range map[string]struct {
		result tool.FlowResult
		want   error
		says   string
	}{
		"verified":   {tool.FlowResult{Flow: "f", Status: tool.FlowDone, Done: 2, Total: 2, Verified: true, Proof: tool.ProofAddress, DurationMs: 1250, Appeared: []string{`status "Sent"`}}, nil, "f: all 2 steps done in 1.2 s, verified by the page's address alone\n  appeared: status \"Sent\"\n"},
		"unverified": {tool.FlowResult{Flow: "f", Status: tool.FlowDone, Done: 1, Total: 1}, exitUnverified, "f: all 1 step done in 0.0 s, NOT verified: the page at the end is not the one that it ended on before. Look whether the goal is reached\n"},
		"stopped": {tool.FlowResult{Flow: "f", Status: tool.FlowStopped, Done: 1, Total: 3, Stop: stop, Remaining: []string{"click\nit", "press Enter"}}, exitStopped,
			"f stopped after 1 of 3 steps in 0.0 s\n  step 2, missing: there is no button \"Invite\"\n  hint: look at it\n  not done: 2. click it\n  not done: 3. press Enter\n"},
		"without a value": {tool.FlowResult{Flow: "f", Status: tool.FlowStopped, Total: 1, Stop: &tool.FlowStop{Step: 1, Reason: types.FlowNeedsParam, Message: "parameter a has no value", Hint: "Give it."}}, exitStopped,
			"f stopped after 0 of 1 step in 0.0 s\n  step 1, needs_param: parameter a has no value\n  hint: Give it. Run it again with --param NAME=VALUE; secrets in CAIRN_PARAM_NAME.\n"},
		"dry":    {tool.FlowResult{Flow: "f", Status: tool.FlowDry, Total: 3}, nil, "f: nothing was done; all values are there, and nothing speaks against its first step\n"},
		"paused": {tool.FlowResult{Flow: "f", Status: tool.FlowPaused, Done: 1, Total: 2, Remaining: []string{"click"}}, nil, "f paused before step 2 of 2\n  not done: 2. click\n"},
	} {
		t.Run(name, func(t *testing.T) {
			c, said := flowCall("")
			if err := (&flowRun{}).tell(c, &x.result); err != x.want || said.String() != x.says {
				t.Errorf("it ends with %v and says\n%q, want %v and\n%q", err, said, x.want, x.says)
			}
			c, said = flowCall("")
			var back tool.FlowResult
			if err := (&flowRun{}).tell(asJSON(c), &x.result); err != x.want || json.Unmarshal(said.Bytes(), &back) != nil || asLine(back) != asLine(x.result) {
				t.Errorf("as JSON it ends with %v and says %s", err, said)
			}
		})
	}
}

func asJSON(c *call) *call {
	c.json = true
	return c
}

func TestExitStatusesAreReported(t *testing.T) {
	c, said := flowCall("")
	c.errOut = io.Discard
	for err, want := range map[error]int{nil: 0, exitStopped: 3, exitUnverified: 4, types.Fault(types.CodeNotFound, "no flow", ""): 1, usageError{message: "flow"}: 2} {
		if got := c.report(newRoot(c), err); got != want || said.Len() > 0 {
			t.Errorf("%v ends with %d, want %d, and says %q", err, got, want, said)
		}
	}
}

func TestFlowsAreFoundByName(t *testing.T) {
	own, file, other := inviteFlow(), inviteFlow(), inviteFlow()
	other.ID = "send"
	all := []knownFlow{{Flow: own}, {Flow: file, Path: ".cairn/flows/invite-member.yaml"}, {Flow: other, Path: ".cairn/flows/send.yaml"}}
	for name, want := range map[string]string{"invite-member": "", "repository:invite-member": ".cairn/flows/invite-member.yaml", "send": ".cairn/flows/send.yaml"} {
		if got, err := find(all, name); err != nil || got.Path != want {
			t.Errorf("%s is %q, %v, want %q", name, got.Path, err, want)
		}
	}
	for name, hint := range map[string]string{"invite": "nearest: invite-member, invite-member", "": "nearest: invite-member, invite-member, send", "repository:none": "cairn flow list shows them all", "Send": "cairn flow list shows them all"} {
		if _, err := find(all, name); err == nil || types.AsError(err).Code != types.CodeNotFound || types.AsError(err).Hint != hint {
			t.Errorf("%q: %+v, want the hint %q", name, err, hint)
		}
	}
}

func TestLinesOfARun(t *testing.T) {
	step := `{"progress":{"step":1,"total":2,"does":"click"}}`
	for name, x := range map[string]struct {
		lines, want string
		steps       int
	}{
		"a result":           {step + "\n" + `{"result":{"flow":"f","status":"done"}}`, "f", 1},
		"an error":           {step + step + `{"error":{"code":"MM_NOT_FOUND","message":"no"}}`, "MM_NOT_FOUND", 2},
		"the daemon is gone": {step, "MM_INTERRUPTED", 1},
		"half a line":        {step + `{"result":{"fl`, "MM_INTERRUPTED", 1},
		"no JSON":            {`hello`, "MM_INTERRUPTED", 0},
		"another answer":     {`{"done":"stopping"}`, "MM_INTERNAL", 0},
	} {
		t.Run(name, func(t *testing.T) {
			steps := 0
			got, err := control.FlowResult(json.NewDecoder(strings.NewReader(x.lines)), func(tool.FlowProgress) { steps++ })
			said := ""
			if err != nil {
				said = string(types.AsError(err).Code)
			} else {
				said = got.Flow
			}
			if said != x.want || steps != x.steps {
				t.Errorf("it answers %s after %d steps, want %s after %d", said, steps, x.want, x.steps)
			}
		})
	}
}

// FuzzFlowParam holds that whatever is taken as a value comes out as it was given.
func FuzzFlowParam(f *testing.F) {
	for _, seed := range []string{"a=b", "a==", "=", "ä=1", "a=\n=", "a b=c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := &flowRun{given: map[string]string{}}
		if r.param(text) != nil {
			if len(r.given) > 0 {
				t.Errorf("%q is refused and kept", text)
			}
			return
		}
		for name, value := range r.given {
			if name+"="+value != text {
				t.Errorf("%q is taken as %q = %q", text, name, value)
			}
		}
	})
}

func TestARunWithoutItsValuesIsNotBegun(t *testing.T) {
	params := []types.FlowParam{{Name: "user", Login: true}, {Name: "email"}, {Name: "note", Optional: true}, {Name: "password", Kind: types.FlowSecret}}
	for _, tt := range []struct {
		input tool.FlowInput
		want  string
	}{
		{tool.FlowInput{}, "no value for email, password"},
		{tool.FlowInput{Params: map[string]string{"email": "a"}}, "no value for password"},
		{tool.FlowInput{Params: map[string]string{"email": "a", "password": ""}}, ""},
		{tool.FlowInput{DryRun: true}, ""},
		{tool.FlowInput{Until: 2}, ""},
	} {
		r := &flowRun{input: tt.input}
		got := ""
		if err := r.complete(params); err != nil {
			got = types.AsError(err).Message
		}
		if got != tt.want {
			t.Errorf("with %+v it says %q, want %q", tt.input, got, tt.want)
		}
	}
}
