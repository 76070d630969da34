package gen

import "strings"

// verb is an action with the words that people use for it. The store uses the first
// word in its identifiers and any of them in goals; queries use any.
type verb struct {
	word    string
	synonym []string
}

var verbs = []verb{
	{"send", words("transfer pay wire remit")}, {"create", words("add new make compose")},
	{"delete", words("remove erase discard drop")}, {"edit", words("change modify update revise")},
	{"search", words("find lookup query locate")}, {"approve", words("confirm accept allow authorize")},
	{"reject", words("deny cancel decline refuse")}, {"open", words("view show display inspect")},
	{"export", words("download save extract")}, {"import", words("upload load ingest")},
	{"share", words("publish invite distribute")}, {"archive", words("store hide shelve")},
	{"assign", words("delegate allocate give")}, {"schedule", words("plan book arrange")},
	{"connect", words("link attach pair join")}, {"disconnect", words("unlink detach leave")},
	{"swap", words("exchange trade convert")}, {"unlock", words("login signin authenticate")},
	{"lock", words("logout signout")}, {"buy", words("purchase order acquire")},
	{"sell", words("list offer vend")}, {"refund", words("reimburse return repay")},
	{"subscribe", words("follow enroll register")}, {"unsubscribe", words("unfollow quit")},
	{"filter", words("narrow restrict")}, {"sort", words("rank arrange order")},
	{"compare", words("contrast match")}, {"rename", words("retitle relabel")},
	{"duplicate", words("copy clone replicate")}, {"merge", words("combine unify")},
	{"split", words("divide separate")}, {"print", words("paper output")},
	{"enable", words("activate start switch")}, {"disable", words("deactivate stop pause")},
	{"verify", words("check validate test")}, {"sign", words("signature endorse")},
	{"deploy", words("release ship rollout")}, {"restore", words("recover undelete revert")},
	{"rate", words("review score grade")}, {"reply", words("answer respond")},
}

var nouns = words(`account invoice payment order product customer project task ticket report message contact
document folder calendar event meeting profile password address card wallet token balance network contract
transaction recipient subscription plan coupon cart shipment warehouse supplier catalog category review comment
issue branch repository commit release pipeline environment server database backup domain certificate key
secret role member team organization permission policy audit alert dashboard chart metric dataset model
notebook experiment workflow template form survey question answer quiz course lesson student teacher grade
class enrollment patient appointment prescription doctor insurance claim vehicle driver route trip booking flight
hotel room seat passenger luggage menu recipe ingredient meal restaurant table playlist song album artist
podcast episode video photo gallery camera device sensor thermostat lamp schedule reminder note bookmark tag label
filter segment campaign newsletter audience lead deal quote proposal negotiation asset budget expense receipt
payroll salary employee candidate interview vacancy shift holiday timesheet machine spare inspection incident
outage ticketing knowledge article forum thread badge reward tournament player match ranking league stadium`)

var attributes = words(`name amount date status price quantity email phone city country currency language title
description owner priority reference number limit type code reason comment`)

var screenKinds = words("list details edit confirm settings overview history")

var modifiers = words(`first last overdue pending draft recurring shared private urgent archived monthly weekly
international expired primary secondary unpaid blocked external internal`)

var people = words(`Alice Bruno Chen Dana Emil Farah Goran Hana Ivan Jana Kofi Lena Mateo Nadia Omar Priya Quinn
Rosa Sven Tariq Uma Viktor Wanda Xin Yara Zoe`)

var freeTags = words("smoke nightly regression demo manual release mobile beta")

var noiseWords = words("please quickly somehow the how do i again using page thing need want where")

var errorCodes = []string{"MM_TARGET_NOT_FOUND", "MM_CLICK_TIMEOUT", "MM_CLICK_FAILED", "MM_TYPE_FAILED", "MM_WAIT_TIMEOUT", "MM_NAVIGATION_FAILED"}

var syllables = words("zor vex lum tri qua bel nor fax dri pon mek sil tav rho gan wix")

func words(s string) []string { return strings.Fields(s) }

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
