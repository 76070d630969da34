package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// ImportCards reads a file of cards, as ExportCards writes it, and stores them
// as edits: knowledge from steps is added when a card is read, and earlier versions can
// be restored. It imports the whole file or nothing.
func (m *Memory) ImportCards(ctx context.Context, file string) (done string, err error) {
	data, err := readRegularFile(file)
	if err != nil {
		return "", err
	}
	var cards []*types.KnowledgeCard
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		cards = []*types.KnowledgeCard{{}}
		err = json.Unmarshal(data, cards[0])
	} else {
		err = json.Unmarshal(data, &cards)
	}
	if err != nil {
		return "", types.Invalid("the cards cannot be read: "+err.Error(), "Give a file that cairn card export wrote: a list of objects with domain and patterns.")
	}
	m.editing.Lock()
	defer m.editing.Unlock()
	var recs []wire.Record
	for i, card := range cards {
		if card == nil {
			return "", types.Invalid(fmt.Sprintf("card %d is null", i), "Take it out.")
		}
		e := &types.Edit{EditID: newEditID(), Card: &types.CardEdit{Op: types.CardPut, Domain: card.Domain, Card: card}}
		if err := m.completeEdit(e); err != nil {
			fault := *types.AsError(err)
			fault.Message = fmt.Sprintf("card %d: %s", i, fault.Message)
			return "", &fault
		}
		recs = append(recs, wire.Record{Edit: e})
	}
	for at := 0; at < len(recs); at += editBatch {
		if err := m.keepOwn(ctx, recs[at:min(at+editBatch, len(recs))]...); err != nil {
			return "", fmt.Errorf("import cards: %w", err)
		}
	}
	return "imported " + text.Counted(len(recs), "card"), nil
}

// completeEdit sets the time of an edit and validates it.
func (m *Memory) completeEdit(e *types.Edit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.At = m.editTime()
	m.core.Complete(e)
	return m.core.CheckEdit(e)
}

// ExportCards writes the cards of a site, or of all when domain is empty, to a
// file that only its owner may read.
func (m *Memory) ExportCards(_ context.Context, file, domain string) (done string, err error) {
	m.mu.Lock()
	cards := m.core.CardsOf(domain)
	m.mu.Unlock()
	if domain != "" && len(cards) == 0 {
		return "", types.Fault(types.CodeNotFound, fmt.Sprintf("there is no card of %.80q", domain), "cairn card list shows the sites that have one.")
	}
	cards = types.OrEmpty(cards)
	data, err := json.MarshalIndent(cards, "", "  ")
	if err != nil {
		return "", fmt.Errorf("export cards: %w", err)
	}
	if err := replaceRegularFile(file, append(data, '\n')); err != nil {
		return "", err
	}
	return fmt.Sprintf("wrote %s to %s", text.Counted(len(cards), "card"), file), nil
}
