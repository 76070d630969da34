package sim

import "testing"

// ordinaryTeams is how many stories of a team go test plays by itself.
const ordinaryTeams = 60

// TestATeamHoldsWhatItsAuthorsHold plays stories of a team. At the end of each, every member has exactly what the others
// share, once, nothing that was forgotten is left with a member, in the log or in a snapshot, and nobody honest is set aside.
func TestATeamHoldsWhatItsAuthorsHold(t *testing.T) {
	if *oneSeed != 0 {
		faults, story := playTeam(t, scratch(t), *oneSeed, "")
		t.Logf("seed %d:\n%s", *oneSeed, lines(story))
		for _, f := range faults {
			t.Error(f)
		}
		return
	}
	playSeeds(t, ordinaryTeams, playTeam)
}

func TestPlantedBugsOfATeamAreFound(t *testing.T) {
	if *oneSeed != 0 {
		t.Skip("one seed is played")
	}
	findBugs(t, teamBugs, playTeam)
}
