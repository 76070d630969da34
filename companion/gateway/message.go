package gateway

import "encoding/json"

// message holds the parts of a line that the gateway reads.
type message struct {
	line   []byte
	id     string // in its raw form, "" if there is none
	method string
	// params and result are spans of the line.
	params, result span
}

// request reports whether a message requires an answer.
func (m *message) request() bool { return m.method != "" && m.id != "" }

// answer reports whether a message answers a request.
func (m *message) answer() bool { return m.method == "" && m.id != "" }

// read finds the parts of a line that the gateway reads. It returns the zero message
// for a line that it does not understand.
func read(line []byte) message {
	members, ok := object(line, 0)
	if !ok {
		return message{line: line}
	}
	m := message{line: line, params: members["params"], result: members["result"]}
	if id := string(members["id"].of(line)); id != "null" {
		m.id = id
	}
	if method, has := members["method"]; has && json.Unmarshal(method.of(line), &m.method) != nil {
		return message{line: line}
	}
	return m
}

// within finds the members of one of the message's objects.
func (m *message) within(part span) map[string]span {
	if part.to == 0 {
		return nil
	}
	members, _ := object(m.line, part.from)
	return members
}

// text decodes a member that is a string, "" if it is none.
func (m *message) text(part span) (s string) {
	if part.to > 0 {
		_ = json.Unmarshal(part.of(m.line), &s) // anything else leaves ""
	}
	return s
}
