// Command lab measures the engines for their developers; it is not part of the
// released binary.
//
//	go run ./companion/eval/lab quality [--stores 1000,10000] DIR
//	go run ./companion/eval/lab signals [--by-site] [--other-flows] [--dedupe] FILE
//	go run ./companion/eval/lab calibrate FILE...
//	go run ./companion/eval/lab team [--by-site] [--other-flows] [--dedupe] FILE...
//	go run ./companion/eval/lab teamfit FILE...
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"cairn/companion/eval"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	verb := ""
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("lab "+verb, flag.ContinueOnError)
	stores := flags.String("stores", "1000,10000", "quality: steps of the generated stores")
	var set eval.Setting
	flags.BoolVar(&set.BySite, "by-site", false, "signals, team: sessions belong together by site, else by domain")
	flags.BoolVar(&set.OtherFlows, "other-flows", false, "signals, team: only sessions of other tasks are remembered")
	flags.BoolVar(&set.Dedupe, "dedupe", false, "signals, team: immediate repeats and failed attempts are not scored")
	if err := flags.Parse(args); err != nil {
		return err
	}
	files := flags.Args()
	switch {
	case verb == "quality" && len(files) == 1:
		sizes, err := numbers(*stores)
		if err != nil {
			return fmt.Errorf("read --stores: %w", err)
		}
		if err := eval.Quality(files[0], os.Stdout); err != nil {
			return err
		}
		qualityOfStores(sizes, os.Stdout)
		return nil
	case verb == "signals" && len(files) == 1:
		return eval.Signals(files[0], set, os.Stdout)
	case verb == "calibrate" && len(files) > 0:
		return eval.Calibrate(files, os.Stdout)
	case verb == "team" && len(files) > 0:
		return eval.Team(files, set, os.Stdout)
	case verb == "teamfit" && len(files) > 0:
		return eval.TeamFit(files, eval.Setting{BySite: true, Dedupe: true}, os.Stdout)
	}
	return fmt.Errorf("usage: lab quality [--stores N,N] DIR | signals [--by-site] [--other-flows] [--dedupe] FILE | calibrate FILE [FILE] | team [--by-site] [--other-flows] [--dedupe] FILE [FILE] | teamfit FILE [FILE]")
}

func numbers(list string) (out []int, err error) {
	for _, s := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(s)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}
