package batch

import (
	"fmt"
	"strconv"
	"strings"
)

// The streams of a team (team.md 5).
const (
	RecordStream  = "CT_R"
	ControlStream = "CT_C"
	RosterStream  = "CT_ROSTER"
	DoneStream    = "CT_DONE"
	KeyStream     = "CT_K" // of a team that encrypts
	// SnapshotStream holds the manifests of sites' snapshots, ObjectStream their data.
	SnapshotStream = "CT_S"
	ObjectStream   = "CT_OBJ"
)

// RecordStreams returns the streams of records of a team that spreads its sites over n.
func RecordStreams(n int) (names []string) {
	if n <= 1 {
		return []string{RecordStream}
	}
	for i := range n {
		names = append(names, RecordStream+strconv.Itoa(i))
	}
	return names
}

// StreamSubjects returns the subjects of the i-th of n streams of records.
func StreamSubjects(team string, i, n int) (subjects []string) {
	if n <= 1 {
		return []string{"cairn." + team + ".r.*.*.*"}
	}
	for p := i; p < partitions; p += n {
		subjects = append(subjects, fmt.Sprintf("cairn.%s.r.%02x.*.*", team, p))
	}
	return subjects
}

// StreamOfSite returns the stream of a site's records, of n.
func StreamOfSite(siteID string, n int) string {
	p, _ := strconv.ParseUint(Partition(siteID), 16, 8) // it is a number
	return RecordStreams(n)[int(p)%max(n, 1)]
}

// StreamOf returns the stream of a member's messages on a subject. A subject of all sites is in n
// streams, and has none here.
func StreamOf(subject string, n int) string {
	part := strings.Split(subject, ".")
	if len(part) < 4 {
		return ""
	}
	switch part[2] {
	case "c":
		return ControlStream
	case "d":
		return DoneStream
	case "k":
		return KeyStream
	case "r":
		if p, err := strconv.ParseUint(part[3], 16, 8); err == nil {
			return RecordStreams(n)[int(p)%max(n, 1)]
		}
	}
	return ""
}

// Partitioned reports whether the sites of a team can be spread over n streams.
func Partitioned(n int) bool { return n == 1 || n == 4 || n == 16 || n == partitions }

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

// KeySubject returns the subject of a member's notices of keys.
func KeySubject(team, member string) string { return "cairn." + team + ".k." + member }

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
