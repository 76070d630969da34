package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/shared/learn"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func kbGroup(c *call) *cobra.Command {
	g := group("kb", "Show known tasks and their failures",
		c.reads(c.verb("list [WORDS...]", "List items, or those that match words", func(_ context.Context, h home.Dir, words []string) error {
			return listKB(h, c, strings.Join(words, " "))
		})),
		c.reads(c.verb("show ID", "Show an item with its learnings, as agents receive it", func(_ context.Context, h home.Dir, args []string) error {
			return showKB(h, c, args[0])
		})),
		editVerb(c, types.KBConfirm, "Confirm a draft"),
		editVerb(c, types.KBDelete, "Delete an item, and do not derive it again"),
		c.verb("note ID WORDS...", "Add a learning to an item", func(_ context.Context, h home.Dir, args []string) error {
			return noteKB(h, c, args[0], strings.Join(args[1:], " "))
		}),
		c.reads(c.verb("report", "Show how often items and learnings helped", func(_ context.Context, h home.Dir, _ []string) error {
			core, err := askKB(h, wire.KBRequest{Limit: 1})
			if err != nil {
				return err
			}
			return c.show(core.KBReport, func() error { return c.say("%s\n", mcptools.ReportText(*core.KBReport)) })
		})),
		c.verb("export FILE", "Write all items as a knowledge_catalog.json", func(_ context.Context, h home.Dir, args []string) error {
			return c.transfer(h, control.Request{Want: control.WantKBExport}, args[0])
		}),
		c.verb("import FILE", "Import a catalog, completely or not at all", func(_ context.Context, h home.Dir, args []string) error {
			return c.transfer(h, control.Request{Want: control.WantKBImport}, args[0])
		}))
	g.Long = `Items come from catalogs, and from sessions that reached their goal. To correct an
item, export, edit and import it.`
	g.Example = `  cairn kb list send
  cairn kb note kb-send-eth "the fee must be confirmed twice"`
	return g
}

func editVerb(c *call, op types.KBOp, about string) *cobra.Command {
	return c.verb(string(op)+" ID", about, func(_ context.Context, h home.Dir, args []string) error {
		return editKB(h, c, types.KBEdit{Op: op, KnowledgeID: args[0]})
	})
}

func askKB(h home.Dir, req wire.KBRequest) (*wire.CoreReply, error) {
	return control.AskCore(h, nil, wire.CoreRequest{Op: wire.OpKB, KB: &req})
}

func listKB(h home.Dir, c *call, words string) error {
	core, err := askKB(h, wire.KBRequest{Query: words})
	if err != nil {
		return err
	}
	if c.json {
		return console.PrintJSON(c.out, types.OrEmpty(core.KB))
	}
	if len(core.KB) == 0 {
		return c.say("no KB items; cairn kb import reads a catalog, and sessions that reach their goal leave drafts\n")
	}
	table := console.NewTable(c.out, "ITEM", "TRUST", "LEARNINGS", "STATUS", "TASK")
	for _, item := range core.KB {
		table.Row(item.KnowledgeID, fmt.Sprintf("%.2f", item.TrustScore), len(item.KBLearnings), item.Status, item.Description)
	}
	return table.Print()
}

func showKB(h home.Dir, c *call, id string) error {
	core, err := askKB(h, wire.KBRequest{ID: id})
	if err != nil {
		return err
	}
	item := &core.KB[0]
	if c.json {
		return console.PrintJSON(c.out, item)
	}
	text := learn.Format([]*types.KBItem{item}, "")
	return c.say("%s\ntrust %.2f, used in %s, in %d without a failure of it\n%s", strings.TrimSpace(text), item.TrustScore, console.Counted(item.Uses, "session", "sessions"), item.Wins, historyText(item.TrustHistory))
}

// trustWhy maps reasons for a change of trust to text.
var trustWhy = map[types.TrustWhy]string{
	types.TrustFailed: "an action of it failed", types.TrustGuessed: "a failure that was probably of it", types.TrustCorrected: "a person corrected it",
	types.TrustWorked: "it worked", types.TrustSet: "it was set",
}

// historyText lists the changes of an item's trust, the oldest first.
func historyText(history []types.TrustChange) string {
	var b strings.Builder
	for _, h := range history {
		fmt.Fprintf(&b, "  %.16s  %.2f to %.2f: %s", h.At, h.From, h.To, cmp.Or(trustWhy[h.Why], console.OneLine(string(h.Why))))
		if h.Screen != "" {
			fmt.Fprintf(&b, " on screen %s", console.OneLine(h.Screen))
		}
		if h.Origin != "" {
			fmt.Fprintf(&b, " of %s", console.OneLine(h.Origin))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func editKB(h home.Dir, c *call, edit types.KBEdit) error {
	if _, err := control.AskOrStart(h, control.Request{Want: control.WantEdit, Edit: &types.Edit{KB: &edit}}); err != nil {
		return err
	}
	return c.say("%s: %s\n", edit.KnowledgeID, map[types.KBOp]string{types.KBConfirm: "confirmed", types.KBDelete: "deleted", types.KBNote: "noted"}[edit.Op])
}

// noteKB adds a person's note to an item, for all sites where the item holds.
func noteKB(h home.Dir, c *call, id, words string) error {
	core, err := askKB(h, wire.KBRequest{ID: id})
	if err != nil {
		return err
	}
	note := &types.Learning{HumanReasoning: words, Origin: core.KB[0].Origin}
	return editKB(h, c, types.KBEdit{Op: types.KBNote, KnowledgeID: id, Learning: note})
}
