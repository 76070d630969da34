package recall

import (
	"iter"

	"cairn/shared/types"
)

// Book holds the cards of all sites. It is not safe for use by several
// goroutines at once.
type Book struct{}

// New is an empty Book.
func New() *Book { return &Book{} }

// Reset forgets everything.
func (b *Book) Reset() { *b = Book{} }

// PutSession updates what is known of a session (its goal, its end) after
// steps of it were learnt. Unknown sessions are ignored.
func (b *Book) PutSession(session *types.Session) {}

// Learn takes one recorded step. Steps come in time order.
func (b *Book) Learn(session *types.Session, step *types.Step) {}

// Put keeps a card that a person wrote or imported; what was learnt from steps
// is added to it when it is read. Derived cards are never Put.
func (b *Book) Put(card *types.KnowledgeCard) error { return nil }

// Forget removes exactly what came from the steps that f names. remaining
// yields every step that is still remembered, in time order: the cards that
// are touched are learnt anew from it.
func (b *Book) Forget(f types.Forget, remaining iter.Seq2[*types.Session, *types.Step]) {}

// Card is the card of a site, or nil. The caller may keep and change it.
func (b *Book) Card(domain string) *types.KnowledgeCard { return nil }

// Cards are all cards, by domain.
func (b *Book) Cards() []*types.KnowledgeCard { return nil }

// Recall answers recall_site_memory.
func (b *Book) Recall(now types.Time, req types.RecallRequest) (types.RecallResult, error) {
	return types.RecallResult{Domain: req.Domain}, nil
}
