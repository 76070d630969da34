package flow

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestANegatedGoalIsAnotherTask asks for a task with and without a word that negates it.
func TestANegatedGoalIsAnotherTask(t *testing.T) {
	flows := map[string]*types.Flow{}
	for goal, name := range map[string]string{"Mark the parcel of Ada Brook as fragile": "Ada Brook", "Mark the mail Rent as not urgent": "Rent"} {
		tape := record(1, goal).on("/list", `button "Mark"`).click(`button "Mark"`, row(name+" · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		flows[goal[9:13]] = distil(tape)[0]
	}
	for goal, known := range map[string]bool{
		"Mark the parcel of Dirk Moor as fragile":           true,
		"Mark the parcel of Dirk Moor as not fragile":       false,
		"Mark the parcel of Dirk Moor not as fragile":       false,
		"Mark the parcel of Dirk Moor as never fragile":     false,
		"Mark the parcel of Dirk Moor as no longer fragile": false,
		"Mark the parcel of Bo Lee, but don't as fragile":   false,
		"Mark the parcel of Dirk Moor as non fragile":       false,
		`Mark the parcel of "Do Not" as fragile`:            true,
		"Mark the parcel of Why Not as fragile":             false, // it may be negated
		"Mark the parcel of No 5 as fragile":                true,
		"Mark the mail Lunch as not urgent":                 true,
		"Mark the mail Lunch as urgent":                     false,
	} {
		calls := Rank([]*types.Flow{flows[goal[9:13]]}, goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely && len(calls[0].Missing) == 0; got != known {
			t.Errorf("%s: known %v, want %v: %+v", goal, got, known, calls)
		}
	}
}

// TestAStateIsNoAction asks for other tasks with the object of a deletion.
func TestAStateIsNoAction(t *testing.T) {
	tape := record(1, "Delete the user Ada Brook").on("/list", `button "Delete"`, `button "Delete"`).click(`button "Delete"`, row("Ada Brook · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
	f := distil(tape)
	for goal, known := range map[string]bool{
		"Delete the user Dirk Moor":             true,
		"I want the user Dirk Moor deleted":     true,
		"Show the deleted user Dirk Moor":       false,
		"Open the deleted user Dirk Moor":       false,
		"Write to the deleted user Dirk Moor":   false,
		"Restore the deleted user Dirk Moor":    false,
		"Start with the removed user Dirk Moor": false,
	} {
		calls := Rank(f, goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely; got != known {
			t.Errorf("%s: known %v, want %v: %+v", goal, got, known, calls)
		}
	}
}

// TestSettingSomethingIsNoDeletion asks for changes with the object of a deletion, which would be offered as similar.
func TestSettingSomethingIsNoDeletion(t *testing.T) {
	tape := record(1, "Delete the tag Tides").on("/tags", `button "Delete"`, `button "Delete"`).click(`button "Delete"`, row("Tides · 3"))
	f := distil(tape)
	for goal, offered := range map[string]bool{
		"Remove the tag Boats":                    true,
		"Set the colour of the tag Boats to blue": false,
		"Set the tag Boats to deleted":            true,
	} {
		calls := Rank(f, goal)
		if got := len(calls) > 0 && calls[0].Confidence > opposed; got != offered {
			t.Errorf("%s: offered %v, want %v: %+v", goal, got, offered, calls)
		}
	}
}

// TestOppositesAreOtherTasks asks for the opposite of a known task, both ways.
func TestOppositesAreOtherTasks(t *testing.T) {
	for _, pair := range strings.FieldsFunc(`Archive the mail|Unarchive the mail;Mute the channel|Unmute the channel;Lock the account|Unlock the account;Like the post|Dislike the post;Check in the guest|Check out the guest;Turn on the lamp|Turn off the lamp
Increase the limit of the card|Decrease the limit of the card;Move the entry up|Move the entry down;Import the list|Export the list;Upload the file|Download the file;Hide the column|Show the column;Pause the job|Resume the job;Start the server|Stop the server
Publish the page|Unpublish the page;Subscribe to the list|Unsubscribe from the list;Buy the share|Sell the share;Borrow the book|Lend the book;Open the account|Close the account;Accept the offer|Decline the offer;Join the room|Leave the room;Pin the note|Unpin the note
Assign the ticket|Unassign the ticket;Connect the wallet|Disconnect the wallet;Install the plugin|Uninstall the plugin;Promote the member|Demote the member;Tick the item|Untick the item;Refund the order|Charge the order;Freeze the card|Unfreeze the card
Confirm the booking of|Cancel the booking of;Allow the device|Block the device;Approve the request of|Reject the request of;Grant the role|Revoke the role;Encrypt the disk|Decrypt the disk;Set the start date of|Set the end date of;Save the draft|Discard the draft
Change the billing address of|Change the shipping address of;Show the public key of|Show the private key of;Delete the user|Delete the group;Duplicate the slide|Delete the slide;Send the daily report to|Send the weekly report to`, func(c rune) bool { return c == ';' || c == '\n' }) {
		one, other, _ := strings.Cut(pair, "|")
		for _, way := range [][2]string{{one, other}, {other, one}} {
			verb := strings.Fields(way[0])[0]
			tape := record(1, way[0]+" Ada Brook").on("/list", `button "`+verb+`"`, `button "`+verb+`"`).click(`button "`+verb+`"`, row("Ada Brook · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
			f := distil(tape)
			if calls := Rank(f, way[0]+" Dirk Moor"); len(calls) == 0 || calls[0].Confidence < likely || len(calls[0].Missing) > 0 {
				t.Errorf("%s is not known: %+v", way[0], calls)
			}
			if calls := Rank(f, way[1]+" Dirk Moor"); len(calls) > 0 && calls[0].Confidence >= likely {
				t.Errorf("%s is known as %s: %+v", way[1], way[0], calls)
			}
		}
	}
}

// TestAnAmountIsOneNumber reads the amount of a transfer, and gives none where the words around it make it another.
func TestAnAmountIsOneNumber(t *testing.T) {
	for value, want := range map[string]bool{"35": true, "-35": true, "1,000.50": true, "1 000,50": true, "35 EUR": true, "€ 35": true, "0.2 ETH": true,
		"half of 20": false, "20 more": false, "up to 35": false, "35 out": false, "35 or 40": false, "all": false, "20 a month": false} {
		if got := isAmount(value); got != want {
			t.Errorf("%s: %v, want %v", value, got, want)
		}
	}
}

// TestASecondTaskIsNoValue asks for more behind a known task.
func TestASecondTaskIsNoValue(t *testing.T) {
	tape := record(1, "Add the user anna to the group Editors").on("/users", `textbox "User"`, `textbox "Group"`, `button "Add"`).write(`textbox "User"`, "anna").write(`textbox "Group"`, "Editors").click(`button "Add"`)
	f := distil(tape)
	for goal, want := range map[string]string{"Add the user bob to the group Admins": "Admins", `Add the user bob to the group "Salt and Pepper"`: "Salt and Pepper", "Add the user bob to the group Salt and Pepper": "", "Add the user bob to the group Admins, then remove eve": "", "Add the user bob to the group Admins and then log out": ""} {
		if calls := Rank(f, goal); len(calls) == 0 || calls[0].Params["group"] != want {
			t.Errorf("%s: %+v, want the group %q", goal, calls, want)
		}
	}
}

// TestAQuestionIsNoOrder asks about a deletion, and politely for one. A flow that a question taught is known by it.
func TestAQuestionIsNoOrder(t *testing.T) {
	var flows []*types.Flow
	for _, goal := range []string{"Delete the user Ada Brook", "Show the balance of Ada Brook", "Which users has the group Ada Brook?"} {
		tape := record(1, goal).on("/list", `button "Go"`, `button "Go"`).click(`button "Go"`, row("Ada Brook · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		flows = append(flows, distil(tape)[0])
	}
	for goal, known := range map[string]bool{
		"Can you delete the user Dirk Moor?":      true,
		"Should I delete the user Dirk Moor?":     false,
		"Can I delete the user Dirk Moor?":        false,
		"How do I delete the user Dirk Moor":      false,
		"Was the user Dirk Moor deleted?":         false,
		"When was the user Dirk Moor deleted":     false,
		"Who deleted the user Dirk Moor?":         false,
		"Will you show the balance of Dirk Moor?": true,
		"Which users has the group Dirk Moor?":    true,
	} {
		calls := Rank(flows, goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely; got != known {
			t.Errorf("%s: known %v, want %v: %+v", goal, got, known, calls)
		}
	}
}

// TestAValueIsNotTheRestOfAGoal asks for more or something vaguer than a flow does with its values: it leaves the value
// open, or the goal is another task.
func TestAValueIsNotTheRestOfAGoal(t *testing.T) {
	filled := func(goal, press string, fields ...string) []*types.Flow {
		var elements []string
		for i := 0; i < len(fields); i += 2 {
			elements = append(elements, `textbox "`+fields[i]+`"`)
		}
		tape := record(1, goal).on("/form", append(elements, `button "`+press+`"`)...)
		for i := 0; i < len(fields); i += 2 {
			tape.write(`textbox "`+fields[i]+`"`, fields[i+1])
		}
		tape.click(`button "` + press + `"`)
		return distil(tape)
	}
	deletion := record(1, "Delete the user Ada Brook").on("/list", `button "Delete"`, `button "Delete"`).click(`button "Delete"`, row("Ada Brook · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
	flows := map[string][]*types.Flow{
		"delete":   distil(deletion),
		"limit":    filled("Set the limit of the card to 500", "Save", "Limit", "500"),
		"transfer": filled("Transfer 50 from Main to Savings", "Transfer", "Amount", "50", "From account", "Main", "To account", "Savings"),
		"mail":     filled("Send a mail to ann@x.example with the subject Lunch", "Send", "To", "ann@x.example", "Subject", "Lunch"),
		"role":     filled("Give the user anna the role Editor", "Save", "User", "anna", "Role", "Editor"),
		"room":     filled("Book the room Tower for 3 nights for Fanny Moll", "Book", "Room", "Tower", "Nights", "3", "Guest", "Fanny Moll"),
		"ticket":   filled("Set the state of the ticket T-7 to Closed", "Save", "Ticket", "T-7", "State", "Closed"),
		"supplier": filled("Add the supplier Brandt to the table pumps", "Add", "Supplier", "Brandt", "Table", "pumps"),
		"file":     filled("Rename the file report.txt to summary.txt", "Rename", "File", "report.txt", "New name", "summary.txt"),
	}
	for _, x := range []struct {
		flow, goal string
		runs       bool
	}{
		{"delete", "Delete the comment of the user Dirk Moor", false},
		{"delete", "Delete the users Dirk Moor and Eva Lind", false},
		{"delete", "Show me how to delete the user Dirk Moor", false},
		{"delete", "Find out who can delete the user Dirk Moor", false},
		{"limit", "Set the limit of the card to 900", true},
		{"limit", "Set the card limit to 900", true},
		{"limit", "Set the limit of the card to 900 EUR", true},
		{"limit", "Set the limit of the card to 70%", false},
		{"limit", "Set the limit of the card to the maximum", false},
		{"limit", "Set the limit of the card to 900 or 950", false},
		{"transfer", "Transfer 70 from Holiday to Rent", true},
		{"transfer", "Transfer 70 from Holiday to Rent every month", false},
		{"transfer", "Transfer 70 from Holiday to Rent on Monday", false},
		{"mail", "Send a mail to bob@y.example with the subject Dinner", true},
		{"mail", "Send a mail to everyone with the subject Dinner", false},
		{"mail", "Send a mail to bob@y.example and eve@y.example with the subject Dinner", false},
		{"mail", "Send a mail to bob@y.example with the subject of the last mail", false},
		{"mail", "Forward the mail to bob@y.example with the subject Dinner", false},
		{"role", "Give the user bob the role of Viewer", true},
		{"role", "Give the users bob and eve the role Viewer", false},
		{"room", "Book the room Attic for 2 nights for Gregor Laib", true},
		{"room", "Book the room Attic for 2 more nights for Gregor Laib", false},
		{"room", "Book the room next to Attic for 2 nights for Gregor Laib", false},
		{"ticket", "Set the state of the ticket T-9 to Open", true},
		{"ticket", "Set the state of the ticket T-9 and of T-10 to Open", false},
		{"ticket", "Set the state of the ticket T-9 to what it was before", false},
		{"delete", "Delete the user Dirk Moor, do not", false},
		{"delete", "Delete the user Dirk Not", true},
		{"supplier", "Add the supplier Moll to the table suppliers", true},
		{"supplier", "Add the suppliers Moll and Laib to the table pumps", false},
		{"file", "Rename the file a.txt to its date", false},
		{"file", "Rename the file a.txt to b.txt and delete c.txt", false},
		{"file", "Rename the file a.txt to salt and pepper", true},
	} {
		calls := Rank(flows[x.flow], x.goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely && len(calls[0].Missing) == 0; got != x.runs {
			t.Errorf("%s: runs %v, want %v: %+v", x.goal, got, x.runs, calls)
		}
	}
}

// TestToSetAValueIsNotToAdd asks for a change of a thing like the one that a flow adds.
func TestToSetAValueIsNotToAdd(t *testing.T) {
	flows := distil(record(1, "Add the stone Onyx for 120").on("/stones", `textbox "Name"`, `textbox "Price"`, `button "Create"`).
		write(`textbox "Name"`, "Onyx").write(`textbox "Price"`, "120").click(`button "Create"`))
	for goal, known := range map[string]bool{"Set the price of the stone Gneiss to 61": false, "Set a stone Tuff for 15": false, "Create the stone Tuff for 15": true} {
		calls := Rank(flows, goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely; got != known {
			t.Errorf("%s: known %v, want %v: %+v", goal, got, known, calls)
		}
	}
}
