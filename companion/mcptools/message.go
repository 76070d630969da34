package mcptools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"

	"cairn/shared/types"
)

// message is one JSON-RPC message, read strictly.
type message struct {
	id     json.RawMessage // nil for notifications
	method string          // empty for answers
	// protocol is the version that a message without a handshake names.
	protocol string
	// progress is the token for progress notifications, nil for none.
	progress json.RawMessage
	// raw is the message for mcp-go, without the arguments of a tool call.
	raw json.RawMessage
	// args are the unchanged arguments; fault is the reason if they are invalid.
	args  json.RawMessage
	fault *types.Error
}

// isRequest distinguishes requests from notifications and responses.
func (m *message) isRequest() bool { return m.method != "" && len(m.id) > 0 }

// protocolFault is the error for a message that is not JSON-RPC.
type protocolFault struct {
	code int
	text string
}

func (f *protocolFault) Error() string { return f.text }

// reply returns the error as a JSON-RPC message. The id is unknown if the message
// could not be parsed.
func (f *protocolFault) reply() mcp.JSONRPCMessage {
	return mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(nil), Error: mcp.NewJSONRPCErrorDetails(f.code, f.text, nil)}
}

// The keys that mcp-go reads. It reads them in any case, which lets two
// programs read one message differently: we refuse every other spelling.
var (
	envelopeKeys = []string{"jsonrpc", "id", "method", "params", "result", "error"}
	paramKeys    = []string{"name", "arguments", "_meta", "task", "uri", "cursor", "protocolVersion",
		"capabilities", "clientInfo", "requestId", "reason", "level", "ref", "argument", "context"}
)

// readMessage reads one message. The error is a *protocolFault.
func readMessage(data []byte) (*message, error) {
	data = bytes.TrimSpace(data)
	if !json.Valid(data) {
		return nil, &protocolFault{mcp.PARSE_ERROR, "the message is not JSON"}
	}
	if len(data) == 0 || data[0] != '{' {
		return nil, &protocolFault{mcp.INVALID_REQUEST, "the message is not one JSON-RPC object; batches are not taken"}
	}
	scanErr := scan(data)
	if errors.Is(scanErr, errDepth) {
		return nil, &protocolFault{mcp.PARSE_ERROR, "the message is " + errDepth.reason}
	}
	var envelope map[string]json.RawMessage
	if err := json.Unmarshal(data, &envelope); err != nil {
		return nil, &protocolFault{mcp.PARSE_ERROR, "the message is not a JSON object"}
	}
	if err := exactKeys(envelope, envelopeKeys); err != nil {
		return nil, err
	}
	m := &message{id: envelope["id"], raw: data}
	if string(m.id) == "null" {
		m.id = nil
	}
	if method, ok := envelope["method"]; ok && json.Unmarshal(method, &m.method) != nil {
		return nil, &protocolFault{mcp.INVALID_REQUEST, "method is not a string"}
	}
	if scanErr != nil && m.method != string(mcp.MethodToolsCall) {
		return nil, &protocolFault{mcp.INVALID_REQUEST, "the message is not acceptable: " + scanErr.Error()}
	}
	return m, m.readParams(envelope, scanErr)
}

// readParams extracts the arguments of a tool call, because mcp-go would decode them
// loosely.
func (m *message) readParams(envelope map[string]json.RawMessage, scanErr error) error {
	raw, ok := envelope["params"]
	if !ok || len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	var params map[string]json.RawMessage
	if err := json.Unmarshal(raw, &params); err != nil {
		return &protocolFault{mcp.INVALID_PARAMS, "params is not an object"}
	}
	if err := exactKeys(params, paramKeys); err != nil {
		return err
	}
	var meta map[string]json.RawMessage
	if json.Unmarshal(params["_meta"], &meta) == nil {
		_ = json.Unmarshal(meta[mcp.MetaKeyProtocolVersion], &m.protocol) // of another type: not a version
		m.progress = progressToken(meta["progressToken"])
	}
	if m.method == string(mcp.MethodResourcesRead) {
		return m.escapeURI(envelope, params)
	}
	if m.method != string(mcp.MethodToolsCall) {
		return nil
	}
	m.args = params["arguments"]
	if scanErr != nil {
		if scan(m.args) == nil {
			return &protocolFault{mcp.INVALID_REQUEST, "the message is not acceptable: " + scanErr.Error()}
		}
		m.fault = types.Invalid("the arguments hold "+scanErr.Error(), "send each argument once, and only what the tool's schema lists")
	}
	delete(params, "arguments")
	var err error
	if envelope["params"], err = json.Marshal(params); err == nil {
		m.raw, err = json.Marshal(envelope)
	}
	if err != nil {
		return &protocolFault{mcp.INTERNAL_ERROR, "the message cannot be passed on"}
	}
	return nil
}

// maxProgressToken bounds a token, which goes into every notification.
const maxProgressToken = 200

// progressToken accepts tokens that the protocol allows: strings and numbers.
func progressToken(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 || len(raw) > maxProgressToken || !strings.ContainsRune(`"-0123456789`, rune(raw[0])) {
		return nil
	}
	return raw
}

// escapeURI escapes a name for mcp-go's URI templates, which do not match a port's
// colon.
func (m *message) escapeURI(envelope, params map[string]json.RawMessage) error {
	var uri string
	if json.Unmarshal(params["uri"], &uri) != nil {
		return nil // mcp-go reports the mistake
	}
	name, ok := strings.CutPrefix(uri, siteURI)
	if !ok {
		return nil
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; c >= utf8.RuneSelf || strings.IndexByte(":[]", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	var err error
	if params["uri"], err = json.Marshal(siteURI + b.String()); err == nil {
		envelope["params"], err = json.Marshal(params)
	}
	if err == nil {
		m.raw, err = json.Marshal(envelope)
	}
	if err != nil {
		return &protocolFault{mcp.INTERNAL_ERROR, "the message cannot be passed on"}
	}
	return nil
}

// exactKeys returns an error for a known key in another spelling.
func exactKeys(object map[string]json.RawMessage, known []string) error {
	for key := range object {
		for _, k := range known {
			if key != k && strings.EqualFold(key, k) {
				return &protocolFault{mcp.INVALID_REQUEST, fmt.Sprintf("the key %.40q must be written %q", key, k)}
			}
		}
	}
	return nil
}

type messageKey struct{}

// withMessage adds the current message to the context of a tool.
func withMessage(ctx context.Context, m *message) context.Context {
	return context.WithValue(ctx, messageKey{}, m)
}

func messageOf(ctx context.Context) *message {
	m, _ := ctx.Value(messageKey{}).(*message)
	return m
}
