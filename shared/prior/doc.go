// Package prior answers "what worked last time on a screen like this one?"
// (spec 002): given the page now and the asking session, it names the earlier
// sessions and steps that are like it, what to do next, and what to avoid.
//
// The usual path: an [Engine] is told of every session and step (PutSession,
// PutStep) and keeps an index by origin, then by target, screen and session.
// [Engine.Suggest] gathers evidence around the question (evidence.go: done on
// this screen, done after the asker's last action, on what is visible, by
// sessions with a goal like the asker's), lets every earlier success vote for
// its target (weigh.go, with the weights of model.go), adds what the goal names
// where goals are known to name what is used (fresh.go) and gives what variations
// of its goal used to the counterparts of that (counterpart.go), and scores the
// candidates by what the page shows now (score.go); what it does not show is
// suggested where it was used alone (unlisted.go). Of the share of all votes, those
// for what memory has never seen included, a suggestion's confidence is made
// (confidence.go); what came of earlier suggestions moves it (heed.go), and where the
// asker's goal parts from those of the votes it is bounded (apart.go). Three
// things keep it honest: sessions with another goal call up doubt where ways can
// part (doubt.go), the end of a remembered way is a vote for nothing more
// (ends.go), and what the asker did already is urged less on it (repeat.go), but
// for a whole way that it begins anew (lap.go). Targets that keep failing are
// warned of and never suggested (avoid.go).
//
// Steps may hold names as keyed hashes (DESIGN 5.3). They are found again by the
// hashes of what the page shows (hidden.go), and what is suggested is named as the
// page names it (resolve.go): no hash is ever said.
//
// What spec 002 calls similarity (similarity.go) decides which steps are shown
// as similar; it is not what suggests.
//
// The package never looks from one origin to another, knows no clock, and
// counts in whole numbers, so that native and Wasm builds agree to the byte.
// It says nothing of typed text, and nothing of a page but the names of its
// targets. Navigation within the origin and waiting for a notification are suggested
// by address and text (arrivals.go), to which spec 002's schema gives no form.
package prior
