package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hides matches buttons that hide a value again: nothing that is no secret has one beside it.
var hides = lazy(`(?i)^(?:hide|verbergen|verberg|ausblenden|verstecken|masquer|cacher|ocultar|esconder|nascondi|ukryj|skrýt|skryť|dölj|skjul|piilota|elrejt\pL*|ascunde|скрыть|сховати|приховати|скрий|gizle|sembunyikan|ẩn|απόκρυψη|隠す|非表示|隐藏|隱藏|숨기기|إخفاء|הסתר)(?: ([^.:]{2,30}))?$`)

// isShown reports whether names[at] is a value that the button behind it hides again: behind the name of a secret any
// words, else a word that no heading is. Other buttons may stand between.
func isShown(names, roles []string, at int) bool {
	value, next := names[at], at+1
	if n := utf8.RuneCountInString(value); n < 4 || n > labelMax || value == Mark || !isText(roleAt(roles, at)) || roleAt(roles, at) == "heading" {
		return false
	}
	for next < min(len(names)-1, at+1+maxSaid) && roleAt(roles, next) == "button" && !hides().MatchString(names[next]) {
		next++
	}
	if next == len(names) || roleAt(roles, next) == "heading" {
		return false
	}
	if ShowsPassword(names[next]) && !strings.Contains(value, "@") && looksLikePassword(value) {
		return true
	}
	m := hides().FindStringSubmatch(names[next])
	if m == nil || m[1] != "" && !namesSecretThing(m[1]) && !strings.EqualFold(m[1], "value") {
		return false
	}
	if at > 0 && (Sensitive(names[at-1]) || Label(names[at-1])) {
		return len(strings.Fields(value)) <= 6 && !isState(strings.ToLower(value))
	}
	first, size := utf8.DecodeRuneInString(value)
	plain := unicode.IsUpper(first) && !strings.ContainsFunc(value[size:], func(r rune) bool { return !unicode.IsLower(r) })
	return !plain && !strings.Contains(value, " ") && !Label(value) && !strings.HasSuffix(value, ":")
}

// ShowsPassword reports whether a button's name says that it shows or copies a password, which may stand beside it.
func ShowsPassword(button string) bool {
	return utf8.RuneCountInString(button) <= labelMax && shows().MatchString(button) && namesPassword(button)
}

var shows = lazy(`(?i)^(?:copy|reveal|show|hide|view|copier|afficher|masquer|copiar|mostrar|ocultar|copia|mostra|kopi|toon|pokaż|vis |visa |показать|скопировать|复制|显示)|(?:kopieren|anzeigen|verbergen|kopiëren|tonen|weergeven|コピー|表示|복사)$`)
