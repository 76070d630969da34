package redact

// Mark stands where something was removed.
const Mark = "[REDACTED]"

// Caps.
const (
	// MaxText is the longest string that is searched, in bytes; the rest is cut off. Names and messages
	// are far shorter; the cap bounds the worst case.
	MaxText = 4096
)

// TextRule finds one kind of secret in a string. A rule is tried only on
// strings that pass its gates, which are cheap: most strings pass none.
type TextRule struct {
	Name string
	// Keywords: the lower-cased string holds one of these. None: no gate.
	Keywords []string
	// MinLen: the string has that many characters. Bytes serve as well: a gate may
	// let through what cannot match.
	MinLen int
	// MinRun: the string holds a run of that many of [A-Za-z0-9_+/=-].
	MinRun int
	// MinDigits: the string holds that many ASCII digits.
	MinDigits int
	// Pattern is a regular expression of RE2.
	Pattern string
	Fold    bool // the pattern ignores case
	// Group is the submatch that is removed, 0 for the whole match.
	Group int
	// Check names a further test that what is removed must pass.
	Check string
	// Unless lists lower-case beginnings of the whole match that make it harmless.
	Unless []string
	// Not is an expression that, where it finds something in the whole match,
	// makes it harmless, in small letters or capitals.
	Not string
	// Before: Not is asked of what stands before the match, too, see contextBefore.
	Before bool
	// Spare: what names something public by its company stays, see spared.
	Spare bool
	// Attr marks a rule for strings by the page's author alone, Shown one for
	// what pages show alone.
	Attr  bool
	Shown bool
}

// URLRule says what of an address is kept.
type URLRule struct {
	// Schemes are kept with host, path and query; of all others the scheme
	// alone is.
	Schemes []string
	// Params are the query parameters whose values may be kept: those that name
	// a place, not a person or a right.
	Params []string
	// Rights are words of path segments behind which a key stands.
	Rights []string
	// Versions are path segments behind which a number of LongestHash hex digits at
	// most names a version of a source, which everybody may know.
	Versions    []string
	LongestHash int
	// Hosts are those whose first path segment gives a right.
	Hosts []string
	// MaxValue is the longest value that is kept.
	MaxValue int
	// MaxURL is the longest address that is kept; longer ones are cut where a
	// part ends.
	MaxURL int
	// LongestName is longer than any path segment that names a place.
	LongestName int
	// TokenLen is the length from which a path segment of letters and digits
	// is taken for a token and replaced by Token.
	TokenLen int
	Token    string
}

// LabelRule holds the words of labels.
type LabelRule struct {
	Max        int
	Codes      []string
	Phrases    []string
	NoPhrases  []string
	Numbers    []string
	CodeBeside []string
	Fields     []string
	Words      []string
	Backups    []string
}
