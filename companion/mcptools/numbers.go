package mcptools

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
)

// maxNumber is the longest number that is rewritten: longer ones are not exact.
const maxNumber = 17

// plainNumbers rewrites integers such as 20.0 and 2e1 to 20: they are integers in JSON Schema, some clients send them, and
// Go does not accept them. Everything else stays unchanged. The value is valid JSON.
func plainNumbers(value json.RawMessage) json.RawMessage {
	return stringOrNumber.ReplaceAllFunc(value, func(token []byte) []byte {
		if token[0] == '"' {
			return token
		}
		return plainNumber(token)
	})
}

var stringOrNumber = regexp.MustCompile(`(?s)"(?:[^"\\]|\\.)*"|[-0-9][-+.eE0-9]*`)

// plainNumber is a number without a fraction of zeros and without an exponent, where that is exact.
func plainNumber(number []byte) []byte {
	const exact = 1 << 53
	f, err := strconv.ParseFloat(string(number), 64)
	if _, isInt := strconv.ParseInt(string(number), 10, 64); isInt == nil || err != nil || len(number) > maxNumber ||
		f != math.Trunc(f) || math.Abs(f) >= exact || f == 0 && number[0] != '0' {
		return number
	}
	if mantissa, _, _ := bytes.Cut(bytes.ToLower(number), []byte("e")); f == 0 && bytes.ContainsAny(mantissa, "123456789") {
		return number // too small to tell from zero
	}
	return strconv.AppendInt(nil, int64(f), 10)
}
