package e2e

import "strings"

// ownFlowApps are the applications that are written here. How far a run gets on an
// application that its developers looked at says little: "held" ones they did not see.
func ownFlowApps() []flowApp {
	return []flowApp{
		{name: "mail", own: true, start: startOwn(&mailApp{}), ready: `document.querySelector('li')`, flows: []flowCase{
			{name: "star", goal: "Star the mail from {sender}", start: "/",
				params: map[string]string{"sender": "Grace Hopper"}, others: map[string]string{"sender": "Barbara Liskov"},
				acts: []flowAct{{do: "click", at: "nav a|Inbox"}, {do: "click", at: "li|{sender} >> button|Star"}},
				want: "{sender} star=true in inbox", pivot: 1, row: "{sender}",
				say:      []string{"Mark the message that {sender} wrote with a star", "Put a star on {sender}'s letter", "Flag the e-mail {sender} sent me"},
				siblings: []sibling{{goal: "Star the mail from Alan Kay", params: map[string]string{"sender": "Alan Kay"}}, {goal: "Star the mail from Edsger Dijkstra", params: map[string]string{"sender": "Edsger Dijkstra"}}}},
			{name: "compose", goal: "Send a mail to {to} with the subject {subject} and the text {text}", start: "/",
				params: map[string]string{"to": "ada@example.org", "subject": "Lunch", "text": "At noon?"}, others: map[string]string{"to": "kay@example.net", "subject": "Slides", "text": "They are ready."},
				acts: []flowAct{{do: "click", at: "button|Compose"}, {do: "type", at: "input[name=to]", words: []string{"To"}, text: "{to}"}, {do: "type", at: "input[name=subject]", words: []string{"Subject"}, text: "{subject}"},
					{do: "type", at: "textarea", words: []string{"Message"}, text: "{text}"}, {do: "click", at: "form >> button|Send"}},
				want: "sent to {to}: {subject}: {text}", pivot: 4,
				say: []string{"Write {to} a message titled {subject} that says {text}", "E-mail {to} about {subject}: {text}"}},
			{name: "file", goal: "Move the mail {subject} to {folder}", start: "/",
				params: map[string]string{"subject": "Invoice for March", "folder": "Receipts"}, others: map[string]string{"subject": "Letter 1318", "folder": "Archive"},
				acts:  []flowAct{{do: "click", at: "li a|{subject}"}, {do: "type", at: "select", words: []string{"Folder"}, text: "{folder}"}, {do: "click", at: "button|Move"}},
				pivot: 2,
				wants: func(p map[string]string) string {
					return writer(p["subject"]) + " star=false in " + strings.ToLower(p["folder"])
				}, row: "{subject}",
				say:      []string{"Put the message {subject} into {folder}", "File {subject} under {folder}"},
				siblings: []sibling{{goal: "Move the mail Seminar on Friday to Archive", params: map[string]string{"subject": "Seminar on Friday", "folder": "Archive"}}}},
			{name: "reply", goal: "Answer the mail {subject} with {text}", start: "/",
				params: map[string]string{"subject": "Seminar on Friday", "text": "I will come."}, others: map[string]string{"subject": "A moth in the relay", "text": "Poor thing."},
				acts:  []flowAct{{do: "click", at: "li a|{subject}"}, {do: "click", at: "button|Reply"}, {do: "type", at: "textarea", words: []string{"Your answer"}, text: "{text}"}, {do: "click", at: "section >> button|Send"}},
				pivot: 3,
				wants: func(p map[string]string) string {
					return "sent to " + writer(p["subject"]) + ": Re: " + p["subject"] + ": " + p["text"]
				}, row: "{subject}",
				say:      []string{"Reply {text} to the message {subject}", "Write back to {subject}: {text}"},
				siblings: []sibling{{goal: "Answer the mail Letter 1318 with Thank you", params: map[string]string{"subject": "Letter 1318", "text": "Thank you"}}}},
		}},
		{name: "invoices", own: true, start: startOwn(&ledgerApp{}), ready: `document.querySelector('tbody tr')`, flows: []flowCase{
			{name: "approve", goal: "Approve the invoice of {customer}", start: "/",
				params: map[string]string{"customer": "Bright Bakery"}, others: map[string]string{"customer": "Dune Travel"},
				acts: []flowAct{{do: "click", at: "nav a|Invoices"}, {do: "click", at: "tr|{customer} >> button|Approve"}, {do: "click", at: "[role=dialog] >> button|Yes, approve"}},
				want: "{customer} approved", pivot: 1, row: "{customer}",
				say:      []string{"Accept {customer}'s bill", "Give the OK to what {customer} invoiced"},
				siblings: []sibling{{goal: "Approve the invoice of Cobalt Mining", params: map[string]string{"customer": "Cobalt Mining"}}, {goal: "Approve the invoice of Acme Rockets", params: map[string]string{"customer": "Acme Rockets"}}}},
			{name: "reject", goal: "Reject the invoice of {customer} because of {reason}", start: "/",
				params: map[string]string{"customer": "Cobalt Mining", "reason": "a wrong address"}, others: map[string]string{"customer": "Acme Rockets", "reason": "missing hours"},
				acts: []flowAct{{do: "click", at: "nav a|Invoices"}, {do: "click", at: "tr|{customer} >> button|Reject"}, {do: "type", at: "[role=dialog] input", words: []string{"Reason"}, text: "{reason}"}, {do: "click", at: "[role=dialog] >> button|Yes, reject"}},
				want: "{customer} rejected: {reason}", pivot: 3, row: "{customer}",
				say:      []string{"Turn down {customer}'s bill, the reason is {reason}", "Send {customer}'s invoice back for {reason}"},
				siblings: []sibling{{goal: "Reject the invoice of Dune Travel because of a double charge", params: map[string]string{"customer": "Dune Travel", "reason": "a double charge"}}}},
			{name: "create", goal: "Make an invoice for {customer} over {first} and {second}, due in {due}", start: "/",
				params: map[string]string{"customer": "Elm Press", "first": "Paper", "second": "Ink", "due": "30 days"}, others: map[string]string{"customer": "Fjord Boats", "first": "Rope", "second": "Tar", "due": "60 days"},
				acts: []flowAct{{do: "click", at: "nav a|New invoice"}, {do: "type", at: "main label|Customer >> input", words: []string{"Customer"}, text: "{customer}"}, {do: "type", at: ".line", words: []string{"Line item"}, text: "{first}", enter: true},
					{do: "type", at: ".line", words: []string{"Line item"}, text: "{second}", enter: true}, {do: "type", at: "main select", words: []string{"Due"}, text: "{due}"}, {do: "click", at: "button|Save invoice"}},
				want: "made for {customer}: [{first} {second}] due in {due}", pivot: 5,
				say: []string{"Bill {customer} for {first} and {second} within {due}", "New invoice: {customer}, items {first} and {second}, payable in {due}"}},
			{name: "settings", goal: "Set the currency to {currency} with reminders and the footer {footer}", start: "/",
				params: map[string]string{"currency": "Krone", "footer": "Thanks"}, others: map[string]string{"currency": "Pound", "footer": "Cheers"},
				acts: []flowAct{{do: "click", at: "nav a|Settings"}, {do: "tick", at: "label|{currency} >> input", words: []string{"{currency}"}}, {do: "tick", at: "#remind", words: []string{"Send reminders"}}, {do: "type", at: "#footer", words: []string{"Footer"}, text: "{footer}"}, {do: "click", at: "button|Save settings"}},
				want: "settings {Currency:{currency} Remind:true Footer:{footer}}", pivot: 4,
				say: []string{"Use {currency} as our money, remind people, and print {footer} below", "Change the preferences: {currency}, reminders on, footer {footer}"}},
		}},
		{name: "issues", own: true, held: true, start: startOwn(&issueApp{}), ready: `document.querySelector('li')`, flows: []flowCase{
			{name: "new", goal: "File an issue {title} with priority {priority} for {who}", start: "/",
				params: map[string]string{"title": "Icons are blurry", "priority": "Urgent", "who": "Wen"}, others: map[string]string{"title": "Clock is late", "priority": "Low", "who": "Mira"},
				acts: []flowAct{{do: "click", at: "nav a|New issue"}, {do: "type", at: "input[name=title]", words: []string{"Title"}, text: "{title}"}, {do: "type", at: "select", words: []string{"Priority"}, text: "{priority}"}, {do: "tick", at: "label|{who} >> input", words: []string{"{who}"}}, {do: "click", at: "button|Create issue"}},
				want: "{title}: {priority} {who} [] [] closed=false", pivot: 4,
				say: []string{"Report the bug {title}, {priority}, and give it to {who}", "Open a ticket called {title} of {priority} priority assigned to {who}"}},
			{name: "close", goal: "Close the issue {title} with the comment {comment}", start: "/",
				params: map[string]string{"title": "Typo on the welcome page", "comment": "Fixed in 2.1"}, others: map[string]string{"title": "Search ignores accents", "comment": "Done yesterday"},
				acts: []flowAct{{do: "click", at: "li a|{title}"}, {do: "type", at: "textarea", words: []string{"Comment"}, text: "{comment}"}, {do: "click", at: "button|Close issue"}},
				want: "{title}: Normal  [] [{comment}] closed=true", pivot: 2, row: "{title}",
				say:      []string{"Finish the ticket {title}, saying {comment}", "Mark {title} as done and note {comment}"},
				siblings: []sibling{{goal: "Close the issue Window flickers on resize with the comment New driver", params: map[string]string{"title": "Window flickers on resize", "comment": "New driver"}}}},
			{name: "label", goal: "Label the issue {title} as {label}", start: "/",
				params: map[string]string{"title": "Crash when the disk is full", "label": "bug"}, others: map[string]string{"title": "Typo on the welcome page", "label": "docs"},
				acts: []flowAct{{do: "click", at: "li a|{title}"}, {do: "tick", at: "label|{label} >> input", words: []string{"{label}"}}, {do: "click", at: "button|Save labels"}},
				want: "{title}: Normal  [{label}] [] closed=false", pivot: 1, row: "{title}",
				say:      []string{"Tag {title} with {label}", "Put the {label} label on the ticket {title}"},
				siblings: []sibling{{goal: "Label the issue Search ignores accents as design", params: map[string]string{"title": "Search ignores accents", "label": "design"}}, {goal: "Label the issue Crash when the disk is full as docs", params: map[string]string{"title": "Crash when the disk is full", "label": "docs"}}}},
		}},
	}
}

// writer is who wrote a mail of the mail list.
func writer(subject string) string {
	m := &mailApp{}
	m.reset()
	for _, x := range m.mails {
		if x.Subject == subject {
			return x.From
		}
	}
	return ""
}
