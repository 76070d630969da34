package flow

import (
	"regexp"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Names of controls that refuse the request of a notice, or close it. A run presses them where a
// notice is in its way, and the step that this leaves in its session is optional for the flow.
var (
	Refusing   = regexp.MustCompile(`(?i)^(reject( all| non-essential| optional)?( cookies)?|decline( all)?( cookies)?|refuse( all)?( cookies)?|deny( all)?|(use )?(only |strictly )?(necessary|essential|required)( cookies)?( only)?|only (necessary|essential|required)( cookies)?|continue without accepting|no,? thanks|(alle )?ablehnen|nur (notwendige|erforderliche)( cookies)?|tout refuser|refuser|rechazar( todo| todas)?|rifiuta( tutti)?|recusar( tudo| todos)?|alles weigeren|weigeren|avvisa( alla)?)$`)
	Dismissing = regexp.MustCompile(`(?i)^(×|✕|✖|x|close( (dialog|banner|popup|notice|message|this|modal|window))?|dismiss|no,? thanks|not now|maybe later|later|skip( for now| tour)?|got it|schließen|fermer|cerrar|chiudi|fechar|sluiten|stäng)$`)
)

// working is the pattern of a name that says that work goes on.
const working = `^(loading|saving|sending|searching|please wait|working|processing|wird|werden|bitte warten|lädt|speichert|chargement|enregistrement|envoi|veuillez patienter|cargando|guardando|enviando|carregando|salvando|caricamento|salvataggio|bezig|even geduld)\b|^\pL+ing\b.*(…|\.\.\.)$`

// finished is the pattern of participles of what forms and buttons do.
const finished = `(saved|updated|created|added|deleted|removed|changed|modified|applied|stored|sent|renamed|moved|copied|imported|uploaded|published)`

var (
	// Busy matches the names of messages about work that goes on, and others that end in an ellipsis.
	Busy = regexp.MustCompile(`(?i)(…|\.\.\.)$|` + working)
	// Done matches messages that say in a sentence that something was done. A label, as Last updated, says it of another time.
	Done   = regexp.MustCompile(`(?i)\b(has|have|was|were)( been)?( successfully)? ` + finished + `\b|\b` + finished + `( successfully)?[.!]$|\bsuccess(ful|fully)?\b|\berfolgreich\b|\bwurden? .*(gespeichert|aktualisiert|angelegt|erstellt|hinzugefügt|gelöscht|entfernt|geändert|übernommen)\b|\bsuccès\b|\béxito\b|\bsucesso\b|\bsuccesso\b|成功|успешно`)
	atWork = regexp.MustCompile(`(?i)` + working)
)

// AtWork reports whether an element says that work goes on which the press of a control began: a message, or a button
// that took a name like Publishing… after Publish. Other buttons whose name ends in an ellipsis open a dialog.
func AtWork(role, name, pressed string) bool {
	switch {
	case role == "status" || role == "alert":
		return atWork.MatchString(name)
	case role != "button" || name == pressed || !Busy.MatchString(name):
		return false
	}
	was, is := wordsAt(pressed), wordsAt(name)
	if len(was) == 0 || len(is) == 0 {
		return false
	}
	return len(is) <= 2 && atWork.MatchString(name) || was[0].folded != is[0].folded && text.Stem(was[0].folded) == text.Stem(is[0].folded)
}

// waving are the words with which controls begin that accept or dismiss something.
var waving = []string{"accept", "agree", "i agree", "got it", "ok", "close", "dismiss", "skip", "no thanks", "not now", "later", "maybe later", "consent", "reject", "decline", "continue", "akzeptieren", "zustimmen", "accepter", "aceptar", "同意", "接受"}

// waves reports whether an element accepts or dismisses a notice, by its name.
func waves(t *types.Target) bool {
	if name := strings.TrimSpace(t.Name); Refusing.MatchString(name) || Dismissing.MatchString(name) {
		return true
	}
	for _, w := range waving {
		if words := wordsAt(t.Name); len(words) > 0 && len(words) <= 4 && wordsPrefix(words, w) {
			return true
		}
	}
	return false
}

func wordsPrefix(words []word, phrase string) bool {
	for i, w := range wordsAt(phrase) {
		if i >= len(words) || words[i].folded != w.folded {
			return false
		}
	}
	return true
}
