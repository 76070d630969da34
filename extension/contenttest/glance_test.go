package contenttest

import "testing"

// TestAGlanceNeverTakesAChangedPageForTheSame hands a page over through a lane
// and then changes it in ways that make a mutation and in ways that do not.
func TestAGlanceNeverTakesAChangedPageForTheSame(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"nothing":         ``,
		"a name":          `document.querySelector('button').textContent = 'Other'`,
		"a checked box":   `document.querySelector('input').checked = true`,
		"a style sheet":   `document.head.append(Object.assign(document.createElement('style'), {textContent: 'button {display: none}'}))`,
		"a frame":         `document.body.append(document.createElement('iframe'))`,
		"the address":     `history.pushState(null, '', '?elsewhere')`,
		"the title":       `document.title = 'Other'`,
		"another version": `stamp += '0'`,
		"the lane ends":   `Cairn.lane.close()`,
	} {
		tb := open(t, "other.html")
		var same *struct{ Same bool }
		tb.eval(`(async () => {
			document.body.innerHTML = '<button>Send</button><label><input type="checkbox"> Sure</label>';
			let tell, stamp;
			const said = new Promise((resolve) => {
				chrome.runtime.connect = () => ({onMessage: {addListener(f) { tell = f; }}, onDisconnect: {addListener() {}}, postMessage: resolve, disconnect() {}});
			});
			await askContent({to: 'content', kind: 'observe', lane: true});
			tell({id: 1, message: {to: 'content', kind: 'observe'}});
			stamp = 'of-the-tab.' + (await said).reply.page.stamp;
			`+change+`;
			return Cairn.lane.glance(stamp);
		})()`, &same)
		if (same != nil && same.Same) != (name == "nothing") {
			t.Errorf("after a change of %s: %+v", name, same)
		}
	}
}
