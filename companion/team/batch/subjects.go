package batch

// The streams of a team (team.md 5).
const (
	RecordStream  = "CT_R"
	ControlStream = "CT_C"
	RosterStream  = "CT_ROSTER"
	DoneStream    = "CT_DONE"
	// SnapshotStream holds the manifests of sites' snapshots, ObjectStream their data.
	SnapshotStream = "CT_S"
	ObjectStream   = "CT_OBJ"
)

// The headers of a message.
const (
	IDHeader  = "Nats-Msg-Id"
	SigHeader = "Cairn-Sig"
)

// ServerName is the name in the certificate of every team's server.
const ServerName = "server.cairn-team.internal"

// ConfigMember is the place of the team's settings in the roster.
const ConfigMember = "config"

// RosterSubject returns the subject of a member's entry.
func RosterSubject(team, member string) string { return "cairn." + team + ".m." + member }

// DoneSubject returns the subject on which a member says up to where it carried out
// deletion requests.
func DoneSubject(team, member string) string { return "cairn." + team + ".d." + member }

// SnapshotSubject returns the subject of a site's manifests.
func SnapshotSubject(team, site string) string { return "cairn." + team + ".s." + site }

// ObjectSubject returns the subject of a snapshot's data; "*" as the object means all of the site's.
func ObjectSubject(team, site, object string) string {
	return "cairn." + team + ".o." + site + "." + object
}

// JoinSubject returns the subject on which an invited one asks to join.
func JoinSubject(team, invite string) string { return "cairn." + team + ".join." + invite }

// OwnSubjects returns the subjects of all of a member's records.
func OwnSubjects(team, member string) string { return "cairn." + team + ".r.*.*." + member }

// SiteSubjects returns the subjects of all records of a site.
func SiteSubjects(team, site string) string { return Subject(team, site, "*") }

// LiveSubjects returns the subjects of the live copies of all messages.
func LiveSubjects(team string) string { return "cairn." + team + ".live.>" }

// Inbox returns the prefix of the subjects on which a member receives answers.
func Inbox(member string) string { return "_INBOX_" + member }
