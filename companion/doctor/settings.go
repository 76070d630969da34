package doctor

import (
	"errors"
	"io/fs"
	"os"

	"cairn/companion/console"
	"cairn/shared/capture"
	"cairn/shared/types"
)

// checkSettings looks at the files that a person may write: what is wrong in
// them keeps the daemon from starting, or from dropping what is old.
func (d *Doctor) checkSettings() {
	const check = "settings"
	sound := len(d.found)
	limits, err := d.home.Retention()
	if err != nil {
		fault := types.AsError(err)
		d.wrong(check, setAside(d.home.LimitsFile()), "%s; %s", fault.Message, fault.Hint)
	}
	if err := readableRules(d.home.ScreenRules()); err != nil {
		fault := types.AsError(err)
		d.wrong(check, setAside(d.home.ScreenRules()), "%s is not understood: %s; %s", d.home.ScreenRules(), fault.Message, fault.Hint)
	}
	if len(d.found) > sound {
		return
	}
	kept := limits.String()
	if dropped := d.home.LastDropped(); dropped != "" {
		kept += "; last dropped " + dropped
	}
	d.ok(check, "%s", kept)
}

// setAside is the command that puts a file out of the way.
func setAside(path string) string {
	return "mv " + console.QuoteArg(path) + " " + console.QuoteArg(path+".aside")
}

// readableRules says why a file of screen rules cannot be used, nil when it can
// or is not there.
func readableRules(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = capture.ParseRules(text)
	}
	return err
}
