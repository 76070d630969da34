package flow

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Login returns the steps of a flow's login: from the one that opens its page to before the one behind it. to is 0 if the
// flow has none. A browser that is signed in already needs none of them.
func Login(f *types.Flow) (from, to int) {
	secret := slices.IndexFunc(f.Steps, isSecret)
	if secret < 0 {
		return 0, 0
	}
	if to = submitted(f, secret); to == 0 || slices.ContainsFunc(f.Steps[secret+1:to], isSecret) {
		return 0, 0 // a password that is typed twice is a new one
	}
	from = secret
	if from > 0 && names(f, from-1) {
		from--
	} else if from > 1 && leads(&f.Steps[from-1]) && names(f, from-2) {
		from -= 2 // its page asks for the name first
	}
	around := f.Steps[max(from-1, 0):to]
	if slices.ContainsFunc(around, makes) && !slices.ContainsFunc(around, signsIn) {
		return 0, 0 // a person is added
	}
	for from > 0 && leads(&f.Steps[from-1]) && signsIn(f.Steps[from-1]) {
		from--
	}
	return from, to
}

// makes reports whether a step presses something that says it adds or changes something.
func makes(s types.FlowStep) bool {
	return s.Tool == "click" && len(s.Targets) > 0 && doing(stems(strings.ToLower(s.Targets[0].Name)))&^showing != 0
}

// FirstLogin returns the login of a flow if nothing is done before it that would have to be done again: its values are
// needed only if the page asks for them.
func FirstLogin(f *types.Flow) (from, to int) {
	from, to = Login(f)
	if slices.ContainsFunc(f.Steps[:from], func(s types.FlowStep) bool { return s.Risk != "" || s.Value != "" }) {
		return 0, 0
	}
	return from, to
}

// MarkLogin returns a flow whose parameters tell which of them only its first login needs.
func MarkLogin(f *types.Flow) *types.Flow {
	from, to := FirstLogin(f)
	if to == 0 {
		return f
	}
	marked := *f
	marked.Params = slices.Clone(f.Params)
	for i := range marked.Params {
		marked.Params[i].Login = onlyFor(f, from, to, f.Params[i].Name)
	}
	return &marked
}

// onlyFor reports whether only the steps of a login need a parameter.
func onlyFor(f *types.Flow, from, to int, param string) bool {
	for i := range f.Steps {
		if (i < from || i >= to) && slices.Contains(stepParams(&f.Steps[i]), param) {
			return false
		}
	}
	return !slices.Contains(paramsIn(f.Start), param)
}

// submitted returns the step behind the one that submits the secret of a step, 0 for none.
func submitted(f *types.Flow, secret int) int {
	for i := secret; i < len(f.Steps); i++ {
		switch s := &f.Steps[i]; {
		case s.Risk != "":
			return 0
		case s.Submit, s.Tool == "press" && s.Key == capture.KeyEnter, s.Tool == "click" && leads(s) && !slices.Contains(ticked, s.Targets[0].Role):
			return i + 1
		case s.Sets == "" && i > secret:
			return 0 // it may only remember the person
		}
	}
	return 0
}

func isSecret(s types.FlowStep) bool {
	return s.Tool == "type" && slices.ContainsFunc(s.Targets, func(t types.FlowTarget) bool { return t.Sensitive })
}

// names reports whether a step types the name of a person, who signs in. The name of its parameter says it where the
// field has none.
func names(f *types.Flow, i int) bool {
	s := &f.Steps[i]
	return s.Tool == "type" && !isSecret(*s) && len(s.Targets) > 0 && personal(s.Targets[0].Name+" "+strings.ReplaceAll(s.Value, "_", " "), "")
}

// leads reports whether a step does nothing but lead to another page or part of it, whatever the values are.
func leads(s *types.FlowStep) bool {
	return (s.Tool == "click" && len(s.Targets) > 0 || s.Tool == "navigate") && s.Risk == "" && len(stepParams(s)) == 0
}

func signsIn(s types.FlowStep) bool {
	return text.SignsIn(s.Value) || slices.ContainsFunc(s.Targets, func(t types.FlowTarget) bool { return text.SignsIn(t.Name) })
}
