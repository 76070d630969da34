package text

import "strings"

// relatedGroups are words that people use for the same thing in interfaces,
// beyond spec 001's table. A word may be in several groups; groups do not
// chain. They count well below what was literally asked, so that a broad table
// costs little where it is wrong. Words stand as stems (see [Stem]).
var relatedGroups = groups(`
send transfer pay wire remit deliver dispatch forward
receive deposit get collect
approve confirm accept allow authorize agree grant permit
reject deny decline refuse disallow
cancel abort discard dismiss undo revoke
unlock login signin authenticate
lock logout signout
register signup enroll join subscribe
unsubscribe unfollow leave quit withdraw
connect link attach pair bind
disconnect unlink detach unpair
swap exchange trade convert
sign signature endorse
create add new make compose insert start draft
delete remove erase trash clear drop destroy discard
edit change modify update adjust revise alter amend
rename relabel retitle
search find lookup look locate query seek
open view show see display inspect read visit
close hide collapse shut
save store keep persist
download export extract
upload import attach load ingest
share publish post distribute
invite add
copy duplicate clone replicate
merge combine join unify
split divide separate
move drag transfer relocate
assign delegate allocate give
schedule plan book arrange
reserve book reservation booking
buy purchase order acquire checkout
sell offer vend
refund reimburse repay return
filter narrow restrict refine
sort order rank arrange
compare contrast
select choose pick
enable activate switch on
disable deactivate switch off
start begin launch run initiate
stop end terminate halt pause
resume continue proceed next
back previous return
check verify validate inspect
deploy release ship rollout
restore recover revert undelete undo
reset restart clear
rate review score grade rating
comment remark note reply feedback
reply answer respond response
like favorite star heart upvote
bookmark favorite save
notify alert notification reminder
help support assistance faq
settings preferences options configuration setup
config configuration settings
profile account user
user member customer person people
customer client buyer
password passcode pin passphrase credentials
email mail
message chat conversation
picture photo image
video clip movie film
document file doc paper
folder directory
cart basket bag
order purchase
price cost amount fee
cheap cheapest lowest inexpensive
expensive highest priciest
payment transaction
bill invoice
receipt proof
coupon voucher promo discount
money funds cash balance
token coin currency
phone mobile telephone cell
address location place
map directions route
date day time
weather forecast
job position vacancy career
apartment flat housing rental
hotel accommodation lodging stay
flight plane airline
trip travel journey tour
car vehicle auto
doctor physician
appointment meeting booking
event calendar
task todo job
issue ticket bug problem
repository repo project
error failure failed problem
report summary overview
page screen view
dashboard overview
company organization
history log activity
team group
newest latest recent last
oldest earliest first
big large
quick fast
top best popular
`)

// groups reads a table and maps every word's stem to the stems related to it,
// in the order of the table.
func groups(table string) map[string][]string {
	out := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		words := strings.Fields(line)
		for i, w := range words {
			words[i] = Stem(w)
		}
		for _, w := range words {
			l := list{words: out[w]}
			for _, other := range words {
				if other != w {
					l.add(other)
				}
			}
			out[w] = l.words
		}
	}
	return out
}

// Related gives the stems of words that people use for the same thing.
func Related(stem string) []string { return relatedGroups[stem] }
