package contenttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// line returns a node's parts, for comparison.
func line(n node) string {
	out := n.Role + ` "` + n.Name + `"`
	for _, f := range []struct {
		set  bool
		name string
	}{{n.Disabled, "disabled"}, {n.Filled, "filled"}, {n.Sensitive, "sensitive"}, {n.Offscreen, "offscreen"}, {n.Unseen == "hover", "hover"}} {
		if f.set {
			out += " " + f.name
		}
	}
	if n.Checked != "" {
		out += " checked=" + n.Checked
	}
	if n.Expanded != "" {
		out += " expanded=" + n.Expanded
	}
	if n.Level != 0 {
		out += fmt.Sprint(" level=", n.Level)
	}
	if n.TestID != "" {
		out += " #" + n.TestID
	}
	return strings.Join(append(slices.Clone(n.Path), out), " > ")
}

func lines(o observation) []string {
	var out []string
	for _, n := range o.A11y.Nodes {
		out = append(out, line(n))
	}
	return out
}

func TestADateThatWasSetIsFilled(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<label>Due <input type=date></label>', null`, nil)
	for text, want := range map[string]string{"2031-06-14": `textbox "Due" filled`, "": `textbox "Due"`} {
		tb.eval(fmt.Sprintf(`Cairn.fill.fill({ref: %q, text: %q}), null`, tb.look().A11y.Nodes[0].Ref, text), nil)
		if got := lines(tb.look()); len(got) != 1 || got[0] != want {
			t.Errorf("after %q: %q, want %q", text, got, want)
		}
	}
}

func TestObservesWhatCanBeActedOnOrRead(t *testing.T) {
	t.Parallel()
	tb := open(t, "observe.html")
	tb.click("#filled")
	tb.keys("something")
	tb.eval("scrollTo(0, 0)", nil)
	o := tb.look()
	want := []string{
		`banner > link "Home"`,
		`main > heading "Title" level=1`,
		`main > heading "Lower" level=4`,
		`main > region "Money" > button "Pay" #pay`,
		`main > button "In no region" #plain`,
		`main > form "Login" > group "Who" > textbox "User" #user`,
		`main > button "Unheard" #unheard`,
		`main > checkbox "On" checked=true`,
		`main > checkbox "Off" checked=false`,
		`main > button "Bold" checked=true`,
		`main > button "Open menu" expanded=true`,
		`main > button "Not now" disabled`,
		`main > button "Details" expanded=false`,
		`main > generic "Clickable card"`,
		`main > generic "Old style"`,
		`main > generic "Takes the focus"`,
		`main > alert "Careful"`,
		`main > textbox "Letter" filled`,
		`main > textbox "Filled" filled`,
		`main > textbox "Empty"`,
		`main > combobox "Pick"`,
		`main > combobox "Pick" > option "One"`,
		`main > combobox "Pick" > option "Two" disabled`,
		`main > button "Below the fold" offscreen #below`,
	}
	if got := lines(o); !slices.Equal(got, want) {
		t.Errorf("observed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var ids []string
	for _, id := range o.TestIDs {
		ids = append(ids, id.TestID+" "+id.Tag+" "+id.Role)
	}
	if want := []string{"pay button button", "plain button button", "user input textbox", "unheard button button", "text p ", "below button button"}; !slices.Equal(ids, want) {
		t.Errorf("test ids %q, want %q", ids, want)
	}
	if o.State.Title != "Observe me" || !strings.HasSuffix(o.State.CurrentURL, "/dom/observe.html") || o.Truncated {
		t.Errorf("state %+v, truncated %v", o.State, o.Truncated)
	}
}

func TestAModalDialogLeavesNothingElse(t *testing.T) {
	t.Parallel()
	tb := open(t, "observe.html")
	tb.eval("document.querySelector('#modal').showModal()", nil)
	want := []string{`dialog "Sure?"`, `dialog "Sure?" > button "Yes"`}
	if got := lines(tb.look()); !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
}

// TestADialogInAShadowTreeHoldsItsSlots shows elements of the page in a dialog of a component.
func TestADialogInAShadowTreeHoldsItsSlots(t *testing.T) {
	t.Parallel()
	tb := open(t, "observe.html")
	tb.eval(`document.body.innerHTML = '<x-dialog><p><button>Save</button></p><button>Cancel</button></x-dialog><button>Behind</button>', document.querySelector('x-dialog').attachShadow({mode: 'open'}).innerHTML = '<div role=dialog aria-label=Guest><button>Close</button><slot></slot></div>', null`, nil)
	want := []string{`dialog "Guest"`, `dialog "Guest" > button "Close"`, `dialog "Guest" > button "Save"`, `dialog "Guest" > button "Cancel"`, `button "Behind"`}
	if got := lines(tb.look()); !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
}

func TestObservesEveryFrameAndShadowRoot(t *testing.T) {
	t.Parallel()
	tb := open(t, "shadow.html")
	want := []string{`main > heading "Outside" level=1`, `main > heading "Inside" level=2`, `main > button "* Slotted text"`,
		`main > textbox "Deep field" #deep-field`, `main > button "Deep" #deep-button`, `main > button "Light" #light`}
	if got := lines(tb.look()); !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
	tb = open(t, "frames.html")
	for name, frame := range tb.frames() {
		var r reply
		tb.evalIn(frame, `askContent({to:"content",kind:"observe"})`, &r)
		want := `button "Inner button" #inner`
		if name == "" {
			want = `button "Outer button" #outer`
		}
		if got := lines(r.Page.Observation); !slices.Contains(got, want) {
			t.Errorf("frame %q: observed %q, want %s among it", name, got, want)
		}
	}
}

func TestCapsKeepWhatIsInView(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = Array.from({length: 3000}, (_, i) => '<button data-testid="t' + i + '">Button ' + i + '</button><br>').join('')`, nil)
	tb.eval("scrollTo(0, document.body.scrollHeight)", nil)
	o := tb.look()
	last := o.A11y.Nodes[len(o.A11y.Nodes)-1]
	if !o.Truncated || len(o.A11y.Nodes) != 2000 || last.Name != "Button 2999" || last.Offscreen {
		t.Errorf("truncated %v, %d nodes, the last %+v", o.Truncated, len(o.A11y.Nodes), last)
	}
	first := o.A11y.Nodes[0]
	if first.Name != "Button 0" || !first.Offscreen {
		t.Errorf("the first is %+v", first)
	}
}

// TestOfVeryManyElementsTheFirstAndThoseInViewAreSeen scrolls to the middle of
// more rows than any look considers.
func TestOfVeryManyElementsTheFirstAndThoseInViewAreSeen(t *testing.T) {
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<div style="height:420000px;position:relative">' + Array.from({length: 21000}, (_, i) =>
		'<button style="position:absolute;top:' + i * 20 + 'px;height:20px">Button ' + i + '</button>').join('') + '</div>', null`, nil)
	tb.eval("document.body.style.margin = 0, scrollTo(0, 300000), null", nil)
	o := tb.look()
	var inView []string
	for _, n := range o.A11y.Nodes {
		if !n.Offscreen {
			inView = append(inView, n.Name)
		}
	}
	if !o.Truncated || o.A11y.Nodes[0].Name != "Button 0" || len(inView) < 30 || inView[0] != "Button 15000" {
		t.Errorf("truncated %v, first %+v, in view %q", o.Truncated, o.A11y.Nodes[0], inView)
	}
}

// TestKeepsTheLookCurrent waits for the background to see a change; the cached
// look is the answer to an event.
func TestKeepsTheLookCurrent(t *testing.T) {
	t.Parallel()
	tb := open(t, "shadow.html")
	tb.eval(`document.querySelector('app-shell').shadowRoot.querySelector('#said').textContent = 'Changed in the shadow'`, nil)
	tb.waitFor(`Cairn.observe.previous().a11y.nodes.some((n) => n.name === 'Changed in the shadow')`)
	// An event waits for a look that costs little, as this page's does on all
	// but a starved machine.
	for i := range 20 {
		tb.eval(fmt.Sprintf(`document.body.append(Object.assign(document.createElement('button'), {textContent: 'Fresh %d'}))`, i), nil)
		r := tb.ask(`{to:"content",kind:"observe",cached:true}`)
		if slices.Contains(lines(r.Page.Observation), fmt.Sprintf(`button "Fresh %d"`, i)) {
			return
		}
		tb.waitFor(fmt.Sprintf(`Cairn.observe.previous().a11y.nodes.some((n) => n.name === 'Fresh %d')`, i))
	}
	t.Error("no event gets a fresh look")
}

// TestAVeryLongListIsNotGoneOverRowByRow looks at the middle of a table of
// 60,000 rows and at the elements after it.
func TestAVeryLongListIsNotGoneOverRowByRow(t *testing.T) {
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<table><tbody>' + Array.from({length: 60000}, (_, i) => '<tr><td>Person ' + i + '</td><td><button>Edit ' + i + '</button></td></tr>').join('') +
		'</tbody></table><a href="#">After</a>', document.querySelectorAll('tr')[30000].scrollIntoView(), null`, nil)
	o := tb.look()
	var inView []string
	for _, n := range o.A11y.Nodes {
		if !n.Offscreen {
			inView = append(inView, n.Name)
		}
	}
	last := o.A11y.Nodes[len(o.A11y.Nodes)-1]
	if !o.Truncated || o.A11y.Nodes[0].Name != "Edit 0" || !slices.Contains(inView, "Edit 30000") || last.Name != "After" {
		t.Errorf("truncated %v, first %+v, last %+v, in view %q", o.Truncated, o.A11y.Nodes[0], last, inView)
	}
	var touched int
	tb.eval(`(() => { const out = []; const turns = Cairn.walk.candidates(Cairn.walk.begin(), out); while (!turns.next().done); return out.length; })()`, &touched)
	if touched > 6000 {
		t.Errorf("a look goes over %d of 60,000 buttons", touched)
	}
}

func TestStatesAreThoseThatAPersonSees(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>label,li{display:block;position:relative;height:24px}input{position:absolute;opacity:0;margin:0;width:24px;height:24px}</style>` +
		`<ul role=tree><li role=treeitem tabindex=-1 aria-checked=mixed><span aria-hidden=true><input type=checkbox tabindex=-1 checked></span><b style="margin-left:30px">March</b></li></ul>` +
		`<div aria-hidden=true style="opacity:0;height:24px;position:relative"><input type=checkbox></div><div style="position:relative;height:24px"><span aria-hidden=true><input type=checkbox style="pointer-events:none"></span></div>` +
		`<button aria-expanded=true aria-controls=shut>Pages</button><p id=shut hidden>One</p><button aria-expanded=true aria-controls=wide>Charts</button><p id=wide>Two</p>`)
	var got []string
	for _, n := range tb.look().A11y.Nodes {
		got = append(got, n.Role+" "+n.Name+" "+n.Checked+n.Expanded)
	}
	want := []string{"treeitem March mixed", "checkbox  true", "button Pages false", "button Charts true"}
	if !slices.Equal(got, want) {
		t.Errorf("sees %q, want %q", got, want)
	}
}
