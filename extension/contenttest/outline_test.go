package contenttest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/masking"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// outlined is a look with its outline.
type outlined struct {
	Observation observation
	Outline     types.Outline
}

func (tb *tab) outline() outlined {
	tb.t.Helper()
	var r struct{ Page outlined }
	tb.eval(`askContent({to:"content",kind:"observe",outline:true})`, &r)
	return r.Page
}

// lines returns the contents of an outline, one line for each row: its list's number, the
// items, and the marks of each.
func (o outlined) lines() []string {
	nodes := map[string]node{}
	for _, n := range o.Observation.A11y.Nodes {
		nodes[n.Ref] = n
	}
	var out []string
	last := 0
	for _, item := range o.Outline.Items {
		text := item.Text
		if item.Ref != "" {
			n := nodes[item.Ref]
			text = fmt.Sprintf("%s %q", n.Role, n.Name)
			if item.Hint != "" {
				text += " class " + item.Hint
			}
		}
		for _, mark := range []struct {
			set  bool
			name string
		}{{item.Kind != "", item.Kind}, {item.Selected, "selected"}, {item.Covered, "covered"}, {item.Offscreen, "offscreen"}} {
			if mark.set {
				text += " (" + mark.name + ")"
			}
		}
		if item.Row != 0 && item.Row == last {
			out[len(out)-1] += " · " + text
			continue
		}
		last = item.Row
		if item.List != 0 {
			text = fmt.Sprintf("%d: %s", item.List, text)
		}
		out = append(out, text)
	}
	return out
}

// draw puts HTML into the body and waits until it is laid out.
func (tb *tab) draw(html string) {
	tb.t.Helper()
	text, _ := json.Marshal(html)
	tb.eval(fmt.Sprintf(`document.body.setHTMLUnsafe(%s); scrollTo(0, 0); void document.body.offsetHeight`, text), nil)
}

func TestAnOutlineReadsAsThePageDoes(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for _, c := range []struct {
		name, html string
		want       []string
	}{
		{"texts that flow are one, controls stand in them", `<h1>Wallet</h1><p>Total <b>$1,</b><b>240</b>.50 in <i>two</i> accounts. <a href="#h">History</a> of all</p>`,
			[]string{`heading "Wallet"`, `Total $1,240.50 in two accounts. · link "History" · of all`}},
		{"a table", `<table><thead><tr><th>Item<th>Price<th><tbody><tr><td>Ale<td>$4<td><button>Edit</button><tr><td>Bun<td>$2<td><button>Edit</button></table><p>Total: $6</p>`,
			[]string{`1: Item (header) · Price (header)`, `1: Ale · $4 · button "Edit"`, `1: Bun · $2 · button "Edit"`, `Total: $6`}},
		{"a mail list of boxes", `<style>.m{display:flex;height:40px}.m span{width:120px}</style><div>` +
			`<div class="m unread"><input type=checkbox aria-label=Select><span>Sarah Chen</span><span>Q3 roadmap</span><span>Mar 4</span><button aria-label=Star></button></div>` +
			`<div class="m"><input type=checkbox aria-label=Select><span>Tom Ray</span><span>Lunch?</span><span>Mar 3</span><button aria-label=Star></button></div></div>`,
			[]string{`1: checkbox "Select" · Sarah Chen · Q3 roadmap · Mar 4 · button "Star"`, `1: checkbox "Select" · Tom Ray · Lunch? · Mar 3 · button "Star"`}},
		{"cards", `<style>.c{width:200px;height:180px;float:left}</style><section>` +
			`<article class=c><h3>Basic</h3><p>$5 a month</p><ul><li>One user</li></ul><button>Buy</button></article>` +
			`<article class=c><h3>Team</h3><p>$9 a month</p><ul><li>Ten users</li></ul><button>Buy</button></article></section>`,
			[]string{`1: heading "Basic" · $5 a month · One user · button "Buy"`, `1: heading "Team" · $9 a month · Ten users · button "Buy"`}},
		{"settings made of boxes", `<style>.s{display:flex;height:56px;justify-content:space-between}</style><h2>Privacy</h2>` +
			`<div><div class=s><div><div>Read receipts</div><div>Others see that you read</div></div><div role=switch tabindex=0 aria-checked=true></div></div>` +
			`<div class=s><div><div>Last seen</div></div><div role=switch tabindex=0 aria-checked=false></div></div></div>`,
			[]string{`heading "Privacy"`, `1: Read receipts · Others see that you read · switch ""`, `1: Last seen · switch ""`}},
		{"labels that fields are named by are not said twice", `<div><label for=e>Email *</label><input id=e><p>We never share it</p></div><div>Card <span>ends in</span> 42 <button>Change</button></div>`,
			[]string{`textbox "Email *" · We never share it`, `Card ends in 42 · button "Change"`}},
		{"a number that is a part of another one in a name", `<a href="#m" aria-label="Due 02-03-2026, $7.50, 12 left"><i>2</i><b>7</b><u>12</u></a>`,
			[]string{`link "Due 02-03-2026, $7.50, 12 left" · 27`}},
		{"what a control's name leaves out", `<a href="#m" aria-label="Open message">Sarah Chen, Q3 roadmap</a>`,
			[]string{`link "Open message" · Sarah Chen, Q3 roadmap`}},
		{"nothing that was typed or is hidden", `<textarea aria-label=Note>typed</textarea><div contenteditable aria-label=Letter>typed</div><p hidden>hidden</p><p style="visibility:hidden">hidden</p>` +
			`<p style="opacity:0">hidden</p><p style="position:absolute;left:-9999px">hidden</p><span style="position:absolute;width:1px;height:1px;overflow:hidden">hidden</span><span style="position:absolute;clip:rect(1px,1px,1px,1px);font-size:0" class=x>hidden</span>` +
			`<div style="height:0;overflow:hidden"><p>hidden</p></div><p aria-hidden=true>Seen by a person</p><script>"hidden"</script><style></style>`,
			[]string{`textbox "Note"`, `textbox "Letter"`, `Seen by a person`}},
		{"what the code calls controls without a name", `<style>.sw{width:30px;height:16px;cursor:pointer}.t p{padding:0 4px}</style><a href="#m" id="sidemenu" class="button"><i class="fa fa-bars"></i></a> ` +
			`<button class="css-1x8f9k2 destroy"></button><div class="sw on"></div><button class="flex items-center p-2 m-1 rounded bg-gray"><svg data-icon="trash-can"></svg></button><button class=go>Go</button>`,
			[]string{`link "" class sidemenu bars`, `button "" class destroy`, `generic "" class sw on`, `button "" class trash-can`, `button "Go"`}},
		{"what pictures without words are called", `<a href="#a" uk-icon="icon: pencil; ratio: 2"><svg></svg></a><button><x-icon icon="mdi:bell"></x-icon></button><button><span aria-hidden=true><i class="icons notranslate">arrow_back</i></span></button>` +
			`<button class=go><i class="mdi-trash-can v-icon one two three four five"></i></button><a href="#b"><i class="ik ik-bell"></i></a><p><input type=radio name=c value=dark class=r><input type=radio name=c value=azure class=r></p>`,
			[]string{`link "" class pencil`, `button "" class bell`, `button "" class arrow_back`, `button "" class trash-can`, `link "" class bell`, `radio "" class dark · radio "" class azure`}},
		{"what libraries put around and into pictures", `<button><span class="x-Action-icon"><svg class="tabler-icon tabler-icon-bell"></svg></span></button><button class="a-1 b-2 c-3 d-4 e-5 x-InputClearButton-root"></button><button><svg><use href="#icon-image-48x48"></use></svg></button>` +
			`<span data-tooltip=Archive><button></button></span><button data-bs-original-title="Save it"></button><button><svg aria-hidden=true><title>Print</title></svg></button><button class=x-stepper data-direction=up data-size=xs></button>`,
			[]string{`button "" class bell`, `button "" class clear`, `button "" class image`, `button "" class Archive`, `button "" class Save it`, `button "" class Print`, `button "" class up stepper`}},
		{"pictures of which one shows, and classes with a library's letter", `<p><button><i class="x-icon-holder" aria-hidden=true><i class="material-icons">add</i><i class="material-icons">close</i></i></button><button class="p-component p-button-icon-only p-splitbutton-dropdown"></button><i class="p-icon p-chip-remove-icon" style="cursor:pointer;display:inline-block;width:16px;height:16px"></i></p>`,
			[]string{`button "" class add · button "" class splitbutton-dropdown · generic "" class p-chip-remove-icon`}},
		{"a picture in a box that is called after it, and one in a box that only the bar around it names", `<style>.w,.zoom-bar div{display:inline-block;width:16px;height:16px;cursor:pointer}</style><p><b class="w app-search-icon-container"></b></p><section class=zoom-bar><div><svg width=9 height=9></svg></div><input></section>`,
			[]string{`generic "" class search`, `generic "" class zoom-bar · textbox ""`}},
		{"a picture with a number, and a page's number", `<p><button><i class="bi bi-x-lg"></i></button><button><i class="icon bell"></i>3</button><button class=page>4</button></p>`, []string{`button "" class x-lg · button "3" class bell · button "4"`}},
		{"names that a bundler ends with a hash, and the box of a picture", `<p><button class="ui_dismiss-button_19bso_1gbhn_125"></button><button class=Chip_removeBtn__x3Fa9></button><button class=big__twelve></button></p><div style="display:inline-block;cursor:pointer" class=cover><div class="round play"><svg width=9 height=9></svg></div></div>`,
			[]string{`button "" class ui_dismiss-button · button "" class Chip_removeBtn · button "" class big__twelve`, `generic "" class round play`}},
		{"a text that a component shows in a slot of a card", `<style>section>div{height:190px;width:300px}</style><section><div><h3>One</h3><x-tag><template shadowrootmode=open><slot></slot></template>Student</x-tag></div><div><h3>Two</h3></div></section>`,
			[]string{`1: heading "One" · Student`, `2: heading "Two"`}},
		{"the tools of two players, which show their times", `<div role=application aria-label="Video Player"><button>Mute</button><i>0:00</i></div><div role=application aria-label="Audio Player"><button>Mute</button><i>0:00</i></div>`,
			[]string{`1: button "Mute" class Video Player (label) · 0:00`, `1: button "Mute" class Audio Player (label) · 0:00`}},
		{"the label of a list that is called by its value", `<p><label for=r>Rank</label><span id=r role=combobox tabindex=0 aria-label=Mate>Mate</span><span role=combobox tabindex=0 aria-label=Pay>3100</span></p>`,
			[]string{`Rank (label) · combobox "Mate" class Rank (label) · combobox "Pay" · 3100`}},
		{"a row's head without a scope", `<table><tr><td><th>One<th>Two<tr><th>Kite 7<td><button>A</button><td><button>B</button><tr><th>Otter 9<td><button>A</button><td><button>B</button></table>`,
			[]string{`1: One (header) · Two (header)`, `1: Kite 7 · button "A" · button "B"`, `1: Otter 9 · button "A" · button "B"`}},
		{"the checkbox of a table's head", `<table><thead><tr><th><input type=checkbox><th>Name<tr><th><input type=checkbox><th><tbody><tr><td><input type=checkbox><td>Ann</table>`,
			[]string{`1: checkbox "" class all rows (header) · Name (header)`, `1: checkbox "" (header)`, `1: checkbox "" · Ann`}},
		{"small words where pictures are the last font to try", `<p style="font-family:sans-serif,'my-icons'"><b class=t>teak</b></p>`, []string{`teak`}},
		{"a grid in two tables, and tables with a gap between", `<style>table{border-spacing:0}tr{height:30px}.t{display:flex}.g{gap:9px}</style><div class=t><table><tr><td>1<td><input type=checkbox><tr><td>2<td><input type=checkbox></table><table><tr><td>Rope<td>40<tr><td>Tar<td>80</table></div>` +
			`<div class="t g"><table><tr><td>3<td>Sand<tr><td>4<td>Salt</table><table><tr><td>Ann<td>May<tr><td>Bob<td>June</table></div>`,
			[]string{`1: 1 · checkbox "" · Rope · 40`, `1: 2 · checkbox "" · Tar · 80`, `2: 3 · Sand`, `2: 4 · Salt`, `3: Ann · May`, `3: Bob · June`}},
		{"a grid that is built of columns", `<style>.t{display:flex;width:200px}.t>div{width:60px}.t div div{height:30px}</style><div role=grid><div role=rowgroup class=t><div><div role=gridcell><input type=checkbox></div><div role=gridcell><input type=checkbox></div></div>` +
			`<div><div role=gridcell>Heron</div><div role=gridcell>Plover</div></div><div><div role=gridcell>4</div><div role=gridcell>9</div></div></div></div>`,
			[]string{`1: checkbox "" · Heron · 4`, `1: checkbox "" · Plover · 9`}},
		{"tags in a control, each with its cross", `<div style="cursor:pointer;height:30px"><b>Water<button class=cross></button></b> <b>Power<button class=cross></button></b> <b><i contenteditable>typed</i><button class=cross></button></b> <button class=more></button></div>`,
			[]string{`generic "Water Power" · button "" class Water: cross · button "" class Power: cross · textbox "" · button "" class cross · button "" class more`}},
		{"content of a component where its slot shows it", `<style>x-item{font:14px/16px sans-serif}</style><x-item><template shadowrootmode=open><ul><li><button>Select</button><slot name=end></slot><slot>Nothing</slot><button>Edit</button></li></ul></template>Batch <b>91</b><div slot=end>Ripe</div><i slot=none>Lost</i></x-item>` +
			`<x-item><template shadowrootmode=open><div><slot>Nothing</slot></div></template></x-item>`,
			[]string{`button "Select" · Ripe · Batch 91 · button "Edit"`, `Nothing`}},
		{"a message, and the button in it", `<div role=alert style="height:90px"><b>The door is open</b><p>Since four</p><button aria-label=Close></button></div><p>After</p>`,
			[]string{`alert "The door is open Since four" · button "Close"`, `After`}},
		{"the set of a picture, and how a part looks", `<p><button class="x-button x-button--wide"><x-icon icon="acme:bell"></x-icon></button><button class="x9lib-remove x9lib-remove--default"></button><button class=icon--trash></button></p>`,
			[]string{`button "" class bell · button "" class remove · button "" class trash`}},
		{"a picture named by its tag, an empty element as one, and a tooltip of a library", `<p><button><x-icon-star></x-icon-star></button><button id=tool-7 class=tool><div class="x-tool-gear"></div></button><button data-qtip="Print list"></button><button title=Bold>B</button></p>`,
			[]string{`button "" class star · button "" class tool-gear · button "" class Print list · button "B" class Bold`}},
		{"equals by the words that only they have, F5 by its tooltip", `<p><button class="mark mark-min"></button><button class="mark mark-max"></button><button class=day>2</button><button class="day outside">2</button><button class="go go-prev">❮</button><button class="go go-next">❮</button><button title=Copy>F5</button><button><svg><path id="x-icon-clip"></path></svg></button></p>`,
			[]string{`1: button "" class mark-min`, `1: button "" class mark-max`, `1: button "2"`, `1: button "2" class day outside`, `1: button "❮" class prev`, `1: button "❮" class next`, `button "F5" class Copy`, `button "" class clip`}},
		{"a picture named by its shape, and the shape of a control", `<p><button class="btn btn-sm"><x-pic shape=trash></x-pic></button><button shape=round class=go-up></button></p>`, []string{`button "" class trash · button "" class go-up`}},
		{"a picture that a slot shows, and a label beside the component", `<p><x-btn><template shadowrootmode=open><button><slot></slot></button></template><x-pic class="material-icons" aria-hidden=true>delete</x-pic></x-btn><x-btn><template shadowrootmode=open><button><slot></slot></button></template><svg class="icon-print" style="cursor:pointer" width=16 height=16></svg></x-btn></p>` +
			`<p><x-box id=b><template shadowrootmode=open><input type=radio><button>Help</button></template></x-box><label for=b>Wood</label></p>`, []string{`button "" class delete · button "" class print`, `radio "Wood" · button "Help"`}},
		{"a table that tells its changes", `<div aria-live=polite><table><tr><td>Ash<td><button>Edit</button><tr><td>Birch<td><button>Edit</button></table></div><div aria-live=polite>Saved</div>`,
			[]string{`1: Ash · button "Edit"`, `1: Birch · button "Edit"`, `status "Saved"`}},
		{"a cell whose control a slot shows", `<x-grid><template shadowrootmode=open><div role=row><div role=gridcell tabindex=0><slot name=a></slot></div><div role=gridcell tabindex=0><slot name=b></slot></div></div></template>` +
			`<p slot=a><input type=checkbox aria-label="Select row"></p><p slot=b>Ann</p></x-grid>`, []string{`1: checkbox "Select row" · gridcell "Ann"`}},
		{"a library's class on most controls is no state", `<p><button class=lib-active>Go</button><button class=lib-active>Stay</button><button class=lib-active>Turn</button><button class="lib-active tab tab--active">Here</button><button>Last</button></p>`,
			[]string{`button "Go" · button "Stay" · button "Turn" · button "Here" (selected) · button "Last"`}},
		{"low rows, one below the other, are no line together", `<style>.l{display:flex;height:20px}i{cursor:pointer}</style><div><div class=l><b>Header</b><i title=Hide>◉</i></div><div class=l><b>Badge</b><i title=Hide>◉</i></div></div>`,
			[]string{`1: Header · generic "Hide" · ◉`, `1: Badge · generic "Hide" · ◉`}},
		{"what stands beside a term and its description", `<dl style="display:grid;grid-template-columns:90px 200px 20px"><dt>City<dd>Leeds</dd><button>Edit</button><dt>Stage<dd>Won</dd><button>Edit</button></dl>`,
			[]string{`1: City · Leeds · button "Edit"`, `1: Stage · Won · button "Edit"`}},
		{"cells that are acted on say their column", `<style>td.c:hover{color:red}</style><table><thead><tr><th>Project<th>Mon<th>Paid<tbody><tr><td>Crane<td class=c>4<td><input type=checkbox><tr><td>Winch<td class=c><td><input type=checkbox></table>`,
			[]string{`1: Project (header) · Mon (header) · Paid (header)`, `1: Crane · generic "4" class Mon (cell) · checkbox "" class Paid (cell)`, `1: Winch · generic "" class Mon (cell) · checkbox "" class Paid (cell)`}},
		{"pictures in one cell say which is which beside their column", `<table><thead><tr><th>Name<th>Actions<tbody><tr><td>Crane<td><button><i class="pencil icon"></i></button> <button><i class="trash icon"></i></button></table>`,
			[]string{`1: Name (header) · Actions (header)`, `1: Crane · button "" class Actions: pencil (cell) · button "" class Actions: trash (cell)`}},
		{"cells of a grid say their column, by what stands above", `<style>[role=row]{display:flex}[role=row]>*{width:90px}</style><div role=grid><div role=row><div role=columnheader tabindex=0>Name</div><i></i><div role=columnheader tabindex=0>Count</div></div>` +
			`<div role=row><div role=gridcell tabindex=0>Rope</div><i></i><div role=gridcell tabindex=0>17</div></div></div>` +
			`<div role=treegrid><div role=row><div role=columnheader aria-colindex=3 tabindex=0>Height</div></div><div role=row><div role=gridcell aria-colindex=3 tabindex=0>52</div><div role=gridcell aria-colindex=4 tabindex=0>8</div></div></div>`,
			[]string{`1: columnheader "Name" (header) · columnheader "Count" (header)`, `1: gridcell "Rope" class Name (cell) · gridcell "17" class Count (cell)`,
				`2: columnheader "Height" (header)`, `2: gridcell "52" class Height (cell) · gridcell "8"`}},
		{"what a person sees of controls without a name", `<style>i{cursor:pointer;display:inline-block}.k{width:16px;height:16px;border:1px solid}.k b{display:block}.o{width:16px;height:16px;border:1px solid;border-radius:50%}.w{width:90px;height:16px;border:1px solid}</style>` +
			`<p><i class="k css-1x8f9k2"></i></p><p><i class="k tree-icon goes goes-wide"><b></b></i></p><p><i class="o dot"></i></p><p><i class="w wide"></i></p><p><i class=o data-colour=blue data-state=open data-value=none></i></p>` +
			`<div title="Search fields"><p><input class=q><button class=again></button></p></div><div title=Far><section><section><section><input class=r></section></section></section></div><table><tr><td title=3><input name=copies></table>`,
			[]string{`1: generic "" class box`, `1: generic "" class goes`, `1: generic "" class dot`, `1: generic "" class wide`, `1: generic "" class blue`, `textbox "" class Search fields · button "" class again`, `textbox ""`, `2: textbox "" class copies`}},
		{"items of a tree, each with what unfolds it", `<style>i{cursor:pointer;display:inline-block;width:16px;height:16px}</style><ul role=tree><li role=none><i class=unfold></i><a role=treeitem href="#m">Maps</a><ul role=group><li role=none><a role=treeitem href="#c">Coast</a></li></ul></li><li role=none><i class=unfold></i><a role=treeitem href="#l">Letters</a></li></ul>`,
			[]string{`1: generic "" class unfold · treeitem "Maps"`, `1: treeitem "Coast"`, `1: generic "" class unfold · treeitem "Letters"`}},
		{"tooltips tell equals apart", `<p><img alt=Marker title="Harbour office" role=button tabindex=0> or</p><p><img alt=Marker title="A marker" role=button tabindex=0> or</p><p><img alt=Marker title=marker class=third role=button tabindex=0> or</p><p><button title="Save it all">Save</button> or</p>`,
			[]string{`1: button "Marker" class Harbour office · or`, `1: button "Marker" class A marker · or`, `1: button "Marker" class third · or`, `button "Save" · or`}},
		{"the tooltip of a sign, and the part that removes a tag", `<p><button title="Zoom in">+</button> <button title="Close">✕ Close</button></p>` +
			`<p><span role=button tabindex=0 aria-label="Tag: calm" style="cursor:pointer">calm<i class=x-tag-close style="cursor:pointer;display:inline-block;width:16px;height:16px"></i></span></p>`,
			[]string{`button "+" class Zoom in · button "✕ Close"`, `button "Tag: calm" · generic "" class x-tag-close`}},
		{"pictures that have a test id, and the part that removes a tag, in camel case", `<style>span,.XChip-deleteIcon{cursor:pointer}</style><p><button><svg data-testid=MoreVertIcon class="x-svg fontMedium" width=16 height=16></svg></button></p>` +
			`<p><span role=button tabindex=0>calm<svg class=XChip-deleteIcon width=16 height=16></svg></span> <span role=button tabindex=0>wild<svg class=XChip-deleteIcon width=16 height=16></svg></span></p>`,
			[]string{`button "" class MoreVert`, `button "calm" · generic "" class calm: XChip-delete · button "wild" · generic "" class wild: XChip-delete`}},
		{"the button that a page draws below a transparent field for files", `<div style="position:relative;width:90px;height:30px;cursor:pointer">Load<input type=file style="position:absolute;inset:0;width:90px;height:30px;opacity:0"></div>`,
			[]string{`button "Load"`}},
		{"buttons in a head are for its column, which may be in a table above", `<style>table{width:400px;table-layout:fixed}</style><div><table><tbody><tr role=row><th role=columnheader>Boat <button aria-label=Filter></button><th role=columnheader>Done</table></div>` +
			`<div><div><table><tbody><tr><td>Tern<td><input type=checkbox></table></div></div>`,
			[]string{`1: Boat (header) · button "Filter" class Boat (header) · Done (header)`, `2: Tern · checkbox "" class Done (cell)`}},
		{"pictures by the names of their files, tools that are drawn alike, and parts by a library's name for them", `<p><a href="#e"><img src="img/edit.4f2a.gif?v=2"></a><a href="#d"><img src="data:image/gif;base64,remove"></a></p>` +
			`<p><button><b class=x><i class="fa fa-undo"></i>▣</b></button><button><b><i class="fa fa-crop"></i>▣</b></button><button><b><i class="fa fa-move"></i>▣</b></button><button><b><i class="fa fa-zoom"></i>▣</b></button><button><b><i class="fa fa-cut"></i>▣</b></button></p>` +
			`<style>s{display:inline-block;width:22px;height:22px;cursor:pointer}</style><p><s class=tool data-tool=pen></s><s class=tool data-tool=line></s></p><p><button class=abc--table-expand__button data-tips=Unfold></button> <button class=abc--table-expand__button></button></p><p><b><button aria-label=Remove></button>mia</b> <b><button aria-label=Remove></button>leo</b></p>`,
			[]string{`link "" class edit · link ""`, `1: button "▣" class undo · button "▣" class crop · button "▣" class move · button "▣" class zoom · button "▣" class cut`, `generic "" class pen · generic "" class line`, `1: button "" class Unfold · button "" class table-expand__button`, `button "Remove" class mia (label) · mia · button "Remove" class leo (label) · leo`}},
		{"a picture in a component that has a tooltip of its own, and a part of a library's name", `<x-note title="Gauze is low"><template shadowrootmode=open><button><svg class=x--note__close-icon width=16 height=16></svg></button></template><b>Two left</b></x-note>` +
			`<style>s{display:inline-block;width:22px;height:22px;cursor:pointer}</style><li>Left <s class=abc--node__toggle></s></li>`,
			[]string{`button "" class close`, `1: Left · generic "" class node__toggle`}},
		{"a message in one of several cards", `<style>.c{width:200px;height:180px;float:left}</style><section><div class=c><div role=alert>Late <button>Close</button></div><input aria-label=Find><p>One</p></div><div class=c><input aria-label=Name><p>Two</p></div></section>`,
			[]string{`alert "Late" · button "Close"`, `1: textbox "Find" · One`, `1: textbox "Name" · Two`}},
		{"few words of the code, none of them cut", `<button id=sidebar-palette-heading><i class="icon unfolded chevron-downwards-wide"></i></button>`, []string{`button "" class sidebar-palette-heading unfolded`}},
		{"white space between parts", `<div><b>To do</b> <small>3</small></div><p><strong>3</strong> <i>items</i></p><p>Re<b>view</b></p>`, []string{`To do 3`, `3 items`, `Review`}},
		{"few of one name", `<div onclick=1 class=palette-header>function</div><p>or</p><div onclick=1 class=palette-label>function</div>`,
			[]string{`generic "function" class palette-header`, `or`, `generic "function" class palette-label`}},
		{"equals in columns whose heads stand apart", `<style>.g{display:grid;grid-template-columns:100px 100px}.g button{width:80px}</style><section><div class=g role=row><b role=columnheader>Mon</b><b role=columnheader>Tue</b></div><div class=g><p><button class=ev>Stand-up</button></p><p><button class=ev>Stand-up</button></p></div></section>`,
			[]string{`1: Mon (header) · Tue (header)`, `button "Stand-up" class Mon (label) · button "Stand-up" class Tue (label)`}},
		{"equals in cells of a grid, and in a table of its own its heads", `<style>table{border-spacing:0}td,th{width:100px;padding:0}</style><table role=grid><thead><tr><td><table role=none><tr role=row><th role=columnheader>Mon<th role=columnheader>Tue</table><tbody><tr role=none><td role=none><table role=none><tr role=row><td role=gridcell><div><p><a href="#1">Stand-up</a></p></div><td role=gridcell><div><p><a href="#2">Stand-up</a></p></div></table></table>`,
			[]string{`1: Mon (header) · Tue (header)`, `2: link "Stand-up" class Mon (label) · link "Stand-up" class Tue (label)`}},
		{"equals in groups with a label each", `<div aria-label=Monday><p><button class=ev>Stand-up</button></p></div><div aria-label=Tuesday><p><button class=ev>Stand-up</button></p></div>`,
			[]string{`1: button "Stand-up" class Monday (label)`, `1: button "Stand-up" class Tuesday (label)`}},
		{"a white space of its own between words, and a low box that all overflows", `<p><span>export</span><span>&nbsp;</span><span>inter</span><!-- --><i>face</i></p><section style="height:40px"><h2>Store</h2><p>` + strings.Repeat("word ", 210) + `</p><button>Buy</button></section>`,
			[]string{`export interface`, `heading "Store"`, strings.TrimSpace(strings.Repeat("word ", 210)), `button "Buy"`}},
		{"an icon by its id", `<button><svg id=submit-icon></svg></button>`, []string{`button "" class submit`}},
		{"messages", `<div role=alert>Card declined</div><div aria-live=polite><p>Saved <a href="#u">Undo</a></p></div>`,
			[]string{`alert "Card declined"`, `status "Saved Undo" · link "Undo"`}},
		{"where a picture stands in its button, and how it is drawn", `<p><button><span class="kit_icon_vjswe_1g1tk_9 kit_icon-left_vjswe_1g1tk_9 kit_size-normal-height_h11ix_9 kit_variant-plain_h11ix_9 kit_name-angle-right_h11ix_9"><svg><path class="stroke-linejoin-round kit-icon"></path></svg></span></button>` +
			`<button class="kit_button_vjswe_1g1tk_9 kit_dismiss-button_vjswe_1g1tk_9 kit_variant-icon_9a1b2"><span class="kit_icon_9a1b2 kit_icon-left_9a1b2 kit_size-normal-mapped-height_h11ix_9"><svg></svg></span></button></p>` +
			`<p><button class="hydrated lib-go"></button></p><p><button class="a-1 b-2 c-3 d-4 e-5 x-DismissButton"></button></p>`,
			[]string{`1: button "" class kit_name-angle-right · button "" class kit_button kit_dismiss-button`, `1: button "" class lib-go`, `1: button "" class dismiss`}},
		{"a cross behind other text in what acts, and a cross alone", `<style>.t{cursor:pointer}</style><p class=t>tide.js<b>×</b></p><p class=t><b><i>✕</i></b></p>`,
			[]string{`1: generic "tide.js" · generic "×"`, `1: generic "✕"`}},
		{"a box in a component that stands for it, and one of equal names that is in the other's surroundings", `<x-check role=checkbox tabindex=0 aria-label=Mail><template shadowrootmode=open><label><input type=checkbox>Mail</label></template></x-check>` +
			`<section>Hall <button>Edit</button> <x-part><template shadowrootmode=open><p>Row <button>Edit</button></p></template></x-part></section>`,
			[]string{`checkbox "Mail"`, `Hall · button "Edit" · Row · button "Edit" class Row (label)`}},
		{"what only holds the controls that show all its text", `<p style="cursor:pointer"><label>1 Star <input type=radio name=s></label> <label>2 Stars<input type=radio name=s></label></p>`, []string{`radio "1 Star" · radio "2 Stars"`}},
		{"a former price, and what a plan lacks", `<p>Now <s>€40</s> €29</p><style>.no{text-decoration:line-through}</style><ul><li>Tides<li class=no>Wind <b>alarms</b></ul>`,
			[]string{`Now ~~€40~~ €29`, `1: Tides`, `1: ~~Wind~~ ~~alarms~~`}},
		{"links to accounts that are active, and the active link of a menu", `<p>By <a class="user active" href="#a">Ann</a> and <a class="user active" href="#b">Bo</a></p><p><a class="tab active" href="#c">Notes</a> <a class=tab href="#d">Files</a></p>`,
			[]string{`1: By · link "Ann" · and · link "Bo"`, `1: link "Notes" (selected) · link "Files"`}},
		{"the one page that shows of several", `<section class="page active"><h1>Connect</h1><form><p><label>Name <input></label></p><p><button>Go</button></p></form></section><section class=page hidden><h1>Help</h1><p>Keys</p></section>`,
			[]string{`heading "Connect"`, `textbox "Name"`, `button "Go"`}},
		{"a list whose options have numbers, and a number that is no list's", `<select aria-label=Page class=pager><option>1<option>2</select> <select aria-label=Size class=pager><option>10<option>20</select>`,
			[]string{`combobox "Page"`, `option "1"`, `option "2"`, `combobox "Size"`, `option "10"`, `option "20"`}},
		{"classes of components, which say how they look", `<p><button class="KitButtonBase-root KitIconButton-sizeMedium"><svg class="KitSvgIcon-root KitSvgIcon-fontSizeMedium"></svg></button></p><p><button class="KitButtonBase-root KitChip-deleteIcon"><svg class="KitSvgIcon-root"></svg></button></p>`,
			[]string{`button ""`, `button "" class delete`}},
		{"what a tooltip is put around", `<style>.h{cursor:pointer}.h span button{visibility:hidden}</style><p class=h>Owner <span aria-label=Sort style="display:inline-block"><button aria-label="Sort owners">↑</button></span></p>`,
			[]string{`generic "Owner"`}},
		{"what is chosen", `<ul><li class=item><a href="#1">Inbox</a></li><li class="item active"><a href="#2">Sent</a></li></ul><div role=tablist><button role=tab aria-selected=true>One</button><button role=tab aria-current=undefined>Two</button><button role=tab aria-current=page>Three</button></div>`,
			[]string{`1: link "Inbox"`, `1: link "Sent" (selected)`, `tab "One" (selected) · tab "Two" · tab "Three" (selected)`}},
	} {
		tb.draw(c.html)
		if got := tb.outline().lines(); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// sought is the part of a page that a seek answers.
func (tb *tab) sought(seek string) outlined {
	tb.t.Helper()
	var r struct{ Page *wire.Page }
	tb.eval(fmt.Sprintf(`askContent({to:"content",kind:"observe",seek:%s})`, seek), &r)
	masking.Page(r.Page, nil) // as the core does before an agent is answered
	var out outlined
	text, err := json.Marshal(r.Page)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		tb.t.Fatal(err)
	}
	return out
}

// TestPartsOfAPageTellNoSecretWhoseLabelIsOutside asks for a value alone, by its
// words and by its place.
func TestPartsOfAPageTellNoSecretWhoseLabelIsOutside(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<h2>Password</h2><div style="height:100px"></div><div id=p tabindex=0>hunter2secret</div><p>Words</p>`)
	tb.eval(`globalThis.value = Cairn.refs.refOf(document.querySelector('#p')), null`, nil)
	for _, seek := range []string{`{find:'hunter2secret'}`, `{within:value}`, `{from:value}`, `{within:value, find:'hunter2secret'}`} {
		if got := strings.Join(tb.sought(seek).lines(), " "); !strings.Contains(got, `generic "[REDACTED]"`) || strings.Contains(got, "hunter2") {
			t.Errorf("%s tells %s", seek, got)
		}
	}
}

func TestFindReadsAllVisibleText(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>.m{display:flex;height:40px}</style><h1>Invoices</h1><p>Your balance is <b>$1,240.50</b> today</p><section id=s><div class=m><span>Sarah Chen</span><button>Open</button></div>` +
		`<div class=m><span>Tom Ray</span><button>Open</button></div></section><aside style="height:100px"><p>Sarah wrote</p><div id=host></div></aside>`)
	tb.eval(`document.querySelector('#host').attachShadow({mode:'open'}).innerHTML = '<p>In the shadow</p>', document.querySelector('section').tabIndex = 0, null`, nil)
	tb.eval(`globalThis.section = Cairn.refs.refOf(document.querySelector('#s')), null`, nil)
	for seek, want := range map[string][]string{
		`{find:'sarah chen'}`:            {`1: Sarah Chen · button "Open"`},
		`{find:'1,240.50 balance'}`:      {`Your balance is $1,240.50 today`},
		`{find:'Sarah'}`:                 {`1: Sarah Chen · button "Open"`, `Sarah wrote`},
		`{find:'in the shadow'}`:         {`In the shadow`},
		`{find:'nothing has it'}`:        nil,
		`{find:'sar'}`:                   {`1: Sarah Chen · button "Open"`, `Sarah wrote`},
		`{within:section}`:               {`1: Sarah Chen · button "Open"`, `1: Tom Ray · button "Open"`},
		`{within:section, find:'tom'}`:   {`1: Tom Ray · button "Open"`},
		`{within:'e99999'}`:              nil,
		`{within:section, find:'wrote'}`: nil,
		`{find:'open tom'}`:              {`1: Tom Ray · button "Open"`},
		`{find:'invoices'}`:              {`heading "Invoices"`},
	} {
		if got := tb.sought(seek).lines(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", seek, got, want)
		}
	}
	for name, text := range map[string]string{"one text": "T", "many texts": "<i>T</i>"} {
		tb.eval(fmt.Sprintf(`document.querySelector('aside').innerHTML = '<pre>' + %q.replace('T', 'all is well. ').repeat(2000) + '\n7 orders failed at row 12. ' + 'it goes on. '.repeat(900) + '</pre>', null`, text), nil)
		if got := tb.sought(`{find:'failed 12 orders'}`).lines(); len(got) != 1 || !strings.HasPrefix(got[0], "7 orders failed at row 12. it goes on.") {
			t.Errorf("in a long block of %s it finds %.200q", name, got)
		}
	}
}

// TestADocumentInDesignModeIsATextField writes into a document as older editors do, whose text is as private as that of a field.
func TestADocumentInDesignModeIsATextField(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<p>Dear Mara</p>`)
	for mode, want := range map[string]string{"on": "textbox", "off": "Dear Mara"} {
		tb.eval(fmt.Sprintf(`document.designMode = %q, null`, mode), nil)
		page := tb.outline()
		said := fmt.Sprint(page.lines())
		for _, n := range tb.look().A11y.Nodes {
			said += " " + n.Role
		}
		if !strings.Contains(said, want) || mode == "on" && strings.Contains(said, "Dear") {
			t.Errorf("in design mode %s it says %s, want %s", mode, said, want)
		}
	}
}

func TestAnOutlineSaysWhatLiesInFront(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	page := `<div style="height:600px"><button style="position:absolute;left:500px;top:400px">Pay</button><a href="#h">Home</a></div>`
	for _, c := range []struct {
		name, html string
		overlays   []types.Overlay
		covered    string
	}{
		{"nothing", page, nil, ""},
		{"a bar that covers nothing", page + `<div style="position:fixed;left:0;right:0;bottom:0;height:60px">Footer <button>Chat</button></div>`, nil, ""},
		{"a banner", page + `<div style="position:fixed;left:0;right:0;top:380px;height:100px;background:#fff">We use cookies <button>Agree</button></div>`,
			[]types.Overlay{{Name: "We use cookies Agree", Covers: 1}}, "Pay"},
		{"a dialog and its backdrop", page + `<div style="position:fixed;inset:0;background:#0008;z-index:1"></div><div role=dialog aria-label="Delete?" style="position:fixed;left:400px;top:300px;width:300px;height:200px;background:#fff;z-index:2"><button>Delete</button></div>`,
			[]types.Overlay{{Ref: "there", Role: "dialog", Name: "Delete?", Covers: 2}}, "Pay Home"},
		{"a dialog of the browser", page + `<dialog aria-label=Terms><button>Accept</button></dialog><script></script>`, []types.Overlay{{Ref: "there", Role: "dialog", Name: "Terms"}}, ""},
	} {
		tb.draw(c.html)
		tb.eval(`document.querySelector('dialog')?.showModal(), null`, nil)
		seen := tb.outline()
		names := map[string]string{}
		for _, n := range seen.Observation.A11y.Nodes {
			names[n.Ref] = n.Name
		}
		var covered []string
		for _, item := range seen.Outline.Items {
			if item.Covered && item.Ref != "" {
				covered = append(covered, names[item.Ref])
			}
		}
		for i := range seen.Outline.Overlays {
			if o := &seen.Outline.Overlays[i]; o.Ref != "" && names[o.Ref] == o.Name {
				o.Ref = "there"
			}
		}
		if !slices.Equal(seen.Outline.Overlays, c.overlays) || strings.Join(covered, " ") != c.covered {
			t.Errorf("%s: %+v cover %q, want %+v and %q", c.name, seen.Outline.Overlays, covered, c.overlays, c.covered)
		}
	}
}

// TestFindScrollsListsForWordsAndBack looks for rows that are not on the page
// until their list is scrolled to them. They are gone again once it is scrolled
// back, so that a ref would lead to another row.
func TestFindScrollsListsForWordsAndBack(t *testing.T) {
	t.Parallel()
	for find, want := range map[string][]string{
		"row 60":  {`1: row 60 (offscreen) · button "Open" (offscreen)`},
		"item 47": {`1: item 47 (offscreen) · button "Open" (offscreen)`},
		"row 700": nil,
	} {
		t.Run(find, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "../hostile/lists.html")
			var began, ended []float64
			const places = `['outer', 'nested', 'virtual', 'endless'].map((id) => document.getElementById(id)?.scrollTop ?? 0).concat(scrollY)`
			tb.eval(`document.getElementById('virtual').scrollTop = 300, document.getElementById('outer').remove(), null`, nil)
			tb.eval(places, &began)
			if got := tb.sought(fmt.Sprintf(`{find:%q}`, find)); len(got.Outline.Items) > 0 {
				t.Errorf("without scrolling: %q", got.lines())
			}
			seen := tb.sought(fmt.Sprintf(`{find:%q, reveal:true}`, find))
			if got := seen.lines(); !slices.Equal(got, want) || len(seen.Observation.A11y.Nodes) > 0 {
				t.Errorf("%q with %d elements, want %q", got, len(seen.Observation.A11y.Nodes), want)
			}
			if tb.eval(places, &ended); fmt.Sprint(began) != fmt.Sprint(ended) {
				t.Errorf("lists stand at %v, were at %v", ended, began)
			}
		})
	}
}

// TestFindSaysThatAListGoesOn searches a list that draws rows for longer than one waits for it.
func TestFindSaysThatAListGoesOn(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<div id=l style="height:100px;overflow:auto"><div style="height:900000px"><p id=p>Row</p></div></div>`)
	tb.eval(`l.onscroll = () => { p.textContent = 'Row ' + l.scrollTop; p.style.marginTop = l.scrollTop + 'px'; }, null`, nil)
	for find, goesOn := range map[string]bool{`{find:"parcel"}`: false, `{find:"parcel", reveal:true}`: true} {
		if got := tb.sought(find); got.Observation.Truncated != goesOn || len(got.Outline.Items) > 0 {
			t.Errorf("%s: truncated %v, %q", find, got.Observation.Truncated, got.lines())
		}
	}
}

// TestOutlinesOfPagesThatAreTooMuch holds an outline to its caps.
func TestOutlinesOfPagesThatAreTooMuch(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	size := func(o outlined) (bytes int) {
		for _, item := range o.Outline.Items {
			bytes += len(item.Text)
		}
		return bytes
	}
	tb.eval(`document.body.innerHTML = '<p>' + 'word '.repeat(1_000_000) + '</p><p>Behind it</p>', null`, nil)
	if o := tb.outline(); size(o) > 70<<10 || !o.Outline.Truncated || len(o.Outline.Items) != 2 {
		t.Errorf("of one text: %d items of %d bytes, truncated %v", len(o.Outline.Items), size(o), o.Outline.Truncated)
	}
	tb.eval(`document.body.innerHTML = Array.from({length: 50_000}, (_, i) => '<p>Paragraph ' + i + ' ' + 'word '.repeat(16) + '</p>').join(''), scrollTo(0, 1_000_000), null`, nil)
	o := tb.outline()
	inView := slices.ContainsFunc(o.Outline.Items, func(item types.OutlineItem) bool { return !item.Offscreen })
	if size(o) > 70<<10 || !o.Outline.Truncated || !inView {
		t.Errorf("of many: %d bytes, truncated %v, in view %v", size(o), o.Outline.Truncated, inView)
	}
	var lines []string
	tb.draw(`<div id=rows></div>`)
	tb.eval(`(async () => {
		const rows = document.getElementById('rows');
		const draw = () => { rows.innerHTML = Array.from({length: 500}, (_, i) => '<div><span>Row ' + i + '</span><button>Open</button></div>').join(''); };
		draw();
		const timer = setInterval(draw, 1);
		const looks = await Promise.all([1, 2, 3].map(() => Cairn.observe.lookGently({outlined: true})));
		clearInterval(timer);
		return looks.map(({observation, outline}) => {
			const refs = new Set(observation.a11y.nodes.map((n) => n.ref));
			return outline.items.every((it) => !it.ref || refs.has(it.ref)) ? 'whole' : 'a ref without its node';
		});
	})()`, &lines)
	if !slices.Equal(lines, []string{"whole", "whole", "whole"}) {
		t.Errorf("while rows change: %q", lines)
	}
}

// TestAPartWithoutABoxCutsNothingOff: a style may have a part's children laid out as if it were not there. Such a part
// has no size, and what it says about content that is too large means nothing.
func TestAPartWithoutABoxCutsNothingOff(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for display, want := range map[string]bool{"contents": true, "block": false} {
		var clickable bool
		tb.eval(fmt.Sprintf(`document.body.innerHTML = '<main><div style="overflow:auto;height:0;display:%s"><table><tr><td>Aurora</td><td><button>Edit</button></td></tr></table></div></main>',
			(() => { const b = document.querySelector('button'); return Cairn.place.middleInView(b, b.getBoundingClientRect()); })()`, display), &clickable)
		if got := strings.Contains(strings.Join(tb.outline().lines(), "\n"), "Aurora"); got != want || clickable != want {
			t.Errorf("with display %s: the text is listed: %v, and the button in view: %v", display, got, clickable)
		}
	}
}

// TestAPartIsNotCutOffByOneThatItIsPlacedOutsideOf: content that is taken out of the flow leaves its container without a
// height, and a container that scrolls cuts off only what is placed in it.
func TestAPartIsNotCutOffByOneThatItIsPlacedOutsideOf(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for _, test := range []struct {
		outer, inner string
		want         bool
	}{
		{"", "position:fixed;top:50px", true},
		{"", "position:absolute;top:50px", true},
		{"position:relative", "position:absolute;top:50px", false},
		{"position:relative", "position:fixed;top:50px", true},
		{"transform:scale(1)", "position:fixed;top:50px", false},
		{"", "position:relative", false},
	} {
		var clickable bool
		tb.eval(fmt.Sprintf(`document.body.innerHTML = '<main><div style="overflow:auto;height:0;%s"><div><div style="%s"><p>Aurora <button>Edit</button></p></div></div></div></main>',
			(() => { const b = document.querySelector('button'); return Cairn.place.middleInView(b, b.getBoundingClientRect()); })()`, test.outer, test.inner), &clickable)
		if got := strings.Contains(strings.Join(tb.outline().lines(), "\n"), "Aurora"); got != test.want || clickable != test.want {
			t.Errorf("%q in %q: the text is listed: %v, and the button in view: %v, want %v", test.inner, test.outer, got, clickable, test.want)
		}
	}
}

// TestAPageRestsWhileAHiddenSpinnerTurns settles on pages that change an element without end.
func TestAPageRestsWhileAHiddenSpinnerTurns(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for html, rests := range map[string]bool{
		`<div hidden><svg><path id=turns></path></svg></div>`:         true,
		`<svg><path id=turns></path></svg>`:                           false,
		`<div hidden id=turns></div>`:                                 false, // which may be shown
		`<div style="display:contents"><b id=turns>Loading</b></div>`: false,
	} {
		ms := 600
		if rests {
			ms = 30_000
		}
		var got struct{ Rests, Calm bool }
		tb.eval(fmt.Sprintf(`document.body.innerHTML = %q, (async () => {
			const timer = setInterval(() => document.getElementById('turns').setAttribute('d', String(performance.now())), 10);
			Cairn.settle.calmMs();
			const timeoutMs = %d, end = performance.now() + timeoutMs;
			await Cairn.settle.quiet({quietMs: 100, timeoutMs});
			const rests = performance.now() < end;
			const calm = Cairn.settle.calmMs() >= 90;
			clearInterval(timer);
			return {rests, calm};
		})()`, html, ms), &got)
		if got.Rests != rests || got.Calm != rests {
			t.Errorf("%s: %+v, want %v", html, got, rests)
		}
	}
}

// TestAPageIsCalmWhileItDrawsTheSameAgain changes a list without end: what is drawn again brings no element.
func TestAPageIsCalmWhileItDrawsTheSameAgain(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for change, want := range map[string]bool{
		`list.innerHTML = '<li>' + performance.now() + '<li>Two'`: true,
		`list.append(document.createElement('li'))`:               false,
		`list.lastElementChild?.remove()`:                         false,
		`list.title = performance.now()`:                          false,
	} {
		var calm bool
		tb.eval(fmt.Sprintf(`document.body.innerHTML = '<ul>' + '<li>One'.repeat(99), (async () => {
			const list = document.querySelector('ul'), timer = setInterval(() => { %s; }, 10);
			list.innerHTML = '<li>One<li>Two'.repeat(49);
			await new Promise((done) => setTimeout(done, 100));
			Cairn.settle.calmMs();
			await new Promise((done) => setTimeout(done, 600));
			clearInterval(timer);
			return Cairn.settle.calmMs() >= 300;
		})()`, change), &calm)
		if calm != want {
			t.Errorf("%s: calm %v, want %v", change, calm, want)
		}
	}
}

// TestAPageThatIsAboutToLeaveIsNotAtRest settles on one that sends the browser on.
func TestAPageThatIsAboutToLeaveIsNotAtRest(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for html, rests := range map[string]bool{`<meta http-equiv="Refresh" content="1; url=#there">`: false, `<meta http-equiv=refresh content=60>`: true, ``: true} {
		ms := 600
		if rests {
			ms = 30_000
		}
		var got bool
		tb.eval(fmt.Sprintf(`document.body.innerHTML = %q, (async () => { const list = PerformanceNavigationTiming.prototype; Object.defineProperty(list, 'loadEventEnd', {configurable: true, get: () => performance.now()});
			const timeoutMs = %d, end = performance.now() + timeoutMs; await Cairn.settle.quiet({quietMs: 50, timeoutMs}); return performance.now() < end; })()`, html, ms), &got)
		if got != rests {
			t.Errorf("%s: at rest %v, want %v", html, got, rests)
		}
	}
}

// TestAPageThatGoesEndsTheWaitForRest leads to an address that replaces no page, so that the test can ask again.
func TestAPageThatGoesEndsTheWaitForRest(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for _, script := range []string{``, `location.href = 'mailto:a@b.example'`} {
		want := script != ""
		var leaves bool
		tb.eval(fmt.Sprintf(`(async () => { const wait = Cairn.settle.quiet({quietMs: 300, patienceMs: 300, timeoutMs: 30000}); %s; return wait; })()`, script), &leaves)
		if leaves != want {
			t.Errorf("%q: the page goes %t, want %t", script, leaves, want)
		}
	}
}

func TestAPageSaysWhileMoreIsOnItsWay(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for html, want := range map[string]bool{
		`<div aria-busy="true">Fetching orders</div>`:                                     true,
		`<div role="progressbar" aria-label="Loading">…</div>`:                            true,
		`<progress></progress>`:                                                           true,
		`<progress value="0.4"></progress>`:                                               false,
		`<div aria-busy="true" hidden>Fetching orders</div>`:                              false,
		`<div aria-busy="false">12 orders</div>`:                                          false,
		`<div role="progressbar" aria-valuenow="40">40 %</div>`:                           false,
		`<div role="progressbar" aria-valuemin="0" aria-valuemax="100">Page 2 of 3</div>`: false,
		`<div role="progressbar" aria-busy="true">Page 2 of 3</div>`:                      true,
		`<p>Loading bay 4: <a href="#">the page says so</a></p>`:                          false,
	} {
		tb.draw(html)
		var r struct{ Page wire.Page }
		tb.eval(`askContent({to:"content",kind:"observe",outline:true})`, &r)
		if r.Page.Loading != want {
			t.Errorf("%s: loading is %v", html, r.Page.Loading)
		}
	}
}

// TestWhatIsFoldedAwayIsSaidToBeHidden folds a part of a page by its height, and hides a box for the sake of its label.
func TestWhatIsFoldedAwayIsSaidToBeHidden(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<div style="height:0;overflow:hidden"><section><button>Deep</button></section></div><label><span style="position:absolute;width:1px;height:1px;overflow:hidden"><input type=checkbox></span>News</label><div style="height:0;width:3px;overflow:hidden"><textarea aria-label=Code></textarea></div><button>Plain</button>`)
	want := map[string]string{"Deep": "hidden", "News": "", "Code": "", "Plain": ""}
	for _, n := range tb.outline().Observation.A11y.Nodes {
		if got := n.Unseen; got != want[n.Name] {
			t.Errorf("%s: unseen is %q, want %q", n.Name, got, want[n.Name])
		}
		delete(want, n.Name)
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
}
