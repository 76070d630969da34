// Command prior is the Go part of ./build.sh bench core about prior
// knowledge. It makes a store, asks a native core about its pages behind JSON and
// beside it, and leaves the store as segments and the questions as JSON lines for
// the core in WebAssembly, which extension/test/bench/prior/prior.js asks the same.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cairn/shared/prior"
	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/bench/process"
	"cairn/testdata/stores/busy"
	"cairn/wasm/dispatch"
)

const (
	// rounds: the median of so many is a question's time; the first ones warm up.
	rounds, warm = 9, 2
	perBatch     = 250 // records of a request
	packBatch    = 4096
	// later is when to pack: nobody expects more of these sessions then.
	later = time.Hour
)

// result is the input of prior.js.
type result struct {
	Times   []float64         `json:"times"`   // by question, milliseconds of CPU, JSON both ways
	Alone   []float64         `json:"alone"`   // the same of the engine alone
	Replies []json.RawMessage `json:"replies"` // by question
}

func main() {
	steps := flag.Int("steps", 10_000, "size of the store")
	dir := flag.String("out", ".", "folder for segments and questions")
	flag.Parse()
	if err := run(*steps, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "prior bench:", err)
		os.Exit(1)
	}
}

func run(steps int, dir string) error {
	made, questions := busy.New(steps)
	core := &core{dispatch.New()}
	if err := core.fill(made); err != nil {
		return err
	}
	if err := core.pack(dir); err != nil {
		return err
	}
	out := result{}
	lines := make([][]byte, len(questions))
	for i := range questions {
		line, err := json.Marshal(&wire.CoreRequest{Op: wire.OpPrior, Now: busy.Now, Prior: &questions[i]})
		if err != nil {
			return fmt.Errorf("write question: %w", err)
		}
		lines[i] = line
		out.Replies = append(out.Replies, core.Call(line))
	}
	if err := os.WriteFile(filepath.Join(dir, "questions.jsonl"), slices.Concat(join(lines)...), 0o644); err != nil {
		return err
	}
	out.Times = measure(len(lines), func(i int) { core.Call(lines[i]) })
	engine := prior.New()
	for _, s := range made {
		engine.PutSession(s.Meta)
		for _, step := range s.Steps {
			engine.PutStep(step)
		}
	}
	out.Alone = measure(len(questions), func(i int) { engine.Suggest(busy.Now, questions[i]) })
	return json.NewEncoder(os.Stdout).Encode(out)
}

// join ends each line.
func join(lines [][]byte) (out [][]byte) {
	for _, line := range lines {
		out = append(out, line, []byte("\n"))
	}
	return out
}

// core is a native core behind JSON.
type core struct{ *dispatch.Dispatcher }

func (c *core) call(req *wire.CoreRequest) (*wire.CoreReply, error) {
	line, err := json.Marshal(req)
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	reply := &wire.CoreReply{}
	if err := json.Unmarshal(c.Call(line), reply); err != nil {
		return nil, fmt.Errorf("read reply: %w", err)
	}
	if reply.Error != nil {
		return nil, reply.Error
	}
	return reply, nil
}

// fill tells the core all records.
func (c *core) fill(made []busy.Session) error {
	var records []wire.Record
	for _, s := range made {
		records = append(records, wire.Record{Session: s.Meta})
		for _, step := range s.Steps {
			records = append(records, wire.Record{Step: step})
		}
	}
	for i := range records {
		records[i].Seq = int64(i + 1)
	}
	for batch := range slices.Chunk(records, perBatch) {
		if _, err := c.call(&wire.CoreRequest{Op: wire.OpPut, Now: busy.Now, Records: batch}); err != nil {
			return err
		}
	}
	return nil
}

// pack leaves everything as segments: 1.segment, 2.segment and so on.
func (c *core) pack(dir string) error {
	for {
		reply, err := c.call(&wire.CoreRequest{Op: wire.OpPack, Now: busy.Now.Add(later), Pack: &wire.PackRequest{Steps: packBatch}})
		if err != nil {
			return err
		}
		switch p := reply.Packed; p.State {
		case types.PackIdle:
			return nil
		case types.PackDone:
			for _, number := range p.Replaces {
				if err := os.Remove(file(dir, number)); err != nil {
					return err
				}
			}
			if err := os.WriteFile(file(dir, p.Segment), c.Segment(), 0o644); err != nil {
				return err
			}
			if _, err := c.call(&wire.CoreRequest{Op: wire.OpPacked, Now: busy.Now, Packed: &wire.PackedRequest{Kept: true}}); err != nil {
				return err
			}
		}
	}
}

func file(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf("%d.segment", number))
}

// measure asks every question so many times, in turn, and gives the median of
// the CPU that each took.
func measure(questions int, ask func(i int)) []float64 {
	took := make([][]float64, questions)
	for round := range warm + rounds {
		for i := range questions {
			start := process.CPU()
			ask(i)
			if round >= warm {
				took[i] = append(took[i], float64((process.CPU()-start).Nanoseconds())/1e6)
			}
		}
	}
	out := make([]float64, questions)
	for i, t := range took {
		slices.Sort(t)
		out[i] = t[len(t)/2]
	}
	return out
}
