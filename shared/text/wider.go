package text

import "sync"

// widerGroups maps words that stand for one another in some applications and not in
// others. The sources are translators' catalogues and the labels of well-known
// applications.
var widerGroups = sync.OnceValue(func() map[string][]string { return groups(widerTable) })

const widerTable = `
favorite favourite starred heart like
flag star mark pin
mail email letter message e-mail
issue ticket bug case request task
ticket case incident request
tick check done complete finish
cancel cancelled cancelling drop
colour color shade
organisation organization
licence license permit
catalogue catalog
cheque check
grey gray
enrol enroll
note jot comment remark annotation memo
diary journal log
pause hold freeze suspend snooze wait
hold reserve reservation
suspend freeze deactivate block
hand give pass assign
merge combine join consolidate unite
macro template canned script snippet
snippet template
lead prospect opportunity
deal opportunity sale
client account company
contact person card people
csv spreadsheet excel sheet
file csv pdf document
panel chart graph widget
dashboard board
board forum list
alert page alarm
silence mute quiet snooze
server machine instance vm box
reboot restart bounce
backup snapshot save
certificate cert ssl tls
expire due renew
slot appointment spot place
spot seat place
lesson class session
lamp light
temperature heat degrees warm
automation rule schedule routine
scene scenario mode
play start run activate
thread topic discussion conversation
subject title topic
spam junk ad advertisement
moderator admin administrator
watch follow subscribe
expense claim reimburse cost
payslip salary paystub
iban account bank
vacation leave holiday absence
prescription refill medication
result test lab finding
doctor dr physician practitioner
portion serving people guest
recipe dish meal
ingredient grocery
grocery shopping
loan borrowed checkout
borrow loan checkout
fine fee penalty
owe fine debt due
version release
package module library
dependency requirement
endpoint request call
request query call
token key credential secret
todo task item
column list lane stage
deadline due
label tag mark
status state stage
shift move
duplicate merge copy
page screen
workspace canvas
node block
picture photo image pic snapshot
trash bin delete waste
invoice bill charge
reminder remind alert
currency money
footer below bottom
writer author
entry record row item note
note page entry article
correct fix change update
turn convert change
speed rate
quota limit allowance
rate price tariff
shop store
basket cart trolley
timetable schedule calendar agenda
itinerary schedule plan
occasion event
crew team staff
assignee owner responsible
reviewer approver
requester reporter
sprint iteration
epic story
roadmap plan
log journal record
trace log
metric measure value number
threshold limit
username login user
password passcode code
subscription plan membership
plan tier
upgrade update
plugin extension addon add-on module
app application program
workflow flow process pipeline
pipeline build job
run execute launch
execute call invoke
environment stage
bucket folder container
volume disk
rename name title retitle
caption title heading
heading headline title
avatar picture photo
bio about description
handle username
feed timeline stream
story post
caption description
playlist list queue
album collection
subtitle caption
episode part
season series
genre category
hire add employ
payout payment withdraw
deposit topup fund
recipient payee beneficiary
payee recipient
statement report summary
balance amount
shipment delivery order
delivery shipping
return refund
address street
stock quantity
sku product item
discount coupon
voucher gift
variant option
attribute property field
field column property
export backup
form survey questionnaire
poll survey vote
vote poll upvote
quiz test
grade mark
syllabus course
enrol register
`

// verbGroups maps verbs that stand for one another at the beginning of a task.
var verbGroups = sync.OnceValue(func() map[string][]string { return groups(verbTable) })

const verbTable = `
add attach append include insert enter introduce register put place
create make build generate produce start open compose write draft design establish prepare
log record enter track write register capture report
file report log raise submit open create
book reserve schedule arrange plan
cancel drop withdraw abort stop end terminate quit leave
approve sign clear pass authorize grant accept confirm allow validate endorse
reject decline refuse deny return dismiss veto
assign give hand allocate delegate route transfer appoint nominate
apply use run execute trigger choose select
change alter switch modify update turn convert adjust correct edit revise replace swap amend rewrite
move put place shift transfer drag relocate bring push file sort reorder
close resolve complete finish end shut settle conclude
delete remove erase wipe clear trash drop discard purge scrap cut destroy
download export save fetch extract pull
upload import attach add load submit
filter show list narrow restrict search find limit
find search look locate fetch query check
invite add share ask
label tag mark categorize categorise classify flag sort
link connect join attach relate associate bind
merge combine join unite consolidate
pay settle transfer send clear
publish post share send release submit announce
promote raise upgrade elevate advance
demote lower downgrade reduce
rate score review grade evaluate
rename call name title relabel retitle
reply answer respond write comment
restart reboot reload reset
run start execute launch trigger generate invoke call try
save keep bookmark store
send mail email write forward submit deliver message post
show view open display list see read check report print get inspect
star favorite favourite mark flag pin bookmark like highlight
stop end pause halt disable suspend
pause suspend freeze hold halt
resume continue restart start
subscribe follow join watch register
select choose pick switch use set
unlock unblock enable open release
block lock disable ban suspend
increase raise boost grow
decrease lower reduce cut
extend renew prolong continue
order buy purchase get request
return refund reimburse
deploy release publish ship
complete finish check tick mark
replace swap exchange substitute rewrite
limit cap restrict throttle
split divide separate break
copy duplicate clone
compare contrast
`

// MayMean returns the stems of verbs with which a task may begin instead of this one.
func MayMean(stem string) []string { return verbGroups()[stem] }
