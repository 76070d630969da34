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
