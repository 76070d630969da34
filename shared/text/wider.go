package text

// widerGroups are words that stand for one another in some applications and not in
// others, as far as the catalogues of translators and the labels of well-known ones show.
var widerGroups = groups(`
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
`)
