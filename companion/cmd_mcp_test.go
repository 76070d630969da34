package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// fakeDaemon answers every request with its own name and the request's line
// number; "die" makes it hang up.
func fakeDaemon(name string) net.Conn {
	ours, theirs := net.Pipe()
	go func() {
		defer ours.Close()
		in := bufio.NewScanner(ours)
		in.Scan() // the hello line
		for in.Scan() {
			switch line := in.Text(); {
			case strings.Contains(line, `"die"`):
				return
			case strings.Contains(line, "notifications/"):
			default:
				id := line[strings.Index(line, `"id":`)+5:]
				id = id[:strings.IndexAny(id, ",}")]
				fmt.Fprintf(ours, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%q}\n", id, name)
			}
		}
	}()
	return theirs
}

func TestRelaySurvivesTheDaemon(t *testing.T) {
	started := 0
	toRelay, fromClient := io.Pipe()
	toClient, fromRelay := io.Pipe()
	r := &relay{out: fromRelay, asked: map[string]bool{}, dial: func() (net.Conn, error) {
		started++
		return fakeDaemon(fmt.Sprintf("daemon %d", started)), nil
	}}
	ended := make(chan error, 1)
	go func() { ended <- r.run(context.Background(), toRelay) }()
	answers := bufio.NewScanner(toClient)
	for _, tc := range []struct{ say, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `"id":1,"result":"daemon 1"`},
		{`{"jsonrpc":"2.0","id":"a","method":"tools/list"}`, `"id":"a","result":"daemon 1"`},
		{`{"jsonrpc":"2.0","id":3,"method":"die"}`, `"id":3,"error":{"code":-32000`},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/list"}`, `"id":4,"result":"daemon 2"`},
	} {
		fmt.Fprintln(fromClient, tc.say)
		if !answers.Scan() || !strings.Contains(answers.Text(), tc.want) {
			t.Fatalf("after %s the client got %q, want %s", tc.say, answers.Text(), tc.want)
		}
	}
	fromClient.Close()
	if err := <-ended; err != nil {
		t.Errorf("relay ended with %v after the client closed its side", err)
	}
}

func TestHeadOfAMessage(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":7,"result":{"id":8,"method":"x"}}`:       `7 ""`,
		`{"jsonrpc":"2.0","result":{"id":8},"id":"a"}`:                  `"a" ""`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":1}}`:                `null ""`,
		`{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}}`: ` "notifications/x"`,
		`{"jsonrpc":"2.0","id":9,"method":"ping"}`:                      `9 "ping"`,
		`{"id":1,`:  `1 ""`,
		`[1]`:       ` ""`,
		`no JSON`:   ` ""`,
		`{"id":1,}`: `1 ""`,
	} {
		head := headOf([]byte(line))
		if got := fmt.Sprintf("%s %q", head.ID, head.Method); got != want {
			t.Errorf("head of %s is %s, want %s", line, got, want)
		}
	}
}
