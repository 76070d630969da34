package main

import (
	"encoding/json"
	"os"

	"cairn/shared/pack"
	"cairn/shared/search"
	"cairn/testdata/stores/gen"
)

// perSegment is how many steps share a segment, as in shared/core.
const perSegment = 4096

// index prints how many bytes a step takes in a segment beyond the step itself.
func index(seed uint64, steps int) error {
	made := gen.Real(seed, steps)
	engine := search.New()
	whole, bare, count := 0, 0, 0
	for len(made.Sessions) > 0 {
		var ids []string
		alone := pack.NewWriter()
		for len(made.Sessions) > 0 && alone.Len() < perSegment {
			s := made.Sessions[0]
			made.Sessions = made.Sessions[1:]
			engine.PutSession(s.Meta)
			for _, step := range s.Steps {
				engine.PutStep(step)
				if err := alone.Add(step); err != nil {
					return err
				}
			}
			ids = append(ids, s.Meta.SessionID)
		}
		n, err := size(engine, ids)
		if err != nil {
			return err
		}
		whole, bare, count = whole+n, bare+len(alone.Bytes()), count+alone.Len()
	}
	return json.NewEncoder(os.Stdout).Encode([]float64{float64(whole-bare) / float64(count)})
}

// size is that of a segment of some sessions.
func size(engine *search.Engine, ids []string) (int, error) {
	p, err := engine.Pack(ids)
	if err != nil {
		return 0, err
	}
	for done := false; !done; {
		if done, err = p.Work(perSegment); err != nil {
			return 0, err
		}
	}
	return len(p.Bytes()), nil
}
