package gateway

import (
	"fmt"
	"strings"
	"testing"
)

// TestWithRows finds rows by their texts where a snapshot has none.
func TestWithRows(t *testing.T) {
	for _, c := range []struct{ name, lines, rows string }{
		{"buttons of several rows", `text "Bob"|text "Guest"|button "Remove"|text "Cid"|button "Edit"|button "Remove"`, "Bob Guest Remove; Cid Edit Remove"},
		{"one row with data", `link "New"|text "Cid"|text "cid@club.org"|button "Remove"`, "Cid cid@club.org Remove"},
		{"one text and a button", `text "Welcome"|button "Start"`, ""},
		{"labels of fields", `text "Name"|textbox "Name"|text "Size 2"|combobox "Size 2"|button "Save"`, ""},
		{"a label of its own control", `text "Agree 1"|checkbox "Agree 1"`, ""},
		{"blank texts", `text "Bob 1"|text " "|button "Remove"`, "Bob 1 Remove"},
		{"a blank text between buttons", `text "Bob 1"|button "Edit"|text " "|button "Remove"`, "Bob 1 Edit Remove"},
		{"parts of a control", `button "Buy"|+text "Buy 1"|+link "x"`, ""},
		{"rows that are there", `row "A"|+text "Bob 1"|+button "Remove"`, ""},
		{"a control with content", `text "Bob 1"|link "Open"|+text "Open"|text "Al 2"|link "Open"`, "Bob 1 Open Open; Al 2 Open"},
		{"boxes before texts", `button "Sort"|checkbox ""|text "Basalt"|link "North"|text "40"|checkbox ""|text "Chalk"|link "South"|text "8"|text "1–2 of 2"`, "Basalt North 40; Chalk South 8"},
		{"boxes below a heading text", `text "Stones"|checkbox ""|text "Basalt"|checkbox ""|text "Chalk"`, ""},
		{"a box for all and boxes before texts", `checkbox ""|checkbox ""|text "Milk"|checkbox ""|text "Bank"`, ""},
		{"buttons before texts", `heading "Mails"|button "Star"|text "Ada"|button "Star"|text "Grace"`, "Star Ada; Star Grace"},
		{"buttons behind texts, and a text", `text "Bob"|button "Remove"|text "Cid"|button "Remove"|text "2 members"`, "Bob Remove; Cid Remove"},
		{"boxes behind texts", `text "Bob"|text "b@c.org"|checkbox ""|text "Cid"|text "c@c.org"|checkbox ""`, "Bob b@c.org; Cid c@c.org"},
		{"texts behind links and buttons", `link "All"|link "Ann"|button ""|button "2 Jobs"|text "2 Jobs"|link "Bo"|button ""|button "3 Jobs"|text "3 Jobs"|link "Cy"|button ""|button "2 Jobs"|text "2 Jobs"`, "Ann 2 Jobs 2 Jobs; Bo 3 Jobs 3 Jobs; Cy 2 Jobs 2 Jobs"},
		{"the same, and a button above", `link "All"|button ""|link "Ann"|button ""|button "2 Jobs"|text "2 Jobs"|link "Bo"|button ""|button "3 Jobs"|text "3 Jobs"|link "Cy"|button ""|button "2 Jobs"|text "2 Jobs"`, "Bo 3 Jobs 3 Jobs; Cy 2 Jobs 2 Jobs"},
		{"texts before or behind", `link "Ann"|button "a"|text "1"|link "Bo"|button "b"|text "2"|link "Cy"|button "c"|text "3"`, ""},
		{"a button above rows, and a text below", `button "New"|text "Bob"|button "Remove"|text "Cid"|button "Remove"|text "2 members"`, "Bob Remove; Cid Remove"},
		{"links before buttons", `link "Inbox"|link "Sent"|link "Ada 1"|button "Star"|button "Archive"|link "Grace 2"|button "Star"|button "Archive"`, "Ada 1 Star Archive; Grace 2 Star Archive"},
		{"one link before buttons", `link "Report 1"|button "Edit"|button "Edit"`, ""},
		{"cells below as many heads", `columnheader "Plate"|columnheader ""|gridcell "A 1"|gridcell ""|+button "more"|rowheader "B 2"|gridcell ""|+button "more"`, "Plate; A 1 more; B 2 more"},
		{"cells of which one is missing", `columnheader "Plate"|columnheader ""|gridcell "A 1"|gridcell ""|gridcell "B 2"`, ""},
		{"a button below cells", `columnheader "Plate"|columnheader ""|gridcell "A 1"|gridcell ""|button "Add"|gridcell "2"`, ""},
		{"days of a month", `columnheader "Mo"|columnheader "Tu"|gridcell "1"|gridcell "2"|gridcell "3"|gridcell "4"`, ""},
		{"heads without cells", `columnheader "Plate"|columnheader ""`, ""},
		{"rows below heads", `text "Name"|text "Mail"|text "Bob"|text "b@c.org"|button "Edit"|text "Cid"|text "c@c.org"|button "Edit"|text "Dan"|text "d@c.org"|button "Edit"`, "Bob b@c.org Edit; Cid c@c.org Edit; Dan d@c.org Edit"},
		{"a text above rows", `text "Members"|text "Bob"|text "b@c.org"|button "Edit"|text "Cid"|text "c@c.org"|button "Edit"|text "Dan"|text "d@c.org"|button "Edit"`, "Members Bob b@c.org Edit; Cid c@c.org Edit; Dan d@c.org Edit"},
		{"rows of unequal lengths", `text "Name"|text "Mail"|text "Bob"|text "b@c.org"|button "Edit"|text "Cid"|text "c@c.org"|button "Edit"|text "Dan"|text "d@c.org"|button "Edit"|text "Eve"|button "Edit"`, "Name Mail Bob b@c.org Edit; Cid c@c.org Edit; Dan d@c.org Edit; Eve Edit"},
		{"two rows", `text "Name"|text "Mail"|text "Bob"|text "b@c.org"|button "Edit"|text "Cid"|text "c@c.org"|button "Edit"`, "Name Mail Bob b@c.org Edit; Cid c@c.org Edit"},
		{"a text in each row", `text "Name"|text "Bob"|button "Edit"|text "Cid"|button "Edit"|text "Dan"|button "Edit"`, "Name Bob Edit; Cid Edit; Dan Edit"},
		{"links beside each other", `link "Inbox"|link "Sent"|link "Open"|text "x"|link "Open"`, ""},
	} {
		var tree []element
		for i, line := range strings.Split(c.lines, "|") {
			e := element{flags: map[string]string{}, ref: fmt.Sprint(i)}
			if inner, deeper := strings.CutPrefix(line, "+"); deeper {
				line, e.depth = inner, 1
			}
			e.role, e.name, _ = strings.Cut(line, " ")
			e.name = strings.Trim(e.name, `"`)
			tree = append(tree, e)
		}
		var rows []string
		got := withRows(tree)
		for i := range got {
			if got[i].ref != "" { // it was there
				continue
			}
			var names []string
			for k := i + 1; k < len(got) && got[k].depth > got[i].depth; k++ {
				if name := strings.TrimSpace(got[k].name); name != "" {
					names = append(names, name)
				}
			}
			rows = append(rows, strings.Join(names, " "))
		}
		if all := strings.Join(rows, "; "); all != c.rows || len(got) != len(tree)+len(rows) {
			t.Errorf("%s: rows are %q, want %q", c.name, all, c.rows)
		}
	}
}

// TestReadsUIDs reads a text that Chrome DevTools MCP lists in parts with one uid, and refuses
// two controls with one.
func TestReadsUIDs(t *testing.T) {
	for lines, want := range map[string]string{
		"uid=1_0 text \"a\"\n  uid=1_1 \"one \"\n  uid=1_1 \"two\"\n  uid=1_2 button \"Save\"":                                                "text 1_0, text 1_1, text , button 1_2",
		"uid=1_1 button \"Save\"\n  uid=1_1 \"\u200b\"":                                                                                       "button 1_1, text ",
		"uid=1_1 Date \"From\"\nuid=1_2 DateTime \"To\"\nuid=1_3 InputTime \"At\" value=\"\"\nuid=1_4 DisclosureTriangle \"More\" expandable": "textbox 1_1, textbox 1_2, textbox 1_3, button 1_4",
		"uid=1_1 button \"Save\"\nuid=1_1 button \"Pay\"":                                                                                     "",
		"uid=1_1 \"Save\"\nuid=1_1 button \"Pay\"":                                                                                            "",
	} {
		tree, err := readUIDs(lines)
		var got []string
		for _, e := range tree {
			got = append(got, e.role+" "+e.ref)
		}
		if strings.Join(got, ", ") != want || (err == nil) != (want != "") {
			t.Errorf("%q is read as %q, %v", lines, got, err)
		}
	}
}
