package contenttest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

const dragPage = `document.body.innerHTML = '<ul><li id="card" data-testid="card" draggable="true">Write tests</li></ul><section id="done" data-testid="done" aria-label="Done" style="height:80px">Done</section>' +
	'<button id="handle" style="display:block;margin:40px 0">Handle</button><div id="slot" data-testid="slot" style="height:60px">Slot</div><div id="column" style="height:60px"><h3>Later</h3><h2>Ash</h2><h2>Elm</h2></div><p id="text">Some text to be read</p>' +
	'<input type="file" multiple id="file" data-testid="papers" aria-label="Papers"><p role="status" id="out"></p>';
	const say = (what) => { document.getElementById('out').textContent = what; };
	done.addEventListener('dragover', (e) => e.preventDefault());
	done.addEventListener('drop', (e) => { e.preventDefault(); say('moved'); });
	addEventListener('pointerup', (e) => { if (e.target.closest?.('#slot, #column')) say('slotted'); });
	null`

// drag presses the mouse on one element and lets it go on another.
func (tb *tab) drag(from, to string) {
	tb.t.Helper()
	var at struct{ X, Y, ToX, ToY float64 }
	tb.eval(fmt.Sprintf(`(() => { const a = document.querySelector(%q).getBoundingClientRect(), b = document.querySelector(%q).getBoundingClientRect();
		return {X: a.x + 20, Y: a.y + a.height/2, ToX: b.x + 30, ToY: b.y + b.height/2}; })()`, from, to), &at)
	mouse := func(kind input.DispatchMouseEventType, x, y float64, buttons int64) {
		p := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1}
		if _, err := chromedp.Call(tb.ctx, input.DispatchMouseEvent, p); err != nil {
			tb.t.Fatal(err)
		}
	}
	mouse(input.DispatchMouseEventTypeMouseMoved, at.X, at.Y, 0)
	mouse(input.DispatchMouseEventTypeMousePressed, at.X, at.Y, 1)
	for i := 1.0; i <= 8; i++ {
		mouse(input.DispatchMouseEventTypeMouseMoved, at.X+(at.ToX-at.X)*i/8, at.Y+(at.ToY-at.Y)*i/8, 1)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, at.ToX, at.ToY, 0)
}

func TestRecordsDragsFromWhereToWhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, from, to, step, put, said string }{
		{"by the browser's drag and drop", "#card", "#done", `mm_drag generic "Write tests"`, `"testId":"done"`, "moved"},
		{"by a page that follows the pointer", "#handle", "#slot", `mm_drag button "Handle"`, `"testId":"slot"`, "slotted"},
		{"to a list that its heading names", "#handle", "#column", `mm_drag button "Handle"`, `"name":"Later","role":"heading"`, "slotted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := open(t, "other.html")
			tb.eval(dragPage, nil)
			tb.drag(tt.from, tt.to)
			tb.waitFor(fmt.Sprintf(`document.getElementById('out').textContent === %q`, tt.said))
			steps := tb.closed(1)
			if len(steps) != 1 || steps[0].String() != tt.step {
				t.Fatalf("recorded %s, want %s", describe(steps), tt.step)
			}
			put, err := json.Marshal(steps[0].opened.Step.Tool.Input["to"])
			if err != nil || !strings.Contains(string(put), tt.put) {
				t.Errorf("put on %s, want %s", put, tt.put)
			}
		})
	}
	t.Run("by how far on a canvas and a slider", func(t *testing.T) {
		tb := open(t, "other.html")
		tb.eval(`document.body.innerHTML = '<canvas id="paper" aria-label="Paper" role="img" width="200" height="100"></canvas><div id="volume" role="slider" tabindex="0" aria-label="Volume" style="width:40px;height:20px;margin:60px 0;background:#ccc"></div><p id="spot" style="height:40px">Spot</p>'; null`, nil)
		tb.drag("#paper", "#spot")
		tb.drag("#volume", "#spot")
		steps := tb.closed(2)
		for i, want := range []string{`"at":{"x":20,"y":50}`, `"to":{"x":10,`} {
			if input, err := json.Marshal(steps[i].opened.Step.Tool.Input); err != nil || !strings.Contains(string(input), want) || steps[i].opened.Step.Tool.Name != "mm_drag" {
				t.Errorf("step %d is %s with %s, want %s", i, steps[i], input, want)
			}
		}
	})
	t.Run("a drag over text is no step", func(t *testing.T) {
		tb := open(t, "other.html")
		tb.eval(dragPage, nil)
		tb.drag("#text", "#done")
		tb.click("#handle")
		if steps := tb.closed(1); steps[len(steps)-1].String() != `mm_click button "Handle"` {
			t.Errorf("recorded %s", describe(steps))
		}
	})
}

// TestRecordsThatFilesWereChosenAndNotWhich sets files as drivers do.
func TestRecordsThatFilesWereChosenAndNotWhich(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(dragPage, nil)
	var files []string
	for _, name := range []string{"secret-contract.txt", "passport.txt"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	doc, err := chromedp.Call(tb.ctx, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := chromedp.Call(tb.ctx, dom.QuerySelector, dom.QuerySelectorParams{NodeID: doc.Root.NodeID, Selector: "#file"})
	if err != nil {
		t.Fatal(err)
	}
	tb.must(chromedp.Call(tb.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, NodeID: found.NodeID}))
	steps := tb.closed(1)
	tool := steps[0].closed.Step.Tool
	if tool.Name != "mm_upload" || tool.Target.TestID != "papers" || tool.Input["files"] != 2.0 {
		t.Errorf("recorded %s", steps[0].closed.raw)
	}
	for _, m := range tb.messages() {
		if strings.Contains(m.raw, "secret-contract") || strings.Contains(m.raw, "passport") {
			t.Errorf("a name is sent: %s", m.raw)
		}
	}
}

// TestRecordsThatFilesWereDroppedAndNotWhich drops files from the desktop.
func TestRecordsThatFilesWereDroppedAndNotWhich(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(dragPage, nil)
	file := filepath.Join(t.TempDir(), "secret-contract.txt")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	var at struct{ X, Y float64 }
	tb.eval(`(() => { const r = done.getBoundingClientRect(); return {X: r.x + 30, Y: r.y + r.height/2}; })()`, &at)
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		tb.must(chromedp.Call(tb.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: at.X, Y: at.Y, Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{file}, DragOperationsMask: 1}}))
	}
	tb.waitFor(`document.getElementById('out').textContent === 'moved'`)
	tool := tb.closed(1)[0].opened.Step.Tool
	if tool.Name != "mm_upload" || tool.Target.TestID != "done" || tool.Input["files"] != 1.0 {
		t.Errorf("recorded %+v", tool)
	}
	for _, m := range tb.messages() {
		if strings.Contains(m.raw, "secret-contract") {
			t.Errorf("a name is sent: %s", m.raw)
		}
	}
}
