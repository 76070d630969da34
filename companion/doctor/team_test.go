package doctor

import (
	"fmt"
	"testing"
	"time"

	"cairn/companion/home/hometest"
	"cairn/companion/team"
	"cairn/shared/types"
)

func TestDoctorTellsHowTheTeamIs(t *testing.T) {
	for name, test := range map[string]struct {
		s    team.Status
		want []Level
	}{
		"connected":    {team.Status{State: team.StateLive}, []Level{LevelOK}},
		"offline":      {team.Status{State: team.StateOffline}, []Level{LevelWarning}},
		"refused":      {team.Status{State: team.StateLive, Error: types.Fault(types.CodeTeamStalled, "stalled", "")}, []Level{LevelWarning}},
		"lag":          {team.Status{State: team.StateLive, Unerased: 1}, []Level{LevelOK, LevelOK}},
		"overshared":   {team.Status{State: team.StateLive, Oversharing: []string{"bob"}}, []Level{LevelOK, LevelWarning}},
		"not readable": {team.Status{State: team.StateLive, Refused: map[string]int{team.ReasonNewer: 1}}, []Level{LevelOK, LevelWarning}},
	} {
		d := New(hometest.New(t), time.Now())
		d.checkTeam() // without a team
		d.noteTeam("team", &test.s)
		var got []Level
		for _, f := range d.found {
			got = append(got, f.Level)
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %v, want %v: %+v", name, got, test.want, d.found)
		}
	}
}
