package doctor

import (
	"net"
	"os"
	"time"

	"cairn/companion/control"
	"cairn/companion/team"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// teamPatience is longer than the daemon waits for a connection to the team.
const teamPatience = 15 * time.Second

// checkTeam has the running daemon say how its connection to the team is. Without a team it says nothing.
func (d *Doctor) checkTeam() {
	const check = "team"
	if _, err := os.Stat(d.home.TeamFile()); err != nil || d.health == nil {
		return
	}
	conn, err := net.Dial("unix", d.home.Socket())
	if err == nil {
		if err = conn.SetDeadline(time.Now().Add(teamPatience)); err != nil {
			conn.Close()
		}
	}
	if err != nil {
		d.wrong(check, "", "the daemon cannot be asked: %v", err)
		return
	}
	reply, err := control.AskOn(conn, control.Request{Want: control.WantTeam, Team: &wire.TeamOrder{Op: wire.TeamStatus}}) // closes conn
	switch {
	case err != nil:
		d.wrong(check, d.command("team status"), "%s", types.AsError(err).Message)
	case reply.Team == nil || reply.Team.Status == nil:
		d.wrong(check, d.command("stop"), "the daemon does not know the team; it has been joined since")
	default:
		d.noteTeam(check, reply.Team.Status)
	}
}

func (d *Doctor) noteTeam(check string, s *team.Status) {
	switch {
	case s.Error != nil:
		d.warn(check, s.Error.Hint, "%s: %s", s.TeamName, s.Error.Message)
	case s.State != team.StateLive:
		d.warn(check, d.command("team status"), "%s: there is no connection yet", s.TeamName)
	default:
		d.ok(check, "%s is connected, as %s", s.TeamName, s.Name)
	}
	for _, n := range s.Notes() {
		if n.Mend != "" {
			d.warn(check, n.Mend, "%s", n.Says)
		} else {
			d.ok(check, "%s", n.Says)
		}
	}
}
