package mcptools

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// pageOf makes a view of a page that is written one item a line: an indented
// line goes on with the row above it.
//
//	e1 button Save        an element
//	=Total                a text; !Saved a message, #Name a column's header
//	[3                    a list begins; each line is a row of it until ]
//
// A trailing * is selected, v outside the view, ^ covered, ? shown on hover, > collapsed, / pressed or checked. {words} are the code's
// name of an element, {|Name} the column that it is in, {#id} its test id.
func pageOf(page string) *view {
	v := &view{outline: &types.Outline{}}
	row, list := 0, 0
	for said := range strings.Lines(page) {
		said = strings.TrimRight(said, "\n")
		inner := strings.HasPrefix(said, "\t\t")
		said = strings.TrimSpace(said)
		if said == "" {
			continue
		}
		switch said[0] {
		case '[':
			_, _ = fmt.Sscanf(said, "[%d", &list)
			continue
		case ']':
			list = 0
			continue
		}
		it := types.OutlineItem{List: list}
		for end := true; end; {
			switch {
			case strings.HasSuffix(said, " *"):
				it.Selected = true
			case strings.HasSuffix(said, " v"):
				it.Offscreen = true
			case strings.HasSuffix(said, " ^"):
				it.Covered = true
			default:
				end = false
				continue
			}
			said = said[:len(said)-2]
		}
		if inner || list > 0 {
			if !inner {
				row++
			}
			it.Row = row
			if inner && v.outline.Items[len(v.outline.Items)-1].Row == 0 {
				row++
				v.outline.Items[len(v.outline.Items)-1].Row, it.Row = row, row
			}
		}
		kinds := map[byte]string{'=': "", '!': types.TextMessage, '#': types.TextHeader, ':': types.TextLabel}
		if kind, is := kinds[said[0]]; is {
			it.Text, it.Kind = said[1:], kind
		} else {
			said, hover := strings.CutSuffix(said, " ?")
			said, closed := strings.CutSuffix(said, " >")
			said, checked := strings.CutSuffix(said, " /")
			said, beside, _ := strings.Cut(strings.TrimSuffix(said, "}"), " {")
			f := strings.SplitN(said, " ", 3)
			n := types.A11yNode{Ref: f[0], Role: f[1], Offscreen: it.Offscreen}
			if len(f) > 2 {
				n.Name = f[2]
			}
			if n.Role == "heading" {
				n.Level = 2
			}
			if hover {
				n.Unseen = types.OnHover
			}
			if closed {
				n.Expanded = "false"
			}
			if checked {
				n.Checked = "true"
			}
			id, isID := strings.CutPrefix(beside, "#")
			column, isCell := strings.CutPrefix(beside, "|")
			switch {
			case isID:
				n.TestID = id
			case isCell:
				it.Hint, it.Kind = column, types.TextCell
			default:
				it.Hint = beside
			}
			it.Ref = n.Ref
			v.nodes = append(v.nodes, n)
		}
		v.outline.Items = append(v.outline.Items, it)
	}
	return v
}

// TestAnAskedPartHasWholeNames asks for the answers of find: a word beyond the end of a
// shortened name could not be seen otherwise.
func TestAnAskedPartHasWholeNames(t *testing.T) {
	name := strings.Repeat("word ", 40) + "last"
	v := pageOf("e1 button " + name)
	if got, want := plainText(v, describeBudget), `e1 button "`+name+`"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := screenText(v, describeBudget); strings.Contains(got, "last") {
		t.Errorf("the screen has all of a long name: %s", got)
	}
}

func TestScreenText(t *testing.T) {
	for name, c := range map[string]struct{ page, want string }{
		"nothing": {"", ""},
		"headings, texts and controls in their order": {`
e1 heading Account
=Balance
=0.5 ETH
e2 button Send
!Payment sent
=Anything else?
`, `e1 heading2 "Account"
"Balance · 0.5 ETH"
e2 button "Send"
message "Payment sent"
"Anything else?"
`},
		"a row is one line": {`
=Sarah Chen
		=Q3 roadmap review
		e12 checkbox
		e13 button Star
		e14 generic Open
`, `"Sarah Chen · Q3 roadmap review" e12 checkbox near "Sarah Chen" e13 button "Star" e14 clickable "Open"
`},
		"a dialog that a row holds has a line apart from what it covers": {`
=web1
		e12 link View ^
		e13 button Expire ^
		e14 heading Expire Silence
		=Are you sure?
		e15 button Confirm
`, `"web1" e12 link "View" e13 button "Expire" covered
e14 heading2 "Expire Silence" · "Are you sure?" e15 button "Confirm"
`},
		"a text behind a control is not its name": {`
e12 checkbox
		=Sarah Chen
`, `e12 checkbox near "Sarah Chen" · "Sarah Chen"
`},
		"a text above a field without a name is its label, and one that repeats a name is left out": {`
=Unfiltered
e1 switch
=Vessel
e2 combobox Vessel
		=Vessel 1
=Malts
e3 button
`, `"Unfiltered" e1 switch
e2 combobox "Vessel" · "Vessel 1"
"Malts"
e3 button
`},
		"a text with a colon is the label of the field behind it": {`
=Show
		e1 textbox
		=entries
		=Search:
		e2 textbox
`, `"Show" e1 textbox near "Show" · "entries · Search:" e2 textbox near "Search:"
`},
		"a link is left out if the item around it has its name": {`
e1 menuitem Voyages
		e2 link Voyages
		e3 link Crew
		e4 link Crew
`, `e1 menuitem "Voyages" e3 link "Crew" (1 of 2) e4 link "Crew" (2 of 2)
`},
		"rows that are alike say once what each has": {`
[1
e1 checkbox
		=Sarah Chen
		e2 button Star
e3 checkbox
		=Tom Wu
		e4 button Star
e5 checkbox *
		=Ann Lee
		e6 button Star
=Older mail
]
`, `most of 4 rows: checkbox, button "Star"
e1 · "Sarah Chen" e2
e3 · "Tom Wu" e4
e5 selected · "Ann Lee" e6
"Older mail"
`},
		"names that differ are said in the row": {`
[1
e1 link INV-1
		=Acme
e2 link INV-2
		=Beta
e3 link INV-3
		=Corp
]
`, `each of 3 rows: link
e1 "INV-1" · "Acme"
e2 "INV-2" · "Beta"
e3 "INV-3" · "Corp"
`},
		"names that say the row are said once": {`
[1
#Task
		#Action
e1 checkbox Buy milk
		e2 button Delete Buy milk now
e3 checkbox Call
		e4 button Delete Call now
e5 checkbox Read
		e6 button Delete Read now
]
`, `columns "Task · Action"
each of 3 rows: checkbox, button "Delete … now"
e1 "Buy milk" e2
e3 "Call" e4
e5 "Read" e6
`},
		"a name is no part of a longer word": {`
[1
e1 link Person 1
		=person1@a.example
		e2 checkbox Select Person 1
e3 link Person 2
		=person2@a.example
		e4 checkbox Select Person 2
e5 link Person 3
		=person3@a.example
		e6 checkbox Select Person 3
]
`, `each of 3 rows: link, checkbox "Select …"
e1 "Person 1" · "person1@a.example" e2
e3 "Person 2" · "person2@a.example" e4
e5 "Person 3" · "person3@a.example" e6
`},
		"switches without names have their labels": {`
=Dark mode
		=On every device
		e1 generic
=Sound
		e2 generic
e3 generic
		=Size
		e4 generic
`, `"Dark mode · On every device" e1 clickable near "Dark mode"
"Sound" e2 clickable
e3 clickable near "Size" · "Size" e4 clickable near "Size" (2)
`},
		"names that say something else are kept": {`
[1
e1 checkbox Buy milk
		e2 button Delete tea now
e3 checkbox Call
		e4 button Delete Call now
e5 checkbox Read
		e6 button Delete Read now
]
`, `each of 3 rows: checkbox, button
e1 "Buy milk" e2 "Delete tea now"
e3 "Call" e4 "Delete Call now"
e5 "Read" e6 "Delete Read now"
`},
		"equals in rows that say the same": {`
[1
e1 link Sent
		=Confirmed
e2 link Got
		=Confirmed
e3 link Sent
		=Confirmed
]
`, `each of 3 rows: link
e1 "Sent" (1 of 2) · "Confirmed"
e2 "Got" · "Confirmed"
e3 "Sent" (2 of 2) · "Confirmed"
`},
		"a sign alone says nothing": {`
e1 button Close
		=×
=★★★☆☆
=5
`, `e1 button "Close"
"★★★☆☆ · 5"
`},
		"headers of columns": {`
#Name
		#Amount
`, `columns "Name · Amount"
`},
		"a label that is the name is not said again": {`
:Email
		e1 textbox Email
:Password *
		e2 textbox Password
:Why
		e3 textbox
`, `e1 textbox "Email"
e2 textbox "Password" selected
"Why" e3 textbox
`},
		"one tab of several is selected": {`
[1
e1 tab Stock *
		e2 tab Orders
]
`, `e1 tab "Stock" selected e2 tab "Orders"
`},
		"a pressed button is selected, a checked box says it once": {`
[1
e1 button Open / *
		e2 button Closed
e3 checkbox Mine / *
]
`, `e1 button "Open" selected e2 button "Closed"
e3 checkbox "Mine" checked
`},
		"of equal rows in two lists the first element has the number": {`
[1
e1 link Ann
		e2 button Edit
e3 link Bo
		e4 button Edit
]
[2
e5 link Ann
		e6 button Edit
e7 link Bo
		e8 button Edit
]
`, `e1 link "Ann" (1 of 2) e2 button "Edit"
e3 link "Bo" (1 of 2) e4 button "Edit"
e5 link "Ann" (2 of 2) e6 button "Edit"
e7 link "Bo" (2 of 2) e8 button "Edit"
`},
		"signs alone say nothing, marks of a row do": {`
=×
[1
=Tern
		=–
		=4 May
		=×
=Gull
		=✓
		=•
]
`, `"Tern · – · 4 May"
"Gull · ✓"
`},
		"columns with a title and a count": {`
[1
=To do
		=4
]
e1 button Add card
[1
=Done
		=4
]
e2 button Add card
`, `"To do · 4"
e1 button "Add card"
"Done · 4"
e2 button "Add card"
`},
		"a card whose heading is its link": {`
[1
e1 heading Blue shoes
		e2 link Blue shoes
		=$12
e3 heading Red shoes
		e4 link Red shoes
		=$13
]
`, `e2 link "Blue shoes" heading2 · "$12"
e4 link "Red shoes" heading2 · "$13"
`},
		"a menu": {`
e1 link Home
e2 link About us
e3 link Contact
e4 button Sign in
`, `links: e1 "Home" e2 "About us" e3 "Contact"
e4 button "Sign in"
`},
		"an alone control has its role": {`
e1 link Home
e2 link About us
`, `e1 link "Home"
e2 link "About us"
`},
		"equals are distinguished by what is near": {`
e1 heading Profile
=Your name
e2 textbox Name
e3 button Save
e4 heading Card
=Its number
e5 textbox Number
e6 button Save
`, `e1 heading2 "Profile"
"Your name"
e2 textbox "Name"
e3 button "Save" near "Your name"
e4 heading2 "Card"
"Its number"
e5 textbox "Number"
e6 button "Save" near "Its number"
`},
		"equals right below a text": {`
=Light theme
e1 button Choose
=Dark theme
e2 button Choose
`, `"Light theme"
e1 button "Choose"
"Dark theme"
e2 button "Choose"
`},
		"what shows on hover": {`
e1 button Reply ?
[1
=One
		e2 button Remove ?
=Two
		e3 button Remove ?
=Three
		e4 button Remove ?
]
`, `e1 button "Reply" on hover
each of 3 rows: button "Remove" on hover
"One" e2
"Two" e3
"Three" e4
`},
		"elements of one role side by side say it once": {`
=Theme
		e1 generic Light
		e2 generic Dark *
		e3 generic System
		e4 button Reset
=Accent
		e5 generic {dot}
		e6 generic {dot}
		e7 generic {dot}
		e8 generic More
`, `"Theme" clickables: e1 "Light" e2 "Dark" selected e3 "System" e4 button "Reset"
"Accent" clickables: e5 class "dot" e6 class "dot" e7 class "dot" e8 "More"
`},
		"a class word that all of them have is said once": {`
=Accent
		e5 generic {dot}
		e6 generic {dot}
		e7 generic {dot}
		e8 link More
`, `"Accent" clickables class "dot": e5 e6 e7 e8 link "More"
`},
		"what all rows have is said once": {`
[1
=One
		e1 checkbox
		e2 checkbox
		e3 checkbox
		e4 button Menu >
=Two
		e5 checkbox
		e6 checkbox /
		e7 checkbox
		e8 button Menu >
=Three
		e9 checkbox
		e10 checkbox
		e11 checkbox
		e12 button Menu >
]
`, `each of 3 rows: checkbox ×3, button "Menu" collapsed
"One" e1 e2 e3 e4
"Two" e5 e6 checked e7 e8
"Three" e9 e10 e11 e12
`},
		"a sign is less clear than its tooltip": {`
[1
=One
		e1 button ✎ {Rename}
=Two
		e2 button ✎ {Rename}
=Three
		e3 button ✎ {Rename}
]
e4 button ✕ {Discard}
`, `each of 3 rows: button class "Rename" "✎"
"One" e1
"Two" e2
"Three" e3
e4 button class "Discard" "✕"
`},
		"cells say their columns": {`
e1 generic 5 {|Mon}
[1
=Crane
		e2 generic 4 {|Mon}
		e3 checkbox {|Paid}
=Winch
		e4 generic {|Mon}
		e5 checkbox {|Paid}
=Office
		e6 generic 2 {|Mon}
		e7 checkbox {|Paid}
]
`, `e1 clickable column "Mon" "5"
each of 3 rows: clickable column "Mon", checkbox column "Paid"
"Crane" e2 "4" e3
"Winch" e4 e5
"Office" e6 "2" e7
`},
		"test ids that all rows have": {`
[1
=Food
		e1 generic 40 {#spent}
=Rent
		e2 generic 70 {#spent}
=Fun
		e3 generic 10 {#spent}
]
`, `each of 3 rows: clickable [spent]
"Food" e1 "40"
"Rent" e2 "70"
"Fun" e3 "10"
`},
		"class words that most have, and that end like shorter ones, are left out": {`
e1 generic {svg_menu ic-zoom-in tie-btn-zoomIn}
e2 generic {svg_menu ic-crop tie-btn-crop}
e3 generic {svg_menu ic-undo}
e4 generic {svg_menu}
`, `clickables: e1 class "ic-zoom-in" e2 class "ic-crop" e3 class "ic-undo" e4 class "svg_menu"
`},
		"of class words that end alike the rarer one is kept, and all behind a colon": {`
e1 button {num-button num-more-button}
e2 button {num-button}
e3 button {calm: x-close}
e4 button {wild: x-close}
`, `buttons: e1 class "num-more-button" e2 class "num-button" e3 class "calm: x-close" e4 class "wild: x-close"
`},
		"equals on a line stand behind their fields and heads": {`
e1 textbox Width
		e2 button +
		e3 button Swap
		e4 textbox Height
		e5 button +
e6 checkbox All
		e7 columnheader Name
		e8 button Filter
		e9 columnheader Team
		e10 button Filter
`, `e1 textbox "Width" e2 button "+" near "Width" e3 button "Swap" e4 textbox "Height" e5 button "+" near "Height"
e6 checkbox "All" e7 columnheader "Name" e8 button "Filter" near "Name" e9 columnheader "Team" e10 button "Filter" near "Team"
`},
		"equals that the code calls differently": {`
e1 generic function {palette-header}
e2 generic function {palette-label}
e3 button Save {one}
e4 button Save {one}
`, `e1 clickable "function" class "palette-header"
e2 clickable "function" class "palette-label"
e3 button "Save" (1 of 2)
e4 button "Save" (2 of 2)
`},
		"several equals in each row": {`
[1
=Food
		e1 button Note
		e2 button Note
=Rent
		e3 button Note
		e4 button Note
=Fun
		e5 button Note
		e6 button Note
]
`, `each of 3 rows: button "Note", button "Note"
"Food" e1 e2
"Rent" e3 e4
"Fun" e5 e6
`},
		"a message is shown whole": {`
e1 alert ` + strings.Repeat("word ", 30) + `end
`, `e1 alert "` + strings.Repeat("word ", 30) + `end"
`},
		"equals without anything near": {`
e1 button Save
e2 button Save
`, `e1 button "Save" (1 of 2)
e2 button "Save" (2 of 2)
`},
		"cards that stand side by side are rows": {`
=Bedroom
		e1 generic −
		=18 °C
		e2 generic +
		=Bathroom
		e3 generic −
		=22 °C
		e4 generic +
e5 generic Logos
		e6 generic ⋮
		e7 generic Print
		e8 generic ⋮
=welding
		e9 generic ×
		=urgent
		e10 generic ×
		=new
		e11 generic ×
`, `"Bedroom" e1 clickable "−" · "18 °C" e2 clickable "+"
"Bathroom" e3 clickable "−" · "22 °C" e4 clickable "+"
e5 clickable "Logos" e6 clickable "⋮"
e7 clickable "Print" e8 clickable "⋮"
each of 3 rows: clickable "×"
"welding" e9
"urgent" e10
"new" e11
`},
		"tags before the field that takes more": {`
e1 generic Rye
		e2 button ×
		e3 generic Oats
		e4 button ×
		e5 combobox Grains
`, `e1 clickable "Rye" e2 button "×"
e3 clickable "Oats" e4 button "×"
e5 combobox "Grains"
`},
		"equals of one line are distinguished by the texts before them": {`
=Crew
		=Ines
		e1 button Remove
		e2 button Open
		=Omar
		e3 button Remove
		e4 button Shut
`, `"Crew · Ines" e1 button "Remove" near "Ines" e2 button "Open" · "Omar" e3 button "Remove" near "Omar" e4 button "Shut"
`},
		"elements without a name behind a field are distinguished by it": {`
=Watch
		e1 button Day
		e2 spinbutton Pay
		e3 button
		e4 button Night
		e5 switch
		=On leave
`, `"Watch" e1 button "Day" e2 spinbutton "Pay" e3 button near "Pay" e4 button "Night" e5 switch near "On leave" · "On leave"
`},
		"behind several values with their labels, the last text is the label": {`
=Instance
		=i-ab
		=Address
		e1 button
=Zone
		=eu-a
		e2 button
`, `"Instance · i-ab · Address" e1 button near "Address"
"Zone · eu-a" e2 button near "Zone"
`},
		"counts and heads of columns label nothing, and a field of a row has the text before it": {`
=5
		e1 button
=Name
		e2 button
		e3 button Next
e4 checkbox
		#Kind
[1
=Fee
		e5 spinbutton
		e6 combobox Day
=Swan
		e7 link Boats
]
`, `"5" e1 button
"Name" e2 button near "Name" e3 button "Next"
e4 checkbox · columns "Kind"
"Fee" e5 spinbutton near "Fee" e6 combobox "Day"
"Swan" e7 link "Boats"
`},
		"a field called by its value has its label, and a button behind a field the label of that": {`
[
=Guests
		e1 spinbutton 4.00
		=Owner
		e2 textbox {kd}
		e3 button ...
		=Due
		e4 textbox {ld}
		e5 button ...
]
`, `"Guests" e1 spinbutton "4.00" near "Guests" · "Owner" e2 textbox class "kd" near "Owner" e3 button "..." near "Owner" · "Due" e4 textbox class "ld" near "Due" e5 button "..." near "Due"
`},
		"a row of different controls is one line, and so is one whose parts say the same": {`
=Crane
		e1 button 4
		=Winch
		e2 button 5
=Week
		e3 button Book
		=Week
		e4 button Book
`, `"Crane" e1 button "4" · "Winch" e2 button "5"
"Week" e3 button "Book" (1 of 2) · "Week" e4 button "Book" (2 of 2)
`},
		"a heading above a field tells it, though headings are a list": {`
e1 heading Profile
[1
e2 heading News
]
=Weekly
[1
e3 heading About
]
e4 textbox
`, `e1 heading2 "Profile"
e2 heading2 "News"
"Weekly"
e3 heading2 "About"
e4 textbox
`},
		"the half of a split button that opens its menu": {`
[1
e1 button Insert list {ul}
		e2 button Insert list >
		e3 button Undo
e4 button Insert list >
]
`, `buttons: e1 "Insert list" e2 class "menu of Insert list" collapsed e3 "Undo"
e4 button "Insert list" collapsed (2 of 2)
`},
		"a row tells equals apart, another equal row does not": {`
[1
=Tea
		e1 button Add
=Tea
		e2 button Add
=Milk
		e3 button Add
]
`, `each of 3 rows: button "Add"
"Tea" e1 (1 of 3)
"Tea" e2 (2 of 3)
"Milk" e3
`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := screenText(pageOf(c.page), describeBudget); got != strings.TrimRight(c.want, "\n") {
				t.Errorf("it is\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestASearchSaysIfItEndedBeforeThePage: nothing was found in a part of the page only.
func TestASearchSaysIfItEndedBeforeThePage(t *testing.T) {
	in := tool.DescribeInput{Find: "Letter 1500"}
	for truncated, want := range map[bool]string{
		false: "none of the 7 elements here fits, nor a text",
		true:  "none of the 7 elements here fits, nor a text; not all of the page was searched: an action on a text searches longer",
	} {
		if got := bodyText(in, &tool.DescribeResult{Total: 7, Truncated: truncated}, 900); got != want {
			t.Errorf("truncated %v: %s", truncated, got)
		}
	}
}

// TestASearchShowsAllOfARow finds a word behind the start of a row's text.
func TestASearchShowsAllOfARow(t *testing.T) {
	long := strings.Repeat("lorem ipsum ", 20) + "nascetur"
	v := pageOf("[1\n=Draft\n\t=" + long + "\n\te1 button Open\n=Sent\n\te2 button Open\n]\n")
	if got := plainText(v, describeBudget); !strings.Contains(got, "nascetur") {
		t.Errorf("it is\n%s", got)
	}
	if got := screenText(v, describeBudget); strings.Contains(got, "nascetur") {
		t.Errorf("a look shows all of it:\n%s", got)
	}
}

func TestWhatLiesInFrontComesFirst(t *testing.T) {
	v := pageOf("e1 heading News ^\n=Old news ^\ne2 link More ^\ne3 dialog Cookies\n=We use cookies\ne4 button Accept\n=About this page ^\n")
	for i := range v.nodes[2:] {
		v.nodes[2+i].Path = []string{`dialog "Cookies"`}
	}
	v.outline.Overlays = []types.Overlay{{Ref: "e3", Role: "dialog", Name: "Cookies", Covers: 2}}
	want := `overlay: e3 dialog "Cookies" covers 2 elements
in the dialog in front:
e3 dialog "Cookies"
"We use cookies"
e4 button "Accept"
behind it:
e1 heading2 "News"
"Old news"
e2 link "More"
"About this page"`
	if got := screenText(v, describeBudget); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	// An overlay that is no dialog lists the elements that it covers.
	v = pageOf("e1 button Pay ^\ne2 button Close\n")
	v.outline.Overlays = []types.Overlay{{Covers: 1}}
	if got, want := screenText(v, describeBudget), "overlay: a box covers 1 elements\ne1 button \"Pay\" covered\ne2 button \"Close\""; got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

func TestFramesOfOtherOriginsHaveTheirOwnPart(t *testing.T) {
	v := pageOf("=Pay here\ne1 textbox Card\n=of the frame\ne2 button Help\n")
	v.nodes[0].Origin, v.outline.Items[2].Origin = "https://pay.example", "https://pay.example"
	want := "\"Pay here\"\ne2 button \"Help\"\nin frame https://pay.example:\ne1 textbox \"Card\"\n\"of the frame\""
	if got := screenText(v, describeBudget); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

// longTable has n rows of which 10 are in view and one is selected.
func longTable(n int) *view {
	var b strings.Builder
	b.WriteString("e1 heading Orders\n[1\n")
	for i := range n {
		flags := ""
		if i == n/2 {
			flags = " *"
		}
		if i >= 10 {
			flags += " v"
		}
		fmt.Fprintf(&b, "=Order %d of customer number %d%s\n\t\te%d button Details%s\n", i, i*7919%1000, flags, 10+i, flags)
	}
	b.WriteString("]\ne5 button Next page v\n")
	return pageOf(b.String())
}

func TestFolding(t *testing.T) {
	v := longTable(400)
	v.goal = "open the details of order 333"
	got := screenText(v, describeBudget)
	for says, want := range map[string]bool{
		`each of 400 rows: button "Details"`: true, `"Order 0 of`: true, `"Order 9 of`: true, `"Order 10 of`: false, `"Order 200 of customer number 800" e210 selected`: true,
		`"Order 333 of`: true, `"Order 399 of`: true, `"Order 398 of`: false, `+132 more rows, e211 to e342: find or expand shows them`: true, `e5 button "Next page"`: true, "left out": false,
	} {
		if strings.Contains(got, says) != want {
			t.Errorf("it says %q: %v, want %v:\n%s", says, !want, want, got)
		}
	}
	// With room for all of them nothing is folded.
	if got := screenText(longTable(50), describeBudget); strings.Contains(got, "more rows") || strings.Count(got, "\n") != 52 {
		t.Errorf("folded without need:\n%s", got)
	}
	// Words that many rows have say nothing.
	v.goal = "see the details of an order of a customer"
	if got := screenText(v, describeBudget); strings.Count(got, "\n") > 20 {
		t.Errorf("every row fits the goal:\n%s", got)
	}
	// Where even the rows in view are too many, some of them are folded.
	if got := screenText(longTable(400), 150); strings.Contains(got, `"Order 5 of`) || !strings.Contains(got, `"Order 0 of`) || !strings.Contains(got, `"Order 399 of`) {
		t.Errorf("it is\n%s", got)
	}
}

// TestWhatIsInViewComesFirst describes a page with more out of view than the budget takes.
func TestWhatIsInViewComesFirst(t *testing.T) {
	var b strings.Builder
	b.WriteString("[1\n")
	for i := range 60 {
		flags := ""
		if i >= 12 {
			flags = " v"
		}
		fmt.Fprintf(&b, "e%d link Method %d%s\n", i+1, i, flags)
	}
	b.WriteString("]\n=A growable array type\n")
	for i := range 200 {
		fmt.Fprintf(&b, "=Paragraph %d of the long text below v\n\te%d link Source %d v\n", i, 100+i, i)
	}
	got := screenText(pageOf(b.String()), 600)
	for _, want := range []string{"Method 4", "Method 11", "A growable array type"} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks %q:\n%s", want, got)
		}
	}
}

func TestElementsWithoutOutlineAreFolded(t *testing.T) {
	list := func(n int, roles ...string) (nodes []types.A11yNode) {
		for i := range n {
			for j, role := range roles {
				nodes = append(nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i*len(roles)+j), Role: role, Name: fmt.Sprintf("%s %d", role, i), Offscreen: i > 5})
			}
		}
		return nodes
	}
	for name, c := range map[string]struct {
		nodes []types.A11yNode
		lines int
		says  string
	}{
		"nothing":             {nil, 0, ""},
		"few rows stay whole": {list(4, "link", "button"), 8, ""},
		"rows of two":         {list(300, "link", "button"), 9, "+293 more rows, e12 to e597: find or expand shows them"},
		"rows of five":        {list(200, "checkbox", "link", "cell", "button", "button"), 9, "+193 more rows"},
		"long list":           {list(400, "link"), 3, "+393 more rows"},
	} {
		t.Run(name, func(t *testing.T) {
			text := screenText(&view{nodes: c.nodes}, describeBudget)
			lines := 0
			if text != "" {
				lines = strings.Count(text, "\n") + 1
			}
			if lines != c.lines || !strings.Contains(text, c.says) {
				t.Errorf("%d lines, want %d and %q:\n%s", lines, c.lines, c.says, text)
			}
		})
	}
}

func TestOptionsOfAClosedListAreOnItsLine(t *testing.T) {
	nodes := []types.A11yNode{{Ref: "e1", Role: "combobox", Name: "Country"}}
	for i, name := range []string{"Chile", "China", "Cuba", "Cyprus", "Chad", "Congo"} {
		nodes = append(nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+2), Role: "option", Name: name, Path: []string{`combobox "Country"`}})
	}
	nodes = append(nodes, types.A11yNode{Ref: "e8", Role: "option", Name: "of a list that is open", Path: []string{"listbox"}})
	want := "e1 combobox \"Country\" of \"Chile\", \"China\", \"Cuba\", \"Cyprus\", \"Chad\" and 1 more\n" +
		"e8 option \"of a list that is open\""
	if got := screenText(&view{nodes: nodes}, describeBudget); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

// TestALabelLeavesOutTheNameBeforeIt writes labels that a page gives to equal elements of one line, or of their own.
func TestALabelLeavesOutTheNameBeforeIt(t *testing.T) {
	v := pageOf(`
=Phone
		e1 button Out
		=Laptop
		e2 button Out {Laptop Out}
=Tablet
		e3 button Out
`)
	for i, label := range map[int]string{1: "Phone Out", 3: "Laptop Out", 5: "Tablet"} {
		v.outline.Items[i].Hint, v.outline.Items[i].Kind = label, types.TextLabel
	}
	v.outline.Items = append(v.outline.Items[:2:2], append([]types.OutlineItem{{Text: "new", Row: 1}}, v.outline.Items[2:]...)...)
	want := `"Phone" e1 button "Out" near "Phone" · "new · Laptop" e2 button "Out" near "Laptop"
"Tablet" e3 button "Out"`
	if got := screenText(v, describeBudget); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

func TestWhatEndsALongPageIsKept(t *testing.T) {
	var nodes []types.A11yNode
	for i := range 600 {
		nodes = append(nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i), Role: []string{"textbox", "checkbox", "slider"}[i*i%7%3], Name: fmt.Sprintf("Field %d", i), TestID: fmt.Sprintf("f-%c", 'a'+i%26), Offscreen: i > 40})
	}
	nodes = append(nodes, types.A11yNode{Ref: "e600", Role: "button", Name: "Send", Offscreen: true})
	got := screenText(&view{nodes: nodes}, 1500)
	if !strings.Contains(got, "e0 ") || !strings.Contains(got, "…\n") || !strings.Contains(got, "e600 button \"Send\"\n") {
		t.Errorf("it is\n%s", got)
	}
}

// TestLongPagesStayWithinTheBudget checks that elements in view are kept before others, and controls
// before texts.
func TestLongPagesStayWithinTheBudget(t *testing.T) {
	var b strings.Builder
	mix := rand.New(rand.NewPCG(1, 2)) // no two lines alike
	for i := range 1500 {
		out := ""
		if i > 300 {
			out = " v"
		}
		switch kind := []string{"=", "=", "heading", "link", "button"}[mix.IntN(5)]; kind {
		case "=":
			fmt.Fprintf(&b, "=A text that says %d things%s\n", i, out)
		default:
			fmt.Fprintf(&b, "e%d %s %s number %d%s\n", i, kind, kind, i, out)
		}
	}
	for _, budget := range []int{400, describeBudget, 8000} {
		got := screenText(pageOf(b.String()), budget)
		if n := tokenCost(got); n > budget+30 {
			t.Errorf("%d tokens of %d", n, budget)
		}
		if !strings.Contains(got, "button number") || !strings.Contains(got, "more lines left out: find, expand or a larger budget shows them") {
			t.Errorf("the wrong things were left out:\n%.400s", got)
		}
	}
	got := screenText(pageOf(b.String()), describeBudget)
	if !strings.Contains(got, "link number 2") || strings.Contains(got, `says 1400 things`) {
		t.Errorf("the wrong things were left out:\n%.400s", got)
	}
}

// TestHugePagesAreSaidAsFarAsTheyFit checks that a page of 10,000 boxes that can be clicked, and
// one of 5 MB of text, are said as far as they fit.
func TestHugePagesAreSaidAsFarAsTheyFit(t *testing.T) {
	var boxes strings.Builder
	for i := range 10_000 {
		out := ""
		if i >= 60 {
			out = " v"
		}
		fmt.Fprintf(&boxes, "e%d generic Box %d%s\n", i, i, out)
	}
	got := screenText(pageOf(boxes.String()), describeBudget)
	for _, says := range []string{`clickables: e0 "Box 0"`, `e59 "Box 59"`, "+9939 more rows, e60 to e9998: find or expand shows them", `e9999 clickable "Box 9999"`} {
		if !strings.Contains(got, says) {
			t.Errorf("it does not say %q:\n%.3000s", says, got)
		}
	}
	long := &view{outline: &types.Outline{}}
	for i := range 50 {
		long.outline.Items = append(long.outline.Items, types.OutlineItem{Text: strings.Repeat(fmt.Sprintf("word%d ", i), 14_000), Offscreen: i > 2})
	}
	long.nodes = []types.A11yNode{{Ref: "e1", Role: "button", Name: "Agree", Offscreen: true}}
	if got := screenText(long, describeBudget); tokenCost(got) > describeBudget+30 || !strings.Contains(got, "word0 ") || !strings.Contains(got, `e1 button "Agree"`) {
		t.Errorf("%d tokens:\n%.2000s", tokenCost(got), got)
	}
}
