// Package prior returns the steps that worked last time on a screen like the present one
// (spec 002). Given the page and the asking session, it lists similar earlier sessions and
// steps, the next actions to try, and the targets to avoid.
//
// An [Engine] receives every session and step (PutSession, PutStep) and keeps an index by
// origin, then by target, screen and session. [Engine.Suggest] gathers evidence around the
// question (evidence.go: steps on this screen, after the asker's last action, on visible
// elements, and by sessions with a goal like the asker's). Every earlier success votes for
// its target (weigh.go, with the weights of model.go). Elements that the goal names get
// votes where goals usually name the used elements (fresh.go). Votes of sessions with a
// variation of the goal go to the counterparts of their elements (counterpart.go). The
// present page then changes the candidates' scores (score.go). An element that the page does
// not list is suggested only where it was used (unlisted.go). A suggestion's confidence is
// derived from its share of all votes, including those for actions unknown to memory
// (confidence.go). Results of earlier suggestions change it (advice_results.go), and it is bounded
// where the evidence may suit only another goal (apart.go). Three corrections
// prevent overconfidence: sessions with another goal add doubt where ways can part
// (doubt.go), the end of a recorded way is a vote for no further action (ends.go), and
// actions that the asker did already get less weight (repeat.go), except in a new round of
// the whole way (round.go). Targets that keep failing get a warning and are never suggested
// (avoid.go). Lines that stay free are filled with actions that only the asker did, with elements that
// the goal names by a minor part of their names, and with empty fields and unchecked boxes on
// which nobody acted, unless they are risky.
//
// Steps may store names as keyed hashes (DESIGN 5.3). The engine matches them with hashes of
// the page's names (hidden.go), and suggestions contain the page's names in clear
// (resolve.go), never a hash.
//
// Spec 002's similarity (similarity.go) decides which steps are shown as similar. It has no
// influence on suggestions.
//
// The package never uses one origin's records for another, reads no clock, and counts in
// whole numbers, so that native and Wasm builds return the same bytes. Its answers contain
// no typed text, and of a page only the names of its targets. Navigation within the origin
// and waiting for a notification are suggested by address and text (arrivals.go), for which
// spec 002's schema has no form.
package prior
