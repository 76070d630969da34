package contenttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestWhatAComponentIsDrawnWithIsListedOnce(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<x-tab role=tab tabindex=0>General</x-tab>', document.querySelector('x-tab').attachShadow({mode: 'open'}).innerHTML = '<style>div{cursor:pointer}</style><div><slot></slot><button aria-label=Close></button></div>', null`, nil)
	if got, want := lines(tb.look()), []string{`tab "General Close"`, `button "Close"`}; !slices.Equal(got, want) {
		t.Errorf("listed are %q, want %q", got, want)
	}
}

func TestWhatActsLikeAControlIsListedOnce(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`globalThis.cssRules = Object.getOwnPropertyDescriptor(CSSStyleSheet.prototype, 'cssRules'), null`, nil)
	for _, c := range []struct {
		name, html string
		want       []string
	}{
		{"a box with a pointer cursor", `<style>.b{cursor:pointer}</style><div class=b><span>Preferences</span></div><div>Plain</div>`, []string{`generic "Preferences"`}},
		{"a link that leads nowhere", `<style>a{cursor:pointer}</style><a>Sign out</a><a href="#x">Home</a>`, []string{`link "Sign out"`, `link "Home"`}},
		{"what changes under the mouse unless it is off", `<style>b{display:inline-block;width:30px}.d:not(.off):hover{color:red}b:not(.d):hover{color:red}</style><b class=d>12</b><b>13</b>`, []string{`generic "12"`}},
		{"a drawing that sets the cursor by an attribute", `<svg width=90 height=30><g cursor=pointer><text y=20>Jon Berg</text></g></svg>`, []string{`generic "Jon Berg"`}},
		{"parts of an item of a list and of a cell", `<style>i,s{display:inline-block;width:16px;height:16px}</style><ul><li><s class=checkbox_full></s>Ada</ul><p><s class=checkbox_full></s></p><div role=grid><div role=gridcell><i class="x_icon xi-trash"></i></div></div>`,
			[]string{`generic ""`, `generic ""`}},
		{"the cross of a tag that is a link, and a picture in one", `<style>i{display:inline-block;width:16px;height:16px}a{cursor:pointer}.own{cursor:pointer}</style><a>Dry<i class="delete icon own"></i></a> <a>Sawn<i class="delete icon"></i></a> <a><i class="delete icon own"></i></a> <a href="#f"><i class="ico_close own"></i><b>Basses</b></a> <s style="cursor:pointer"><a>Elm<i class="delete icon own"></i></a></s>`,
			[]string{`link "Dry"`, `generic ""`, `link "Sawn"`, `link ""`, `link "Basses"`, `generic "Elm"`, `generic ""`}},
		{"a box that takes the focus, and what it is drawn with", `<li><b tabindex=0 aria-label=checkbox style="display:inline-block;width:16px;height:16px;cursor:pointer"><s class=x-checkbox-default style="display:block;height:16px"></s><s></s></b>Gamay</li>`, []string{`generic "checkbox"`}},
		{"a box and the part that it is drawn for", `<style>.c{display:inline-block;width:17px;height:16px;cursor:pointer}.c *{display:block;height:16px}</style><li><span class=c><span class=x-checkbox--icon></span></span>Bris</li>`, []string{`generic ""`}},
		{"the outermost alone", `<style>.o,.o *{cursor:pointer}</style><div class=o><div><b>Plan</b> <i>Pro</i></div></div>`, []string{`generic "Plan Pro"`}},
		{"a row and the controls in it", `<style>.r{cursor:pointer}.star{cursor:pointer}</style><div class=r><input type=checkbox aria-label=Select><span>Sarah Chen</span><span> Q3 roadmap</span><b> <i class=star title=Star></i></b><button>Archive</button></div>`,
			[]string{`generic "Sarah Chen Q3 roadmap"`, `checkbox "Select" checked=false`, `generic "Star"`, `button "Archive"`}},
		{"signs with a tooltip, and parts with handlers of their own", `<style>.r{cursor:pointer}</style><div class=r><span title="Not starred" class=s><svg width=15 height=15></svg></span><b title="Sarah Chen (sarah@example.org)">Sarah Chen</b><i title=Delete>✕</i><span data-action=mute>Mute</span></div><i title=Help>?</i>`,
			[]string{`generic "Sarah Chen"`, `generic "Not starred"`, `generic "Delete"`, `generic "Mute"`}},
		{"a sign that sets the cursor by itself", `<style>.r,.m{cursor:pointer}.o,.o b{cursor:pointer}</style><div class=r><span>Invoice 12</span><span class=m>⋯</span></div><div class=o>Drafts <b>3</b></div>`,
			[]string{`generic "Invoice 12"`, `generic "⋯"`, `generic "Drafts 3"`}},
		{"table rows and list items", `<style>tr,li{cursor:pointer}</style><table><tr><td>Ale<td>$4</table><ul><li>One<li><a href="#2">Two</a></ul>`, []string{`generic "Ale $4"`, `generic "One"`, `link "Two"`}},
		{"a handler in the markup, the focus, a role that says nothing", `<div onclick="1">Old style</div><div onclick="">Not</div><div tabindex=0>New style</div><div role=generic tabindex=0 style="cursor:pointer">Given</div><div tabindex=-1>Not</div><div tabindex=0 aria-label=Dry style="width:16px;height:16px"></div>`,
			[]string{`generic "Old style"`, `generic "New style"`, `generic "Given"`, `generic "Dry"`}},
		{"a box around rows that takes the focus", `<div tabindex=0><div role=row>Dig</div></div><div tabindex=0><table><tr><td>Pour</table></div>`, nil},
		{"a label stands for its control, which may be hidden", `<style>label{cursor:pointer}</style><label><input type=checkbox> News</label><label><input type=radio hidden> Large</label>`, []string{`checkbox "News" checked=false`, `radio "Large" checked=false`}},
		{"a handler that a library reads, with the letter of an icon font, with a picture alone", `<style>.k::before{content:"K"}</style><div data-click="add"><i class=k></i>New</div><div data-click="help" style="width:20px;height:20px"></div><div data-click="">Plain</div>`,
			[]string{`generic "New"`, `generic ""`}},
		{"a part of a component, by its name", `<x-field><template shadowrootmode=open><input aria-label=Doctor><div part="field-button clear-button" aria-hidden=true style="width:20px;height:20px"></div><div part=label>Words</div></template></x-field>`,
			[]string{`textbox "Doctor"`, `generic ""`}},
		{"a cell that acts, and its text that takes the focus", `<table><tr><td style="cursor:pointer"><div tabindex=0>Party</div><td style="cursor:pointer"><div tabindex=0>Owner</div> of all</table>`, []string{`generic "Party"`, `generic "Owner of all"`, `generic "Owner"`}},
		{"a component that takes the focus, and is filled by a button", `<style>x-b{display:inline-block;cursor:pointer}</style><x-b tabindex=0><template shadowrootmode=open><button>Save</button></template></x-b><x-b tabindex=0 style="padding:9px"><template shadowrootmode=open>Card <button>More</button></template></x-b>`,
			[]string{`button "Save"`, `generic "Card"`, `button "More"`}},
		{"a component that takes the focus, and is filled by a box with a pointer cursor", `<x-t tabindex=0 style="display:inline-block"><template shadowrootmode=open><style>div,i{cursor:pointer}</style><div><slot></slot></div></template>Water</x-t><x-t tabindex=0 style="display:inline-block"><template shadowrootmode=open><style>i{cursor:pointer}</style><slot></slot><i>✕</i></template>Air</x-t>`,
			[]string{`generic "Water"`, `generic "Air"`, `generic "✕"`}},
		{"parts of chips, trees and heads, of which the outer one of two is no second part", `<style>span,i{display:inline-block;width:14px;height:14px}th{cursor:pointer}.f{cursor:pointer}</style><ul role=listbox><li role=option tabindex=0>Ash<span class="x-chips-close"></span></ul>` +
			`<ul role=tree><li role=treeitem tabindex=0><span class="x-icon-expandable"><i class="x-icon-toggle"></i></span>Oak</ul><div role=row><div role=gridcell><span class="x-checkcolumn"></span></div></div><table><tr><th tabindex=0>Tree<span class="f x-icon-filter"></span></table>`,
			[]string{`listbox ""`, `listbox > option "Ash"`, `listbox > generic ""`, `treeitem "Oak"`, `generic ""`, `generic ""`, `columnheader "Tree"`, `generic ""`}},
		{"a box that is drawn beside its input, which has no room", `<style>.w{display:inline-block;width:20px;height:20px;cursor:pointer}.w input{position:absolute;width:0;height:0;margin:0;opacity:0}</style><div class=w><input type=checkbox aria-label="Select row"><span></span></div><div role=tab tabindex=0>Notes</div>`,
			[]string{`checkbox "Select row" checked=false`, `tab "Notes"`}},
		{"what is drawn around a tab and its cross", `<div style="cursor:pointer"><span role=tab>Notes</span> <span role=button title=Close>x</span></div>`, []string{`tab "Notes"`, `button "x"`}},
		{"what reacts to the mouse and takes none", `<style>.n:hover{color:red}</style><p class=o><b class=n>On</b> <b class=n style="pointer-events:none">Off</b></p>`, []string{`generic "On"`}},
		{"a pointer cursor on body", `<style>body{cursor:pointer}.b{cursor:pointer}</style><div><p>Words</p></div><div class=b>Buy</div><p>More</p>`, []string{`generic "Buy"`}},
		{"a pointer cursor on a huge box", `<div style="cursor:pointer;height:3000px"><p>Words</p><p>More</p><button>Go</button></div>`, []string{`button "Go"`}},
		{"a link without an address that has a tooltip", `<div><a title=Previous class=p><span>‹</span></a><a name=here>Here</a><button><a title=Help>?</a></button></div>`, []string{`generic "Previous"`, `button "?"`}},
		{"initials in a card are no control of their own", `<style>.c{cursor:pointer}</style><div class=c><b>Audit the forms</b> <span title="Emily Wang">EW</span><i title=Delete>✕</i></div>`, []string{`generic "Audit the forms EW"`, `generic "Delete"`}},
		{"a part that an icon font draws", `<style>i{display:inline-block;width:16px;height:16px}</style><div role=treeitem tabindex=0><i class="x-tree__arrow material-icons"><span aria-hidden=true>play_arrow</span></i>Maps</div>`, []string{`treeitem "Maps"`, `generic ""`}},
		{"what is drawn", `<style>.n{cursor:pointer}</style><svg width=200 height=100><g class=n><rect width=80 height=40 /><text x=5 y=20>inject</text></g></svg><canvas width=300 height=200></canvas><canvas width=10 height=10></canvas>`,
			[]string{`generic "inject"`, `generic "canvas"`}},
		{"the canvas in front of two, and one whose layer takes the mouse for it", `<style>div{position:relative;height:90px}canvas,i{position:absolute;inset:0}.n{pointer-events:none}</style><div><canvas width=90 height=90></canvas><canvas width=90 height=90 aria-label=Front></canvas></div><div><canvas class=n width=90 height=90 aria-label=Sheet></canvas><i></i></div><div><canvas class=n width=90 height=90></canvas></div>`,
			[]string{`generic "Front"`, `generic "Sheet"`}},
		{"an icon without words", `<div style="cursor:pointer;width:24px;height:24px"><svg width=24 height=24></svg></div><div style="cursor:pointer;width:2px;height:2px"></div>`, []string{`generic ""`}},
		{"an empty picture with a tooltip", `<style>i{display:inline-block;width:20px;height:20px}.s{background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)}</style><div><i class=s title=Play></i><i class=s></i><i title=Mark></i><p class=s title=Photo style="height:200px"></p></div>`,
			[]string{`generic "Play"`}},
		{"what is dragged", `<div style="cursor:grab">Card one</div><div style="cursor:move">Node</div><div style="cursor:text">Text</div>`, []string{`generic "Card one"`, `generic "Node"`}},
		{"what may be dragged", `<div draggable=true>Quote</div><div draggable=false>Fixed</div><div draggable=true style="width:20px;height:20px"></div><img draggable=true alt="Map">`, []string{`generic "Quote"`, `generic ""`, `generic "Map"`}},
		{"what changes under the mouse", `<style>.cell:hover{color:red}.pre:hover .cell{color:blue}.row:hover{background:red}.gone:not(:hover){color:red}</style><b class=cell>Monday</b><p class=cell>Read</p><b class=pre>Still</b><div class=row>` + strings.Repeat("word ", 12) + `</div><b class=gone>Gone</b>`,
			[]string{`generic "Monday"`}},
		{"what changes under the mouse, by lists of selectors within each other", `<style>.big:is(.tabs > .tab,.lone:not(:has(a,b))):hover,.w-\(1\,2\):hover{color:red}.b:not(:is(.c,:not(.d))):hover .x,.m:hover .x{display:block}.x{display:none}</style><p class=tabs><b class="big tab">Ratings</b></p><b class="w-(1,2)">Books</b><p class=m><button class=x>Remove</button></p>`,
			[]string{`generic "Ratings"`, `generic "Books"`, `button "Remove" hover`}},
		{"what changes under the mouse, by one of many rules", `<style>` + rules(200) + `.menu a.item:hover{color:red}.gone .item:hover{color:red}.x>::after{content:"x"}</style><div class=menu><a class=item>Ratings</a><b class=item>Books</b></div>`,
			[]string{`generic "Ratings"`}},
		{"what rules within rules are about", `<style>` + rules(200) + `.hover\:red{&:hover{@media (min-width:0){color:red}}}.menu{& .item{cursor:pointer}@media (min-width:0){&:is(ul) b{cursor:pointer}}}.text{&::before{content:""}}.show{display:none;&:is(:where(.card):hover *){@media (min-width:0){display:block}}}</style>` +
			`<p class=o><b class="hover:red">Ratings</b></p><div class=menu><i class=item>Books</i><b>Not</b></div><ul class=menu><li><b>Maps</b> here</ul><div class=card><button class=show>Remove</button></div>`,
			[]string{`generic "Ratings"`, `generic "Books"`, `generic "Maps"`, `button "Remove" hover`}},
		{"an anchor that is all that an item shows", `<ul><li><a>Hand out</a></li><li><a aria-current=page>Here</a></li><li><a name=top>Top</a></li><li><a>Note</a> 3</li></ul><p><a>Text</a></p>`, []string{`link "Hand out"`}},
		{"what changes while it is pressed, with a button that is hidden in it", `<style>x-button:active{opacity:.2}.t:active{opacity:.2}.i{display:block;width:20px;height:20px}.t:active+p{color:red}</style><x-button class=t>Book<button hidden></button></x-button><x-button class="t i"><svg width=18 height=18></svg><button hidden></button></x-button><p>Read</p><input class=t aria-label=Name>`,
			[]string{`generic "Book"`, `generic ""`, `textbox "Name"`}},
		{"a transparent field that something lies over, and one that lies over all", `<style>div{position:relative;width:200px;height:30px}input{position:absolute;opacity:0;width:100px;height:20px;left:0;top:0}b{position:absolute;inset:0;background:white}</style><div><input value=3><b>Stars</b></div><div><b>Code</b><input aria-label=Code></div>`,
			[]string{`textbox "Code"`}},
		{"what changes under the mouse within what acts as a whole", `<style>.card{cursor:pointer}.card .add:hover{color:red}.card:hover{color:blue}</style><div class=card><b>Assam Gold</b> <i>€ 11</i> <span class=add>Add</span></div>`,
			[]string{`generic "Assam Gold € 11"`, `generic "Add"`}},
		{"what only shows under the mouse", `<style>.x{display:none}.row:hover .x{display:block}.v{visibility:hidden;cursor:pointer}.row:hover>.v{visibility:visible}.z{display:none}.row:hover+.z{display:block}</style>` +
			`<div class=row><b>One</b><button class=x>Remove</button><i class=v title=Share>s</i></div><button class=z>Beside</button><div><button class=x style="display:none">Elsewhere</button></div>`,
			[]string{`button "Remove" hover`, `generic "Share" hover`}},
		{"what a component shows while the mouse is on it", `<x-r style="display:block"><template shadowrootmode=open><style>b{visibility:hidden}:host(:hover) b{visibility:visible}i{cursor:pointer}</style><b><i title=Archive>▣</i></b>Otto</template></x-r>`,
			[]string{`generic "Archive" hover`}},
		{"what is drawn of a component's box, beside its label", `<x-c><template shadowrootmode=open><input type=checkbox id=c><label for=c><span part=checkbox style="display:inline-block;width:16px;height:16px"></span>Roaming</label></template></x-c>`,
			[]string{`checkbox "Roaming" checked=false`}},
		{"what is drawn around a link and its closed menu", `<style>li{cursor:pointer}</style><ul><li><a href="#i">Interface</a><div style="display:none"><a href="#c">Cards</a></div></ul>`, []string{`link "Interface"`}},
		{"a part of an item or tab that does something else", `<style>i{display:inline-block;width:16px;height:16px}.box:hover{background:red}.x{cursor:pointer}</style><ul role=tree><li role=none><a role=treeitem href="#t"><i class=box></i><i class=icon></i>Letters</a></ul>` +
			`<div role=tablist><div role=tab tabindex=0>Notes<i class=x title="Close it"></i></div></div><button><i class=box></i>Save</button><a href="#r"><i class=box></i>Read</a>`,
			[]string{`treeitem "Letters"`, `generic ""`, `tab "Notes"`, `generic "Close it"`, `button "Save"`, `link "Read"`}},
		{"parts of an item that components name", `<style>.r{cursor:pointer}i{display:inline-block;width:16px;height:16px}label{cursor:pointer}</style><div class=r><i class="wb-expander bi"></i><i class="icon-file"></i><i class="wb-checkbox"></i><span>Letters</span><i class=checkboxes></i></div>` +
			`<div role=treeitem tabindex=0><i class=monaco-twistie></i>Maps</div><label><input type=checkbox><i class=my-checkbox></i>News</label><p><i class=handle></i>Read</p><style>.w:hover{background:red}</style><div class=w><i class=expander></i>Photographs and other pictures of the harbour</div>`,
			[]string{`generic "Letters"`, `generic ""`, `generic ""`, `treeitem "Maps"`, `generic ""`, `checkbox "News" checked=false`, `generic ""`}},
		{"cells", `<div role=grid><div role=row tabindex=-1><div role=columnheader tabindex=-1>Built</div></div><div role=row tabindex=-1><div role=gridcell tabindex=-1><input type=checkbox aria-label=Select></div><div role=gridcell tabindex=-1>1886</div></div>` +
			`<div role=row tabindex=0><div role=gridcell>Plain</div></div></div>`,
			[]string{`columnheader "Built"`, `checkbox "Select" checked=false`, `gridcell "1886"`, `row "Plain"`}},
		{"what has no size until the mouse is on what is around it", `<style>.x{width:0;padding:0;border:0;overflow:hidden}.row:hover .x{width:20px}.z{width:0;padding:0;border:0}.row:hover .z{width:0px}</style><div class=row>One<button class=x aria-label=Copy></button><button class=z aria-label=Never></button><button class=x aria-label=Larger style="overflow:visible"><b style="position:absolute">Larger</b></button></div>`,
			[]string{`button "Copy" hover`, `button "Never"`, `button "Larger"`}},
		{"a menu that only shows under the mouse", `<style>ul{display:none}li:hover ul{display:block}</style><li>File<ul>` + strings.Repeat(`<li><a href="#x">Entry</a>`, 9) + `</ul>`, nil},
		{"a long text is clipped at a word", `<div style="cursor:pointer">` + strings.Repeat("word ", 40) + `</div>`, []string{`generic "` + strings.TrimSpace(strings.Repeat("word ", 16)) + `"`}},
		{"what a person can press though it is hidden from assistive technology", `<div aria-hidden=true><button>Clear</button><button style="opacity:0">Clear</button><button style="pointer-events:none">Not</button><p>Text</p></div><i aria-hidden=true style="cursor:pointer">Pen</i>` +
			`<div style="position:relative"><button aria-hidden=true>Behind</button><div style="position:absolute;inset:0">Cover</div></div><div inert><button>Inert</button></div><div style="height:5000px"></div><button aria-hidden=true>Below</button>`,
			[]string{`button "Clear"`, `generic "Pen"`}},
		{"no list that is kept for a form alone", `<label for=s>Room</label><select id=s aria-hidden=true style="position:absolute;width:1px;height:1px;clip:rect(0,0,0,0)"><option>Attic</select><button role=combobox aria-label=Room>Attic</button>`,
			[]string{`combobox "Room"`}},
		{"nothing that nobody sees, presses or focuses", `<style>p{opacity:0;pointer-events:none}</style><p><span role=button>Next: Ann</span><select tabindex=-1></select><span role=button tabindex=0>Skip</span><button>Menu</button></p><span role=button style="opacity:0">Seen</span><span role=button style="pointer-events:none">Late</span><label><input type=checkbox tabindex=-1 style="opacity:0;pointer-events:none">Box</label>`,
			[]string{`button "Skip"`, `button "Menu"`, `button "Seen"`, `button "Late"`, `checkbox "Box" checked=false`}},
		{"a picture in the label of a field", `<style>.e{cursor:pointer}.e,.f{display:inline-block;width:16px;height:16px}</style><label>Arrival <input><i class="e material-icons"><span aria-hidden=true>event</span></i><i class="f material-icons"><span aria-hidden=true>search</span></i></label>`,
			[]string{`textbox "Arrival"`, `generic ""`}},
		{"the picture of a checkbox that lies over it", `<style>.b{position:relative;width:20px;height:20px}.b input{position:absolute;inset:0;margin:0;width:20px;height:20px;opacity:0;z-index:1}.b i{display:block;width:20px;height:20px;cursor:pointer}.u i{position:absolute;z-index:2}</style>` +
			`<div class=b><input type=checkbox aria-label=Over><i class=p-checkbox-box></i></div><div class="b u"><input type=checkbox aria-label=Under><i class=p-checkbox-box></i></div>`,
			[]string{`checkbox "Over" checked=false`, `checkbox "Under" checked=false`, `generic ""`}},
		{"words under a transparent input for files", `<style>.d{position:relative;width:200px;height:40px}.d input{position:absolute;inset:0;width:200px;height:40px;opacity:0}u,b{cursor:pointer}</style><div class=d><input type=file aria-label="Drop a file"><div>Drop here or <u>browse</u></div></div><div><input type=file><b>Help</b></div>`,
			[]string{`button "Drop a file"`, `button "Choose File"`, `generic "Help"`}},
		{"a table's head with a control that says more", `<table><tr><th style="cursor:pointer"><b>Order</b><i role=button tabindex=0 aria-label="Order: Activate to sort"></i></table>`, []string{`button "Order: Activate to sort"`}},
		{"text that a style sheet adds and hides", `<style>.h::after{content:"A0";visibility:hidden}.s::after{content:"A0"}</style><button class=h></button><button class=s></button>`, []string{`button ""`, `button "A0"`}},
		{"what empties a list of choices", `<style>.s,.s *{cursor:pointer}i{display:inline-block;width:14px;height:14px}</style><div class=s><span role=combobox tabindex=0>Mate</span><i class="p-icon p-select-clear-icon"></i><i class=p-select-arrow></i></div>`,
			[]string{`combobox ""`, `generic ""`}},
		{"a box that its control fills, and a status in a control", `<div style="cursor:pointer;width:80px;height:20px;position:relative">1x<button style="position:absolute;inset:0"><i role=status>Rate</i></button></div>`, []string{`button "Rate"`}},
		{"a head that sorts", `<div role=grid><div role=row><div role=columnheader class=x-sortable>Month</div><div role=columnheader class=x-resort>Sum</div><div role=columnheader class=x-sortable>Day <button>Filter</button></div></div></div>`,
			[]string{`columnheader "Month"`, `button "Filter"`}},
		{"a sheet, of which the cells act", `<style>section{cursor:cell}.b{cursor:pointer}</style><section><p>Picker</p><p>3</p><input placeholder=Crates></section><div class=b>Pack <input placeholder=Box></div>`,
			[]string{`textbox "Crates"`, `generic "Pack"`, `textbox "Box"`}},
		{"the words below a transparent checkbox", `<style>section{position:relative;width:200px}section *{cursor:pointer}input{position:absolute;inset:0;width:100%}.t{opacity:0}</style><section><input type=checkbox class=t><p>How to feed</p></section><section><input type=checkbox style="width:20px"><p>&emsp;&emsp;Open</p></section>`,
			[]string{`checkbox "" checked=false`, `checkbox "" checked=false`, `generic "Open"`}},
		{"what opens a menu that is closed, and a label that opens a hidden input for files", `<style>.t:hover{background:red}.m{display:none}</style><div class=t>Normal<div class=m>Plain text and Number and Percent and Date and Time and Duration</div></div><label>Upload a plan <input type=file hidden></label><label>Name <input></label>`,
			[]string{`generic "Normal"`, `generic "Upload a plan"`, `textbox "Name"`}},
		{"a cell with a button alone", `<div role=grid><div role=row tabindex=-1><div role=gridcell tabindex=-1><button>±</button> <button aria-label=Remove></button></div><div role=gridcell tabindex=-1>12 <button>Edit</button></div></div></div>`,
			[]string{`button "±"`, `button "Remove"`, `gridcell "12 Edit"`, `button "Edit"`}},
		{"fields that are called an alert, a search or a heading", `<label>Nodes <input type=number role=alert></label><input role=search placeholder=Filter><h2 contenteditable data-placeholder=Title></h2>`,
			[]string{`spinbutton "Nodes"`, `textbox "Filter"`, `textbox "Title"`}},
		{"parts of tags and tabs that take the press or the focus themselves, and of an item that says no more than it", `<style>.x{cursor:pointer}.r:hover{background:red}</style><ul role=listbox><li role=option>river<svg class=x width=14 height=14></svg></ul>` +
			`<div role=tab tabindex=0 class=x>Notes<svg tabindex=0 aria-label=Close width=14 height=14></svg><svg aria-label=new width=14 height=14></svg></div><div role=treeitem tabindex=0><div class=r>Maps</div></div><div role=tab tabindex=0 aria-label=Smileys><div class=r>☺</div></div><div role=tab tabindex=0 aria-label=Signs><div class=x>♣</div></div>`,
			[]string{`listbox ""`, `listbox > option "river"`, `listbox > generic ""`, `tab "NotesClosenew"`, `generic "Close"`, `treeitem "Maps"`, `tab "Smileys"`, `tab "Signs"`}},
		{"a box that is all of what takes the focus", `<style>i{display:block;width:14px;height:14px}</style><div role=treeitem tabindex=0><b tabindex=0 aria-label=Pick><i class=x-checkbox></i></b>Oak</div>`, []string{`treeitem "PickOak"`, `generic "Pick"`}},
		{"what a rule for a bar says of what is pressed in it", `<style>.bar span:active{opacity:.5}span:active{color:red}</style><div class=bar><span><svg width=16 height=16></svg></span></div><p><span>Read</span></p>`, []string{`generic ""`}},
		{"a cross in a card that is dragged", `<div role=button tabindex=0 style="cursor:grab">Bike rack<span style="cursor:pointer">×</span><b>now</b></div>`, []string{`button "Bike rack×now"`, `generic "×"`}},
		{"the cell of a column that is filtered, which is no part", `<style>i{display:inline-block;width:14px;height:14px}</style><div role=row><div role=columnheader class=x-filter-column style="width:40px;height:20px"></div><div role=columnheader>Name<i class=x-filter></i></div></div>`, []string{`generic ""`}},
		{"a checkbox that is drawn around its input", `<style>div{position:relative;width:20px;height:20px}input{position:absolute;inset:0;margin:0;width:20px;height:20px;opacity:0}</style><div role=checkbox aria-label="Row 1"><input type=checkbox aria-label="Row 1"><b class=x-checkbox></b></div><div role=checkbox aria-label="Row 2"><input type=checkbox></div>`,
			[]string{`checkbox "Row 1" checked=false`, `checkbox "Row 2" checked=false`, `checkbox "" checked=false`}},
		{"options of a list in which several may be chosen", `<div role=listbox aria-label=Labels aria-multiselectable=true><div role=option tabindex=0 aria-selected=true>bug</div><div role=option tabindex=0 aria-selected=false>idea</div></div><div role=listbox aria-label=Size><div role=option tabindex=0 aria-selected=true>Large</div></div>`,
			[]string{`listbox "Labels"`, `listbox "Labels" > option "bug" checked=true`, `listbox "Labels" > option "idea" checked=false`, `listbox "Size"`, `listbox "Size" > option "Large"`}},
		{"a component with a handler in the markup that a button fills", `<x-b onclick="1" style="display:inline-block"><template shadowrootmode=open><button>Edit</button></template></x-b><x-b onclick="1" style="display:inline-block;padding:9px"><template shadowrootmode=open>Card <button>More</button></template></x-b>`,
			[]string{`button "Edit"`, `generic "Card"`, `button "More"`}},
		{"a switch, and the hidden one in its component", `<x-c role=switch aria-checked=true aria-label=Push tabindex=0><template shadowrootmode=open><label for=i>.<input id=i type=checkbox role=switch aria-label=Push style="display:none"></label></template></x-c>`, []string{`switch "Push" checked=true`}},
		{"an item, and the link in it that leads nowhere", `<style>li,a{cursor:pointer}</style><li tabindex=0 title=2><a>2</a></li><li tabindex=0>3 <a>of 9</a></li>`, []string{`link "2"`, `generic "3 of 9"`}},
		{"a combobox, and the one in it that has its name", `<div role=combobox aria-expanded=false><label for=r>Region</label><input id=r role=combobox aria-expanded=false></div><div role=combobox aria-label=Town><input></div>`,
			[]string{`combobox "Region" expanded=false`, `combobox "Town"`, `textbox ""`}},
		{"hidden from all", `<div style="cursor:pointer;display:none">No</div><div style="cursor:pointer;visibility:hidden">No</div>`, nil},
		{"text in a field is never its name", `<div style="cursor:pointer"><div>Search</div><textarea>typed</textarea><div contenteditable>typed</div></div>`, []string{`generic "Search"`, `textbox "" filled`, `textbox "" filled`}},
	} {
		for _, readable := range []bool{true, false} {
			tb.draw(c.html)
			if !readable { // as the sheets of other origins are not
				tb.eval(`Object.defineProperty(CSSStyleSheet.prototype, 'cssRules', {configurable: true, get() { throw new Error('SecurityError'); }}), null`, nil)
			}
			got := lines(tb.look())
			if !readable {
				tb.eval(`Object.defineProperty(CSSStyleSheet.prototype, 'cssRules', globalThis.cssRules), null`, nil)
			}
			if readable && !slices.Equal(got, c.want) {
				t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if !readable && !slices.Equal(got, c.want) {
				t.Logf("%s, sheets unreadable:\n%s\n", c.name, strings.Join(got, "\n"))
			}
		}
	}
}

func TestWhatActsLikeAControlIsFoundByItsText(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>.b,li{cursor:pointer}.card{width:300px;height:100px;cursor:pointer;position:relative}.card button{position:absolute;inset:30px 100px}</style>` +
		`<div data-testid=wrap><div class=b>Preferences</div></div><ul><li id=li>Open <b>it</b></ul><div class=card id=card>Plan Pro<button>Buy</button></div>`)
	for name, want := range map[string]string{"Preferences": "b", "Open it": "li", "Plan Pro": "card"} {
		r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,for:"click",timeoutMs:20000,target:{role:"generic",name:%q}}}`, name))
		if r.Located == nil || r.Located.Matches != 1 {
			t.Errorf("%s: %+v", name, r.Error)
			continue
		}
		var hit string
		tb.eval(fmt.Sprintf(`(() => { const el = document.elementFromPoint(%v, %v); return el.id || el.className || el.tagName; })()`, r.Located.X, r.Located.Y), &hit)
		if hit != want || r.Located.Target.Role != "generic" || r.Located.Target.Name != name {
			t.Errorf("%s is at %s, as %+v", name, hit, r.Located.Target)
		}
	}
}

// TestATreesItemIsPressedOnItsWords locates items of a tree, whose boxes are wider than their words, and as high as the items within.
func TestATreesItemIsPressedOnItsWords(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>i{font-family:"Material Icons"}</style><ul role=tree><li role=treeitem aria-label=Fruit><i>chevron_right</i><button>Fold</button><span id=fruit>Fruit</span>` +
		`<ul role=group><li role=treeitem aria-label=Pear><span id=pear>Pear</span></li></ul></li><li role=treeitem aria-label=Nuts id=nuts>Nuts<ul role=group><li role=treeitem aria-label=Hazel>Hazel</li></ul></li></ul>`)
	for name, want := range map[string]string{"Fruit": "fruit", "Pear": "pear", "Nuts": "nuts"} {
		r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,for:"click",timeoutMs:20000,target:{role:"treeitem",name:%q}}}`, name))
		if r.Located == nil {
			t.Errorf("%s: %+v", name, r.Error)
			continue
		}
		var hit string
		tb.eval(fmt.Sprintf(`document.elementFromPoint(%v, %v).id`, r.Located.X, r.Located.Y), &hit)
		if hit != want {
			t.Errorf("%s is pressed on %q, want %q", name, hit, want)
		}
	}
}

func TestWhatOnlyShowsUnderTheMouseIsHoveredFirst(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>button{display:none}.row{height:40px}.row:hover button{display:inline}</style><div class=row id=one>One <button>Remove</button></div><div class=row id=two>Two</div>`)
	ref := tb.look().A11y.Nodes[0].Ref
	ask := func(purpose string, ok func(reply) bool) reply {
		return tb.askInTime(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,for:%q,timeoutMs:$ms,target:{a11yRef:%q}}}`, purpose, ref), 300, ok)
	}
	if r := ask("click", func(r reply) bool { return r.Error != nil && r.Error.Hint != "" }); r.Error == nil || r.Error.Code != "MM_TARGET_NOT_ACTIONABLE" || !strings.Contains(r.Error.Message, "only shows under the mouse") || r.Error.Hint != "mm_hover it first" {
		t.Errorf("a click: %+v", r.Error)
	}
	for _, target := range []string{fmt.Sprintf(`target:{a11yRef:%q}`, ref), `target:{role:"button",name:"Remove"}`, `target:{},text:"Remove"`} {
		r := tb.askInTime(`{to:"content",kind:"locate",locate:{tabId:1,for:"hover",timeoutMs:$ms,`+target+`}}`, 300, func(r reply) bool { return r.Located != nil })
		if r.Located == nil {
			t.Fatalf("the mouse to %s: %+v", target, r.Error)
		}
		var at string
		tb.eval(fmt.Sprintf(`document.elementFromPoint(%v, %v).id`, r.Located.X, r.Located.Y), &at)
		if at != "one" {
			t.Errorf("the mouse to %s goes to %q", target, at)
		}
	}
	tb.eval(`two.append(document.querySelector('button').cloneNode(true)), null`, nil)
	for _, purpose := range []string{"click", "hover"} { // one of two is never taken
		r := tb.askInTime(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,for:%q,timeoutMs:$ms,target:{role:"button",name:"Remove"}}}`, purpose), 300, func(r reply) bool { return r.Error != nil && r.Error.Code == "MM_TARGET_AMBIGUOUS" })
		if r.Error == nil || r.Error.Code != "MM_TARGET_AMBIGUOUS" {
			t.Errorf("%s one of two: %+v", purpose, r)
		}
	}
}

func TestATextWithoutAControlIsClickedItself(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<ul><li><b id=hinge>Oil the hinge</b> <button>Remove</button></li><li><p id=door>Sand the door<small>by Friday</small></p></li><li>Twice</li><li>Twice</li></ul>`)
	for text, want := range map[string]string{"Oil the hinge": "hinge", "Sand the door": "door", "Twice": "MM_TARGET_AMBIGUOUS", "Thrice": "MM_TARGET_NOT_FOUND"} {
		r := tb.askInTime(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,for:"click",timeoutMs:$ms,target:{},text:%q}}`, text), 1500, func(r reply) bool {
			return r.Located != nil || r.Error.Code == want
		})
		got := ""
		if r.Located == nil {
			got = r.Error.Code
		} else {
			tb.eval(fmt.Sprintf(`document.elementFromPoint(%v, %v).id`, r.Located.X, r.Located.Y), &got)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestAClickOnWhatActsLikeAControlIsRecordedAsIt(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>.r{cursor:pointer}</style><div class=r><p id=inner>Sarah Chen</p><p>Q3</p></div>`)
	tb.look()
	tb.click("#inner")
	tb.eval(`document.body.append('more')`, nil)
	steps := tb.closed(1)
	got := steps[0].opened.Step
	if got.Tool.Target.Role != "generic" || got.Tool.Target.Name != "Sarah Chen Q3" {
		t.Errorf("recorded as %+v", got.Tool.Target)
	}
}

// TestTenThousandClickableBoxes lists as many as a look holds, those in view
// among them, and lets the page go on meanwhile.
func TestTenThousandClickableBoxes(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<style>.b{cursor:pointer}</style><h1>All</h1><section>' + Array.from({length: 10000}, (_, i) => '<div class=b>Box ' + i + '</div>').join('') + '</section>'; scrollTo(0, 90000)`, nil)
	seen := tb.outline()
	if n := len(seen.Observation.A11y.Nodes); n != 2000 || !seen.Observation.Truncated || !seen.Outline.Truncated {
		t.Errorf("%d nodes, truncated %v and %v", n, seen.Observation.Truncated, seen.Outline.Truncated)
	}
	inView := 0
	for _, n := range seen.Observation.A11y.Nodes {
		if !n.Offscreen {
			inView++
		}
	}
	if inView < 10 {
		t.Errorf("%d boxes in view are listed", inView)
	}
}

// rules returns a style sheet as kits have: for many components, of which a page shows none.
func rules(n int) (css string) {
	for i := range n {
		css += fmt.Sprintf(".x%d .item:hover,.item.x%d:hover{color:red}", i, i)
	}
	return css
}

// TestAnImportFromElsewhereHidesNoRules draws a sheet that imports one of another origin, as those with fonts do.
func TestAnImportFromElsewhereHidesNoRules(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<style>@import "http://127.0.0.1:1/fonts.css"; .item:hover{color:red}</style><b class=item>Ratings</b>`)
	tb.waitFor(`(() => { const { styleSheet } = [...document.styleSheets].at(-1).cssRules[0]; try { return styleSheet && !styleSheet.cssRules; } catch { return true; } })()`)
	if nodes := tb.look().A11y.Nodes; !slices.ContainsFunc(nodes, func(n node) bool { return n.Role == "generic" && n.Name == "Ratings" }) {
		t.Errorf("listed are %v", nodes)
	}
}
