package mcptools

import (
	"encoding/json"
	"math"
	"strconv"
)

// maxNumber is the longest number that is rewritten: longer ones are not exact.
const maxNumber = 17

// plainNumbers rewrites integers such as 20.0 and 2e1 to 20: they are integers in JSON Schema, some clients send them, and
// Go does not accept them. Everything else stays unchanged. The value is valid JSON.
func plainNumbers(value json.RawMessage) json.RawMessage {
	out := make([]byte, 0, len(value))
	for i := 0; i < len(value); {
		c := value[i]
		end := i + 1
		switch {
		case c == '"':
			for value[end] != '"' {
				if value[end] == '\\' {
					end++
				}
				end++
			}
			end++
			out = append(out, value[i:end]...)
		case c == '-' || '0' <= c && c <= '9':
			for end < len(value) && isNumberByte(value[end]) {
				end++
			}
			out = append(out, plainNumber(value[i:end])...)
		default:
			out = append(out, c)
		}
		i = end
	}
	return out
}

func isNumberByte(c byte) bool {
	return '0' <= c && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// plainNumber is a number without a fraction of zeros and without an exponent, where that is exact.
func plainNumber(number []byte) []byte {
	const exact = 1 << 53
	f, err := strconv.ParseFloat(string(number), 64)
	if _, isInt := strconv.ParseInt(string(number), 10, 64); isInt == nil || err != nil || len(number) > maxNumber ||
		f != math.Trunc(f) || math.Abs(f) >= exact || f == 0 && number[0] != '0' {
		return number
	}
	if f == 0 && !zero(number) {
		return number // too small to tell from zero
	}
	return strconv.AppendInt(nil, int64(f), 10)
}

// zero reports whether a number has no other digit before its exponent.
func zero(number []byte) bool {
	for _, c := range number {
		if c == 'e' || c == 'E' {
			break
		}
		if '1' <= c && c <= '9' {
			return false
		}
	}
	return true
}
