package sim

import "testing"

// ordinaryTeams is how many stories of a team go test plays by itself.
const ordinaryTeams = 60

// TestATeamHoldsWhatItsAuthorsHold plays stories of a team. At the end of each, every member has exactly what the others
// share, once, nothing that was forgotten is left with a member, in the log or in a snapshot, and no honest one is set aside.
func TestATeamHoldsWhatItsAuthorsHold(t *testing.T) {
	playSeeds(t, ordinaryTeams, playTeam)
}

func TestPlantedBugsOfATeamAreFound(t *testing.T) {
	findBugs(t, teamBugs, playTeam)
}
