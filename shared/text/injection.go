package text

import (
	"strings"
	"unicode/utf8"
)

// injectionPhrases lists beginnings of sentences addressed to a model (prompt injection). A name
// with one of them is recorded, but kept out of cards, suggestions and snippets. The list
// omits plausible names of buttons and fields ("Disregard all changes", "System prompt",
// "Search the KB"). It catches common phrases only: the main defence is that all page
// text is quoted and fenced.
var injectionPhrases = []string{
	"ignore previous", "ignore all previous", "ignore all prior", "ignore all instructions", "ignore all the above", "ignore any previous", "ignore any prior", "ignore any instructions",
	"ignore the above", "ignore your previous", "ignore your instructions", "ignore earlier instructions", "ignore prior", "ignore everything above", "ignore the previous",
	"disregard previous", "disregard all previous", "disregard all prior", "disregard all instructions", "disregard any previous", "disregard any instructions", "disregard the above",
	"disregard your instructions", "disregard your previous", "disregard prior", "disregard the previous", "forget previous instructions", "forget all previous", "forget your instructions",
	"new instructions:", "your new instructions", "your system prompt", "you are now the", "you are now an ai", "you are now in developer mode", "you must now", "as an ai ", "dear ai ",
	"attention ai", "ai assistant must", "ai agent must", "do not tell the user",
	"忽略以上", "忽略之前", "忽略所有", "これまでの指示", "以前の指示を無視", "이전 지시", "игнорируй", "Игнорируй", "ignorez les instructions", "ignoriere alle anweisungen", "ignoriere alle vorherigen", "ignora las instrucciones", "ignore as instruções",

	"[inst]", "### instruction",
}

// toolNames lists the names of Cairn's tools, or their prefixes; a test of companion/mcptools compares them. Only
// this spelling counts: "10 mm type A" is a screw.
var toolNames = []string{
	"mm_click", "mm_type", "mm_press", "mm_hover", "mm_back", "mm_drag", "mm_upload", "mm_navigate", "mm_run_steps", "mm_run_flow", "mm_launch", "mm_cleanup", "mm_screenshot", "mm_tabs", "mm_wait_for", "mm_describe", "mm_read", "mm_accessibility_snapshot", "mm_list_testids", "mm_knowledge", "kb_record", "kb_report", "kb_search", "recall_site",
}

// rolePrefixes are role prefixes of a prompt. They count at the beginning of a text, line or
// sentence only ("the operating system: ..." does not).
var rolePrefixes = []string{"system:", "assistant:"}

// head is the number of bytes of each phrase in the filter: four, as one number.
const head = 4

// headBits is the size of the filter that excludes nearly every text: small enough for
// the processor's cache, and large enough for few false positives.
const headBits = 15

var (
	heads  [1 << headBits / 64]uint64
	byHead = map[uint32][]injectionPhrase{}
)

// injectionPhrase is a phrase in the form of plainByte. If the phrase may be harmless, is decides by
// the whole text.
type injectionPhrase struct {
	words string
	is    func(lower string) bool
}

func init() {
	for _, s := range injectionPhrases {
		addOrder(s, nil)
	}
	for _, s := range toolNames {
		addOrder(strings.ReplaceAll(s, "_", " "), func(lower string) bool { return strings.Contains(lower, s) })
	}
	for _, s := range rolePrefixes {
		addOrder(s, func(lower string) bool { return beginsSentence(lower, s) })
	}
}

func addOrder(words string, is func(string) bool) {
	h := uint32(words[0])<<24 | uint32(words[1])<<16 | uint32(words[2])<<8 | uint32(words[3])
	heads[slot(h)/64] |= 1 << (slot(h) % 64)
	byHead[h] = append(byHead[h], injectionPhrase{words, is})
}

// beginsSentence reports whether words begin a text, or a line or sentence in it.
func beginsSentence(text, words string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		before := strings.TrimRight(text[:from+at], " \t")
		if last, _ := utf8.DecodeLastRuneInString(before); before == "" || !Alnum(last) && last != ',' && last != '-' && last != '_' {
			return true
		}
		from += at + len(words)
	}
}

func slot(h uint32) uint32 { return h * 2654435761 >> (32 - headBits) }

func isHead(h uint32) bool { return heads[slot(h)/64]>>(slot(h)%64)&1 != 0 }

// plainByte maps bytes to lower case, and separators of words to a space.
var plainByte = func() (out [256]byte) {
	for i := range out {
		switch c := byte(i); {
		case 'A' <= c && c <= 'Z':
			out[c] = c + 'a' - 'A'
		case c == '-', c == '_', c == '.', c == '/', c == ',', c == ';', c <= ' ':
			out[c] = ' '
		default:
			out[c] = c
		}
	}
	return out
}()

// AddressesModel reports whether a text addresses the model that reads it rather than naming
// something on a page (research: reliability 1.2).
func AddressesModel(s string) bool {
	var h uint32
	last := byte(' ')
	for i := range len(s) {
		c := plainByte[s[i]]
		if c == '<' && i+1 < len(s) && (s[i+1] == '/' || s[i+1] == '|') {
			return true // an element's end tag, or a model's control token
		}
		if c == ' ' && last == ' ' {
			continue
		}
		last = c
		if h = h<<8 | uint32(c); isHead(h) {
			return containsOrder(s)
		}
	}
	return false
}

// containsOrder is AddressesModel for a text that passed the filter.
func containsOrder(s string) bool {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := plainByte[s[i]]; c != ' ' || len(b) > 0 && b[len(b)-1] != ' ' {
			b = append(b, c)
		}
	}
	var h uint32
	for i, c := range b {
		if h = h<<8 | uint32(c); i >= head-1 && isHead(h) && hasPhrase(b[i-head+1:], byHead[h], s) {
			return true
		}
	}
	return strings.Contains(s, "</") || strings.Contains(s, "<|")
}

// hasPhrase reports whether b, a part of text, begins with one of the phrases.
func hasPhrase(b []byte, any []injectionPhrase, text string) bool {
	for _, o := range any {
		if len(b) >= len(o.words) && string(b[:len(o.words)]) == o.words && (o.is == nil || o.is(strings.ToLower(text))) {
			return true
		}
	}
	return false
}
