package batch

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Lengths of names, in characters.
const (
	teamChars   = 16
	memberChars = 10
	siteChars   = 16
)

// partitions is the number of parts that sites are spread over, so that a large team
// can split its stream.
const partitions = 64

var nameEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// TeamID returns the id of the team with a root key.
func TeamID(root ed25519.PublicKey) string { return keyName(root, teamChars) }

// MemberID returns the id of the member with a key.
func MemberID(key ed25519.PublicKey) string { return keyName(key, memberChars) }

func keyName(key ed25519.PublicKey, chars int) string {
	sum := sha256.Sum256(key)
	return strings.ToLower(nameEncoding.EncodeToString(sum[:]))[:chars]
}

// SiteID returns the id of a site under the team's site key, so that subjects name no
// hosts. A site is an origin.
func SiteID(siteKey []byte, site string) string {
	mac := hmac.New(sha256.New, siteKey)
	mac.Write([]byte(site))
	return hex.EncodeToString(mac.Sum(nil))[:siteChars]
}

// Partition returns the part of a site, two hex digits.
func Partition(siteID string) string {
	n, _ := strconv.ParseUint(siteID[:min(2, len(siteID))], 16, 8) // 0 for a string that is no id
	return fmt.Sprintf("%02x", n%partitions)
}

// Subject returns where an author's batches of a site are stored.
func Subject(team, siteID, author string) string { return recordSubject(team, "r", siteID, author) }

// LiveSubject returns where such batches are published once they are stored.
func LiveSubject(team, siteID, author string) string {
	return recordSubject(team, "live", siteID, author)
}

func recordSubject(team, kind, siteID, author string) string {
	return strings.Join([]string{"cairn", team, kind, Partition(siteID), siteID, author}, ".")
}

// ControlSubject returns where an author's tombstones are stored.
func ControlSubject(team, author string) string {
	return strings.Join([]string{"cairn", team, "c", author}, ".")
}

// plainName reports whether a name may be a token of a subject: only small letters and
// digits.
func plainName(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// IsRun reports whether s can be the name of a run.
func IsRun(s string) bool { return plainName(s, 8, 32) }

// isRecord reports whether s can be the id of a shared record.
func isRecord(s string) bool {
	rest, ok := strings.CutPrefix(s, "t-")
	return ok && plainName(rest, 32, 32)
}
