package redact

// Mark stands where something was removed.
const Mark = "[REDACTED]"

// Caps.
const (
	// MaxText is the longest string that is searched, in bytes here and in
	// UTF-16 units in the page; what is beyond is cut off. Names and messages
	// are far shorter; the cap bounds the worst case.
	MaxText = 4096
)

// TextRule finds one kind of secret in a string. A rule is tried only on
// strings that pass its gates, which are cheap: most strings pass none.
type TextRule struct {
	Name string `json:"name"`
	// Keywords: the lower-cased string holds one of these. None: no gate.
	Keywords []string `json:"keywords,omitempty"`
	// MinLen: the string has that many characters. Bytes serve as well: a gate may
	// let through what cannot match.
	MinLen int `json:"minLen,omitempty"`
	// MinRun: the string holds a run of that many of [A-Za-z0-9_+/=-].
	MinRun int `json:"minRun,omitempty"`
	// MinDigits: the string holds that many ASCII digits.
	MinDigits int `json:"minDigits,omitempty"`
	// Pattern is written in what RE2 and JavaScript have in common.
	Pattern string `json:"pattern"`
	Fold    bool   `json:"fold,omitempty"` // the pattern ignores case
	// Group is the submatch that is removed, 0 for the whole match.
	Group int `json:"group,omitempty"`
	// Check names a further test that what is removed must pass.
	Check string `json:"check,omitempty"`
	// Unless lists lower-case beginnings of the whole match that make it harmless.
	Unless []string `json:"unless,omitempty"`
	// Not is an expression that, where it finds something in the whole match,
	// makes it harmless, in small letters or capitals.
	Not string `json:"not,omitempty"`
	// Before: Not is asked of what stands before the match, too, see contextBefore.
	Before bool `json:"before,omitempty"`
	// Spare: what names something public by its company stays, see spared.
	Spare bool `json:"spare,omitempty"`
	// Attr marks a rule for strings by the page's author alone, Shown one for
	// what pages show alone.
	Attr  bool `json:"attr,omitempty"`
	Shown bool `json:"shown,omitempty"`
}

// URLRule says what of an address is kept.
type URLRule struct {
	// Schemes are kept with host, path and query; of all others the scheme
	// alone is.
	Schemes []string `json:"schemes"`
	// Params are the query parameters whose values may be kept: those that name
	// a place, not a person or a right.
	Params []string `json:"params"`
	// Rights are words of path segments behind which a key stands.
	Rights []string `json:"rights"`
	// Versions are path segments behind which a number of LongestHash hex digits at
	// most names a version of a source, which everybody may know.
	Versions    []string `json:"versions"`
	LongestHash int      `json:"longestHash"`
	// Hosts are those whose first path segment gives a right.
	Hosts []string `json:"hosts"`
	// MaxValue is the longest value that is kept.
	MaxValue int `json:"maxValue"`
	// MaxURL is the longest address that is kept; longer ones are cut where a
	// part ends.
	MaxURL int `json:"maxUrl"`
	// LongestName is longer than any path segment that names a place.
	LongestName int `json:"longestName"`
	// TokenLen is the length from which a path segment of letters and digits
	// is taken for a token and replaced by Token.
	TokenLen int    `json:"tokenLen"`
	Token    string `json:"token"`
}

// LabelRule holds the words of labels.
type LabelRule struct {
	Max        int      `json:"max"`
	Codes      []string `json:"codes"`
	Phrases    []string `json:"phrases"`
	NoPhrases  []string `json:"noPhrases"`
	Numbers    []string `json:"numbers"`
	CodeBeside []string `json:"codeBeside"`
	Fields     []string `json:"fields"`
	Words      []string `json:"words"`
	Backups    []string `json:"backups"`
}
