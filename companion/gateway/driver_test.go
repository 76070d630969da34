package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test binary is also the driver and the gateway: the tests start it with one of
// these set.
const (
	asDriver  = "CAIRN_TEST_DRIVER"  // the driver's behaviour
	asGateway = "CAIRN_TEST_GATEWAY" // stands before a driver that does that
	asWatcher = "CAIRN_TEST_WATCHER" // the same, with a memory that knows nothing
)

func TestMain(m *testing.M) {
	if does := os.Getenv(asDriver); does != "" {
		os.Exit(drive(does, os.Stdin, os.Stdout))
	}
	for role, memory := range map[string]Memory{asGateway: nil, asWatcher: &keeper{}} {
		does := os.Getenv(role)
		if does == "" {
			continue
		}
		os.Unsetenv(role)
		os.Setenv(asDriver, does)
		status, err := Run(context.Background(), Options{Command: []string{os.Args[0]}, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Memory: memory})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// drive is a driver that uses all of the protocol, in ways that a typed proxy would
// change: unknown fields, their order, spaces, escapes, numbers beyond floats.
func drive(does string, in io.Reader, out io.Writer) int {
	say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	fmt.Fprintln(os.Stderr, "driver: ready, \x1b[31mred\x1b[0m")
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			fmt.Fprintln(os.Stderr, "driver: input ended")
			return 7
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name, RequestID string
				Arguments       map[string]any
			}
		}
		if json.Unmarshal(line, &m) != nil {
			say(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error of %d bytes"}}`, len(line))
			continue
		}
		switch m.Method {
		case "initialize":
			version, name := "2031-01-01", "Playwright" // its adapter reads along
			if does == "checked" {
				version, name = "2025-06-18", "everything"
			}
			say(`{ "result" : {"protocolVersion":"`+version+`","capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"logging":{},"completions":{},"experimental":{"x":{"é":1}}},"serverInfo":{"name":"`+name+`","version":"9","icons":[{"src":"data:,"}]},"instructions":"use\u0020it"}, "jsonrpc":"2.0", "id" :%s }`, m.ID)
		case "tools/list":
			if does == "checked" {
				say(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"all","inputSchema":{"type":"object"}}]}}`, m.ID)
				continue
			}
			say(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"all","title":"T","description":"d","inputSchema":{"type":"object","$defs":{"a":{"const":12345678901234567890}}},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"later":true},"_meta":{"k":[1.0,1e2]}}],"nextCursor":"p2"}}`, m.ID)
		case "tools/call":
			if status, ended := driveCall(does, m.Params.Name, m.ID, say, out); ended {
				return status
			}
		case "notifications/initialized":
			say(`{"jsonrpc":"2.0","id":"s-1","method":"roots/list"}`)
			say(`{"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":10}}`)
			say(`{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{}}}}`)
			say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			say(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a://b"}}`)
			say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":{"a":[null]}}}`)
		case "":
			say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%s}}`, bytes.TrimSpace(line))
		case "resources/read", "resources/list", "prompts/get", "prompts/list", "completion/complete", "logging/setLevel", "ping", "later/method":
			say(`{"jsonrpc":"2.0","id":%s,"result":{"echo":%s,"big":12345678901234567890}}`, m.ID, bytes.TrimSpace(line))
		case "notifications/cancelled":
			say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"cancelled"}}`)
		default:
			say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no <b>","data":{"m":%q}}}`, m.ID, m.Method)
		}
	}
}

// driveCall is the driver's answer to a call, or its end.
func driveCall(does, tool string, id json.RawMessage, say func(string, ...any), out io.Writer) (status int, ended bool) {
	switch does + " " + tool {
	case "garbage all":
		say("no json at all \xff\xfe\x00 {")
		say(`{"jsonrpc":"2.0","id":%s,"id":%s,"result":{}}`, id, id)
		say(`[{"jsonrpc":"2.0","method":"notifications/message"},{"id":77,"result":{}}]`)
		fmt.Fprint(out, "\r\n\n   \n")
	case "dies all":
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"resu`, id)
		return 3, true
	case "killed all":
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {}
	case "huge all":
		say(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s"}]}}`, id, strings.Repeat("x", 50<<20))
		return 0, false
	case "silent all":
		return 0, false
	case "orphan all":
		child := exec.Command("sleep", "60")
		child.Stdout = out
		if child.Start() != nil {
			return 9, true
		}
		say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":%d}}`, child.Process.Pid)
		return 4, true
	}
	say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5,"message":"half"}}`)
	say(`{"result":{"content":[{"type":"text","text":"a\u0000\ud83d\ude00<&>","annotations":{"priority":1.0}},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"resource_link","uri":"a:b","name":"n"},{"type":"later","x":{}}],"structuredContent":{"n":12345678901234567890},"isError":true,"_meta":{}},"jsonrpc":"2.0","id":%s}`, id)
	return 0, false
}

// outcome is all that a client sees of a driver.
type outcome struct {
	out, err string
	status   int
	signal   syscall.Signal
}

// converse runs the test binary as a driver, or as a gateway before one, sends each
// line when the answer to the one before is there, and closes its input at the end.
func converse(t *testing.T, role, does string, lines []string, awaits []int) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), role+"="+does)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr, got bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	from := bufio.NewReader(stdout)
	for i, line := range lines {
		if _, err := io.WriteString(in, line); err != nil {
			break // it has ended
		}
		for range awaits[i] {
			answer, err := from.ReadString('\n')
			got.WriteString(answer)
			if err != nil {
				break
			}
		}
	}
	in.Close()
	if _, err := io.Copy(&got, from); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the state says it
	if ctx.Err() != nil {
		t.Fatalf("%s %s did not end", role, does)
	}
	o := outcome{out: got.String(), err: stderr.String(), status: cmd.ProcessState.ExitCode()}
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		o.signal = s.Signal()
	}
	return o
}

const begin = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2031-01-01","capabilities":{"roots":{},"sampling":{},"elicitation":{},"later":{}},"clientInfo":{"name":"c","version":"1"}}}` + "\n"
const callAll = `{"jsonrpc":"2.0","id":"a\u0062","method":"tools/call","params":{"name":"all","arguments":{"n":12345678901234567890},"_meta":{"progressToken":1}}}` + "\n"

// TestPassesEverythingUnchanged compares all bytes with and without the gateway: both outputs, the
// exit status and the signal. A memory that knows nothing changes nothing. The driver also asks for
// roots, a sampling and an elicitation, and reports that its tools have changed.
func TestPassesEverythingUnchanged(t *testing.T) {
	t.Parallel()
	every := []string{begin, `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n",
		`{"jsonrpc":"2.0","id":"s-1","result":{"roots":[{"uri":"file:///a b","later":1}]}}` + "\n",
		`{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}}` + "\r\n",
		`{"jsonrpc":"2.0","id":3,"result":{"action":"decline"}}` + "\n",
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"é"}}` + "\n", callAll}
	awaits := []int{1, 6, 1, 1, 1, 1, 2}
	for i, method := range []string{"resources/list", "resources/read", "prompts/list", "prompts/get", "completion/complete", "logging/setLevel", "ping", "later/method", "unknown"} {
		every = append(every, fmt.Sprintf(`{ "params":{"b":1,"a":1e400,"_meta":{}},"method":%q,"id":%d,"jsonrpc":"2.0"}`+"\n", method, i+10))
		awaits = append(awaits, 1)
	}
	every = append(every, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`+"\n", "not json\n")
	awaits = append(awaits, 1, 1)
	for does, c := range map[string]struct {
		lines  []string
		awaits []int
	}{
		"everything": {every, awaits},
		"garbage":    {[]string{begin, callAll}, []int{1, 4}},
		"dies":       {[]string{begin, callAll}, []int{1, 0}},
		"killed":     {[]string{begin, callAll}, []int{1, 0}},
		"huge":       {[]string{begin, callAll, callAll}, []int{1, 1, 1}},
		"silent":     {[]string{begin, callAll, `{"jsonrpc":"2.0","id":5,"method":"ping"}` + "\n"}, []int{1, 0, 1}},
	} {
		t.Run(does, func(t *testing.T) {
			t.Parallel()
			if does == "huge" && testing.Short() {
				t.Skip("sends 50 MB")
			}
			without := converse(t, asDriver, does, c.lines, c.awaits)
			if len(without.out) < 300 {
				t.Errorf("the driver said too little: %s", without.out)
			}
			for _, role := range []string{asGateway, asWatcher} {
				with := converse(t, role, does, c.lines, c.awaits)
				if with.out != without.out {
					t.Errorf("%s: the client reads %d bytes, and %d without the gateway:\n%.3000s\n---\n%.3000s", role, len(with.out), len(without.out), with.out, without.out)
				}
				if with.err != without.err || with.status != without.status || with.signal != without.signal {
					t.Errorf("%s: it ends with %d, %v, %q, and %d, %v, %q without the gateway", role, with.status, with.signal, with.err, without.status, without.signal, without.err)
				}
			}
		})
	}
}

// TestEndsWithItsDriver ends the gateway although a child of the driver keeps its output open.
func TestEndsWithItsDriver(t *testing.T) {
	t.Parallel()
	o := converse(t, asGateway, "orphan", []string{begin, callAll}, []int{1, 1})
	var note struct{ Params struct{ Data int } }
	last := o.out[strings.LastIndex(strings.TrimSpace(o.out), "\n")+1:]
	if err := json.Unmarshal([]byte(last), &note); err != nil {
		t.Fatal(last)
	}
	if child, err := os.FindProcess(note.Params.Data); err == nil {
		_ = child.Kill() // it may have ended
	}
	if o.status != 4 {
		t.Errorf("the status is %d", o.status)
	}
}

// TestPassesSignalsOn sends a signal to the gateway: the driver gets it, and the client sees how it
// ended.
func TestPassesSignalsOn(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asGateway+"=silent")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(in, begin)
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || s.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v, not by the signal", err)
	}
}

func TestSaysThatTheDriverCannotBeStarted(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]int{"/no/such/driver": exitNotFound, "no-such-driver-anywhere": exitNotFound, "/": exitNotRunnable} {
		var said bytes.Buffer
		status, err := Run(t.Context(), Options{Command: []string{command}, In: strings.NewReader(""), Out: discard{}, Err: &said})
		if err != nil || status != want || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%s ends with %d, %v: %s", command, status, err, said.String())
		}
	}
}

// TestChecksDriver tells a driver that answers from one that does not.
func TestChecksDriver(t *testing.T) {
	t.Setenv(asDriver, "checked")
	found, err := Check(t.Context(), []string{os.Args[0]})
	if err != nil || found.Name != "everything" || found.Known || found.Tools != 1 {
		t.Errorf("it is %+v, %v", found, err)
	}
	if _, err := Check(t.Context(), []string{"/no/such/driver"}); err == nil {
		t.Error("what is not there answers")
	}
}

type discard struct{ io.Writer }

func (discard) Close() error { return nil }

// FuzzObject compares object with encoding/json on any text that the latter accepts.
func FuzzObject(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1,"b":[{"c":"\\\""}]}`, ` { "id" : "x" , "result":{"content":[ ]} }`, `{"a":1,"a":2}`, `{"\u0061":1}`, `{"a":}`, `{"a":"`, `[`, "{\"\xff\":1}", begin, callAll} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		members, ok := object(line, 0)
		m := read(line) // must not panic
		_ = m.within(m.params)
		var whole map[string]json.RawMessage
		if !ok || json.Unmarshal(line, &whole) != nil {
			return
		}
		if len(members) != len(whole) && !bytes.ContainsFunc(line, func(r rune) bool { return r == '\ufffd' }) {
			t.Fatalf("%q has members %v, %v", line, members, whole)
		}
		for name, part := range members {
			if value, has := whole[name]; has && !bytes.Equal(bytes.TrimSpace(part.of(line)), value) {
				t.Errorf("%q: %s is %s, not %s", line, strconv.Quote(name), part.of(line), value)
			}
			if array := part.of(line); len(array) > 0 && array[0] == '[' && !json.Valid(appended(line, part, []byte(`{"x":1}`))) {
				t.Errorf("%q with an element more is %s", line, appended(line, part, []byte(`{"x":1}`)))
			}
		}
	})
}
