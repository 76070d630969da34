package flow

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestZZHarm(t *testing.T) {
	rowed := func(goal, verb, r string) []*types.Flow {
		tape := record(1, goal).on("/list", `button "`+verb+`"`, `button "`+verb+`"`).click(`button "`+verb+`"`, row(r), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		return Distil(site, []Run{{tape.session, tape.steps}}, func(o string) string { return o })
	}
	form := func(goal, submit string, fields ...string) []*types.Flow {
		var els []string
		for i := 0; i < len(fields); i += 2 {
			els = append(els, `textbox "`+fields[i]+`"`)
		}
		els = append(els, `button "`+submit+`"`)
		tape := record(1, goal).on("/form", els...)
		for i := 0; i < len(fields); i += 2 {
			tape.write(`textbox "`+fields[i]+`"`, fields[i+1])
		}
		tape.click(`button "` + submit + `"`)
		return Distil(site, []Run{{tape.session, tape.steps}}, func(o string) string { return o })
	}
	for _, x := range []struct {
		name  string
		flows []*types.Flow
		good  string // runs
		bad   string // does not run with all values
	}{
		{"star", rowed("Star the repository cairn", "Star", "cairn · Go · 3"),
			"Star the repository gopls|Star repository gopls|Please star the repository gopls",
			"Unstar the repository gopls|Star all repositories of gopls|Star the owner of the repository gopls|Count the stars of the repository gopls|Fork the repository gopls|Star the repositories gopls and delve|Sort the repositories by stars|Show who starred the repository gopls|Remove the star from the repository gopls|Watch the repository gopls|Star the topic gopls|Clone the starred repository gopls|Is the repository gopls starred?"},
		{"date", form("Move the appointment Dentist to 2026-12-01", "Save", "Appointment", "Dentist", "Date", "2026-12-01"),
			"Move the appointment Barber to 2026-12-05|Reschedule the appointment Barber to 2026-12-05",
			"Move the appointment Barber to the next free day|Move the appointment Barber one day later|Move the appointment Barber to Friday|Move the appointment Barber to the day after 2026-12-05|Move the appointment Barber to 2026-12-05 at 9|Move the appointments of Barber to 2026-12-05|Cancel the appointment Barber on 2026-12-05|Move the appointment Barber from 2026-12-05|Copy the appointment Barber to 2026-12-05|Move the appointment Barber before 2026-12-05|Move all appointments to 2026-12-05|Move the appointment Barber to 2026-12-05 and 2026-12-06|Move the reminder of the appointment Barber to 2026-12-05|Confirm the appointment Barber on 2026-12-05"},
		{"cart", form("Put 2 pieces of the lamp Aurora into the cart", "Add", "Product", "Aurora", "Pieces", "2"),
			"Put 4 pieces of the lamp Borealis into the cart",
			"Take 4 pieces of the lamp Borealis out of the cart|Put all pieces of the lamp Borealis into the cart|Put a few pieces of the lamp Borealis into the cart|Put 4 pieces of the lamp Borealis into the wishlist|Put 4 more pieces of the lamp Borealis into the cart|Put 4 boxes of the lamp Borealis into the cart|Buy 4 pieces of the lamp Borealis|Put 4 pieces of the table Borealis into the cart|Put 4 pieces of each lamp into the cart|Put 4 pieces of the cheapest lamp into the cart|Put the lamp Borealis into the cart|Empty the cart|Put 4 pieces of the lamp Borealis into the cart and check out"},
		{"notify", rowed("Mute the channel random", "Mute", "random · 12 members"),
			"Mute the channel general|Mute channel general",
			"Unmute the channel general|Mute everyone in the channel general|Mute the channel general for an hour|Mute the member of the channel general|Leave the channel general|Mute notifications of all channels|Archive the channel general|Mute the channels general and jobs|Mute the call in the channel general|Delete the muted channel general|List muted channels|Mute the channel general except for mentions|Make the channel general mute nobody|Mute nothing|Open the muted channel general|Ask the admins to mute the channel general"},
		{"status", form("Set the state of the ticket T-7 to Closed", "Save", "Ticket", "T-7", "State", "Closed"),
			"Set the state of the ticket T-9 to Open|Set the state of ticket T-9 to Open|Change the state of the ticket T-9 to Open",
			"Set the priority of the ticket T-9 to Open|Set the state of the ticket T-9 back to Open after a day|Set the state of the tickets T-9 and T-10 to Open|Set the state of the ticket T-9 to the one of T-10|Set the state of all tickets to Open|Set the state of the epic T-9 to Open|Set the state of the ticket T-9 to whatever fits|Set the state of the ticket T-9 to Open or Waiting|Set the state of the ticket T-9's parent to Open|Tell me the state of the ticket T-9|Set the state of the ticket T-9 and of T-10 to Open|Undo setting the state of the ticket T-9 to Open|Set the due date of the ticket T-9 to 1 May|Set the state of the ticket T-9 to Open and assign it to Ann|Reset the state of the ticket T-9"},
		{"invite", form("Invite ann@x.example to the project Apollo as Editor", "Invite", "Email", "ann@x.example", "Project", "Apollo", "Role", "Editor"),
			"Invite bob@y.example to the project Gemini as Viewer",
			"Invite bob@y.example to the projects Gemini and Titan as Viewer|Invite Bob to the project Gemini as Viewer|Invite bob@y.example to the project Gemini|Uninvite bob@y.example from the project Gemini|Invite the team bob@y.example to the project Gemini as Viewer for a month|Invite bob@y.example to the project Gemini as Viewer until May|Remove bob@y.example from the project Gemini as Viewer|Invite bob@y.example and eve@y.example to the project Gemini as Viewer|Resend the invitation of bob@y.example to the project Gemini as Viewer|Invite bob@y.example to the meeting Gemini as Viewer|Withdraw the invitation of bob@y.example to the project Gemini as Viewer|Invite everybody to the project Gemini as Viewer|Invite bob@y.example to the project Gemini as what he was before"},
		{"upload-note", form("Add the note Buy milk", "Add", "Note", "Buy milk"),
			"Add the note Call Anna tomorrow|Add the note Bread and butter|Add a note Pay rent|Add the note Order 20 chairs",
			"Delete the note Call Anna|Add the note Call Anna to the folder Private|Add the tag Call to the note Anna|Edit the note Call Anna|Add notes for all customers|Add a comment to the note Call Anna|Add the note of yesterday again|Search the note Call Anna|Share the note Call Anna with Bob|Pin the note Call Anna|Add the note Call Anna and pin it|Move the note Call Anna to the top|Add two notes"},
		{"german", rowed("Lösche den Benutzer Ada Brook", "Löschen", "Ada Brook · 3"),
			"Lösche den Benutzer Dirk Moor|Bitte lösche den Benutzer Dirk Moor",
			"Lösche alle Benutzer|Lösche den Benutzer Dirk Moor nicht|Lösche den Kommentar des Benutzers Dirk Moor|Sperre den Benutzer Dirk Moor|Zeige den Benutzer Dirk Moor|Zeige den gelöschten Benutzer Dirk Moor|Wie lösche ich den Benutzer Dirk Moor?|Lösche die Benutzer Dirk Moor und Eva Lind|Stelle den Benutzer Dirk Moor wieder her|Soll ich den Benutzer Dirk Moor löschen?|Lösche das Bild des Benutzers Dirk Moor|Benenne den Benutzer Dirk Moor um|Lösche die Gruppe Dirk Moor"},
		{"french", rowed("Supprimer la facture 2041", "Supprimer", "2041 · Acme"),
			"Supprimer la facture 2042",
			"Ne pas supprimer la facture 2042|Supprimer toutes les factures|Payer la facture 2042|Comment supprimer la facture 2042 ?|Supprimer le client de la facture 2042|Supprimer les factures 2042 et 2043|Afficher la facture supprimée 2042|Imprimer la facture 2042|Restaurer la facture 2042|Supprimer la ligne 2 de la facture 2042"},
	} {
		var params []string
		for _, f := range x.flows {
			params = append(params, f.Title)
		}
		t.Logf("== %s: %s", x.name, strings.Join(params, " / "))
		for kind, goals := range map[string]string{"good": x.good, "bad": x.bad} {
			for _, goal := range strings.Split(goals, "|") {
				calls := Rank(x.flows, goal)
				runs := len(calls) > 0 && calls[0].Confidence >= likely && len(calls[0].Missing) == 0
				if runs != (kind == "good") {
					say := "none"
					if len(calls) > 0 {
						var ps []string
						for k, v := range calls[0].Params {
							ps = append(ps, k+"="+v)
						}
						sort.Strings(ps)
						say = fmt.Sprintf("%.2f %v missing %v unexplained %v", calls[0].Confidence, ps, calls[0].Missing, calls[0].Unexplained)
					}
					t.Logf("  %s %-70s %s", kind, goal, say)
				}
			}
		}
	}
}
