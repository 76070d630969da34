package doctor

import (
	"errors"
	"io/fs"
	"os"

	"cairn/companion/console"
	"cairn/shared/capture"
	"cairn/shared/types"
)

// checkSettings checks the files that a person may write: errors in them keep the
// daemon from starting, or from removing old records.
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

// setAside returns the command that moves a file out of the way.
func setAside(path string) string {
	return "mv " + console.QuoteArg(path) + " " + console.QuoteArg(path+".aside")
}

// readableRules returns the error in a file of screen rules, nil if it is valid or
// does not exist.
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
