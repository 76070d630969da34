package exchange

import "testing"

// FuzzRead reads arbitrary files of the layout and of recordings: a found session is
// whole, and names the session that its directory names.
func FuzzRead(f *testing.F) {
	f.Add("mm-0001/session.json", `{"sessionId":"mm-0001"}`)
	f.Add("mm-0001/steps/a.json", `{"stepId":"a","sessionId":"mm-0001","timestamp":"2026-01-16T10:00:00Z"}`)
	f.Add("recording.json", `{"title":"t","steps":[{"type":"navigate","url":"https://a.example/"}]}`)
	f.Fuzz(func(t *testing.T, name, text string) {
		found, err := Read([]File{{Name: name, Text: text}}, 0)
		if err != nil {
			return
		}
		for _, s := range found.Sessions {
			if s == nil || s.SessionID == "" && name != "session.json" {
				t.Fatalf("%q holds a session without a name", text)
			}
		}
		for _, s := range found.Steps {
			if s == nil {
				t.Fatalf("%q holds no step", text)
			}
		}
	})
}
