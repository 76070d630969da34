package text

import (
	"strings"
	"sync"
)

// phraseTable lists verbs of interfaces, those of one meaning per line, with people's
// phrases of several words for them. A ~ stands for a gap with other words: turn the
// lamp on.
const phraseTable = `
enable activate | turn ~ on, switch ~ on
disable deactivate | turn ~ off, switch ~ off, shut ~ off
start launch run | fire ~ up, spin ~ up, bring ~ up, kick ~ off, boot ~ up, set ~ going
stop shutdown halt | shut ~ down, bring ~ down, power ~ off, take ~ down, wind ~ down
restart reboot | turn ~ off and on, start ~ again
pause suspend hold freeze snooze | put ~ on hold, put ~ on pause, put ~ on ice, put ~ to sleep, hold ~ off
rerun retry repeat | run ~ again, try ~ again, do ~ again
resume continue | carry ~ on, pick ~ up again, take ~ off hold, go on with
delete remove trash | get rid of, throw ~ away, throw ~ out, take ~ out, take ~ away, wipe ~ out, do away with, chuck ~ out
clear empty reset | clear ~ out, wipe ~ clean, start over
add create new | put ~ in, put ~ on, put ~ down, set ~ up
create add open | make ~ up, draw ~ up, come up with
write note log record comment | jot ~ down, note ~ down, write ~ down, take ~ down, put ~ in writing
fill complete enter | fill ~ in, fill ~ out, key ~ in, type ~ in
cancel drop abort | call ~ off, give ~ up, back out, pull out, opt out
reject decline refuse deny | turn ~ down, send ~ back, say no, throw ~ out, knock ~ back
approve accept confirm allow | sign ~ off, give the ok to, give ~ the ok, say yes, wave ~ through, let ~ through, agree to, green light, nod ~ through
acknowledge confirm | look into, take note of
complete finish close done | tick ~ off, check ~ off, cross ~ off, wrap ~ up, is done, is finished, mark ~ as done, be done with
close | shut ~ down, wind ~ up
reopen | open ~ again
login signin authenticate | log ~ in, sign ~ in, log on, sign on
logout signout | log ~ out, sign ~ out, log off, sign off
register signup enroll join book | sign ~ up, put ~ down for
leave unsubscribe quit | drop out, opt out
search find lookup | look ~ up, look for, track ~ down, hunt for
view show open display see | look at, pull ~ up, bring ~ up, call ~ up, take a look, go to, go through, have a look, check out
read view | go over, go through
list show | what is there, what are the
check verify test | try ~ out, check ~ out, make sure, go over
move transfer shift | put ~ into, put ~ under, carry ~ over, take ~ to, bring ~ to, belongs in, belongs to
archive | put ~ away, file ~ away, put ~ in the archive
file move sort | file ~ under, put ~ into
assign delegate give | hand ~ over, pass ~ on, hand ~ to, give ~ to, put ~ on, deal with, take care of, in charge of
send email message write | drop ~ a line, get in touch, reach out, let ~ know, send ~ off, write to
reply answer respond | write back, get back to, come back to
forward share | pass ~ on, send ~ on
share invite grant access | let ~ see, give ~ access, let ~ in, let ~ use
revoke withdraw unshare | take ~ access, take away ~ access, lock ~ out
notify alert remind | let ~ know, give ~ notice, tell ~ when
follow watch subscribe | keep an eye on, keep track of, keep ~ posted, stay on top of, keep up with
star favorite bookmark like flag | put ~ star on, keep ~ for later, save ~ for later, read ~ later
report flag | blow the whistle
rename retitle name | call ~ from now on, new name, new title, change ~ name
edit change modify update correct | set ~ to, make ~ read, touch ~ up, switch ~ over
replace swap exchange | change ~ over, trade ~ in, swap ~ out
renew extend prolong | keep ~ longer, keep ~ for longer, get ~ refill, order more
increase raise | put ~ up, turn ~ up, push ~ up, go up to
decrease lower reduce | bring ~ down, turn ~ down, cut ~ down, cut back
merge combine join | put ~ together, bring ~ together, roll ~ into
split divide separate | break ~ up, split ~ up, take ~ apart
copy duplicate clone | make ~ copy
download export save | get ~ as a file, pull ~ down, get ~ out
upload import attach | bring ~ in, put ~ up, send ~ in
save backup store | back ~ up, keep ~ copy
restore recover undo revert | bring ~ back, get ~ back, put ~ back, roll ~ back, go back to
publish release deploy post | put ~ out, put ~ live, go live, make ~ public, push ~ out, roll ~ out, bring ~ out, set ~ live
hide unpublish withdraw | take ~ offline, take ~ down, make ~ private
pay settle | pay ~ off, pay ~ up, take care of, fork ~ out
repay refund reimburse return | pay ~ back, give ~ back, get ~ money back, send ~ back, claim ~ back, get ~ back
buy order purchase | get ~ hold of, check out, stock up, send me
reserve book hold | get ~ slot, put ~ hold on, get in line, set ~ aside, save ~ spot, save ~ seat
submit request apply claim | hand ~ in, send ~ in, turn ~ in, put in for, ask for
schedule plan | set ~ for, pencil ~ in
postpone reschedule delay move | put ~ off, push ~ back, move ~ back
filter narrow | narrow ~ down, cut ~ down to, only show, show only
sort order | put ~ in order, line ~ up
choose select pick | go for, go with, opt for, settle on
use apply | make use of
block ban mute | lock ~ out, shut ~ up, kick ~ out, keep ~ quiet
unblock unlock | let ~ back in
dismiss hide close | get ~ out of the way
connect link pair | hook ~ up, hook ~ into, tie ~ to, point ~ at, point ~ to
disconnect unlink | cut ~ off, take ~ off
insert place drop | put ~ on, drag ~ to, drop ~ on
calculate sum total | work ~ out, add ~ up, figure ~ out, count ~ up
print | run ~ off
convert turn | turn ~ into, make ~ out of, change ~ into
fix repair correct | put ~ right, sort ~ out, set ~ straight
`

// namePhrases is the same table for nouns.
const namePhrases = `owner assignee responsible | in charge, who does
deadline due | must be finished, due date, be done by, no later than, has to be done by
remaining left active open | what is left, still to do, to do, still open, not done
dependencies requirements | depends on, what ~ need, relies on
limit cap maximum | spending cap, upper limit, at most
price cost | how much
version release | which versions
newest latest recent | up to date, most recent
favorite starred | all time favorite
unread new | not read
overdue late | past due, out of date
invoice bill | payment request
password passcode | pass phrase, secret word
settings preferences options configuration | set up
group team | set of people
home start | front page, start page, landing page
website site homepage | web site, web page
postcode zip | zip code, postal code
phone number | phone number, telephone number
firstname given | first name, given name
lastname surname family | last name, family name
birthday birthdate | date of birth, birth date
username user | user name, login name, account name
timezone | time zone
fullscreen | full screen, whole screen
checkbox | check box, tick box
dropdown combobox select | drop down, pull down
slideshow presentation | slide show
cart basket | shopping cart, shopping basket, shopping bag
groceries shopping | shopping list
payslip salary | pay slip, pay stub, salary statement
vacation leave holiday | time off, days off, day off, out of office
certificate ssl tls | ssl cert
absence sick | call in sick, off sick
autoreply away automatic | out of office, auto reply, automatic reply
spam junk | junk mail
return | round trip, there and back, two way
twofactor authentication mfa 2fa | two factor, second factor
`

// phrase is an expression of several words for one meaning.
type phrase struct {
	words []string // stems of the first and the others
	loose bool     // other words may follow the first
	means []string // stems
}

// pronouns may follow the first word of any phrase: get me in line.
var pronouns = setOf("me", "us", "it", "him", "her", "them", "you")

// maxBetween bounds the words in the gap of a phrase.
const maxBetween = 4

// phrases maps the stem of a first word to the table's phrases.
var phrases = sync.OnceValue(func() map[string][]phrase {
	out := map[string][]phrase{}
	for _, line := range strings.Split(strings.TrimSpace(phraseTable+namePhrases), "\n") {
		left, right, _ := strings.Cut(line, "|")
		means := stemsOf(left)
		for _, p := range strings.Split(right, ",") {
			first, rest, loose := strings.Cut(p, "~")
			words := append(stemsOf(first), stemsOf(rest)...)
			out[words[0]] = append(out[words[0]], phrase{words, loose, means})
		}
	}
	return out
})

func stemsOf(s string) []string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = Stem(w)
	}
	return words
}

// meantGroups maps each word to the words of the same meaning.
var meantGroups = sync.OnceValue(func() map[string][]string { return groups(meantBy(phraseTable + namePhrases)) })

// meantBy returns the words that the phrases of a table stand for.
func meantBy(table string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		left, _, _ := strings.Cut(line, "|")
		lines = append(lines, left)
	}
	return strings.Join(lines, "\n")
}

// Meant returns the stems of words that share a phrase with this one: similar actions,
// not always the same.
func Meant(stem string) []string { return meantGroups()[stem] }

// Common reports whether a stem belongs to the words that many interfaces use.
func Common(stem string) bool {
	return relatedGroups()[stem] != nil || widerGroups()[stem] != nil || meantGroups()[stem] != nil || saidAs()[stem] != nil
}

// saidAs maps a word to the first two words of phrases with its meaning.
var saidAs = sync.OnceValue(func() map[string][][2]string {
	out := map[string][][2]string{}
	for _, line := range strings.Split(strings.TrimSpace(phraseTable+namePhrases), "\n") {
		left, right, _ := strings.Cut(line, "|")
		for _, p := range strings.Split(right, ",") {
			words := stemsOf(strings.ReplaceAll(p, "~", ""))
			if len(words) != 2 {
				continue
			}
			for _, stem := range stemsOf(left) {
				out[stem] = append(out[stem], [2]string{words[0], words[1]})
			}
		}
	}
	return out
})

// SaidAs returns the pairs of stems with the same meaning as a word: turn on, for
// enable.
func SaidAs(stem string) [][2]string { return saidAs()[stem] }

// Phrases finds phrases among words, given as stems, and calls found for each: at holds
// the places of the phrase's words, and means the stems of words for the same.
func Phrases(stems []string, found func(at []int, means []string)) {
	for i, w := range stems {
		for _, p := range phrases()[w] {
			if at := p.at(stems, i); at != nil {
				found(at, p.means)
			}
		}
	}
}

// at returns the places of a phrase's words if it begins at from, else nil.
func (p *phrase) at(stems []string, from int) []int {
	rest := stems[from+1:]
	gap := 0
	for !begins(rest[gap:], p.words[1:]) {
		if gap++; gap > maxBetween || gap >= len(rest) || !p.loose && (gap > 1 || !pronouns[rest[0]]) {
			return nil
		}
	}
	at := []int{from}
	for i := range p.words[1:] {
		at = append(at, from+1+gap+i)
	}
	return at
}

func begins(words, with []string) bool {
	if len(words) < len(with) {
		return false
	}
	for i, w := range with {
		if words[i] != w {
			return false
		}
	}
	return true
}
