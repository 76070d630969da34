package text

// spoken are beginnings of sentences to a model, what separates speakers in a
// model's own notation, and the names of our tools, as plainly writes them. A
// name on a page has no use for them; one that has is kept, but stays out of
// cards, suggestions and snippets. The list catches the usual and no more: what
// holds against the rest is that page text is quoted and fenced, whatever it says.
var spoken = []string{
	"ignore previous", "ignore all previous", "ignore all prior", "ignore all instructions", "ignore any", "ignore the above", "ignore your", "ignore earlier", "ignore prior",
	"disregard previous", "disregard all", "disregard any", "disregard the above", "disregard your", "disregard prior", "forget previous instructions", "forget all previous", "forget your instructions",
	"new instructions", "your instructions", "system prompt", "system message", "developer message", "you are now", "you must now", "as an ai ", "dear ai ", "attention ai", "ai assistant must", "do not tell the user",
	"忽略以上", "忽略之前", "忽略所有", "これまでの指示", "以前の指示を無視", "이전 지시", "игнорируй", "Игнорируй", "ignorez les instructions", "ignoriere alle", "ignora las instrucciones", "ignore as instruções",

	"system:", "assistant:", "developer:", "[inst]", "### instruction",

	"mm click", "mm type", "mm navigate", "mm run steps", "mm launch", "mm cleanup", "mm screenshot", "mm tabs", "mm wait for", "mm describe", "mm knowledge", "kb record", "kb search", "recall site",
}

// head is how many bytes of each of them are looked up: four, as one number.
const head = 4

// headBits is the size of the filter that nearly every text passes unseen.
const headBits = 12

var (
	heads  [1 << headBits]bool
	byHead = map[uint32][]string{}
)

func init() {
	for _, s := range spoken {
		h := uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
		heads[slot(h)] = true
		byHead[h] = append(byHead[h], s)
	}
}

func slot(h uint32) uint32 { return h * 2654435761 >> (32 - headBits) }

// Orders reports whether a text addresses the model that reads it rather than
// naming something on a page (research: reliability 1.2).
func Orders(s string) bool {
	var buf [192]byte
	b := buf[:0]
	var h uint32
	for i := range len(s) {
		c := s[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '-', c == '_', c == '.', c == '/', c == ',', c == ';', c <= ' ':
			if c == '/' && i > 0 && s[i-1] == '<' {
				return true // the end of some element
			}
			c = ' '
			if len(b) == 0 || b[len(b)-1] == ' ' {
				continue
			}
		case c == '|' && i > 0 && s[i-1] == '<':
			return true
		}
		b = append(b, c)
	}
	for i, c := range b {
		if h = h<<8 | uint32(c); i >= head-1 && heads[slot(h)] && begins(b[i-head+1:], byHead[h]) {
			return true
		}
	}
	return false
}

func begins(b []byte, with []string) bool {
	for _, s := range with {
		if len(b) >= len(s) && string(b[:len(s)]) == s {
			return true
		}
	}
	return false
}
