package search

// This file contains every weight and bound of the default ranker. They were chosen
// by measuring (testdata/rank/stats.txt records the results) and belong to one scale:
// the worth of a literal match of a word is the field's weight times the word's
// rarity.

// weights holds the weight of each field. They are spec 001's, changed where
// measurements gave better results.
var weights = [fieldCount]int{
	fieldTool:   6, // spec: 10; a tool's name tells actions poorly apart
	fieldScreen: 8,
	fieldTestID: 8, // spec: 6; with the fields below it names the target
	fieldTarget: 8, // not in the spec: targets without a test id
	// Two neighbouring words that are neighbours in a target or screen name exactly it.
	// The weight is so high that fullPlaces alone bounds it: at 12, short goals with one
	// of the words came before it (nDCG@10 of screen and error queries on the generated
	// 10k stores 0.86 to 0.95, at 120 0.96).
	fieldPhrase: 120,
	fieldLabel:  5,
	fieldError:  24, // not in the spec: users search for failures by their code, which few steps have
	fieldText:   4,  // not in the spec: the text that an agent typed
	fieldSeen:   3,
	fieldName:   2,
	fieldRole:   1, // spec: 2; "button" is on every page
	fieldPage:   8, // not in the spec: address and title locate a step, as screens do

	fieldFlow:   12,
	fieldGoal:   12, // spec: 6; short goals get all of it, long ones less
	fieldOrder:  3,  // neighbouring words of the goal: the same wording (plan.worded)
	fieldTag:    4,
	fieldBranch: 2,
}

// slots combines fields with the same content: a word counts only in the best of
// them.
var slots = func() (s [fieldCount]field) {
	for f := range s {
		s[f] = field(f)
	}
	s[fieldTarget] = fieldTestID
	s[fieldName], s[fieldRole] = fieldSeen, fieldSeen
	return s
}()

// literal is the factor of a literal match; less certain meanings count less.
const literal = 64

// Factors, of literal.
const (
	factorStem      = 36  // account for accounts
	factorSynonym   = 36  // transfer for send, from spec 001's table
	factorInside    = 24  // count for account
	factorLearned   = 40  // at most: words acted on where goals have the word
	factorRelated   = 20  // other words for the same thing, from a broad table
	factorWider     = 12  // words that stand for it in some applications
	factorPrefix    = 44  // acc for account, times the part that was typed
	factorLonger    = 20  // the same where the part is itself a word of the store: need for needle
	factorUnspaced  = 32  // pairs of words that are pairs already, as in Chinese: they repeat the order
	factorLight     = 32  // how, please, again: they belong to the wording, not to the subject
	factorDerived   = 28  // confirm for confirmation
	factorTight     = 192 // in goals: parts of text without a space
	factorSentence  = 160 // in goals: neighbours in a sentence
	factorScattered = 36  // badge dismiss for a target dismiss-badge, also with noise between
)

// factorTypos holds the factors of words by number of edits: sned for send is one.
// (With no edit it is the word itself, which is found before.)
var factorTypos = [...]int{literal, 40, 28}

// Bounds on the words that may stand for another.
const (
	minPrefix       = 3  // letters; shorter beginnings are everywhere
	minInside       = 4  // letters
	minTypo         = 4  // letters; in shorter words an edit makes another word
	minTypo2        = 8  // letters, for two edits
	minPiece        = 3  // letters of each part of a compound
	maxCompound     = 40 // letters
	maxAlternatives = 16 // words; the surest first
	maxTerms        = 64 // terms of a query, pairs included
	maxRepeated     = 3  // repetitions that count for a word of the query
)

// Factors, of whole, of the words that a query is about: see stress.go.
const (
	stressQuoted = 160
	stressName   = 80
)

// Limits for learning words from a store (learned.go).
const (
	learnedLeast = 2    // sessions that a word of goals must have, and that must confirm the meaning
	learnedMost  = 1024 // sessions examined
	learnedRare  = 4    // a word in more than one of this number of goals means nothing special
	learnedShare = 40   // share of its sessions that confirm it, in hundredths
	learnedLift  = 3    // times as often as in all sessions
	maxLearned   = 3    // words that may stand for one
)

// A word's worth for standing in many places is bounded: it never exceeds its rarity
// times this. Without a bound, a page that repeats one word of the query everywhere
// beats one that has them all.
const (
	fullPlaces = 12
	fullPairs  = 18 // two words side by side are worth nearly two
)

// The loss of a result without any of the sought words. With some of them the loss is
// proportional: users do not expect all words of a long sentence. On stores of other
// languages and trades this gains 0.006 of nDCG@10; counted whole for sentences too
// it would cost them 0.008.
const (
	coverLoses = 50 // hundredths
	coverWords = 2  // for this number of words; for n times as many an nth
)

// Length normalisation of goals, as in BM25: a match in a goal of average length
// counts whole, in a longer one less, in a shorter one more.
const (
	lengthEffect     = 75  // hundredths: 0 is none, 100 is full proportion
	lengthSaturation = 120 // hundredths: BM25's k1
	normUnit         = 1024
)

// failedKeeps is the part of its score, in quarters, that a failed step keeps when
// the query does not ask for the failure.
const failedKeeps = 3

// aboutKeeps is the part of its score, in quarters, that a step keeps when only its
// session has evidence.
const aboutKeeps = 2

// The steps of a session fade, best first: each keeps this many hundredths of the one
// before it. After seven steps half is left: a session that is twice as good as any
// other fills a third of a list of twenty.
const (
	fadeKeeps = 90
	fadeUnit  = 1024
)
