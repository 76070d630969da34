package redact

import "iter"

// Mark stands where something was removed.
const Mark = "[REDACTED]"

// Caps.
const (
	// MaxText is the longest string that is searched, in bytes here and in
	// UTF-16 units in the page; what is beyond is cut off. Names and messages
	// are far shorter; the cap bounds the worst case.
	MaxText = 4096
)

// Table is the whole rule set: what the generator turns into JavaScript.
type Table struct {
	Mark    string `json:"mark"`
	MaxText int    `json:"maxText"`

	Text   []TextRule  `json:"text"`
	Fields []FieldRule `json:"fields"`
	// FieldWords make a name sensitive wherever they occur in it, lower-cased:
	// long words that are part of no other, and scripts without spaces.
	FieldWords []string `json:"fieldWords"`
	// Autocomplete are values of the autocomplete attribute that make a field
	// sensitive; one that ends in a hyphen is a prefix.
	Autocomplete []string `json:"autocomplete"`

	URL    URLRule    `json:"url"`
	Seed   SeedRule   `json:"seed"`
	Chance ChanceRule `json:"chance"`
	// Labels are the words by which names are read as labels, see siblings.go.
	Labels LabelRule `json:"labels"`
	// SparedAfter are the words behind which a number made by chance is public.
	SparedAfter []string `json:"sparedAfter"`
	// SparedEndings are those of files that are named by their content.
	SparedEndings []string `json:"sparedEndings"`
	// BundleEndings are those of files that make a page work.
	BundleEndings []string `json:"bundleEndings"`
	// Placeholders are words of which fillings-in for a secret are made.
	Placeholders []string `json:"placeholders"`
	// StrongPlaceholders need no second.
	StrongPlaceholders []string `json:"strongPlaceholders"`
	DigitZeros         []rune   `json:"digitZeros"`
}

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

// FieldRule says that a field is sensitive whose name has all the tokens of
// All, and none of Unless.
type FieldRule struct {
	All    []string `json:"all"`
	Unless []string `json:"unless,omitempty"`
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

// SeedRule is the set of words that wallet seed phrases are made of.
type SeedRule struct {
	Bits     int    `json:"bits"`
	Set      string `json:"set"`
	MinWord  int    `json:"minWord"`
	MaxWord  int    `json:"maxWord"`
	MinWords int    `json:"minWords"`
}

// ChanceRule tells what is made by chance from what people write: thresholds
// and costs in quarters of a bit, see chance.go.
type ChanceRule struct {
	Pairs       string `json:"pairs"` // pairCost
	Run         int    `json:"run"`
	Long        int    `json:"long"`
	Mixed       int    `json:"mixed"`
	Far         int    `json:"far"`
	Alpha       int    `json:"alpha"`
	Signs       int    `json:"signs"`
	Group       int    `json:"group"`
	Label       int    `json:"label"`
	LabelAlpha  int    `json:"labelAlpha"`
	Each        int    `json:"each"`
	Turn        int    `json:"turn"`
	Kinds       int    `json:"kinds"`
	Three       int    `json:"three"`
	Pair        int    `json:"pair"`
	GroupAlpha  int    `json:"groupAlpha"`
	Credential  int    `json:"credential"`
	Pointer     int    `json:"pointer"`
	Parts       int    `json:"parts"`
	GroupsMin   int    `json:"groupsMin"`
	GroupMin    int    `json:"groupMin"`
	GroupMax    int    `json:"groupMax"`
	GroupsChars int    `json:"groupsChars"`
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

// Fragments gives the words that several patterns share, by name, longer ones
// before those that they hold.
func Fragments() iter.Seq2[string, string] {
	return func(yield func(name, words string) bool) {
		for _, f := range [...][2]string{
			{"publicWords", publicWords}, {"secretWords", secretWords}, {"nativeWords", nativeWords}, {"sixNames", sixNames}, {"codeNames", codeNames}, {"backupNames", backupNames},
			{"passwordProse", passwordProse}, {"proseWords", proseWords}, {"purposeWords", purposeWords}, {"enterWords", enterWords}, {"noSaidCode", noSaidCode}, {"yearsOrLater", yearsOrLater},
			{"noCode", noCode}, {"attributes", attributes}, {"goodsNear", goodsNear}, {"labelWords", labelWords}, {"officialNames", officialNames}, {"numberWords", numberWords}, {"officialValue", officialValue},
			{"numberAfter", numberAfter}, {"anyLetter", anyLetter}, {"identifierValue", identifierValue}, {"isSigns", isSigns}, {"sumBefore", sumBefore}, {"sumAfter", sumAfter}, {"telephoneGroups", telephoneGroups}, {"answerWords", answerWords}, {"secretly", secretly}, {"bornDay", bornDay}, {"sumDay", sumDay}, {"sumMonth", sumMonth},
		} {
			if !yield(f[0], f[1]) {
				return
			}
		}
	}
}

// Rules returns the rule set. It is the caller's to keep.
func Rules() Table {
	return Table{
		Mark: Mark, MaxText: MaxText,
		Text: allRules, Fields: fieldRules, FieldWords: fieldWords, Autocomplete: autocomplete,
		URL: urlRule,
		Chance: ChanceRule{Pairs: pairCost, Run: chanceRun, Long: chanceLong, Mixed: chanceMixed, Far: chanceFar, Alpha: chanceAlpha, Signs: chanceSigns,
			Group: chanceGroup, Label: chanceLabel, LabelAlpha: chanceLabelAlpha, Each: chanceEach, Turn: chanceTurn, Kinds: chanceKinds, Three: chanceThree,
			Pair: costOfPair, GroupAlpha: chanceGroupAlpha, Credential: chanceCredential, Pointer: chancePointer, Parts: chanceParts, GroupsMin: groupsMin, GroupMin: groupMin, GroupMax: groupMax, GroupsChars: groupsChars},
		Labels: labelRule, SparedAfter: sparedAfter, SparedEndings: sparedEndings, BundleEndings: bundleEndings, Placeholders: placeholders, StrongPlaceholders: strongPlaceholders, DigitZeros: digitZeros,
		Seed: SeedRule{Bits: seedBits, Set: seedSet, MinWord: seedMinWord, MaxWord: seedMaxWord, MinWords: seedMinWords},
	}
}
