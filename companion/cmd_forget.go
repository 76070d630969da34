package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
)

func forgetVerb(c *call) *cobra.Command {
	o := &forgetting{}
	cmd := c.verb("forget", "Delete records, with a receipt", func(_ context.Context, h home.Dir, _ []string) error {
		f, err := o.read(time.Now())
		if err != nil {
			return err
		}
		if !o.yes {
			if err := c.confirm(f, o.since, o.until); err != nil {
				return err
			}
		}
		reply, err := control.AskOrStart(h, control.Request{Want: control.WantForget, Forget: &f})
		if err != nil {
			return err
		}
		return c.say("%s\n", receiptText(f, *reply.Receipt))
	})
	cmd.Long = `Deletes from search, suggestions, site memory, the store, its backups and every
browser. --origin and --site restrict --since and --until. The last deletion can be
undone for a minute (--undo), except of everything. Deleting everything or a period
asks first; --yes answers.`
	cmd.Example = `  cairn forget --session mm-1a2b
  cairn forget --site example.com --since 2h
  cairn forget --origin https://example.com --role button --name "Pay now"
  cairn forget --undo`
	o.register(cmd)
	return cmd
}

// forgetting holds the flags of cairn forget.
type forgetting struct {
	types.Forget
	element      types.Element
	since, until string
	yes          bool
}

func (o *forgetting) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.SessionID, "session", "", "delete the session of this `ID`")
	flags.StringVar(&o.StepID, "step", "", "delete the step of this `ID`")
	flags.StringVar(&o.Origin, "origin", "", "delete everything on this `ORIGIN`, such as https://example.com")
	flags.StringVar(&o.Origin, "site", "", "delete everything on this `HOST`, such as example.com")
	flags.StringVar(&o.element.TestID, "test-id", "", "with --origin: delete the element with this test `ID`")
	flags.StringVar(&o.element.Role, "role", "", "with --origin and --name: delete the element with this `ROLE`")
	flags.StringVar(&o.element.Name, "name", "", "with --origin and --role: delete the element of this `NAME`")
	flags.StringVar(&o.since, "since", "", "delete records after `TIME`: a time, or an age such as 2h")
	flags.StringVar(&o.until, "until", "", "delete records before `TIME`, likewise")
	flags.BoolVar(&o.All, "everything", false, "delete everything")
	flags.BoolVar(&o.Undo, "undo", false, "undo the last deletion, within a minute")
	flags.BoolVar(&o.yes, "yes", false, "do not ask before deleting everything or a period")
}

// read builds a deletion request from the flags, which must select exactly one thing.
func (o *forgetting) read(now time.Time) (f types.Forget, err error) {
	f = o.Forget
	if o.element != (types.Element{}) {
		f.Element, f.Origin = o.element, ""
		f.Element.Origin = o.Origin
	}
	if f.From, err = instant(o.since, now); err != nil {
		return f, err
	}
	if f.To, err = instant(o.until, now); err != nil {
		return f, err
	}
	chosen := 0
	for _, set := range []bool{f.StepID != "", f.SessionID != "", f.Element != (types.Element{}), f.Origin != "" || f.From != 0 || f.To != 0, f.All, f.Undo} {
		if set {
			chosen++
		}
	}
	switch chosen {
	case 0:
		return f, usageError{message: "nothing to forget is named", hint: "give --session, --step, --site, --since or --everything; cairn help forget has examples"}
	case 1:
		return f, nil
	}
	return f, usageError{message: "two things to forget are named", hint: "forget one after the other"}
}

// confirm asks before it deletes everything or a span of time. Without a terminal it
// refuses.
func (c *call) confirm(f types.Forget, since, until string) error {
	var what string
	switch {
	case f.All:
		what = "everything that is remembered; it cannot be undone"
	case since != "" && until != "":
		what = "what came after " + since + " and before " + until
	case since != "":
		what = "what came after " + since
	case until != "":
		what = "what came before " + until
	default:
		return nil
	}
	if f.Origin != "" {
		what += ", on " + f.Origin
	}
	return c.agree("This forgets " + what)
}

// receiptText describes the deletion, and how long it can be undone.
func receiptText(f types.Forget, r types.ForgetReceipt) string {
	if f.Undo {
		return fmt.Sprintf("undone: %s and %s are remembered again", console.Counted(r.Steps, "step", "steps"), console.Counted(r.Sessions, "session", "sessions"))
	}
	if r.Steps+r.Sessions+r.Sites+r.Edits+r.Cleaned == 0 {
		return "nothing of that is remembered; records of it that arrive later are not kept either" + atTeam(r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "forgot %s and %s", console.Counted(r.Steps, "step", "steps"), console.Counted(r.Sessions, "session", "sessions"))
	for _, part := range []struct {
		n         int
		one, many string
	}{{r.Sites, "site card", "site cards"}, {r.Edits, "note of a person", "notes of people"}} {
		if part.n > 0 {
			b.WriteString(", " + console.Counted(part.n, part.one, part.many))
		}
	}
	if r.Cleaned > 0 {
		fmt.Fprintf(&b, "; %s it", console.Counted(r.Cleaned, "other step no longer shows", "other steps no longer show"))
	}
	if r.Goals > 0 {
		fmt.Fprintf(&b, "\n%s it in their goal or tags, which stay: change them in the panel, or forget the sessions (cairn sessions)", console.Counted(r.Goals, "session names", "sessions name"))
	}
	b.WriteString("\nIt is gone from search, suggestions, site memory, the store and its backups, and from each browser the next time it connects.")
	b.WriteString(atTeam(r))
	if r.UndoMs > 0 {
		fmt.Fprintf(&b, "\nTo undo it within %d seconds: cairn forget --undo", r.UndoMs/1000)
	}
	return b.String()
}

// instant parses a time, or a duration before now. Empty text gives no time.
func instant(text string, now time.Time) (types.Time, error) {
	if text == "" {
		return 0, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return types.At(now.Add(-ago)), nil
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(form, text, time.Local); err == nil {
			return types.At(t), nil
		}
	}
	return 0, types.Invalid(fmt.Sprintf("%.40q is not a valid time", text), "Give 2h, 2026-02-03, or 2026-02-03T04:05.")
}

// atTeam says what becomes of deleted records that were shared.
func atTeam(r types.ForgetReceipt) (said string) {
	if r.Shared > 0 {
		said += fmt.Sprintf("\nThe team has it, too: its server and each member delete %s as soon as they are connected. cairn team status shows how far that is.", console.Counted(r.Shared, "record", "records"))
	}
	if r.Left > 0 {
		said += fmt.Sprintf("\n%s with a team that you left: join it again, or ask its admin for: cairn team revoke NAME --forget", console.Counted(r.Left, "record of it stays", "records of it stay"))
	}
	if r.Unshared != "" {
		said += "\nNo longer shared with the team, nor read from it: " + r.Unshared
	}
	return said
}
