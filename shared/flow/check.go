package flow

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Bounds of a flow. They are far above any manual use of a site.
const (
	MaxSteps   = 200
	maxParams  = 50
	maxTargets = 10
	maxNear    = 10
	maxSaid    = 20 // elements of FlowScreen.Appeared
	maxOptions = 50
	maxTimes   = 100 // presses of one key

	maxID        = 80 // characters, as all below
	maxTitle     = 300
	maxName      = 200
	maxValue     = 2000
	maxAddress   = 2000
	maxParamName = 40
)

// tools maps the actions that a flow may contain to whether they need an element.
var tools = map[string]bool{
	"navigate": false, "click": true, "type": true, "press": false, "hover": true, "drag": true, "upload": true, "back": false,
}

// risks are the values that FlowStep.Risk may have.
var risks = []string{"", "pays", "sends", "deletes", "grants", "signs", "publishes"}

// Check returns an error for a flow that cannot be run or that contradicts itself. It names
// the first fault, after its place (step 3: …, parameter email: …).
func Check(f *types.Flow) error {
	c := &checker{flow: f, used: map[string]bool{}}
	for _, part := range []func(){c.head, c.params, c.steps, c.use} {
		if part(); c.err != nil {
			return c.err
		}
	}
	return nil
}

// checker holds the first fault that was found.
type checker struct {
	flow *types.Flow
	err  error
	used map[string]bool // parameters that the flow uses
}

func (c *checker) fault(place, message, hint string) {
	if c.err == nil {
		c.err = types.Fault(types.CodeInvalidInput, place+": "+message, hint)
	}
}

func (c *checker) head() {
	f := c.flow
	if f == nil {
		c.fault("flow", "there is none", "Give the flow.")
		return
	}
	if !flowID(f.ID) {
		c.fault("id", fmt.Sprintf("%.40q is no name of a flow", f.ID), fmt.Sprintf("Small letters, digits and hyphens, at most %d.", maxID))
	}
	if strings.TrimSpace(f.Title) == "" {
		c.fault("title", "there is none", "Say the task in a few words.")
	}
	c.text("title", f.Title, maxTitle)
	if !siteName(f.Site) {
		c.fault("site", fmt.Sprintf("%.80q is neither an origin nor a name", f.Site), "Give https://host, or the name of a site.")
	}
	if !strings.HasPrefix(f.Start, "/") || strings.HasPrefix(f.Start, "//") || strings.HasPrefix(f.Start, `/\`) {
		c.fault("start", fmt.Sprintf("%.80q is no path of the site", f.Start), "Begin it with one slash; the site is said by site.")
	}
	c.text("start", f.Start, maxAddress)
	c.screen("end", f.End)
}

func (c *checker) params() {
	if n := len(c.flow.Params); n > maxParams {
		c.fault("parameters", fmt.Sprintf("there are %d", n), fmt.Sprintf("At most %d.", maxParams))
	}
	seen := map[string]bool{}
	for _, p := range c.flow.Params {
		place := fmt.Sprintf("parameter %.40s", p.Name)
		switch {
		case !paramName(p.Name):
			c.fault(place, "this is no name", fmt.Sprintf("Letters, digits and _, at most %d.", maxParamName))
		case seen[p.Name]:
			c.fault(place, "it is declared twice", "Each parameter has a name of its own.")
		case !slices.Contains([]types.FlowParamKind{types.FlowText, types.FlowChoice, types.FlowSecret, types.FlowFile}, p.Kind):
			c.fault(place, fmt.Sprintf("there is no kind %.40q", p.Kind), "text, choice, secret or file")
		case !slices.Contains([]types.FlowForm{"", types.FormNumber, types.FormAddress, types.FormCode, types.FormName}, p.Form):
			c.fault(place, fmt.Sprintf("there is no form %.40q", p.Form), "number, address, code or name")
		case p.Form != "" && p.Kind != types.FlowText && p.Kind != types.FlowChoice:
			c.fault(place, "only a text or a choice has a form", "Leave it out.")
		case len(p.Options) > maxOptions:
			c.fault(place, fmt.Sprintf("there are %d options", len(p.Options)), fmt.Sprintf("At most %d.", maxOptions))
		case p.Kind != types.FlowChoice && len(p.Options) > 0:
			c.fault(place, "only a choice has options", "Leave them out.")
		}
		seen[p.Name] = true
		c.plain(place, p.Label, maxName)
		for _, option := range p.Options {
			c.plain(place, option, maxName)
		}
	}
}

func (c *checker) steps() {
	if n := len(c.flow.Steps); n == 0 || n > MaxSteps {
		c.fault("steps", fmt.Sprintf("there are %d", n), fmt.Sprintf("A flow has 1 to %d.", MaxSteps))
		return
	}
	for i := range c.flow.Steps {
		c.step(fmt.Sprintf("step %d", i+1), &c.flow.Steps[i])
	}
}

func (c *checker) step(place string, s *types.FlowStep) {
	needs, known := tools[s.Tool]
	if !known {
		c.fault(place, fmt.Sprintf("there is no action %.40q", s.Tool), "navigate, click, type, press, hover, drag, upload or back")
		return
	}
	c.form(place, s, needs)
	for i := range s.Targets {
		c.target(place, &s.Targets[i])
	}
	c.text(place, s.Value, maxValue)
	if s.To != nil && s.To.Target != nil {
		c.target(place, s.To.Target)
	}
	c.screen(place, s.Screen)
	c.screen(place, s.Expect)
}

// form checks that a step has the parts that its action needs, and none that belong to
// another action.
func (c *checker) form(place string, s *types.FlowStep, needs bool) {
	switch {
	case needs && len(s.Targets) == 0:
		c.fault(place, s.Tool+" needs a target", "Name the element by testId, or by role and name.")
	case len(s.Targets) > maxTargets:
		c.fault(place, fmt.Sprintf("there are %d targets", len(s.Targets)), fmt.Sprintf("At most %d.", maxTargets))
	case s.Tool != "click" && s.Tool != "hover" && slices.ContainsFunc(s.Targets, func(t types.FlowTarget) bool { return ByText(&t) }) || s.To != nil && s.To.Target != nil && ByText(s.To.Target):
		c.fault(place, "only what is clicked or hovered over can be named by its text alone", "Give testId, or role and name.")
	case len(s.Targets) > 0 && (s.Tool == "navigate" || s.Tool == "back"):
		c.fault(place, s.Tool+" has no target", "Leave it out.")
	case s.Tool == "navigate" && !within(c.flow.Site, s.Value):
		c.fault(place, fmt.Sprintf("%.80q is not an address of the site", s.Value), "A flow stays on its site: give a path that begins with one slash, or an address of it.")
	case (s.Tool == "upload") && s.Value == "":
		c.fault(place, "it uploads nothing", "Give a parameter of kind file as the value.")
	case s.Value != "" && !slices.Contains([]string{"navigate", "type", "upload"}, s.Tool):
		c.fault(place, s.Tool+" has no value", "Leave it out.")
	case (s.Key != "") != (s.Tool == "press"):
		c.fault(place, "a key is for press alone, which needs one", `As in "Enter" or "Control+k".`)
	case s.Key != "" && !isKey(s.Key):
		c.fault(place, fmt.Sprintf("there is no key %.40q", s.Key), `As in "Enter", "ArrowDown" or "Control+Shift+k".`)
	case s.Times < 0 || s.Times > maxTimes || s.Times > 0 && s.Tool != "press":
		c.fault(place, fmt.Sprintf("times is %d", s.Times), fmt.Sprintf("press a key 1 to %d times", maxTimes))
	case (s.Submit || s.Append) && s.Tool != "type":
		c.fault(place, "submit and append are for type", "Leave them out.")
	case s.Sets != "" && (s.Tool != "click" || s.Sets != SetsOn && s.Sets != SetsOff):
		c.fault(place, fmt.Sprintf("sets is %.40q", s.Sets), "on or off, for a click on a box or a switch.")
	case s.Click != nil && (s.Tool != "click" || !fitClick(s.Click)):
		c.fault(place, "it cannot be clicked so", "button right or middle, count up to 3, modifiers Control, Alt, Meta, Shift")
	case (s.To != nil) != (s.Tool == "drag") || s.To != nil && (s.To.Target == nil) == (s.To.X == nil || s.To.Y == nil):
		c.fault(place, "a drag ends on a target or at x and y", "Give one of them; only a drag has an end.")
	case s.At != nil && s.Tool != "drag":
		c.fault(place, "only a drag begins at a point", "Leave at out.")
	case !slices.Contains(risks, s.Risk):
		c.fault(place, fmt.Sprintf("there is no risk %.40q", s.Risk), strings.Join(risks[1:], ", "))
	}
}

func isKey(key string) bool {
	chord, err := capture.ReadChord(key, false)
	return err == nil && chord == key
}

func fitClick(how *types.Clicking) bool {
	fit := capture.Click(&types.Step{Tool: types.Tool{Name: "mm_click", Input: capture.ClickInput(*how)}})
	return fit.Button == how.Button && max(fit.Count, 1) == max(how.Count, 1) && len(fit.Modifiers) == len(how.Modifiers) && (fit.At == nil) == (how.At == nil)
}

func (c *checker) target(place string, t *types.FlowTarget) {
	switch {
	case !Named(t):
		c.fault(place, "a target names no element", "Give testId, or role and name.")
	case t.Selector != "" && capture.Positional(t.Selector):
		c.fault(place, fmt.Sprintf("the selector %.80q counts", t.Selector), "A place among others finds another element as soon as one is added.")
	case t.Origin != "" && !origin(t.Origin):
		c.fault(place, fmt.Sprintf("%.80q is no origin", t.Origin), "As in https://host.")
	case t.Nth < 0 || t.Nth > t.Of || t.Of > maxOptions || t.Of > 0 && t.Under == "" && t.Row == "":
		c.fault(place, "a target's place below its heading or in its row is none", "nth counts from 1 to of, below the heading under or in the row.")
	case t.Twins < 0 || len(t.Near) > maxNear:
		c.fault(place, "a target's neighbours are too many", fmt.Sprintf("At most %d.", maxNear))
	}
	for _, s := range []string{t.TestID, t.Name, t.Row, t.Under} {
		c.text(place, s, maxName)
	}
	for _, s := range append([]string{t.Role, t.Tag, t.RowRole, t.Hint}, t.Near...) {
		c.plain(place, s, maxName)
	}
	c.plain(place, t.Selector, maxValue)
}

func (c *checker) screen(place string, s types.FlowScreen) {
	if len(s.Appeared) > maxSaid {
		c.fault(place, "too many elements appeared", fmt.Sprintf("At most %d.", maxSaid))
	}
	for _, said := range append([]string{s.Screen, s.Path}, s.Appeared...) {
		c.plain(place, said, maxName)
	}
}

// use checks that every parameter is declared, and needed for something.
func (c *checker) use() {
	for _, p := range c.flow.Params {
		if !c.used[p.Name] {
			c.fault("parameter "+p.Name, "no step uses it", "Leave it out, or put {"+p.Name+"} where it belongs.")
		}
	}
}

// text checks a text that may contain parameters.
func (c *checker) text(place, s string, limit int) {
	c.plain(place, s, limit)
	parts, err := parse(s)
	if err != nil {
		fault := types.AsError(err)
		c.fault(place, fault.Message, fault.Hint)
	}
	for _, p := range parts {
		if p.param == "" {
			continue
		}
		if place != "title" {
			c.used[p.param] = true
		}
		if paramOf(c.flow, p.param) == nil {
			c.fault(place, fmt.Sprintf("parameter {%s} is not declared", p.param), "Add it to the parameters, or write literal braces twice.")
		}
	}
}

// plain checks a text without regard to parameters.
func (c *checker) plain(place, s string, limit int) {
	switch {
	case !utf8.ValidString(s):
		c.fault(place, "a text is not UTF-8", "Write it again.")
	case utf8.RuneCountInString(s) > limit:
		c.fault(place, fmt.Sprintf("a text is longer than %d characters", limit), "Shorten it.")
	}
}

// paramName reports whether a text may name a parameter.
func paramName(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxParamName && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && !text.InWord(r)
	})
}

// flowID reports whether a text may name a flow.
func flowID(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxID && s[0] != '-' && !strings.HasSuffix(s, "-") && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && !unicode.IsDigit(r) && !unicode.IsMark(r) && (!unicode.IsLetter(r) || unicode.IsUpper(r))
	})
}

// siteName reports whether a text is an origin or may be the name of a site.
func siteName(s string) bool {
	if strings.Contains(s, "://") {
		return origin(s)
	}
	return s != "" && len(s) <= maxName && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`/\{}"'<>`, r)
	})
}

// origin reports whether a text is an origin of the web or of an extension under test.
func origin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && slices.Contains([]string{"http", "https", "extension"}, u.Scheme) && u.Host != "" && s == u.Scheme+"://"+u.Host
}

// within reports whether an address is a path, or one of a site. If the site has a name, the
// runner checks the address against the site's origins.
func within(site, address string) bool {
	if strings.HasPrefix(address, "/") {
		return !strings.HasPrefix(address, "//") && !strings.HasPrefix(address, `/\`)
	}
	u, err := url.Parse(strings.NewReplacer("{", "", "}", "").Replace(address))
	if err != nil || !origin(u.Scheme+"://"+u.Host) || u.User != nil || strings.ContainsAny(u.Host, "{}") {
		return false
	}
	before, _, _ := strings.Cut(strings.TrimPrefix(address, u.Scheme+"://"), "/")
	return !strings.ContainsAny(before, "{}") && (site == u.Scheme+"://"+u.Host || !strings.Contains(site, "://"))
}
