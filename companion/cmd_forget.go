package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/shared/types"
)

func runForget(_ context.Context, c *call) error {
	var f types.Forget
	var since, until string
	var e types.Element
	c.flags.StringVar(&f.SessionID, "session", "", "forget this session")
	c.flags.StringVar(&f.StepID, "step", "", "forget this step")
	c.flags.StringVar(&f.Origin, "origin", "", "forget everything on this origin, such as https://example.com")
	c.flags.StringVar(&f.Origin, "site", "", "forget everything on this site, such as example.com")
	c.flags.StringVar(&e.TestID, "test-id", "", "with --origin: forget the element with this test id")
	c.flags.StringVar(&e.Role, "role", "", "with --origin and --name: forget the element with this role")
	c.flags.StringVar(&e.Name, "name", "", "with --origin and --role: forget the element of this name")
	c.flags.StringVar(&since, "since", "", "forget what came after: a time, or how long ago, such as 2h")
	c.flags.StringVar(&until, "until", "", "forget what came before, likewise")
	c.flags.BoolVar(&f.All, "everything", false, "forget everything")
	c.flags.BoolVar(&f.Undo, "undo", false, "take the last forgetting back, within a minute")
	yes := c.flags.Bool("yes", false, "do not ask before forgetting everything or a span of time")
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	if e != (types.Element{}) {
		e.Origin, f.Origin = f.Origin, ""
		f.Element = e
	}
	now := time.Now()
	if f.From, err = instant(since, now); err != nil {
		return err
	}
	if f.To, err = instant(until, now); err != nil {
		return err
	}
	chosen := 0
	for _, set := range []bool{f.StepID != "", f.SessionID != "", f.Element != (types.Element{}), f.Origin != "" || f.From != 0 || f.To != 0, f.All, f.Undo} {
		if set {
			chosen++
		}
	}
	if chosen != 1 {
		return usageError{"forget"}
	}
	if !*yes {
		if err := c.confirm(f, since, until); err != nil {
			return err
		}
	}
	reply, err := control.AskOrStart(h, control.Request{Want: control.WantForget, Forget: &f})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, receiptText(f, *reply.Receipt))
	return err
}

// confirm asks before a deletion of everything or of a span of time. Without a
// terminal it refuses.
func (c *call) confirm(f types.Forget, since, until string) error {
	var what string
	switch {
	case f.All:
		what = "everything that is remembered; it cannot be taken back"
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

// agree asks a person whether to go on with what would be lost.
func (c *call) agree(loss string) error {
	if !c.terminal() {
		return types.Fault(types.CodeInvalidInput, strings.ToLower(loss[:1])+loss[1:], "this is not a terminal: confirm with --yes")
	}
	fmt.Fprintf(c.out, "%s. Go on? [y/N] ", loss)
	line, _ := bufio.NewReader(c.in).ReadString('\n') // an end of the input is a no
	if answer := strings.ToLower(strings.TrimSpace(line)); answer != "y" && answer != "yes" {
		return types.Fault(types.CodeInvalidInput, "nothing was forgotten", "answer y to go on")
	}
	return nil
}

// receiptText says what was removed, and for how long it can be taken back.
func receiptText(f types.Forget, r types.ForgetReceipt) string {
	if f.Undo {
		return fmt.Sprintf("took it back: %s and %s are remembered again", console.Counted(r.Steps, "step", "steps"), console.Counted(r.Sessions, "session", "sessions"))
	}
	if r.Steps+r.Sessions+r.Sites+r.Edits+r.Cleaned == 0 {
		return "nothing of that is remembered; what may still come of it is not kept either"
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
	b.WriteString("\nIt is gone from search, suggestions, site memory, the store and its backups, and from every browser when it is linked.")
	if r.UndoMs > 0 {
		fmt.Fprintf(&b, "\nTo take it back within %d seconds: cairn forget --undo", r.UndoMs/1000)
	}
	return b.String()
}

// instant reads a time, or how long ago one was. Empty is none.
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
	return 0, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%.40q is not a valid time", text), "Give 2h, 2026-02-03, or 2026-02-03T04:05.")
}
