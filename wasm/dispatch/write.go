package dispatch

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"cairn/shared/types"
)

// Lists of steps are encoded here without reflection, because they are the reply on the
// type-ahead path: in WebAssembly, encoding/json takes as long for them as the search
// does. The bytes equal those of encoding/json, as a fuzz test checks.

// appendSteps writes a wire.CoreReply with steps and nothing else.
func appendSteps(dst []byte, steps []types.StepSummary) []byte {
	if len(steps) == 0 {
		return append(dst, "{}"...)
	}
	dst = append(dst, `{"steps":[`...)
	for i := range steps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendStep(dst, &steps[i])
	}
	return append(dst, "]}"...)
}

func appendStep(dst []byte, s *types.StepSummary) []byte {
	dst = appendText(append(dst, `{"sessionId":`...), s.SessionID)
	if s.StepID != "" {
		dst = appendText(append(dst, `,"stepId":`...), s.StepID)
	}
	dst = append(s.Timestamp.Append(append(dst, `,"timestamp":"`...)), '"')
	dst = appendText(append(dst, `,"tool":`...), s.Tool)
	dst = appendText(append(dst, `,"screen":`...), s.Screen)
	dst = appendText(append(dst, `,"snippet":`...), s.Snippet)
	for i, field := range s.MatchedFields {
		if i == 0 {
			dst = append(dst, `,"matchedFields":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = appendText(dst, field)
	}
	if len(s.MatchedFields) > 0 {
		dst = append(dst, ']')
	}
	if s.SessionGoal != "" {
		dst = appendText(append(dst, `,"sessionGoal":`...), s.SessionGoal)
	}
	dst = appendFrom(dst, s.From)
	if s.Score != 0 {
		dst = appendNumber(append(dst, `,"score":`...), s.Score)
	}
	for i, reason := range s.Explain {
		if i == 0 {
			dst = append(dst, `,"explain":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = appendText(append(dst, `{"term":`...), reason.Term)
		dst = appendText(append(dst, `,"field":`...), reason.Field)
		dst = append(appendNumber(append(dst, `,"score":`...), reason.Score), '}')
	}
	if len(s.Explain) > 0 {
		dst = append(dst, ']')
	}
	if d := s.Detail; d != nil {
		dst = append(dst, `,"detail":`...)
		start := len(dst)
		for _, f := range [...]struct{ key, value string }{{"origin", d.Origin}, {"testId", d.TestID}, {"role", d.Role}, {"name", d.Name}} {
			dst = appendField(dst, start, f.key, f.value)
		}
		dst = append(strconv.AppendBool(appendKey(dst, start, "ok"), d.OK), '}')
	}
	return append(dst, '}')
}

// exactBelow bounds the whole numbers written directly. It is below the limits of
// float64 for whole numbers and of JSON for numbers without exponents.
const exactBelow = 1 << 50

func appendNumber(dst []byte, f float64) []byte {
	if whole := int64(f); float64(whole) == f && -exactBelow < whole && whole < exactBelow && (whole != 0 || !math.Signbit(f)) {
		return strconv.AppendInt(dst, whole, 10)
	}
	out, _ := json.Marshal(f) // JSON can express every score
	return append(dst, out...)
}

// plain marks the bytes that JSON strings contain unescaped.
var plain = func() (out [256]bool) {
	for c := range utf8.RuneSelf {
		out[c] = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return out
}()

// appendText writes a text in quotes.
func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	written := 0
	for i := 0; i < len(s); {
		for i+8 <= len(s) && plainEight(s[i:i+8]) {
			i += 8
		}
		if i == len(s) {
			break
		}
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = appendEscape(append(dst, s[written:i]...), c)
			i++
			written = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[written:i]...), `\ufffd`...)
			written = i + size
		case r == '\u2028', r == '\u2029': // line ends in JavaScript
			dst = append(append(dst, s[written:i]...), `\u202`...)
			dst = append(dst, hex[r&0xf])
			written = i + size
		}
		i += size
	}
	return append(append(dst, s[written:]...), '"')
}

// plainEight reports whether JSON contains eight bytes unescaped. It tests all of
// them at once, by the usual tests for a zero byte. If it returns false, the caller
// tests each byte.
func plainEight(s string) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	zero := func(x uint64) uint64 { return (x - ones) &^ x }
	odd := w | (w - ones*' ') // beyond ASCII, or below a space
	odd |= zero(w^ones*'"') | zero(w^ones*'\\') | zero(w^ones*'&')
	odd |= zero((w | ones*2) ^ ones*'>') // < and > differ only in this bit
	return odd&tops == 0
}

const hex = "0123456789abcdef"

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
}
