// Command replay feeds recorded requests to the native core and says how long
// each took: the yardstick for the same requests in WebAssembly (./build.sh
// bench core). It reads one wire.CoreRequest per line from standard input and
// writes one JSON list of milliseconds, in the same order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"cairn/shared/wire"
	"cairn/wasm/dispatch"
)

func main() {
	if err := replay(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

func replay(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, wire.MaxCoreRequest)
	core, took := dispatch.New(), []float64{}
	for lines.Scan() {
		start := time.Now()
		core.Call(lines.Bytes())
		took = append(took, float64(time.Since(start).Nanoseconds())/1e6)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read requests: %w", err)
	}
	return json.NewEncoder(out).Encode(took)
}
