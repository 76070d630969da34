package mcptools

import (
	"context"
	"fmt"
	"strings"

	"cairn/shared/types"
)

var kbTools = []*definition{
	{
		name:        "kb_search",
		description: "KB items for a task, with what went wrong. Steps made from one carry its ID as kb_source.",
		readOnly:    true, memory: true, own: true,
		run: typed(searchKB),
	},
	{
		name: "kb_record_learning", extra: true,
		description: "What worked instead of an item's way, or what a person said.",
		own:         true,
		run:         typed(recordLearning),
	},
	{
		name: "kb_report", extra: true,
		description: "Whether KB items and learnings help.",
		readOnly:    true, memory: true, own: true,
		run: typed(reportKB),
	},
}

// kbName is the source named for text of KB items.
const kbName = "Cairn's knowledge base"

func searchKB(ctx context.Context, c *call, in types.KBSearchRequest) (answer, error) {
	if in.URL == "" {
		in.URL = c.here()
	}
	r, err := c.backend.Memory.KBSearch(ctx, in)
	if err != nil {
		return answer{}, err
	}
	c.retrieved(ctx, c.client, r)
	r.Flow = c.offered(r.Flow, "", in.URL, in.Query)
	known := flowLine(r.Flow)
	switch {
	case len(r.Items) > 0:
		return answer{result: r, page: strings.TrimPrefix(known+"\n"+lines(r.Text, maxKBLine), "\n"), from: kbName}, nil
	case known != "":
		return answer{result: r, page: known, from: kbName}, nil
	}
	return answer{result: r, head: "no KB item fits; try other words, or mm_knowledge_search for what was done"}, nil
}

// maxKBLine bounds one line of an item, in characters.
const maxKBLine = 2100

// here returns the address of the session's page, or empty.
func (c *call) here() string {
	id := c.client.currentSession()
	if id == "" {
		return ""
	}
	return c.backend.Memory.Where(id)
}

// noteInput is the input of kb_record_learning.
type noteInput struct {
	KnowledgeID      string `json:"knowledge_id"`
	RecoveryApproach string `json:"recovery_approach"`
	HumanReasoning   string `json:"human_reasoning"`
}

// noted is the answer of kb_record_learning.
type noted struct {
	KnowledgeID string  `json:"knowledge_id"`
	Trust       float64 `json:"trust_score"`
	Learnings   int     `json:"learnings"`
}

func recordLearning(ctx context.Context, c *call, in noteInput) (answer, error) {
	session := c.client.currentSession()
	if session == "" {
		// Without a page, the note has no site.
		return answer{}, types.Fault(types.CodeNoSession, "a learning holds for the site that you are on, and you have no session", "call mm_launch first")
	}
	item, err := c.backend.Memory.KBNote(ctx, types.KBNoteRequest{KnowledgeID: in.KnowledgeID, RecoveryApproach: in.RecoveryApproach,
		HumanReasoning: in.HumanReasoning, SessionID: session, URL: c.here()})
	if err != nil {
		return answer{}, err
	}
	return answer{
		result: noted{item.KnowledgeID, item.TrustScore, len(item.KBLearnings)},
		head:   own("noted on %s: %d learnings, trust %.2f", item.KnowledgeID, len(item.KBLearnings), item.TrustScore),
	}, nil
}

func reportKB(ctx context.Context, c *call, _ noInput) (answer, error) {
	r := c.backend.Memory.KBReport(ctx)
	return answer{result: r, head: ownText(ReportText(r))}, nil
}

// ReportText returns spec 003's four metrics, one line each, with counts.
func ReportText(r types.KBReport) string {
	var bands []string
	for _, b := range r.Bands {
		if b.Uses > 0 {
			bands = append(bands, fmt.Sprintf("trust %.2f to %.2f: %d of %d", b.From, b.To, b.Wins, b.Uses))
		}
	}
	out := []string{
		fmt.Sprintf("attribution: %s (%d of %d failed steps name their KB item, target 80 %%, in sessions that retrieved items; %d failed steps in others; by a guess %d were attributed, %d left alone)",
			share(r.Attribution), r.Attributed, r.Failures, r.Unfetched, r.Guessed, r.Silent),
		fmt.Sprintf("reuse: %s (%d learnings were there %d times when their item was used again, target 3 each)", figure(r.Reuse), r.Learnings, r.Reused),
		fmt.Sprintf("trust against success: %s (correlation over %d uses)", figure(r.TrustCorrelation), r.Uses),
		fmt.Sprintf("enriched: %s (of %d items, of which %d are drafts, have a learning, target 40 %%)", share(r.Enriched), r.Items, r.Drafts),
	}
	if len(bands) > 0 {
		out[2] += "; went well at " + strings.Join(bands, ", ")
	}
	return strings.Join(out, "\n")
}

func share(f *float64) string {
	if f == nil {
		return "not enough data"
	}
	return fmt.Sprintf("%.0f %%", 100**f)
}

func figure(f *float64) string {
	if f == nil {
		return "not enough data"
	}
	return fmt.Sprintf("%.2f", *f)
}
