package core

import (
	"slices"

	"cairn/shared/flow"
	"cairn/shared/learn"
	"cairn/shared/redact"
	"cairn/shared/types"
)

// FitEdit returns a valid edit without secrets in the texts of people's cards, notes, items and flows. It is called before an
// edit is stored, because files and extensions hold edits that no core has read.
func FitEdit(e *types.Edit) (*types.Edit, error) {
	if err := ValidateEdit(e); err != nil {
		return nil, err
	}
	return withoutSecrets(e), nil
}

// withoutSecrets returns a copy of an edit without secrets. A flow that cannot be run stays as it is: [ValidateEdit] refuses it.
func withoutSecrets(e *types.Edit) *types.Edit {
	own := *e
	switch {
	case e.Card != nil:
		own.Card = cardEdit(*e.Card)
	case e.KB != nil:
		kb := *e.KB
		if kb.Learning != nil {
			kb.Learning = learn.CleanLearning(*kb.Learning)
		}
		if kb.Item != nil {
			kb.Item = learn.CleanItem(kb.Item)
		}
		own.KB = &kb
	case e.Flow != nil:
		if fit, err := flow.FitEdit(e.Flow); err == nil {
			own.Flow = fit
		}
	}
	return &own
}

// cardEdit removes secrets from an edit of a card. The name of a pattern loses them too, or edits of patterns from
// before would name none.
func cardEdit(e types.CardEdit) *types.CardEdit {
	if e.Of != nil {
		e.Of = &types.PatternKey{Type: e.Of.Type, Value: redact.Text(e.Of.Value), URLPattern: redact.Text(e.Of.URLPattern)}
	}
	if e.Pattern != nil {
		p := pattern(*e.Pattern)
		e.Pattern = &p
	}
	if e.Card != nil {
		card := *e.Card
		card.Patterns = slices.Clone(card.Patterns)
		for i, p := range card.Patterns {
			card.Patterns[i] = pattern(p)
		}
		e.Card = &card
	}
	return &e
}

func pattern(p types.Pattern) types.Pattern {
	p.Value, p.URLPattern, p.Description = redact.Text(p.Value), redact.Text(p.URLPattern), redact.Text(p.Description)
	return p
}
