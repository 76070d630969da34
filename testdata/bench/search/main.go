// Command search is the Go part of ./build.sh bench search. "export" writes a
// made-up store and its queries as JSON lines for the other engines; "native"
// measures Cairn's own engine on the same store; "index" prints the index's
// size. extension/test/bench/search/run.js starts both,
// measures the others and prints the table.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"cairn/testdata/stores/gen"
	"cairn/testdata/stores/heldout"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "search bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("search", flag.ContinueOnError)
	steps := flags.Int("steps", 1000, "size of the store")
	queries := flags.Int("queries", 200, "number of queries")
	seed := flags.Uint64("seed", 41, "of the store; the queries' is the next one")
	world := flags.String("world", "real", "which made-up world: real; gen, whose pages show little beside controls; or heldout, of other trades and words")
	dir := flags.String("out", ".", "folder of the export")
	budget := flags.Duration("budget", 5*time.Second, "time for the queries of one ranker")
	if len(args) == 0 {
		return fmt.Errorf("say export, native or index")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if args[0] == "index" {
		return index(*seed, *steps)
	}
	made, asked, err := imagine(*world, *seed, *steps, *queries)
	if err != nil {
		return err
	}
	switch args[0] {
	case "export":
		return export(*dir, made, asked)
	case "native":
		results, err := native(made, asked, *budget)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(results)
	}
	return fmt.Errorf("%q: say export, native or index", args[0])
}

// imagine makes the sessions of a store and the queries that are asked of it.
func imagine(world string, seed uint64, steps, queries int) ([]gen.Session, []gen.Query, error) {
	switch world {
	case "real":
		made := gen.Real(seed, steps)
		return made.Sessions, made.Queries(seed+1, queries), nil
	case "gen":
		made := gen.New(seed, steps)
		return made.Sessions, made.Queries(seed+1, queries), nil
	case "heldout":
		made := heldout.New(seed, steps)
		return made.Sessions, made.Queries(seed+1, queries), nil
	}
	return nil, nil, fmt.Errorf("world %q: there are real, gen and heldout", world)
}
