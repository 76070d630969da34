package text

// relatedTable lists actions and things in turn, each part after its heading.
const relatedTable = `
# actions
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
# things
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
# actions
pay payment settle remunerate charge
complete finish finalize conclude
fix repair mend resolve correct patch
install setup deploy
configure customize adjust
examine inspect check investigate review audit
evaluate assess appraise grade judge
calculate compute estimate
track trace follow monitor watch
ship dispatch deliver mail freight
pack package bundle wrap
load upload fill
replace substitute exchange swap
borrow loan
lend loan rent lease
extend prolong renew lengthen
postpone delay defer reschedule
hire recruit employ onboard
fire dismiss terminate
promote advance upgrade
downgrade reduce lower decrease
increase raise grow expand scale
limit restrict cap throttle
block ban suspend freeze
mute silence hush
report flag complain
collect gather harvest
print paper
record capture log tape
play watch stream listen
translate convert localize
encrypt protect secure
publish release announce
draft sketch outline
count number tally quantity amount
measure weigh gauge
teach train coach tutor
learn study course
apply submit request
claim demand request
donate contribute give gift
bid offer auction
invest fund finance
insure cover protect
redeem cash claim
recharge refill topup replenish restock
clean wash wipe purge
drain empty flush
rotate turn cycle
shrink minimize collapse reduce
enlarge maximize expand grow
highlight mark annotate emphasize
pin stick fix
tag label mark
group cluster bundle category
order arrange organize
escalate raise
acknowledge confirm ack
test try check trial
debug troubleshoot diagnose
forward redirect
crop trim cut
retouch edit enhance
undelete restore recover
organise organize sort arrange
unsend undo recall
block blacklist ban
# things
patient inpatient client
nurse caregiver
medicine medication drug prescription
clinic hospital practice
symptom complaint
ward unit department
parcel package packet shipment consignment
truck lorry van
warehouse depot storage storehouse
courier messenger carrier
driver chauffeur
road street route
route path way
employee staff worker personnel colleague
boss manager supervisor lead
candidate applicant
salary wage pay payroll
vacation holiday leave
contract agreement
insurance policy cover
premium fee
tax duty levy
loan credit mortgage
debt liability arrears
profit earnings gain income revenue
loss deficit
budget spending
expense cost spending expenditure
ledger journal book
shop store boutique market
product item article goods merchandise
stock inventory supply
brand make manufacturer
supplier vendor provider seller
gift present
size dimension
color colour
review testimonial opinion feedback
student pupil learner
teacher instructor lecturer professor tutor
class lesson course lecture
exam test quiz
homework assignment exercise
school college university
grade mark score
book volume title
author writer
reader borrower
library collection archive
song track tune music
artist musician performer singer
episode show program
film movie picture
channel station feed
house property
tenant renter occupant
landlord owner
lift elevator
food meal dish
drink beverage
waiter server
kitchen cook
bug defect fault issue
branch fork
commit changeset
build compile
host server machine node
cluster fleet
database store
secret credential key token
certificate credential
alarm alert warning
outage downtime incident
volume disk drive
snapshot backup copy
container box crate
picture photograph snapshot
category type kind genre class
tag label keyword topic
forum board community subreddit
post article entry thread
news headline story
reply answer response
author poster writer creator
member participant attendee
friend contact buddy
follower subscriber
chart graph diagram plot
table grid spreadsheet
row line record
checkbox tick toggle
menu navigation nav sidebar
tab panel pane
popup dialog modal overlay
banner notice announcement
icon symbol logo
theme appearance style
language locale
country nation
city town
zip postcode postal
street avenue
name title
description details summary
identifier id number
status state condition
deadline due
today now
urgent critical important priority
private personal confidential
public shared
free gratis
nearby near close closest nearest
begin start
finish end
ride taxi cab
passenger traveler rider
luggage baggage suitcase
seat place
guest visitor
room chamber
pet animal
child kid baby
daughter child kid
son child kid
electricity power energy
consumption usage use
appliance device gadget
light lamp bulb
loyalty membership bonus reward
train railway rail
late delay overdue
damage broken defect faulty
collaborator contributor maintainer member
woman female lady
man male gentleman
law legal
illness ill sick sickness
absence absent away
relative family
mother parent
father parent
pupil scholar
homework coursework assignment
lunch meal menu canteen
dinner meal menu
breakfast meal menu
vegetarian meatless
timetable schedule
forecast prediction projection outlook
quote quotation offer estimate
duplicate double
cottage cabin lodge chalet house
landlord host owner
petrol fuel gas gasoline
diesel fuel
insurance claim compensation damage
autoreply autoresponder
dark night
bicycle bike cycle
coach carriage wagon
fare ticket
thermostat heating radiator temperature
washer appliance
dryer appliance
sensor detector
stolen lost missing
pipeline ci build
collection album
lawyer attorney counsel
police officer
government state public
`
