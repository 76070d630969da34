package search

// Every weight and bound of the default ranker stands here. They were chosen
// by measuring (testdata/rank/stats.txt moves with them) and hold for one
// scale: what a literal match of a word is worth is the field's weight times
// the word's rarity.

// weights say how much each field counts. They are spec 001's, changed where
// measuring said so.
var weights = [fieldCount]int{
	fieldTool:   6, // spec: 10; a tool's name says little of what was done
	fieldScreen: 8,
	fieldTestID: 8, // spec: 6; with the fields below it says what was acted upon
	fieldTarget: 8, // not in the spec: targets without a test id
	// Two words side by side in a target or screen are that very thing. The
	// weight is so high that fullPlaces alone bounds it: at 12, short goals with
	// one of the words came before it (nDCG@10 of screen and error queries on
	// the generated 10k stores 0.86 to 0.95, at 120 0.96).
	fieldPhrase: 120,
	fieldLabel:  5,
	fieldError:  24, // not in the spec: failures are searched for by their code, which few steps have
	fieldText:   4,  // not in the spec: what an agent typed
	fieldSeen:   3,
	fieldName:   2,
	fieldRole:   1, // spec: 2; "button" is on every page
	fieldPage:   8, // not in the spec: address and title say where, as screens do

	fieldFlow:   12,
	fieldGoal:   12, // spec: 6; short goals get all of it, long ones less
	fieldOrder:  3,  // two words side by side in the goal: the same way to put it (plan.worded)
	fieldTag:    4,
	fieldBranch: 2,
}

// slots puts fields together that say the same thing twice: a word counts in
// the best of them alone.
var slots = func() (s [fieldCount]field) {
	for f := range s {
		s[f] = field(f)
	}
	s[fieldTarget] = fieldTestID
	s[fieldName], s[fieldRole] = fieldSeen, fieldSeen
	return s
}()

// whole is the factor of a literal match; what is less surely meant counts
// less.
const whole = 64

// Factors, of whole.
const (
	factorStem      = 36  // account for accounts
	factorSynonym   = 36  // transfer for send, from spec 001's table
	factorInside    = 24  // count for account
	factorLearned   = 40  // at most: what was acted upon where goals have the word
	factorRelated   = 20  // other words for the same thing, from a broad table
	factorWider     = 12  // words that stand for it in some applications
	factorPrefix    = 44  // acc for account, times the part that was written
	factorLonger    = 20  // the same where the part is a word of the store itself: need for needle
	factorComplete  = 40  // nav li for nav link
	factorLoose     = 48  // pairs of a query that is no sentence: its order says little
	factorUnspaced  = 32  // pairs of what is a pair already, as in Chinese: they say the order twice
	factorLight     = 32  // how, please, again: they belong to the way to put it, not to the subject
	factorDerived   = 28  // confirm for confirmation
	factorTight     = 192 // in goals: parts of what was written without a space
	factorSentence  = 160 // in goals: neighbours in a sentence
	factorApart     = 48  // check out for checkout
	factorDoubted   = 32  // of a typing error's, where the word may be the beginning of another
	factorScattered = 36  // badge dismiss for a target dismiss-badge, also with noise between
	factorHelper    = 2   // function words, in goals: they tell sentences apart, though not subjects
)

// factorTypos are the factors of words that are so many edits away: sned for
// send is one. (No edit is the word itself, which is found before.)
var factorTypos = [...]int{whole, 40, 28}

// Bounds of what may stand for a word.
const (
	minPrefix       = 3  // letters; shorter beginnings are everywhere
	minComplete     = 2  // letters of the last part of a name, beside the one before it
	minInside       = 4  // letters
	minTypo         = 4  // letters; in shorter words an edit makes another word
	minTypo2        = 8  // letters, for two edits
	minPiece        = 3  // letters of each part of a compound
	maxCompound     = 40 // letters
	maxAlternatives = 16 // words; the surest come first
	maxTerms        = 64 // terms of a query, pairs included
	maxRepeated     = 3  // times that a word of the query counts
)

// What the words that a query is about count for, of whole: see stress.go.
const (
	stressQuoted = 160
	stressName   = 80
)

// What a store may teach of its words (learned.go).
const (
	learnedLeast = 2    // sessions that a word of goals must have, and that must bear it out
	learnedMost  = 1024 // sessions that are looked at
	learnedRare  = 4    // a word in more than one of so many goals means nothing special
	learnedShare = 40   // of its sessions that bear it out, in hundredths
	learnedLift  = 3    // times as often as in all sessions
	maxLearned   = 3    // words that may stand for one
)

// What a word can earn by standing in many places is bounded: never more than
// its rarity times this. Without it a page that repeats one word of the query
// everywhere beats one that has them all.
const (
	fullPlaces = 12
	fullPairs  = 18 // two words side by side are worth nearly two
)

// What an answer loses that has none of the words that say what is sought, and in
// proportion by having some: nobody expects all words of a long sentence. On
// stores of other languages and trades it is worth 0.006 of nDCG@10; counted
// whole for sentences too it would cost them 0.008.
const (
	coverLoses = 50 // hundredths
	coverWords = 2  // for so many words; for n times as many an nth
)

// Length of goals, as in BM25: a match in a goal of average length counts
// whole, in a longer one less, in a shorter one more.
const (
	lengthEffect     = 75  // hundredths: 0 is none, 100 is full proportion
	lengthSaturation = 120 // hundredths: BM25's k1
	normUnit         = 1024
)

// failedKeeps is the part of its score, in quarters, that a failed step keeps
// when nobody asked for the failure.
const failedKeeps = 3

// aboutKeeps is the part of its score, in quarters, that a step keeps of which
// only the session says something.
const aboutKeeps = 2

// The steps of a session fade, best first: each keeps so much, in hundredths,
// of what the one before it kept. After seven steps half is left: a session
// that is twice as good as any other fills a third of a list of twenty.
const (
	fadeKeeps = 90
	fadeUnit  = 1024
)
