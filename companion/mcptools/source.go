package mcptools

import (
	"context"
	"encoding/json"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// unknownSource is spec 003's warning for an unknown kb_source.
const unknownSource = "kb_source names no KB item; kb_search gives the ids"

// do runs a tool. It adds a warning for an unknown kb_source, which is stored all the
// same, because the next catalog may contain it.
func (t *definition) do(ctx context.Context, c *call) (answer, error) {
	a, err := t.run(ctx, c)
	if !t.step || !c.unknownSource() {
		return a, err
	}
	if err != nil {
		fault := *types.AsError(err)
		if fault.Hint != "" {
			fault.Hint = "; " + fault.Hint
		}
		fault.Hint = unknownSource + fault.Hint
		return a, &fault
	}
	a.head += "\nwarning: " + unknownSource
	switch r := a.result.(type) {
	case *tool.ActResult:
		r.Warning = unknownSource
	case *tool.NotifyResult:
		r.Warning = unknownSource
	}
	if brief, ok := a.brief.(tool.ActResult); ok {
		brief.Warning = unknownSource
		a.brief = brief
	}
	return a, nil
}

// unknownSource reports whether the call names an unknown KB item.
func (c *call) unknownSource() bool {
	var in tool.ActInput
	return json.Unmarshal(c.args, &in) == nil && in.KBSource != "" && !c.backend.Memory.KBKnown(in.KBSource)
}

// retrieved stores the items that a client received, with its session or until it has
// one. Errors are ignored, because the answer is correct.
func (s *Server) retrieved(ctx context.Context, client *session, found types.KBSearchResult) {
	var ids []string
	for _, item := range found.Items {
		ids = append(ids, item.KnowledgeID)
	}
	if client == nil || len(ids) == 0 {
		return
	}
	id := client.currentSession()
	if id == "" {
		client.mu.Lock()
		client.retrieved = types.Retrieved(client.retrieved, ids)
		client.mu.Unlock()
		return
	}
	s.keepRetrieved(ctx, id, ids)
}

// launched stores earlier retrieved items with a new session.
func (s *Server) launched(ctx context.Context, client *session, id string) {
	client.mu.Lock()
	ids := client.retrieved
	client.retrieved = nil
	client.mu.Unlock()
	if len(ids) > 0 {
		s.keepRetrieved(ctx, id, ids)
	}
}

func (s *Server) keepRetrieved(ctx context.Context, id string, ids []string) {
	if err := s.backend.Memory.Retrieved(ctx, id, ids); err != nil {
		s.log.Error("retrieved KB items are not kept", "session", id, "error", err)
	}
}
