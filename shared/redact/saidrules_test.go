package redact

import (
	"strings"
	"testing"
)

// TestWhatPeopleSayPlainlyIsRemoved: « » stand around what must not stay.
func TestWhatPeopleSayPlainlyIsRemoved(t *testing.T) {
	for _, row := range []string{
		"Home insurance policy number «HOM/4417205/31» renews 05.12.2025", "Versicherungsschein-Nr. «51-4417205.7-130»", "Medlemsnummer i klubben – «90832738366478»", "Contrato «6714502» – Mi área de agua",
		"Sicherheitsantwort (nur intern sichtbar): «Kater Moritzl»", `{"q":"pet","secret_answer":"«Vossina»","attempts":0}`, "Pregunta: ¿apodo? Respuesta secreta → «Canelita»", "and the memorable place? Customer: «Hatherleigh Lane»",
		"初めて飼ったペットの名前は？　«さくらぎ先生»　✔確認", "Versicherte Person, geb. am «28.03.1978» in Fulda", "生年月日　«昭和40年6月6日»　生まれ", "пацієнтка Hana, «01.02.1984» р.н., скарги", "Nacida el «3 de marzo de 1980» en Cádiz",
		"Digicode : «95B53» — 3e étage", "Code sleutelkluisje: «2190»", "Adgangskode til opgangen er «92339*», skiftes", "larmet hemma stänger du av med «5335» inom 30 sekunder", "курьеру: домофон «89К9241», этаж 7",
		"WLAN-Schlüssel (WPA2, Aufkleber am Router) «37657161815929800196»", "ไวไฟห้องพัก ชั้น 3 : Baan3F / «mango1711»", "TeamViewer is open, I see 335 157 871 / «2h55s8z5» on my screen",
		"or paste LPA:1$«smdp.plus.example$0BI2-EZBQ7-PWJ0-682F»", "face match 0.96 against Nils: «[-0.14729, 0.19727, 0.15688, -0.16272, 0.12918, 0.12260, -0.00482, -0.17449]»", "«1) 74069187\n2) 40778180\n3) 27965193\n4) 47411640»\nprinted",
		"备忘 «撞 拜 猛 肌 如 彪 凝 戏 术 革 糖 恨» 抽屉", "POST https://hooks.zapier.com/hooks/catch/«5203615/nybfmii»/ returned 410",
	} {
		text := strings.NewReplacer("«", "", "»", "").Replace(row)
		if out := Text(text); kept([]string{row}, []string{out}) > 0 {
			t.Errorf("Text(%q) = %q", text, out)
		}
	}
}

func TestWhatIsSaidOfGoodsAndProgramsStays(t *testing.T) {
	for _, s := range []string{
		"Fix possible overflow in the client code (1234577)", "Answer: the secret is practice", "Security policy 2026", "Gate B22 opens 10:45", "The alarm went off in 1987", "Members 48217", "Born in Paris", "* Empty CKE with client auth (CVE-2015-1787)",
		"Which policy applies? RFC 7234, section 12", "Router / switch 24 ports", "1) 120 g of flour\n2) 3 eggs", "The internet, then and now", "Contract law 101", "Alarm at 07:30",
	} {
		if got := Text(s); got != s {
			t.Errorf("Text(%q) = %q", s, got)
		}
	}
}
