package heldout

import "strings"

// trade is a field of work: the subjects of its applications and the actions there.
// The first word of every line is the application's, the others are people's words
// for it.
type trade struct {
	verbs, nouns [][]string
	extras       []string // words that narrow down goals and page texts
}

var trades = []trade{
	{lines(`admit intake hospitalize; discharge dismiss; triage prioritize; prescribe medicate; refer forward; vaccinate immunize; monitor watch
		reschedule postpone; examine inspect; sterilize disinfect`),
		lines(`patient case inpatient; ward unit; bed cot; symptom complaint; allergy intolerance; dosage amount; specimen sample; surgeon operator
		nurse caregiver; ambulance; vitals signs; referral handover; diagnosis finding; theatre`),
		strings.Fields("acute chronic pediatric overnight fasting critical outpatient maternity")},
	{lines(`dispatch send ship; reroute redirect divert; load stow; unload unpack; weigh measure; track trace follow; consolidate bundle combine
		expedite rush hurry; palletize stack; customs declare`),
		lines(`parcel package packet; lorry truck van; depot hub station; consignment freight; courier messenger; manifest waybill; pallet skid
		container box crate; dock bay; trailer; driver chauffeur; seal; mileage distance; tariff duty rate`),
		strings.Fields("fragile frozen hazardous oversized bonded express domestic customs")},
	{lines(`reboot restart bounce; rollback revert undo; scale resize expand; drain empty evacuate; mute silence suppress; escalate raise
		acknowledge ack confirm; rotate cycle renew; provision allocate; throttle limit`),
		lines(`node host machine; cluster fleet; pod workload; incident outage; pager oncall; quota allowance; secret credential; snapshot backup
		volume disk; ingress gateway; namespace; probe healthcheck; runbook playbook; latency delay`),
		strings.Fields("staging canary primary replica stale noisy regional degraded")},
	{lines(`lend loan borrow; renew extend prolong; catalogue index classify; shelve stack; reserve hold book; digitize scan; withdraw remove
		annotate comment highlight; curate select; restore repair mend`),
		lines(`book volume title; borrower reader patron; shelf rack; manuscript codex; exhibit display; fine penalty fee; author writer
		artifact relic; gallery hall; archive; periodical magazine journal; curator keeper; loan; barcode label`),
		strings.Fields("rare overdue reference bronze medieval lost borrowed donated")},
	{lines(`irrigate water sprinkle; harvest reap gather; fertilize feed; sow plant seed; prune trim cut; spray treat; graze pasture
		milk; shear clip; plough till`),
		lines(`field paddock plot; crop yield; tractor; herd flock cattle; barn stable shed; silo bin; orchard grove; greenhouse glasshouse
		soil ground earth; pump; fence enclosure; weather forecast; pesticide chemical; calf`),
		strings.Fields("organic northern fallow drip dairy seasonal young irrigated")},
	{lines(`settle clear reconcile; quote estimate price; insure cover protect; appraise value assess; underwrite guarantee; freeze suspend block
		topup recharge refill; redeem cash; hedge; amortize`),
		lines(`premium fee; policyholder insured; claim damage loss; mortgage homeloan; ledger journal book; statement extract; beneficiary heir
		deductible excess; annuity pension; collateral pledge; dividend payout; broker agent; portfolio holdings; overdraft`),
		strings.Fields("joint quarterly foreign secured disputed household commercial unsettled")},
}

// foreign contains trades whose pages and goals are not English.
var foreign = []trade{
	{lines(`buchen reservieren; stornieren absagen; überweisen bezahlen; prüfen kontrollieren; löschen entfernen; ändern bearbeiten`),
		lines(`rechnung beleg; fahrkarte ticket; konto; kunde auftraggeber; lieferung sendung; termin; vertrag vereinbarung; bestellung auftrag`),
		strings.Fields("offene dringende monatliche gültige gekündigte")},
	{lines(`reservar apartar; cancelar anular; enviar mandar; añadir agregar; borrar eliminar; cambiar modificar`),
		lines(`habitación cuarto; factura recibo; envío paquete; cuenta; reunión cita; contraseña clave; dirección domicilio; menú carta`),
		strings.Fields("próxima última pública doble pendiente")},
	{lines(`预订 订购; 取消 撤销; 搜索 查找; 删除 移除; 修改 编辑; 支付 付款`),
		lines(`酒店 宾馆; 订单; 手机 电话; 发票 收据; 机票 航班; 地址; 购物车; 会员 用户`),
		strings.Fields("国际 明天 未付款 黑色 最新")},
}

var fields = strings.Fields("since owner total remark serial weight colour phone region shift batch grade contact origin budget level")

var views = strings.Fields("index detail board wizard review archive calendar map")

var sites = strings.Fields("Alpenrose Brightwater Cobalt Dunmore Eastgate Fernhill Goldcrest Harbor Inkwell Juniper Kestrel Lowland Marlow Northway Oakridge Pinecone Quarry Redfern Saltmarsh Thornton Umber Valley Westbrook Yarrow")

var idle = strings.Fields("could somebody tell me where what was that time we did one of kindly just again basically stuff anything about")

var failures = strings.Fields("MM_TARGET_NOT_FOUND MM_CLICK_TIMEOUT MM_TYPE_FAILED MM_WAIT_TIMEOUT MM_NAVIGATION_FAILED MM_PAGE_CRASHED")

// lines reads "word other other; word other".
func lines(s string) (out [][]string) {
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == ';' || r == '\n' }) {
		if words := strings.Fields(line); len(words) > 0 {
			out = append(out, words)
		}
	}
	return out
}
