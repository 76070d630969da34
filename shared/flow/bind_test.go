package flow

import (
	"fmt"
	"testing"

	"cairn/shared/types"
)

func TestBindReadsTheGoalAndNeverGuesses(t *testing.T) {
	text := func(names ...string) (out []types.FlowParam) {
		for _, n := range names {
			out = append(out, types.FlowParam{Name: n, Kind: types.FlowText})
		}
		return out
	}
	choice := func(name string, options ...string) types.FlowParam {
		return types.FlowParam{Name: name, Kind: types.FlowChoice, Options: options}
	}
	for _, x := range []struct {
		title  string
		params []types.FlowParam
		goal   string
		want   string
	}{
		{"Invite {email} as {role}", append(text("email"), choice("role", "Viewer")), "Invite eve@x.test as Editor", "map[email:eve@x.test role:Editor] []"},
		{"Invite {email} as {role}", append(text("email"), choice("role", "Viewer")), "add eve@x.test to the team", "map[email:eve@x.test] [role]"},
		{"Invite {email} as {role}", append(text("email"), choice("role", "Viewer")), "Invite eve@x.test and bob@x.test as Viewer", "map[role:Viewer] [email]"},
		{"Add the domain {mail_host} as {name}", text("mail_host", "name"), "Add the domain lime.example as Lime works", "map[mail_host:lime.example name:Lime works] []"},
		{"Write to {mail_address} as {name}", text("mail_address", "name"), "Write to lime as Lime works", "map[name:Lime works] [mail_address]"},
		{"Switch to the {theme} theme", []types.FlowParam{choice("theme", "Dark", "Light")}, "use the light theme", "map[theme:Light] []"},
		{"Switch to the {theme} theme", []types.FlowParam{choice("theme", "Dark", "Light")}, "light or dark theme?", "map[] [theme]"},
		{"Search for {query}", text("query"), "search for blue running shoes", "map[query:blue running shoes] []"},
		{"Open the invoice {invoice}", []types.FlowParam{choice("invoice")}, "open the newest invoice", "map[] [invoice]"},
		{"Open the invoice {invoice}", []types.FlowParam{choice("invoice")}, "Open the invoice INV-7", "map[invoice:INV-7] []"},
		{"Add {item} and {item_2}", text("item", "item_2"), `Add "rye bread" and 'milk'`, "map[item:rye bread item_2:milk] []"},
		{"Send {amount} to {recipient}", text("amount", "recipient"), "Send the report to Ann", "map[recipient:Ann] [amount]"},
		{"Sign in as {user}", append(text("user"), types.FlowParam{Name: "password", Kind: types.FlowSecret}), "sign in as ann", "map[user:ann] [password]"},
		{"Add {user} with the password {password}", append(text("user"), types.FlowParam{Name: "password", Kind: types.FlowSecret}), "Add ann with the password Tx81Lmwa", "map[user:ann] [password]"},
		{"Add {user} with the password {password}", append(text("user"), types.FlowParam{Name: "password", Kind: types.FlowSecret}), "please create ann with the password Tx81Lmwa", "map[user:ann] [password]"},
		{"Delete {item}", []types.FlowParam{choice("item")}, "", "map[] [item]"},
		{"Answer the mail {mail} with {answer}", append(text("answer"), choice("mail")), "Answer the mail A moth in the relay with Poor thing.", "map[answer:Poor thing. mail:A moth in the relay] []"},
		{"Answer the mail {mail} with {answer}", append(text("answer"), choice("mail")), "answer the mail Lunch with Thank you", "map[answer:Thank you mail:Lunch] []"},
		{"Answer the mail {mail} with {answer}", append(text("answer"), choice("mail")), "Answer the mail Tea with milk with Yes", "map[] [answer mail]"},
		{"Answer the mail {mail} with {answer}", append(text("answer"), choice("mail")), `Answer the mail "Tea with milk" with 'Yes, with sugar'`, "map[answer:Yes, with sugar mail:Tea with milk] []"},
		{"Answer the mail {mail} with {answer}", append(text("answer"), choice("mail")), "reply to the email Lunch with I will come.", "map[answer:I will come. mail:Lunch] []"},
		{"Reject the invoice of {vendor} because of {reason}", append(text("reason"), choice("vendor")), "Reject the invoice of Cobalt Mining because of a wrong address", "map[reason:a wrong address vendor:Cobalt Mining] []"},
		{"Send a mail to {to} with the subject {subject} and the text {message}", text("to", "subject", "message"), "Send a mail to ada@example.org with the subject Lunch and the text At noon?", "map[message:At noon? subject:Lunch to:ada@example.org] []"},
		{"Open {invoice}", []types.FlowParam{choice("invoice")}, "open the newest one", "map[] [invoice]"},
		{"Name it {name}", text("name"), `Name it "a "b" c"`, "map[] [name]"},
		{"Give the user {user} {choice}", []types.FlowParam{choice("user"), choice("choice", "Staff status", "Active")}, "Give the user jarek staff status", "map[choice:Staff status user:jarek] []"},
		{"Give the user {user} {choice}", []types.FlowParam{choice("user"), choice("choice", "Staff status", "Active")}, "Give the user jarek the keys", "map[] [user choice]"},
		{"Add the user {user} as a {choice}", append(text("user"), choice("choice", "Developer", "Reader")), "Add the user anton as a developer", "map[choice:Developer user:anton] []"},
		{"Set the state of {item} to {state}", []types.FlowParam{choice("item"), choice("state", "Open", "Closed", "All")}, "Open the crate 7", "map[] [item state]"},
		{"Add the recipe {title} for {choice}, {minutes} minutes", append(text("title", "minutes"), choice("choice", "Lunch")), "Add the recipe Dal for Lunch, 25 minutes", "map[choice:Lunch minutes:25 title:Dal] []"},
		{"Add the recipe {title} for {choice}, {minutes} minutes", append(text("title", "minutes"), choice("choice", "Breakfast", "Lunch")), "Add the recipe Dal for lunch, 25 minutes", "map[choice:Lunch minutes:25 title:Dal] []"},
		{"Add the recipe {title} for {choice}, {minutes} minutes", append(text("title", "minutes"), choice("choice", "Breakfast", "Lunch")), "Please add a recipe Dal for lunch, 25 minutes", "map[choice:Lunch minutes:25 title:Dal] []"},
		{"Log {hours} hours for {project}: {note}", text("hours", "project", "note"), "Log 3 hours for Garden: pruned, raked", "map[hours:3 note:pruned, raked project:Garden] []"},
		{"Plan {title} for {owner} - {hours} hours", text("title", "owner", "hours"), "Plan Pick apples for Petra - 5 hours", "map[hours:5 owner:Petra title:Pick apples] []"},
		{"Book {room} ({nights} nights)", text("room", "nights"), "Book Tower (4 nights)", "map[nights:4 room:Tower] []"},
		{"Add the account {name}", text("name"), "Add the account Checking on Friday", "map[] [name]"},
		{"Add the account {name}", text("name"), "Add the account Checking at 5", "map[] [name]"},
		{"Add the account {name}", text("name"), `Add the account "Checking on Friday"`, "map[name:Checking on Friday] []"},
		{"Add the account {name}", text("name"), "Add the account Trip to the sea", "map[name:Trip to the sea] []"},
		{"Close the account {name}", []types.FlowParam{choice("name")}, "Close the account Checking on Friday", "map[name:Checking on Friday] []"},
		{"删除发票{invoice}", []types.FlowParam{choice("invoice")}, "删除发票INV-7", "map[invoice:INV-7] []"},
	} {
		t.Run(x.goal, func(t *testing.T) {
			values, missing, err := Bind(&types.Flow{ID: "f", Title: x.title, Params: x.params}, x.goal, nil)
			if got := fmt.Sprint(values, missing); err != nil || got != x.want {
				t.Errorf("%s: got %s %v, want %s", x.title, got, err, x.want)
			}
		})
	}
}
