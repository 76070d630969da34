package prior

// Model weighs the signals of a vote. Every earlier success on the origin
// votes for its target; a vote is 2 to the sum of the weights that apply, in
// 1/64 octaves (64 doubles it). The weights were fitted on recorded traces by
// likelihood of the action really taken, held out site by site, and rounded.
type Model struct {
	Screen    int // done on the screen that is shown now
	Page      int // per sixteenth of the elements in common: the page looked alike
	Prev      int // came after the action that the asker did last
	Start     int // came first, and the asker is at the start
	Goal      int // per sixteenth of the likeness of goals
	Named     int // per sixteenth: the asker's goal names the target
	Foreign   int // per sixteenth: the other goal named it more than the asker's does
	Way       int // per sixteenth: the asker's goal names the elements that the session used
	FlowTag   int // the sessions share a flow tag
	OtherFlow int // the session declares another flow, and others here share a flow tag
	Branch    int // same git branch
	Unproved  int // the session is not known to have reached its goal (DESIGN 9.18)
	Age       int // per doubling of the hours that it is older than the newest evidence
	Done      int // the asker has done this as often already
	Position  int // per place that it lies off the asker's in the order of actions, up to 8

	Gone     int // the target was listed then and is not listed now
	Renamed  int // so it is, but it has a selector too, which the page cannot confirm
	Unlisted int // it was not listed then either: the page gives no evidence
	Astray   int // not listed, and never used on this screen
	Tried    int // the asker has tried it in vain since the story moved on
	Disabled int // it is shown disabled
	Filled   int // a text field that is not empty any more
	Fresh    int // never used, but the asker's goal names it as earlier goals named their targets
	FreshBy  int // per sixteenth of that naming
	FreshRun int // per further word of the name that is adjacent in the goal
	Waiting  int // it was waited for: the asker's page has already settled
	Unknown  int // the weight of all actions unknown to memory
	End      int // nothing was done after the asker's last action, beyond Prev
	Results  int // per full error of the confidence in this suggestion here before
	Doubt    int // per sixteenth, in 1/256 of a vote: sessions with another goal could part from it here

	// Weights of the sessions of a team's other members, in 1/64 octaves (authors.go).
	Team      int // where sessions recorded here say something, too
	TeamRight int // a result for which the author alone spoke: it was done and worked
	TeamWrong int // it was not
	TeamMost  int // of all results of an author
	TeamLeast int // the same; below it the author is set aside

	// Confidence, in octaves of odds (confidence.go).
	First     int // a first suggestion
	FirstOdds int // per octave of its odds by votes
	Again     int // the asker has done it as often as most did
	Ways      int // per octave of how many sessions went on like this from here for each that did not
	Surprise  int // per full error of the confidence in first suggestions of the origin
	Other     int // a suggestion after the first
	OtherOdds int // per octave of its odds
}

// DefaultModel returns the fitted model.
func DefaultModel() Model {
	return Model{
		Screen: 24, Page: 5, Prev: 192, Start: 208,
		Goal: 12, Named: 2, Foreign: -10, Way: 6, FlowTag: 96, OtherFlow: -192, Branch: 16, Unproved: -32, Age: -24, Done: -176, Position: -24,
		Gone: -320, Renamed: -168, Unlisted: -56, Astray: -120, Tried: -32, Disabled: -192, Filled: -96,
		Waiting: -160, Fresh: 88, FreshBy: 6, FreshRun: 24, Unknown: 144, End: 104, Doubt: 60, Results: 40,
		Team: -8, TeamRight: 40, TeamWrong: -48, TeamMost: 64, TeamLeast: -85,
		First: 48, FirstOdds: 52, Again: -80, Ways: 20, Surprise: 18, Other: -118, OtherOdds: 35,
	}
}
