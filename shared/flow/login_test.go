package flow

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestLoginIsFromItsLinkToItsButton writes steps as "tool name", with * before a secret and ! before a risky one.
func TestLoginIsFromItsLinkToItsButton(t *testing.T) {
	for steps, want := range map[string][2]int{
		"click Sign in;type Login;type *Password;click Go;click Team":            {0, 4},
		"type E-mail;type *Password;press Enter;click Team":                      {0, 3},
		"type User;click Next;type *Password;click Log in;click Team":            {0, 4},
		"navigate /users/sign_in;type E-mail;type *Password;submit;click Team":   {0, 3},
		"click Add to cart;click Sign in;type E-mail;type *Password;click Go":    {1, 5},
		"type Amount;type *PIN;click Pay":                                        {1, 3}, // the amount is no part of it
		"type E-mail;type *Password;tick Remember me;click Log in":               {0, 4},
		"type *Password;click Go;click !Delete":                                  {0, 2},
		"click Sign in;click Team":                                               {0, 0},
		"type E-mail;type *New password;type *Repeat it;click Save;click Team":   {0, 0},
		"type E-mail;type *Password;click !Delete account":                       {0, 0},
		"type E-mail;type *Password;type Nickname;click Register":                {0, 0},
		"click Add a New User;type User;type *Password;click OK;click Team":      {0, 0},
		"type User;type *Password;click Add":                                     {0, 0},
		"type E-mail;type *Password":                                             {0, 0},
		"type =user_name;type *;click Go;click Team":                             {0, 3},
		"click {person};type E-mail;type *Password;click Go":                     {1, 4},
		"click Catalog in stock;type E-mail;type *Password;click Go;click Order": {1, 4},
	} {
		f := &types.Flow{}
		for _, s := range strings.Split(steps, ";") {
			verb, name, _ := strings.Cut(s, " ")
			name, secret := strings.CutPrefix(name, "*")
			name, risky := strings.CutPrefix(name, "!")
			name, param, _ := strings.Cut(name, "=")
			step := types.FlowStep{Tool: verb, Targets: []types.FlowTarget{{Role: "button", Name: name, Sensitive: secret}}}
			switch verb {
			case "type":
				step.Value, step.Targets[0].Role = "{"+cmp.Or(param, "value")+"}", "textbox"
			case "press":
				step.Key, step.Targets = name, nil
			case "navigate":
				step.Value, step.Targets = name, nil
			case "submit":
				f.Steps[len(f.Steps)-1].Submit = true
				step.Tool = "hover"
			case "tick":
				step.Tool, step.Targets[0].Role, step.Sets = "click", "checkbox", SetsOn
			}
			if risky {
				step.Risk = "deletes"
			}
			f.Steps = append(f.Steps, step)
		}
		if from, to := Login(f); from != want[0] || to != want[1] {
			t.Errorf("%s: %d to %d, want %v", steps, from, to, want)
		}
	}
}

// TestACallTellsWhichValuesOnlyALoginNeeds has one value that the login alone needs, and one that is needed later too.
func TestACallTellsWhichValuesOnlyALoginNeeds(t *testing.T) {
	field := func(name string) []types.FlowTarget {
		return []types.FlowTarget{{Role: "textbox", Name: name, Sensitive: name == "Password"}}
	}
	f := &types.Flow{ID: "pay", Title: "Pay the invoice", Params: []types.FlowParam{{Name: "user"}, {Name: "password", Kind: types.FlowSecret}, {Name: "amount"}},
		Steps: []types.FlowStep{{Tool: "type", Targets: field("User"), Value: "{user}"}, {Tool: "type", Targets: field("Password"), Value: "{password}", Submit: true}, {Tool: "type", Targets: field("Amount"), Value: "{amount}"}}}
	for _, x := range []struct {
		change func()
		want   string
	}{
		{func() {}, "[user password]"},
		{func() { f.Steps[2].Targets[0].Row = "{user}" }, "[password]"},
		{func() {
			f.Steps = append([]types.FlowStep{{Tool: "type", Targets: field("Amount"), Value: "7"}}, f.Steps...)
		}, "[]"},
	} {
		x.change()
		for i, p := range MarkLogin(f).Params {
			if p.Login != strings.Contains(x.want, p.Name) || f.Params[i].Login {
				t.Errorf("%s is marked %v, and %v in the flow itself", p.Name, p.Login, f.Params[i].Login)
			}
		}
		if c := call(f, nil, 1); fmt.Sprint(c.Login) != x.want || len(c.Missing) != 3 {
			t.Errorf("only for the login %v, want %s; missing %v", c.Login, x.want, c.Missing)
		}
	}
}

// TestALoginStaysWhereALaterSessionNeededNone records a task with a login, and later without one or with another one.
func TestALoginStaysWhereALaterSessionNeededNone(t *testing.T) {
	const goal = "Open the reports"
	task := func(tp *tape) Run {
		return tp.on("/home", `link "Reports"`, `link "Sign out"`).click(`link "Reports"`).on("/reports", `button "Open"`).click(`button "Open"`).on("/reports/1", `heading "Report"`).run()
	}
	with := func(n int, field string) Run {
		return task(record(n, goal).on("/", `link "Sign in"`).click(`link "Sign in"`).on("/login", `textbox "`+field+`"`, `textbox "Password"`, `button "Go"`).
			write(`textbox "`+field+`"`, "ann@x.com").write(`textbox "Password"`, "[REDACTED]", sensitive, unkept).click(`button "Go"`))
	}
	for name, x := range map[string]struct {
		runs []Run
		want string
	}{
		"none later":          {[]Run{with(1, "User"), task(record(2, goal))}, `Sign in,User,Password,Go,Reports,Open`},
		"none before":         {[]Run{task(record(1, goal)), with(2, "User")}, `Sign in,User,Password,Go,Reports,Open`},
		"another field later": {[]Run{with(1, "User"), with(2, "E-mail")}, `Sign in,User,Password,Go,Reports,Open`},
		"none in any":         {[]Run{task(record(1, goal)), task(record(2, goal))}, `Reports,Open`},
	} {
		flows := distilRuns(x.runs)
		var steps []string
		for _, s := range flows[0].Steps {
			steps = append(steps, s.Targets[0].Name)
			if s.Optional {
				t.Errorf("%s: %s is optional", name, s.Targets[0].Name)
			}
		}
		if got := strings.Join(steps, ","); got != x.want || len(flows) != 1 {
			t.Errorf("%s: %s, want %s", name, got, x.want)
		}
	}
}
