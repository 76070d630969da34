package sim

import (
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
)

// ordinaryTeams is how many stories of a team go test plays by itself.
const ordinaryTeams = 60

// TestATeamHoldsWhatItsAuthorsHold plays stories of a team. At the end of each, every member has exactly what the others
// share, once, nothing that was forgotten is left with a member, in the log or in a snapshot, and no honest one is set aside.
func TestATeamHoldsWhatItsAuthorsHold(t *testing.T) {
	playSeeds(t, ordinaryTeams, playTeam)
}

// TestForgedMessagesHideNoLoss has a server lose its disk and pass off messages in a member's name: their number says nothing
// about which are there.
func TestForgedMessagesHideNoLoss(t *testing.T) {
	faults, story := playStory(t, scratch(t), 1, "", func(w *teamWorld) {
		ana := w.members[0]
		for _, other := range w.members[1:] {
			other.kill(true)
		}
		ana.acts()
		time.Sleep(time.Hour)
		w.lossy = true
		w.log.Drop(batch.RecordStream, func(team.Stored) bool { return true })
		for n := range int64(20) {
			m := w.eve.batch("run0eve0", n+1)
			m.Subject = batch.Subject(w.team, w.eve.site(), ana.Member)
			w.log.Put(m)
		}
	})
	if len(faults) > 0 {
		t.Errorf("%s\n%s", lines(story), lines(faults))
	}
}

func TestPlantedBugsOfATeamAreFound(t *testing.T) {
	findBugs(t, teamBugs, playTeam)
}
