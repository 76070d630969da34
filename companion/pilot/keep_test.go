package pilot

import (
	"reflect"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestStepsAreKeptByTheModeOfTheirPages(t *testing.T) {
	const here, there = "127.0.0.1:1", "bank.example"
	needed, full := types.KeepNeeded, types.KeepFull
	for _, test := range []struct {
		name    string
		keeping *wire.Keeping
		want    types.Keep
	}{
		{"a browser that said nothing", nil, needed},
		{"a person's profile", &wire.Keeping{Mode: needed}, needed},
		{"a browser for agents", &wire.Keeping{Mode: full}, full},
		{"the page is an exception", &wire.Keeping{Mode: full, Sites: map[string]types.Keep{here: needed}}, needed},
		{"the page after is an exception", &wire.Keeping{Mode: full, Sites: map[string]types.Keep{there: needed}}, needed},
		{"the page after is none", &wire.Keeping{Mode: needed, Sites: map[string]types.Keep{here: full}}, needed},
		{"both are", &wire.Keeping{Mode: needed, Sites: map[string]types.Keep{here: full, there: full}}, full},
	} {
		r := launched(t)
		r.browser.keeping = test.keeping
		r.input.then = func() {
			for id := range r.browser.tabs {
				o := home()
				o.State.CurrentURL, o.State.Origin = "https://bank.example/", "https://bank.example"
				r.browser.tabs[id] = o
			}
		}
		if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")}); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r.memory.kept, []types.Keep{test.want}) {
			t.Errorf("%s: %v, want %s", test.name, r.memory.kept, test.want)
		}
	}
}

func TestActionThatFailsIsKeptByTheModeOfItsPage(t *testing.T) {
	r := launched(t)
	r.browser.keeping = &wire.Keeping{Mode: types.KeepFull, Sites: map[string]types.Keep{"127.0.0.1:1": types.KeepNeeded}}
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("not-there")}); err == nil {
		t.Fatal("it was clicked")
	}
	if !reflect.DeepEqual(r.memory.kept, []types.Keep{types.KeepNeeded}) {
		t.Errorf("kept %v", r.memory.kept)
	}
}

func TestPicturesAreSavedWhereAllNamesAreKept(t *testing.T) {
	for keep, path := range map[types.Keep]string{types.KeepFull: "saved.png", types.KeepNeeded: ""} {
		r := launched(t, func(c *Config) {
			c.SaveImage = func(string, string, tool.Image) (string, error) { return "saved.png", nil }
		})
		r.browser.keeping = &wire.Keeping{Mode: keep}
		shot, err := r.Screenshot(t.Context(), tool.ScreenshotInput{})
		if err != nil {
			t.Fatal(err)
		}
		if shot.Path != path || len(shot.Image.Data) == 0 {
			t.Errorf("%s: saved as %q, with %d bytes", keep, shot.Path, len(shot.Image.Data))
		}
	}
}
