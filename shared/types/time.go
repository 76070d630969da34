package types

import (
	"bytes"
	"fmt"
	"strconv"
	"time"
)

// Time is an instant in milliseconds since the Unix epoch, UTC. It reads as
// ISO 8601 with milliseconds in JSON, as the specs write it; a bare number of
// milliseconds is accepted too, because spec 004's cards use one.
type Time int64

// layout is how every timestamp leaves Cairn: fixed width, so that text order
// is time order.
const layout = "2006-01-02T15:04:05.000Z"

// At converts a [time.Time].
func At(t time.Time) Time { return Time(t.UnixMilli()) }

// Std converts to a [time.Time] in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// Add returns the instant d later.
func (t Time) Add(d time.Duration) Time { return t + Time(d.Milliseconds()) }

// Sub returns the time from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t-u) * time.Millisecond }

// String is the ISO 8601 form.
func (t Time) String() string {
	var buf [len(layout)]byte
	return string(t.Append(buf[:0]))
}

// ParseTime reads ISO 8601 with any fraction and offset.
func ParseTime(s string) (Time, error) {
	if t, ok := parseLayout(s); ok {
		return t, nil
	}
	v, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0, fmt.Errorf("timestamp %q is not ISO 8601", s)
	}
	return At(v), nil
}

// MarshalJSON writes the ISO 8601 form.
func (t Time) MarshalJSON() ([]byte, error) {
	out := make([]byte, 1, len(layout)+2)
	out[0] = '"'
	return append(t.Append(out), '"'), nil
}

// UnmarshalJSON reads ISO 8601 or a number of milliseconds.
func (t *Time) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	if string(b) == "null" {
		return nil
	}
	if len(b) > 0 && b[0] != '"' {
		ms, err := strconv.ParseFloat(string(b), 64)
		if err != nil || ms != ms || ms > 1e16 || ms < -1e16 {
			return fmt.Errorf("timestamp %s is neither ISO 8601 nor milliseconds", b)
		}
		*t = Time(ms)
		return nil
	}
	if len(b) == len(layout)+2 {
		if v, ok := parseLayout(string(b[1 : len(b)-1])); ok && b[len(b)-1] == '"' {
			*t = v
			return nil
		}
	}
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return fmt.Errorf("timestamp %s: %w", b, err)
	}
	v, err := ParseTime(s)
	if err != nil {
		return err
	}
	*t = v
	return nil
}
