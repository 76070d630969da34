package types

// Edit is a correction of a memory: of a site's card or of a KB
// item. Edits are kept and never changed; they apply one after
// the other, by At. Exactly one of Card, KB and Site is set.
type Edit struct {
	EditID string `json:"editId"` // unique everywhere
	At     Time   `json:"at"`
	// Card changes a site's card.
	Card *CardEdit `json:"card,omitempty"`
	// KB changes a KB item.
	KB *KBEdit `json:"kb,omitempty"`
	// Site changes the addresses that a site's name stands for.
	Site *SiteEdit `json:"site,omitempty"`
	// Flow changes a flow.
	Flow *FlowEdit `json:"flow,omitempty"`
}

// SiteOp is the operation of a SiteEdit.
type SiteOp string

// The operations on the names of sites.
const (
	SiteNamed  SiteOp = "name"   // Patterns are added to Name
	SiteUnname SiteOp = "unname" // Patterns are taken from Name; all of them where none is given
)

// SiteEdit says which addresses show one application (DESIGN 9.24).
type SiteEdit struct {
	Op   SiteOp `json:"op"`
	Name string `json:"name"`
	// Patterns are origins, http://localhost:* for all ports of this machine, or https://*.example.com for the hosts
	// below a registered domain.
	Patterns []string `json:"patterns,omitempty"`
}

// Resemblance is a known application that a page at an unnamed address looks like (DESIGN 9.24).
type Resemblance struct {
	Here   string `json:"here"`           // the origin of the page
	Origin string `json:"origin"`         // where the application is known
	Site   string `json:"site,omitempty"` // the name of that, where it has one
	// The common points of both: the title, the route, and so many of the page's elements.
	Title    bool `json:"title,omitempty"`
	Route    bool `json:"route,omitempty"`
	Shared   int  `json:"shared"`
	Elements int  `json:"elements"`
}

// SiteName is a site's name with the addresses that it stands for.
type SiteName struct {
	Name     string   `json:"name"`
	Patterns []string `json:"patterns"`
}

// CardOp is the operation of a CardEdit.
type CardOp string

// The operations on a card. Each makes a new version of it; all earlier ones
// can be restored.
const (
	CardPut     CardOp = "put"     // Card replaces people's earlier entries
	CardAdd     CardOp = "add"     // Pattern is added, with source manual
	CardChange  CardOp = "change"  // Pattern takes the place of Of
	CardPin     CardOp = "pin"     // Of neither fades nor makes room
	CardUnpin   CardOp = "unpin"   // Of does again
	CardDelete  CardOp = "delete"  // Of goes, and is not learnt again
	CardClear   CardOp = "clear"   // all knowledge so far goes; later evidence is learnt
	CardRestore CardOp = "restore" // people's entries are as in Version again
)

// CardEdit is an operation on the card of Domain.
type CardEdit struct {
	Op      CardOp         `json:"op"`
	Domain  string         `json:"domain"`
	Of      *PatternKey    `json:"of,omitempty"`      // change, pin, unpin, delete
	Pattern *Pattern       `json:"pattern,omitempty"` // add, change
	Version int            `json:"version,omitempty"` // restore
	Card    *KnowledgeCard `json:"card,omitempty"`    // put
}

// PatternKey names a pattern of a card: two patterns with the same key are one.
type PatternKey struct {
	Type       PatternType `json:"type"`
	Value      string      `json:"value"`
	URLPattern string      `json:"urlPattern,omitempty"`
}

// Key is the pattern's name on its card.
func (p *Pattern) Key() PatternKey { return PatternKey{p.Type, p.Value, p.URLPattern} }

// CardVersion describes people's entries about a site at some time.
type CardVersion struct {
	Version int    `json:"version"` // 1 is before anybody wrote
	At      Time   `json:"at"`      // when it began
	Change  string `json:"change"`  // the change that made it, in words
	Written int    `json:"written"` // patterns that people wrote
	Pinned  int    `json:"pinned"`
	Deleted int    `json:"deleted"` // patterns that are not to be learnt
	Current bool   `json:"current,omitempty"`
}

// KBOp is the operation of a KBEdit.
type KBOp string

// The operations on a KB item.
const (
	KBPut     KBOp = "put"     // Item is the item from now on, with the learnings and the trust that it brings
	KBConfirm KBOp = "confirm" // a person says that a draft is right
	KBDelete  KBOp = "delete"  // the item goes, and is not distilled again
	KBNote    KBOp = "note"    // Learning is added
)

// KBEdit is an operation on the KB item KnowledgeID.
type KBEdit struct {
	Op          KBOp      `json:"op"`
	KnowledgeID string    `json:"knowledgeId"`
	Item        *KBItem   `json:"item,omitempty"`      // put
	Learning    *Learning `json:"learning,omitempty"`  // note
	SessionID   string    `json:"sessionId,omitempty"` // note: made during it
}

// KBSearchRequest is the input of kb_search.
type KBSearchRequest struct {
	Query string `json:"query"`
	Limit int    `json:"limit,omitempty"` // 1 to 20; 5 when 0
	// URL is any address of the site where the items are to be used; evidence
	// of other sites is then left out.
	URL string `json:"url,omitempty"`
}

// KBSearchResult is the answer of kb_search. Text is spec 003's
// _format_kb_with_learnings.
type KBSearchResult struct {
	Items []KBHit `json:"items"`
	// Flow is the flow that fits the query, ready to be run.
	Flow *FlowCall `json:"flow,omitempty"`
	Text string    `json:"text,omitempty"`
}

// KBHit is an item that was found.
type KBHit struct {
	KnowledgeID string  `json:"knowledge_id"`
	Description string  `json:"description"`
	Relevance   float64 `json:"relevance"` // 0 to 1
	Trust       float64 `json:"trust_score"`
	Score       float64 `json:"score"` // relevance × trust
	Learnings   int     `json:"learnings"`
	Status      string  `json:"status,omitempty"`
	Origin      string  `json:"origin,omitempty"`
}

// KBNoteRequest is the input of kb_record_learning: an agent's or a person's
// addition to the learnings of an item. At least one of RecoveryApproach and
// HumanReasoning is given.
type KBNoteRequest struct {
	KnowledgeID      string `json:"knowledge_id"`
	RecoveryApproach string `json:"recovery_approach,omitempty"`
	HumanReasoning   string `json:"human_reasoning,omitempty"`
	OriginalError    string `json:"original_error,omitempty"`

	// SessionID and URL are where it is said, as far as that is known.
	SessionID string `json:"-"`
	URL       string `json:"-"`
}

// KBReport holds spec 003's four metrics over the memory, each with its
// count. A figure is nil where there is not enough data for one.
type KBReport struct {
	// Attribution is the share of agents' failed steps with a kb_source, in sessions
	// that retrieved KB items or named one (target: 0.8).
	Attribution *float64 `json:"attribution"`
	Failures    int      `json:"failures"`
	Unfetched   int      `json:"unfetched"` // failed steps of the other sessions
	Attributed  int      `json:"attributed"`
	Guessed     int      `json:"guessed"` // of the others, attributed by a guess
	Silent      int      `json:"silent"`  // and left alone
	// Reuse is how often, on average, a learning was there when its item was
	// used in a later session of its site (target: 3).
	Reuse     *float64 `json:"reuse"`
	Learnings int      `json:"learnings"`
	Reused    int      `json:"reused"`
	// TrustCorrelation is Pearson's r between an item's trust before a session
	// and whether the session used it without a failure of it.
	TrustCorrelation *float64    `json:"trustCorrelation"`
	Uses             int         `json:"uses"`
	Bands            []TrustBand `json:"bands"`
	// Enriched is the share of items with at least one learning (target: 0.4
	// after ten tasks).
	Enriched *float64 `json:"enriched"`
	Items    int      `json:"items"`
	Drafts   int      `json:"drafts"`
}

// TrustBand counts the uses of items whose trust was in a range.
type TrustBand struct {
	From float64 `json:"from"` // inclusive
	To   float64 `json:"to"`   // exclusive but for 1
	Uses int     `json:"uses"`
	Wins int     `json:"wins"` // without a failure of the item
}
