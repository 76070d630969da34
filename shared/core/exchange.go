package core

import (
	"fmt"

	"cairn/shared/capture"
	"cairn/shared/exchange"
	"cairn/shared/types"
)

// Export writes a session in a format (see [exchange.Write]).
func (c *Core) Export(sessionID string, format exchange.Format) ([]exchange.File, error) {
	if err := capture.SessionID(sessionID); err != nil {
		return nil, err
	}
	return exchange.Write(format, c.search.Session(sessionID), c.search.Steps(sessionID))
}

// ExportFlow writes a flow in a format (see [exchange.WriteFlow]). It has no values for
// parameters, so that a recording of a flow that needs some is refused.
func (c *Core) ExportFlow(id string, format exchange.Format) ([]exchange.File, error) {
	return exchange.WriteFlow(format, c.Flow(id), nil)
}

// Import reads files of other programs and returns their contents as records that can
// be stored. It puts nothing.
func (c *Core) Import(now types.Time, files []exchange.File) (*exchange.Found, error) {
	found, err := exchange.Read(files, now)
	if err != nil {
		return nil, err
	}
	out := &exchange.Found{Skipped: found.Skipped}
	for _, s := range found.Sessions {
		if err := capture.SessionID(s.SessionID); err != nil {
			out.Skipped = append(out.Skipped, fmt.Sprintf("session %.80q (%s)", s.SessionID, types.AsError(err).Message))
			continue
		}
		capture.Session(s)
		out.Sessions = append(out.Sessions, s)
	}
	for _, raw := range found.Steps {
		step, err := c.Capture(now, raw, types.KeepFull)
		if err == nil && step.StepID == "" {
			step.StepID, err = StepID(raw)
		}
		if err == nil {
			step, err = checkStep(step)
		}
		if err != nil {
			out.Skipped = append(out.Skipped, fmt.Sprintf("step %.80q (%s)", raw.StepID, types.AsError(err).Message))
			continue
		}
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}
