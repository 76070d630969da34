package eval

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
)

var (
	stores     = flag.String("stores", "", "quality: steps of the generated stores, like 1000,10000")
	bySite     = flag.Bool("by-site", false, "team: sessions belong together by site, else by domain")
	otherFlows = flag.Bool("other-flows", false, "team: only sessions of other tasks are remembered")
	dedupe     = flag.Bool("dedupe", false, "team: immediate repeats and failed attempts are not scored")
)

// TestLab measures the engines for their developers, on recorded sets:
//
//	go test ./companion/eval -run '^TestLab$' -v -args [-stores 1000,10000] quality DIR
//	go test ./companion/eval -run '^TestLab$' -v -args calibrate FILE...
//	go test ./companion/eval -run '^TestLab$' -v -args [-by-site] [-other-flows] [-dedupe] team FILE...
//
// Paths are absolute, because tests run in the folder of their package.
func TestLab(t *testing.T) {
	args := flag.Args()
	if len(args) < 2 {
		t.Skip("nothing to measure")
	}
	var err error
	switch files := args[1:]; args[0] {
	case "quality":
		if err = quality(files[0], os.Stdout); err == nil {
			qualityOfStores(numbers(t, *stores), os.Stdout)
		}
	case "calibrate":
		err = calibrate(files, os.Stdout)
	case "team":
		err = ofTeams(files, setting{BySite: *bySite, OtherFlows: *otherFlows, Dedupe: *dedupe}, os.Stdout)
	default:
		t.Fatalf("%q: say quality, calibrate or team", args[0])
	}
	if err != nil {
		t.Fatal(err)
	}
}

func numbers(t *testing.T, list string) (out []int) {
	for s := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}
