package dispatch

import (
	"encoding/base64"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/exchange"
	"cairn/shared/masking"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// operation handles one wire.CoreOp.
type operation struct {
	field string              // the field with its arguments
	has   func(*request) bool // whether they are present
	timed bool                // whether the answer depends on the time
	query bool                // whether it changes nothing, so that [Query] answers it
	run   func(*core.Core, *request) (*wire.CoreReply, error)
}

// ops holds every operation; a test compares it with the constants of package wire.
var ops = map[wire.CoreOp]operation{
	wire.OpStatus: {has: always, run: status},
	wire.OpReset: {has: always, run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
		c.Reset()
		return status(c, r)
	}},
	wire.OpPut: {field: "records", has: func(r *request) bool { return r.Records != nil }, run: put},
	wire.OpRules: {field: "rules", has: func(r *request) bool { return r.Rules != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			if err := c.SetScreenRules(r.Rules); err != nil {
				return nil, err
			}
			return status(c, r)
		}},
	wire.OpCapture: {field: "capture", timed: true, has: func(r *request) bool { return r.Capture != nil }, run: captured},
	wire.OpNameKey: {field: "nameKey", has: func(r *request) bool { return r.NameKey != "" },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			key, err := base64.StdEncoding.DecodeString(r.NameKey)
			if err != nil {
				return nil, types.Invalid("the key of names is not base64", "Send it as pairing.json has it.")
			}
			if err := c.SetNameKey(key); err != nil {
				return nil, err
			}
			return status(c, r)
		}},
	wire.OpKnow: {field: "know", has: func(r *request) bool { return r.Know != nil }, run: know},
	wire.OpMask: {field: "mask", has: func(r *request) bool { return r.Mask != nil }, run: mask},
	wire.OpObserve: {field: "observe", has: func(r *request) bool { return r.Observe != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			masking.Seen(r.Observe, r.typed.known)
			c.CaptureObservation(r.Observe)
			return &wire.CoreReply{Observation: r.Observe}, nil
		}},
	wire.OpSearch: {query: true, field: "search", timed: true, has: func(r *request) bool { return r.Search != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			steps, err := c.Search(r.Now, *r.Search)
			return &wire.CoreReply{Steps: steps}, err
		}},
	wire.OpLast: {query: true, field: "last", timed: true, has: func(r *request) bool { return r.Last != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			steps, err := c.Last(r.Now, *r.Last)
			return &wire.CoreReply{Steps: steps}, err
		}},
	wire.OpSessions: {query: true, field: "sessions", timed: true, has: func(r *request) bool { return r.Sessions != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			sessions, err := c.Sessions(r.Now, *r.Sessions)
			return &wire.CoreReply{Sessions: sessions}, err
		}},
	wire.OpRecipe: {query: true, field: "recipe", timed: true, has: func(r *request) bool { return r.Recipe != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			recipe, err := c.Recipe(r.Recipe.SessionID)
			return &wire.CoreReply{Recipe: &recipe}, err
		}},
	wire.OpPrior: {field: "prior", timed: true, has: func(r *request) bool { return r.Prior != nil },
		run: prior},
	wire.OpLearn: {field: "learn", has: func(r *request) bool { return r.Learn != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			if r.Learn.Flows != nil {
				return &wire.CoreReply{Learned: &wire.Learned{Left: c.ReadFlows(*r.Learn.Flows, r.Learn.Steps)}}, nil
			}
			return &wire.CoreReply{Learned: &wire.Learned{Left: c.Learn(&r.Learn.State, r.Learn.Steps)}}, nil
		}},
	wire.OpRecall: {query: true, field: "recall", timed: true, has: func(r *request) bool { return r.Recall != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			result, err := c.Recall(r.Now, *r.Recall)
			return &wire.CoreReply{Recall: &result}, err
		}},
	wire.OpStep: {query: true, field: "step", has: func(r *request) bool { return r.Step != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			step, err := c.StepByID(r.Step.StepID)
			return &wire.CoreReply{Step: step}, err
		}},
	wire.OpTimeline: {query: true, field: "timeline", timed: true, has: func(r *request) bool { return r.Timeline != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			steps, err := c.Timeline(r.Now, r.Timeline.SessionID, r.Timeline.Limit, r.Timeline.After)
			return &wire.CoreReply{Timeline: values(steps)}, err
		}},
	wire.OpCards: {query: true, field: "cards", has: func(r *request) bool { return r.Cards != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			reply := &wire.CoreReply{Cards: values(c.CardsOf(r.Cards.Domain))}
			if r.Cards.Domain != "" {
				reply.Versions = c.CardVersions(r.Cards.Domain)
			}
			return reply, nil
		}},
	wire.OpKB: {query: true, field: "kb", has: func(r *request) bool { return r.KB != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			items, err := c.KB(r.KB.ID, r.KB.Query, r.KB.Limit)
			report := c.KBReport()
			return &wire.CoreReply{KB: values(items), KBReport: &report}, err
		}},
	wire.OpCheck: {field: "check", has: func(r *request) bool { return r.Check != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			c.Complete(r.Check)
			return &wire.CoreReply{Edit: r.Check}, c.CheckEdit(r.Check)
		}},
	wire.OpNamed: {query: true, field: "named", has: func(r *request) bool { return r.Named != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			return &wire.CoreReply{Named: named(c, *r.Named)}, nil
		}},
	wire.OpLate: {field: "late", has: func(r *request) bool { return r.Late != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			return &wire.CoreReply{Late: late(c, r.Late)}, nil
		}},
	wire.OpRewrite: {field: "rewrite", has: func(r *request) bool { return r.Rewrite != nil }, run: rewrite},
	wire.OpExport: {query: true, field: "export", has: func(r *request) bool { return r.Export != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			files, err := export(c, r.Export)
			reply := &wire.CoreReply{}
			for _, f := range files {
				reply.Files = append(reply.Files, wire.ExportFile(f))
			}
			return reply, err
		}},
	wire.OpImport: {field: "import", timed: true, has: func(r *request) bool { return r.Import != nil }, run: readFiles},
	wire.OpSites: {query: true, has: always,
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			return &wire.CoreReply{SiteNames: c.SiteNames()}, nil
		}},
	wire.OpFlows: {query: true, field: "flows", has: func(r *request) bool { return r.Flows != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			return &wire.CoreReply{Flows: c.FlowsAt(r.Flows.URL)}, nil
		}},
	wire.OpMap: {query: true, field: "map", timed: true, has: func(r *request) bool { return r.Map != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			m, err := c.Map(r.Now, *r.Map)
			return &wire.CoreReply{Map: m}, err
		}},
	wire.OpStats: {query: true, has: always,
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			stats := c.AdviceStats()
			return &wire.CoreReply{Stats: &stats}, nil
		}},
	wire.OpAmend: {field: "amend", timed: true, has: func(r *request) bool { return r.Amend != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			a := r.Amend
			session, err := c.Amend(r.Now, a.SessionID, a.Goal, a.FlowTags, a.Tags)
			return &wire.CoreReply{Session: session}, err
		}},
	wire.OpOutcome: {field: "outcome", timed: true, has: func(r *request) bool { return r.Outcome != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			o := r.Outcome
			session, err := c.State(r.Now, o.SessionID, o.Outcome, o.Evidence)
			return &wire.CoreReply{Session: session}, err
		}},
	wire.OpPack: {field: "pack", timed: true, has: func(r *request) bool { return r.Pack != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			packed, data, err := c.Pack(r.Now, r.Pack.Steps)
			r.segment = data
			return &wire.CoreReply{Packed: packed}, err
		}},
	wire.OpPacked: {field: "packed", has: func(r *request) bool { return r.Packed != nil },
		run: func(c *core.Core, r *request) (*wire.CoreReply, error) {
			c.Packed(r.Packed.Kept)
			return status(c, r)
		}},
}

// readFiles returns the contents of files as records: sessions first.
func readFiles(c *core.Core, r *request) (*wire.CoreReply, error) {
	files := make([]exchange.File, len(r.Import.Files))
	for i, f := range r.Import.Files {
		files[i] = exchange.File(f)
	}
	found, err := c.Import(r.Now, files)
	if err != nil {
		return nil, err
	}
	reply := &wire.CoreReply{Skipped: found.Skipped}
	for _, s := range found.Sessions {
		reply.Records = append(reply.Records, wire.Record{Session: s})
	}
	for _, s := range found.Steps {
		reply.Records = append(reply.Records, wire.Record{Step: s})
	}
	return reply, nil
}

func export(c *core.Core, r *wire.ExportRequest) ([]exchange.File, error) {
	if r.Flow != "" {
		return c.ExportFlow(r.Flow, exchange.Format(r.Format))
	}
	return c.Export(r.SessionID, exchange.Format(r.Format))
}

// named lists everything that a deletion request would remove.
func named(c *core.Core, f types.Forget) *wire.Named {
	f = c.Spelt(f)
	n := c.Named(f)
	known := slices.DeleteFunc(slices.Clone(n.Sites), func(domain string) bool { return c.Card(domain) == nil })
	out := &wire.Named{Sessions: n.Sessions, Sites: known, Edits: n.Edits.Edits, Instead: n.Edits.Instead, Cleaned: values(n.Cleaned), Goals: n.Goals}
	for _, step := range n.Steps {
		out.Steps = append(out.Steps, step.StepID)
	}
	f.Edits = n.Edits.Edits
	order := c.Seal(f)
	out.Order = &order
	return out
}

// captured turns a raw step into one that can be stored, without parts deleted since
// it began, and puts it if its session is given, so that a step takes one call.
func captured(c *core.Core, r *request) (*wire.CoreReply, error) {
	masking.Step(r.Capture, r.Beside)
	capture.Known(r.Capture, r.typed.known)
	step, err := c.Capture(r.Now, r.Capture, r.Keep)
	if err != nil {
		return nil, err
	}
	if step = c.ApplyDeletions(r.Orders, step); step == nil {
		return &wire.CoreReply{Gone: true}, nil
	}
	if r.Bare {
		capture.Bare(step)
	}
	if r.Session != nil {
		err = putRecord(c, &wire.Record{Session: r.Session, Step: step})
	}
	return &wire.CoreReply{Step: step}, err
}

// late applies deletion requests to steps that arrived late.
func late(c *core.Core, r *wire.LateRequest) []wire.LateStep {
	out := make([]wire.LateStep, len(r.Steps))
	for i := range r.Steps {
		switch left := c.ApplyDeletions(r.Orders, &r.Steps[i]); left {
		case nil:
			out[i].Gone = true
		case &r.Steps[i]:
		default:
			out[i].Clean = left
		}
	}
	return out
}

// values copies the values behind pointers.
func values[T any](pointers []*T) []T {
	out := make([]T, len(pointers))
	for i, p := range pointers {
		out[i] = *p
	}
	return out
}

func always(*request) bool { return true }

func status(c *core.Core, _ *request) (*wire.CoreReply, error) {
	s := c.Status()
	return &wire.CoreReply{Status: &s}, nil
}

// prior names the screen first if the caller sends an observation as the page
// returned it: without a screen it resembles no other.
func prior(c *core.Core, r *request) (*wire.CoreReply, error) {
	if r.Prior.Observation.State.CurrentScreen == "" {
		masking.Seen(&r.Prior.Observation, r.typed.known)
		c.CaptureObservation(&r.Prior.Observation)
	}
	knowledge, err := c.Prior(r.Now, *r.Prior)
	return &wire.CoreReply{Prior: knowledge}, err
}

// put stores the valid records, in order, and returns the others with their errors.
func put(c *core.Core, r *request) (*wire.CoreReply, error) {
	var rejected []wire.Rejected
	for i := range r.Records {
		fault := r.faults[i]
		if fault == nil {
			fault = types.AsError(putRecord(c, &r.Records[i]))
		}
		if fault != nil {
			rejected = append(rejected, wire.Rejected{Index: i, Error: *fault})
		}
	}
	reply, err := status(c, r)
	reply.Rejected = rejected
	return reply, err
}

// putRecord puts the session before its step. The core ignores gaps.
func putRecord(c *core.Core, r *wire.Record) error {
	if r.Session == nil && r.Step == nil && r.Edit == nil && r.Forget == nil && r.Gap == nil {
		return types.Invalid("the record is empty", "A record holds a session, a step, an edit, a forgetting or a gap.")
	}
	if r.Session != nil {
		if err := c.PutSession(r.Session); err != nil {
			return err
		}
	}
	if r.Step != nil {
		if err := c.PutStep(r.Step); err != nil {
			return err
		}
	}
	if r.Edit != nil {
		if err := c.PutEdit(r.Edit); err != nil {
			return err
		}
	}
	if r.Forget != nil {
		c.Forget(*r.Forget)
	}
	return nil
}

func rewrite(c *core.Core, r *request) (*wire.CoreReply, error) {
	if r.Rewrite.Begin {
		if err := c.BeginRewriting(); err != nil {
			return nil, err
		}
	}
	reply := &wire.CoreReply{Rewritten: make([]wire.RewrittenStep, len(r.Rewrite.Records))}
	for i, rec := range r.Rewrite.Records {
		step, err := c.RewriteNext(rec.Session, rec.Step)
		if err != nil {
			return nil, err
		}
		reply.Rewritten[i].Step = step
	}
	return reply, nil
}
