package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestFlagsMayStandAnywhere(t *testing.T) {
	for _, tc := range []struct {
		args     []string
		operands []string
		limit    int
	}{
		{[]string{"--limit", "3", "send", "eth"}, []string{"send", "eth"}, 3},
		{[]string{"send", "--limit=3", "eth"}, []string{"send", "eth"}, 3},
		{[]string{"send", "eth", "--limit", "3"}, []string{"send", "eth"}, 3},
		{[]string{"send", "--", "--limit", "3"}, []string{"send", "--limit", "3"}, 1},
		{nil, nil, 1},
	} {
		flags := flag.NewFlagSet("x", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		limit := flags.Int("limit", 1, "")
		got, err := parseAnywhere(flags, tc.args)
		if err != nil || !reflect.DeepEqual(got, tc.operands) || *limit != tc.limit {
			t.Errorf("%q gives %q, limit %d, %v; want %q, %d", tc.args, got, *limit, err, tc.operands, tc.limit)
		}
	}
}

func TestMistakesOnTheCommandLineSayWhatToDo(t *testing.T) {
	for _, tc := range []struct {
		args []string
		exit int
		want string
	}{
		{[]string{"fly"}, 2, "cairn help lists them"},
		{[]string{"search"}, 2, "usage: cairn search"},
		{[]string{"search", "--limit", "many", "x"}, 2, "usage: cairn search"},
		{[]string{"status", "--data", t.TempDir()}, 1, "hint: start one"},
	} {
		var out, errw bytes.Buffer
		if exit := run(context.Background(), tc.args, &out, &errw); exit != tc.exit || !strings.Contains(errw.String(), tc.want) {
			t.Errorf("cairn %q exits %d saying %q, want %d and %q", tc.args, exit, errw.String(), tc.exit, tc.want)
		}
	}
}
