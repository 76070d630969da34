package risk

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	button := func(name string) Action { return Action{Role: "button", Name: name} }
	with := func(a Action, change func(*Action)) Action { change(&a); return a }
	for _, x := range []struct {
		name string
		a    Action
		want Kind
	}{
		// Commands.
		{"", button("Delete draft"), Deletes},
		{"", button("Send"), Sends},
		{"", button("Pay now"), Pays},
		{"", button("Pay $12.50"), Pays},
		{"", button("Approve"), Grants},
		{"", button("Sign"), Signs},
		{"", button("Review & sign"), Signs},
		{"", button("Publish"), Publishes},
		{"", button("Remove from cart"), Deletes},
		{"", button("Place order"), Pays},
		{"", button("Place your order"), Pays},
		{"", button("Buy it now"), Pays},
		{"", button("Yes, delete it"), Deletes},
		{"", button("SEND MESSAGE"), Sends},
		{"", button("deleteDraft"), Deletes},
		{"", button("delete_draft"), Deletes},
		{"", button("🗑️"), Deletes},
		{"", button("Allow access"), Grants},
		{"", button("Share with everyone"), Grants},
		{"", button("Clear completed"), Deletes},
		{"", button("Go live"), Publishes},
		{"", button("Merge pull request"), Publishes},
		{"", button("Cancel subscription"), Deletes},
		{"", button("Void invoice"), Deletes},
		{"", button("Ban user"), Deletes},
		{"", button("Leave team"), Deletes},
		{"", Action{Role: "menuitem", Name: "Delete…"}, Deletes},
		{"", Action{Role: "link", Name: "Delete account"}, Deletes},
		{"", Action{Role: "generic", Name: "Send"}, Sends},
		{"", Action{Role: "checkbox", Name: "Allow marketing"}, Grants},
		{"German", button("Löschen"), Deletes},
		{"German", button("Zahlungspflichtig bestellen"), Pays},
		{"German", button("Nachricht senden"), Sends},
		{"German", button("Freigeben"), Grants},
		{"French", button("Supprimer le brouillon"), Deletes},
		{"French", button("Payer"), Pays},
		{"Spanish", button("Enviar"), Sends},
		{"Italian", button("Pubblica"), Publishes},
		{"Portuguese", button("Excluir"), Deletes},
		{"Dutch", button("Betalen"), Pays},
		{"Polish", button("Usuń"), Deletes},
		{"Russian", button("Удалить"), Deletes},
		{"Turkish", button("Gönder"), Sends},
		{"Chinese", button("删除"), Deletes},
		{"Chinese", button("立即购买"), Pays},
		{"Japanese", button("メールを送信"), Sends},
		{"Korean", button("계정 삭제"), Deletes},
		{"Arabic", button("حذف"), Deletes},

		// Names that only resemble them.
		{"", button("Sender"), None},
		{"", Action{Role: "tab", Name: "Payment methods"}, None},
		{"", Action{Role: "tab", Name: "Send"}, None},
		{"", button("Payment methods"), None},
		{"", Action{Role: "treeitem", Name: "Deleted items"}, None},
		{"", Action{Role: "link", Name: "Sent"}, None},
		{"", Action{Role: "link", Name: "Orders"}, None},
		{"", Action{Role: "link", Name: "Why we had to send you three letters and pay for them"}, None},
		{"", button("Sign in"), None},
		{"", button("Sign up"), None},
		{"", button("Sign out"), None},
		{"", button("View payments"), None},
		{"", button("Show deleted"), None},
		{"", button("Search"), None},
		{"", button("Don't send"), None},
		{"", button("Don’t delete"), None},
		{"", button("Cancel"), None},
		{"", button("Undo delete"), None},
		{"", button("Designer"), None},
		{"", button("Assignment"), None},
		{"", button("Postal code"), None},
		{"", button("Ship Type"), None},
		{"a list that is chosen from", Action{Role: "combobox", Name: "Transfer method", Onto: "Bank"}, None},
		{"the name of a field above", with(button("Save"), func(a *Action) { a.Heading = "Post type" }), None},
		{"a verb beside one", with(button("Save"), func(a *Action) { a.Heading = "Ship the type" }), Publishes},
		{"", button("Delete type"), Deletes},
		{"", button("Release notes"), None},
		{"", button("Save"), None},
		{"", button("OK"), None},
		{"", button("Next"), None},
		{"", button(""), None},
		{"", Action{Role: "textbox", Name: "Send to"}, None},
		{"", Action{Role: "checkbox", Name: "Delete"}, None},
		{"Chinese", button("已删除"), None},
		{"German", button("Abbrechen"), None},

		// Consents, by their surroundings.
		{"in a dialog", with(button("OK"), func(a *Action) { a.Dialog = "Delete this file? This cannot be undone." }), Deletes},
		{"in a dialog", with(button("Confirm"), func(a *Action) { a.Dialog = "Confirm payment" }), Pays},
		{"in a dialog", with(button("Cancel"), func(a *Action) { a.Dialog = "Delete this file?" }), None},
		{"in a dialog", with(button("No, keep it"), func(a *Action) { a.Dialog = "Delete this file?" }), None},
		{"in a dialog", with(button("OK"), func(a *Action) { a.Dialog = "Your session expires soon" }), None},
		{"in a dialog", with(button("Ja"), func(a *Action) { a.Dialog = "Datei unwiderruflich löschen?" }), Deletes},
		{"in a dialog", with(button("确定"), func(a *Action) { a.Dialog = "永久删除该文件？" }), Deletes},
		{"under a heading", with(button("Continue"), func(a *Action) { a.Heading = "Review your order" }), Pays},
		{"in a form", with(button("Submit"), func(a *Action) { a.Form = "Transfer money" }), Pays},
		{"in a form", with(button("Submit"), func(a *Action) { a.Form = "Search" }), None},
		{"in a form", with(button("Go"), func(a *Action) { a.Address = "/users/7/delete" }), Deletes},
		{"in a form", with(button("Go"), func(a *Action) { a.Address = "/search" }), None},
		{"in a form of a script for all", with(button("Go"), func(a *Action) { a.Address = "/public.php" }), None},
		{"in a form", with(button("Go"), func(a *Action) { a.Address = "/posts/7/public" }), Publishes},
		{"its nameless button", with(button(""), func(a *Action) { a.Form, a.Submits = "Checkout", []string{""} }), Pays},
		{"in a row", with(button("Accept"), func(a *Action) { a.Row = "Bob asks for access · Accept · Decline" }), Grants},
		{"in a row", with(button("Open"), func(a *Action) { a.Row = "Payment received · Open" }), None},

		// Keys.
		{"Enter in a form", Action{Role: "textbox", Name: "IBAN", Editable: true, Key: "Enter", Submits: []string{"Pay now"}}, Pays},
		{"Enter in a form", Action{Role: "textbox", Name: "Amount", Editable: true, Key: "Enter", Form: "Transfer money", Submits: []string{"Continue"}}, Pays},
		{"Enter in a form", Action{Role: "textbox", Name: "E-mail", Editable: true, Key: "Enter", Submits: []string{"Sign in"}}, None},
		{"Enter in a form without a button", Action{Role: "textbox", Name: "Amount", Editable: true, Key: "Enter", Form: "Transfer money"}, Pays},
		{"Enter in a search", Action{Role: "searchbox", Name: "Search messages", Editable: true, Key: "Enter"}, None},
		{"Enter in a chat", Action{Role: "textbox", Name: "Type a message", Editable: true, Key: "Enter"}, Sends},
		{"Enter in a chat", Action{Role: "textbox", Name: "Nachricht schreiben", Editable: true, Key: "Enter"}, Sends},
		{"a chord", Action{Role: "textbox", Name: "Body", Editable: true, Key: "Control+Enter"}, Sends},
		{"Enter on a button", Action{Role: "button", Name: "Delete", Key: "Enter"}, Deletes},
		{"Space on a button", Action{Role: "button", Name: "Send", Key: "Space"}, Sends},
		{"Delete in a list", Action{Role: "row", Name: "Report.pdf", Key: "Delete"}, Deletes},
		{"Delete on the page", Action{Key: "Delete"}, Deletes},
		{"Delete in a field", Action{Role: "textbox", Name: "Name", Editable: true, Key: "Delete"}, None},
		{"Tab on a button", Action{Role: "button", Name: "Send", Key: "Tab"}, None},
		{"Escape", Action{Role: "button", Name: "Send", Key: "Escape"}, None},

		// Drops and options.
		{"a drop", Action{Role: "listitem", Name: "Report.pdf", Onto: "Trash"}, Deletes},
		{"a drop", Action{Role: "listitem", Name: "Report.pdf", Onto: "In progress"}, None},
		{"a slide", Action{Role: "slider", Name: "Slide to pay", Onto: "end"}, Pays},
		{"an option", Action{Role: "combobox", Name: "Action", Onto: "Delete selected"}, Deletes},
		{"an option", Action{Role: "combobox", Name: "Country", Onto: "France"}, None},
	} {
		if got := Of(x.a); got != x.want {
			t.Errorf("%s %+v: %q, want %q", x.name, x.a, got, x.want)
		}
	}
}

// FuzzOf has any text classified: it ends, and a command stays one whatever its case.
func FuzzOf(f *testing.F) {
	f.Add("Delete draft", "Delete this file?")
	f.Add("确定", "永久删除该文件")
	f.Fuzz(func(t *testing.T, name, dialog string) {
		Of(Action{Role: "button", Name: name, Dialog: dialog, Submits: []string{name}})
		Of(Action{Role: "textbox", Name: name, Editable: true, Key: "Enter", Form: dialog, Submits: []string{name}})
		if Of(Action{Role: "button", Name: "Delete " + strings.Repeat("x", len(name)%50)}) != Deletes {
			t.Error("a command is none")
		}
	})
}
