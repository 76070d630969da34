// Package sim plays years of bad luck in seconds: the real store, the real
// memory and the real bridge, with browsers that behave as extension/offscreen
// does, inside testing/synctest, where time passes at once. A seed chooses the
// faults: messages that are dropped, doubled or late, links that are cut or
// fall silent, service workers and offscreen documents that die, a companion
// that is killed, power that fails amid a write, a profile that is set back.
//
//	go test ./companion/sim                       // some seeds, and the planted bugs
//	go test ./companion/sim -args -seeds 100000   // as many as one likes
//	go test ./companion/sim -args -seed 4711      // one again, with its story
//
// After each story everything is mended and must come to rest, and then:
// nothing that was recorded is lost, nothing is there twice, the order is that
// of its recording, and no deleted record is left (check_test.go).
//
// The extension's part is a mirror in Go. trace_test.go feeds random events to it
// and to the extension's own JavaScript (extension/test/trace.mjs, by Node) and
// compares the states, so that the mirror stays one.
//
// TestPlantedBugsAreFound plants six bugs in turn, so that a reader can trust a
// green run: each must be found within 1,000 seeds. Four are faults of
// companion/store and companion/bridge (store.Options.WithFault); two are
// mistakes of the extension and stand in the mirror (bugs_test.go).
//
// A seed decides the faults and their times, not the order in which goroutines
// that are awake at the same instant run: most failures come again with their
// seed, some need several runs of it.
//
// Likewise for a team (team_*_test.go): members with the real store, memory and team client, a model of its log
// (team/logtest), keepers, and a member that does everything wrong. At the end every member holds exactly what the others
// share, and nothing that was forgotten is left with a member, in the log or in a snapshot. Its six planted bugs stand in
// the mirror of companion/daemon's adapter.
//
// The package has tests alone, because only tests may join packages that
// otherwise meet in companion/main.
package sim
