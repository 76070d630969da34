package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func cardGroup(c *call) *cobra.Command {
	g := group("card", "Show and edit site memory",
		c.reads(c.verb("list", "List known sites", func(_ context.Context, h home.Dir, _ []string) error { return listCards(h, c) })),
		c.reads(c.verb("show DOMAIN", "Show the patterns of a site, numbered", func(_ context.Context, h home.Dir, args []string) error { return showCard(h, c, args[0]) })),
		c.reads(c.verb("history DOMAIN", "List earlier versions of a site's edits", func(_ context.Context, h home.Dir, args []string) error { return showVersions(h, c, args[0]) })),
		addPatternVerb(c), changePatternVerb(c),
		patternVerb(c, types.CardPin, "Keep a pattern permanently"),
		patternVerb(c, types.CardUnpin, "Allow learned patterns to replace a pattern"),
		patternVerb(c, types.CardDelete, "Delete a pattern"),
		c.verb("clear DOMAIN", "Delete the card, and learn again", func(_ context.Context, h home.Dir, args []string) error {
			return editCard(h, c, types.CardEdit{Op: types.CardClear, Domain: args[0]})
		}),
		c.verb("restore DOMAIN VERSION", "Restore an earlier version", func(_ context.Context, h home.Dir, args []string) error {
			version, err := strconv.Atoi(args[1])
			if err != nil {
				return usageError{message: fmt.Sprintf("%q is no version", args[1]), hint: "cairn card history " + args[0] + " numbers them"}
			}
			return editCard(h, c, types.CardEdit{Op: types.CardRestore, Domain: args[0], Version: version})
		}),
		c.verb("export FILE [DOMAIN]", "Export the cards, or that of one site, as JSON", func(_ context.Context, h home.Dir, args []string) error {
			return c.transfer(h, control.Request{Want: control.WantCardExport, Domain: strings.Join(args[1:], "")}, args[0])
		}),
		c.verb("import FILE", "Import exported cards", func(_ context.Context, h home.Dir, args []string) error {
			return c.transfer(h, control.Request{Want: control.WantCardImport}, args[0])
		}))
	g.Long = `N is a pattern's number in show. A card has up to 30 patterns: those that people
wrote or pinned, then the most certain learned ones. Changes can be undone: see
history and restore.`
	g.Example = `  cairn card show wallet.example
  cairn card pin wallet.example 3`
	return g
}

// patternFlags holds the parts of a pattern that a person gives.
type patternFlags struct{ value, description, urlPattern string }

func (f *patternFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.description, "description", "", "what it is for: `TEXT`")
	cmd.Flags().StringVar(&f.urlPattern, "url-pattern", "", "the screen it is on, as a `PATTERN` of addresses")
}

func addPatternVerb(c *call) *cobra.Command {
	var f patternFlags
	cmd := c.verb("add DOMAIN TYPE VALUE", "Write a pattern", func(_ context.Context, h home.Dir, args []string) error {
		p := &types.Pattern{Type: types.PatternType(args[1]), Value: args[2], Description: f.description, URLPattern: f.urlPattern}
		return editCard(h, c, types.CardEdit{Op: types.CardAdd, Domain: args[0], Pattern: p})
	})
	cmd.Long = "Types: selector, navigation_path, login_required, spa_hint, page_structure,\ntask_intent."
	cmd.Example = `  cairn card add wallet.example selector 'testId:send-next' --description "goes on to the summary"`
	f.register(cmd)
	return cmd
}

func changePatternVerb(c *call) *cobra.Command {
	var f patternFlags
	cmd := c.verb("edit DOMAIN N", "Change a pattern", func(_ context.Context, h home.Dir, args []string) error {
		return changePattern(h, c, args[0], args[1], f)
	})
	cmd.Flags().StringVar(&f.value, "value", "", "the pattern's `VALUE`")
	f.register(cmd)
	return cmd
}

func patternVerb(c *call, op types.CardOp, about string) *cobra.Command {
	return c.verb(string(op)+" DOMAIN N", about, func(_ context.Context, h home.Dir, args []string) error {
		p, err := patternOf(h, args[0], args[1])
		if err != nil {
			return err
		}
		key := p.Key()
		return editCard(h, c, types.CardEdit{Op: op, Domain: args[0], Of: &key})
	})
}

func listCards(h home.Dir, c *call) error {
	core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{}})
	if err != nil {
		return err
	}
	if c.json {
		return console.PrintJSON(c.out, types.OrEmpty(core.Cards))
	}
	if len(core.Cards) == 0 {
		return c.say("no site is known yet; cards write themselves from what is done in the browser\n")
	}
	table := console.NewTable(c.out, "SITE", "PATTERNS", "KIND", "CHANGED")
	for _, card := range core.Cards {
		table.Row(card.Domain, len(card.Patterns), cmp.Or(kindOfSite(&card), "-"), console.Ago(card.UpdatedAt))
	}
	return table.Print()
}

func kindOfSite(card *types.KnowledgeCard) string {
	kind := card.SiteType
	if card.RequiresLogin {
		kind = strings.TrimSpace(kind + " login")
	}
	return kind
}

func cardOf(h home.Dir, domain string) (*wire.CoreReply, error) {
	core, err := control.AskCore(h, nil, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if err == nil && len(core.Cards) == 0 {
		err = unknownSite(h, domain)
	}
	return core, err
}

func showCard(h home.Dir, c *call, domain string) error {
	core, err := cardOf(h, domain)
	if err != nil {
		return err
	}
	card := &core.Cards[0]
	if c.json {
		return console.PrintJSON(c.out, card)
	}
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
		fmt.Fprintf(c.out, "     confidence %.2f, used %s, last %s, %s%s", p.Confidence, console.Counted(p.UseCount, "time", "times"), console.Ago(p.LastUsedAt), p.Source, pinned)
		if p.URLPattern != "" {
			fmt.Fprintf(c.out, ", on %s", p.URLPattern)
		}
		fmt.Fprintln(c.out)
	}
	return nil
}

func showVersions(h home.Dir, c *call, domain string) error {
	core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if err != nil {
		return err
	}
	if len(core.Versions) == 0 {
		return unknownSite(h, domain)
	}
	if c.json {
		return console.PrintJSON(c.out, core.Versions)
	}
	table := console.NewTable(c.out, "VERSION", "WHEN", "CHANGE", "WRITTEN", "PINNED", "DELETED", "")
	for _, v := range core.Versions {
		at, mark := "-", ""
		if v.At != 0 {
			at = console.When(v.At)
		}
		if v.Current {
			mark = "current"
		}
		table.Row(v.Version, at, v.Change, v.Written, v.Pinned, v.Deleted, mark)
	}
	return table.Print()
}

// patternOf returns the pattern that show lists under this number.
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

func changePattern(h home.Dir, c *call, domain, number string, f patternFlags) error {
	p, err := patternOf(h, domain, number)
	if err != nil {
		return err
	}
	key := p.Key()
	for _, part := range []struct {
		given string
		of    *string
	}{{f.value, &p.Value}, {f.description, &p.Description}, {f.urlPattern, &p.URLPattern}} {
		if part.given != "" {
			*part.of = part.given
		}
	}
	p.Confidence = 0 // a person's confirmation counts like a pattern that was just written
	return editCard(h, c, types.CardEdit{Op: types.CardChange, Domain: domain, Of: &key, Pattern: p})
}

func editCard(h home.Dir, c *call, edit types.CardEdit) error {
	if _, err := control.AskOrStart(h, control.Request{Want: control.WantEdit, Edit: &types.Edit{Card: &edit}}); err != nil {
		return err
	}
	return showVersionsLine(h, c, edit.Domain)
}

// showVersionsLine prints the newest version.
func showVersionsLine(h home.Dir, c *call, domain string) error {
	core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: domain}})
	if err != nil || len(core.Versions) == 0 {
		return err
	}
	v := core.Versions[0]
	return c.say("%s: version %d, %s\n", domain, v.Version, v.Change)
}
