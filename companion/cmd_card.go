package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/shared/wire"
)

const cardUsage = `  cairn card list                     sites that something is known of
  cairn card show DOMAIN              the patterns of a site, numbered
  cairn card history DOMAIN           the versions of what people wrote of it
  cairn card add DOMAIN TYPE VALUE [--description D] [--url-pattern U]
  cairn card edit DOMAIN N [--value V] [--description D] [--url-pattern U]
  cairn card pin|unpin|delete DOMAIN N
  cairn card clear DOMAIN             delete what is known so far and learn again
  cairn card restore DOMAIN VERSION   what people wrote is as in that version again
  cairn card export FILE [DOMAIN]     as JSON
  cairn card import FILE
N is the number that show gives a pattern. Types: selector, navigation_path,
login_required, spa_hint, page_structure, task_intent. A card holds 30 patterns:
what people wrote or pinned, and of what was learnt the surest. All of it can be
taken back: see history and restore.`

// cardFlags are the parts of a pattern that a person gives.
type cardFlags struct{ value, description, urlPattern *string }

func runCard(_ context.Context, c *call) error {
	f := cardFlags{
		value:       c.flags.String("value", "", "the pattern's value"),
		description: c.flags.String("description", "", "what it is for"),
		urlPattern:  c.flags.String("url-pattern", "", "the screen it is on"),
	}
	args, h, err := c.parse(1, 4)
	if err != nil {
		return err
	}
	verb, args := args[0], args[1:]
	switch {
	case verb == "list" && len(args) == 0:
		return listCards(h, c)
	case verb == "show" && len(args) == 1:
		return showCard(h, c, args[0])
	case verb == "history" && len(args) == 1:
		return showVersions(h, c, args[0])
	case verb == "add" && len(args) == 3:
		p := &types.Pattern{Type: types.PatternType(args[1]), Value: args[2], Description: *f.description, URLPattern: *f.urlPattern}
		return editCard(h, c, types.CardEdit{Op: types.CardAdd, Domain: args[0], Pattern: p})
	case verb == "edit" && len(args) == 2:
		return changePattern(h, c, args[0], args[1], f)
	case (verb == "pin" || verb == "unpin" || verb == "delete") && len(args) == 2:
		p, err := patternOf(h, args[0], args[1])
		if err != nil {
			return err
		}
		key := p.Key()
		return editCard(h, c, types.CardEdit{Op: types.CardOp(verb), Domain: args[0], Of: &key})
	case verb == "clear" && len(args) == 1:
		return editCard(h, c, types.CardEdit{Op: types.CardClear, Domain: args[0]})
	case verb == "restore" && len(args) == 2:
		version, err := strconv.Atoi(args[1])
		if err != nil {
			return usageError{"card restore"}
		}
		return editCard(h, c, types.CardEdit{Op: types.CardRestore, Domain: args[0], Version: version})
	case verb == "export" && (len(args) == 1 || len(args) == 2):
		return moveFile(h, c, control.Request{Want: control.WantCardExport, Domain: strings.Join(args[1:], "")}, args[0])
	case verb == "import" && len(args) == 1:
		return moveFile(h, c, control.Request{Want: control.WantCardImport}, args[0])
	}
	return usageError{"card"}
}

func listCards(h home.Dir, c *call) error {
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{}})
	if err != nil {
		return err
	}
	if len(core.Cards) == 0 {
		_, err := fmt.Fprintln(c.out, "no site is known yet; cards write themselves from what is done in the browser")
		return err
	}
	tab := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, card := range core.Cards {
		fmt.Fprintf(tab, "%s\t%d patterns\t%s\t%s\n", card.Domain, len(card.Patterns), kindOfSite(&card), console.When(card.UpdatedAt))
	}
	return tab.Flush()
}

func kindOfSite(card *types.KnowledgeCard) string {
	kind := card.SiteType
	if card.RequiresLogin {
		kind = strings.TrimSpace(kind + " login")
	}
	return kind
}

func cardOf(h home.Dir, domain string) (*wire.CoreReply, error) {
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if err == nil && len(core.Cards) == 0 {
		err = types.Fault(types.CodeNotFound, fmt.Sprintf("nothing is known of %.80q", domain), "cairn card list shows the sites that have a card.")
	}
	return core, err
}

func showCard(h home.Dir, c *call, domain string) error {
	core, err := cardOf(h, domain)
	if err != nil {
		return err
	}
	card := &core.Cards[0]
	fmt.Fprintf(c.out, "%s  version %d  %s\n", card.Domain, card.Version, kindOfSite(card))
	for i, p := range card.Patterns {
		pinned := ""
		if p.Pinned {
			pinned = " pinned"
		}
		fmt.Fprintf(c.out, "%3d. %s  %s\n", i+1, p.Type, p.Value)
		if p.Description != "" {
			fmt.Fprintf(c.out, "     %s\n", p.Description)
		}
		fmt.Fprintf(c.out, "     confidence %.2f, used %d times, last %s, %s%s", p.Confidence, p.UseCount, console.When(p.LastUsedAt), p.Source, pinned)
		if p.URLPattern != "" {
			fmt.Fprintf(c.out, ", on %s", p.URLPattern)
		}
		fmt.Fprintln(c.out)
	}
	return nil
}

func showVersions(h home.Dir, c *call, domain string) error {
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if err != nil {
		return err
	}
	if len(core.Versions) == 0 {
		return types.Fault(types.CodeNotFound, fmt.Sprintf("nothing is known of %.80q", domain), "cairn card list shows the sites that have a card.")
	}
	tab := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, v := range core.Versions {
		at, mark := "", ""
		if v.At != 0 {
			at = console.When(v.At)
		}
		if v.Current {
			mark = "current"
		}
		fmt.Fprintf(tab, "%d\t%s\t%s\t%d written, %d pinned, %d deleted\t%s\n", v.Version, at, v.Change, v.Written, v.Pinned, v.Deleted, mark)
	}
	return tab.Flush()
}

// patternOf is the pattern that show numbers so.
func patternOf(h home.Dir, domain, number string) (*types.Pattern, error) {
	core, err := cardOf(h, domain)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(core.Cards[0].Patterns) {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("the card has no pattern number %.20q", number), "cairn card show "+core.Cards[0].Domain+" numbers them.")
	}
	return &core.Cards[0].Patterns[n-1], nil
}

func changePattern(h home.Dir, c *call, domain, number string, f cardFlags) error {
	p, err := patternOf(h, domain, number)
	if err != nil {
		return err
	}
	key := p.Key()
	for _, part := range []struct{ given, of *string }{{f.value, &p.Value}, {f.description, &p.Description}, {f.urlPattern, &p.URLPattern}} {
		if *part.given != "" {
			*part.of = *part.given
		}
	}
	p.Confidence = 0 // a person's word counts as one that was just written
	return editCard(h, c, types.CardEdit{Op: types.CardChange, Domain: domain, Of: &key, Pattern: p})
}

func editCard(h home.Dir, c *call, edit types.CardEdit) error {
	if _, err := control.AskOrStart(h, control.Request{Want: control.WantEdit, Edit: &types.Edit{Card: &edit}}); err != nil {
		return err
	}
	return showVersionsLine(h, c, edit.Domain)
}

// showVersionsLine says what the newest version is.
func showVersionsLine(h home.Dir, c *call, domain string) error {
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if err != nil || len(core.Versions) == 0 {
		return err
	}
	v := core.Versions[0]
	_, err = fmt.Fprintf(c.out, "%s: version %d, %s\n", domain, v.Version, v.Change)
	return err
}

// moveFile asks the daemon to read or write a file.
func moveFile(h home.Dir, c *call, req control.Request, file string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	req.Path = path
	reply, err := control.AskOrStart(h, req)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, reply.Done)
	return err
}
