package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/shared/learn"
	"cairn/shared/types"
	"cairn/shared/wire"
)

const kbUsage = `  cairn kb list [WORDS]      items, or those that fit some words
  cairn kb show ID           an item as agents see it, with all that was learnt
  cairn kb confirm ID        a draft is right
  cairn kb delete ID         the item goes and is not distilled again
  cairn kb note ID WORDS     add what you know to what was learnt of it
  cairn kb report            whether items and learnings help
  cairn kb export FILE       write all as a knowledge_catalog.json
  cairn kb import FILE       read one; the whole file is taken or none of it
Items come from catalogs, and by themselves from sessions that reached their
goal. To correct an item, export, edit and import again.`

func runKB(_ context.Context, c *call) error {
	args, h, err := c.parse(1, -1)
	if err != nil {
		return err
	}
	verb, args := args[0], args[1:]
	switch {
	case verb == "list":
		return listKB(h, c, strings.Join(args, " "))
	case verb == "show" && len(args) == 1:
		return showKB(h, c, args[0])
	case (verb == "confirm" || verb == "delete") && len(args) == 1:
		return editKB(h, c, types.KBEdit{Op: types.KBOp(verb), KnowledgeID: args[0]})
	case verb == "note" && len(args) > 1:
		return noteKB(h, c, args[0], strings.Join(args[1:], " "))
	case verb == "report" && len(args) == 0:
		core, err := askKB(h, wire.KBRequest{Limit: 1})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.out, mcptools.ReportText(*core.KBReport))
		return err
	case verb == "export" && len(args) == 1:
		return moveFile(h, c, control.Request{Want: control.WantKBExport}, args[0])
	case verb == "import" && len(args) == 1:
		return moveFile(h, c, control.Request{Want: control.WantKBImport}, args[0])
	}
	return usageError{"kb"}
}

func askKB(h home.Dir, req wire.KBRequest) (*wire.CoreReply, error) {
	return control.AskCore(h, wire.CoreRequest{Op: wire.OpKB, KB: &req})
}

func listKB(h home.Dir, c *call, words string) error {
	core, err := askKB(h, wire.KBRequest{Query: words})
	if err != nil {
		return err
	}
	if len(core.KB) == 0 {
		_, err := fmt.Fprintln(c.out, "no KB items; cairn kb import reads a catalog, and sessions that reach their goal leave drafts")
		return err
	}
	tab := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, item := range core.KB {
		fmt.Fprintf(tab, "%s\ttrust %.2f\t%d learnings\t%s\t%s\n", item.KnowledgeID, item.TrustScore, len(item.KBLearnings), item.Status, console.OneLine(item.Description))
	}
	return tab.Flush()
}

func showKB(h home.Dir, c *call, id string) error {
	core, err := askKB(h, wire.KBRequest{ID: id})
	if err != nil {
		return err
	}
	item := &core.KB[0]
	text := learn.Format([]*types.KBItem{item}, "")
	_, err = fmt.Fprintf(c.out, "%s\ntrust %.2f, used in %d sessions, in %d without a failure of it\n%s", strings.TrimSpace(text), item.TrustScore, item.Uses, item.Wins, historyText(item.TrustHistory))
	return err
}

// trustWhy says in words why trust changed.
var trustWhy = map[types.TrustWhy]string{
	types.TrustFailed: "an action of it failed", types.TrustGuessed: "a failure that was probably of it", types.TrustCorrected: "a person corrected it",
	types.TrustWorked: "it worked", types.TrustSet: "somebody set it",
}

// historyText lists what moved an item's trust, the oldest first.
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
	_, err := fmt.Fprintf(c.out, "%s: %s\n", edit.KnowledgeID, map[types.KBOp]string{types.KBConfirm: "confirmed", types.KBDelete: "deleted", types.KBNote: "noted"}[edit.Op])
	return err
}

// noteKB adds a person's words to an item, for everywhere that it holds.
func noteKB(h home.Dir, c *call, id, words string) error {
	core, err := askKB(h, wire.KBRequest{ID: id})
	if err != nil {
		return err
	}
	note := &types.Learning{HumanReasoning: words, Origin: core.KB[0].Origin}
	return editKB(h, c, types.KBEdit{Op: types.KBNote, KnowledgeID: id, Learning: note})
}
