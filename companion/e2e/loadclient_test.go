package e2e

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
)

// The load's own work must be small beside the daemon's, with which it shares
// the processors: its messages are written and read without a JSON decoder.

// loadLink is an extension that sends steps and takes in the records of others.
type loadLink struct {
	*badLink
	acks     chan int64   // marks; closed when the link ends
	replicas atomic.Int64 // bytes
	writing  sync.Mutex
	text     []byte
}

func (r *badRig) openLoad() *loadLink {
	l := &loadLink{badLink: r.open(), acks: make(chan int64, 16)}
	go l.read()
	return l
}

// read hands on marks, and acknowledges replicas at once.
func (l *loadLink) read() {
	defer close(l.acks)
	head := make([]byte, 96)
	for {
		_ = l.ws.SetReadDeadline(time.Now().Add(2 * patience))
		_, message, err := l.ws.NextReader()
		if err != nil {
			return
		}
		n, _ := io.ReadFull(message, head)
		records, err := io.Copy(io.Discard, message)
		if err != nil {
			return
		}
		if mark, is := numberAfter(head[:n], `{"kind":"ack","ack":{"hwm":`); is {
			l.acks <- mark
		}
		if cursor, is := numberAfter(head[:n], `{"kind":"replica","replica":{"cursor":`); is {
			l.replicas.Add(records + int64(n))
			l.write(fmt.Appendf(nil, `{"kind":"replicaAck","replicaAck":{"cursor":%d}}`, cursor))
		}
	}
}

func numberAfter(text []byte, before string) (n int64, is bool) {
	rest, is := bytes.CutPrefix(text, []byte(before))
	for _, c := range rest {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int64(c-'0')
	}
	return n, is
}

func (l *loadLink) write(text []byte) {
	l.writing.Lock()
	defer l.writing.Unlock()
	_ = l.ws.WriteMessage(websocket.TextMessage, text)
}

// send sends n steps from a number on and returns the mark that is acknowledged.
func (l *loadLink) send(first int64, n int, appendStep func(text []byte, seq int64) []byte) (mark int64) {
	l.text = fmt.Appendf(l.text[:0], `{"kind":"batch","batch":{"first":%d,"records":[`, first)
	for i := range int64(n) {
		if i > 0 {
			l.text = append(l.text, ',')
		}
		l.text = appendStep(l.text, first+i)
	}
	l.text = append(l.text, "]}}"...)
	l.write(l.text)
	return <-l.acks
}

// appendLoadStep writes a record of about 4 KB: a step whose screen is known by
// the number shown.
func appendLoadStep(text []byte, profile int, seq int64, session int, id string, shown int64) []byte {
	text = fmt.Appendf(text, `{"seq":%d,"session":{"schemaVersion":1,"sessionId":"mm-load-%d-%d","createdAt":"2023-11-14T22:13:20Z","goal":"look after orders","flowTags":[],"tags":[]},`+
		`"step":{"schemaVersion":1,"stepId":"s-%s%02d%014d","sessionId":"mm-load-%d-%d","timestamp":"%s","actor":"observed",`+
		`"tool":{"name":"mm_click","target":{"testId":"open-%d","role":"button","name":"Open order %d"}},"outcome":{"ok":true},`+
		`"observation":{"state":{"currentUrl":"https://shop%d.example/orders/%d","currentScreen":"","title":"Orders","origin":"https://shop%d.example"},"testIds":[],"a11y":{"nodes":[`,
		seq, profile, session, id, profile, seq, profile, session, types.At(time.Now()), shown%97, shown, profile, shown%31, profile)
	for i := range int64(45) {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, `{"ref":"e`...)
		text = strconv.AppendInt(text, i+1, 10)
		text = append(text, `","role":"link","name":"Order `...)
		text = strconv.AppendInt(text, shown*45+i, 10)
		text = append(text, ` of customer `...)
		text = strconv.AppendInt(text, (shown*31+i)%997, 10)
		text = append(text, `","path":["main"]}`...)
	}
	return append(text, `]}}}}`...)
}

// loadClient keeps a connection for each agent.
var loadClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: loadAgents}}

// searchOnce is a search as an agent asks for it, and whether it was answered.
func (r *badRig) searchOnce(order int) bool {
	return r.askOnce(fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"mm_knowledge_search","arguments":{"query":"open order %d","scope":"all"}}}`, order),
		`"structuredContent":{"ok":true`)
}

// pingOnce asks whether anybody is there.
func (r *badRig) pingOnce(int) bool {
	return r.askOnce(`{"jsonrpc":"2.0","id":7,"method":"ping"}`, `"result":{}`)
}

// askOnce sends a message and reports whether the answer has the wanted text.
func (r *badRig) askOnce(body, want string) bool {
	req, err := http.NewRequest(http.MethodPost, "http://"+r.host()+"/mcp", strings.NewReader(body))
	if err != nil {
		return false
	}
	req.Header = http.Header{"Authorization": {"Bearer " + r.token}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Session-Id": {r.session}}
	resp, err := loadClient.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return err == nil && resp.StatusCode == http.StatusOK && bytes.Contains(text, []byte(want))
}

// processorTime returns the CPU time of a process so far; 0 where that is unknown.
func processorTime(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// ownTime is processorTime of the load itself.
func ownTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
