package contenttest

import (
	"fmt"
	"testing"
)

// benchPage draws a page of about n elements as applications have them: a menu,
// cards with a form each, and a table.
const benchPage = `((n) => {
  const menu = Array.from({length: 20}, (_, i) => '<li><a href="#' + i + '" data-testid="nav-' + i + '"><span>Section ' + i + '</span></a></li>').join('');
  const card = (i) => '<section aria-labelledby="h' + i + '"><h2 id="h' + i + '">Account ' + i + '</h2><p>Balance <b>' + i + ' ETH</b></p>' +
    '<div><label for="f' + i + '">Amount ' + i + '</label><input id="f' + i + '" placeholder="0.0"></div>' +
    '<div><button data-testid="send-' + i + '"><svg width="1" height="1"></svg><span>Send</span></button><button aria-label="Hide account ' + i + '">x</button></div></section>';
  const row = (i) => '<tr><td><a href="#r' + i + '">Person ' + i + '</a></td><td>person@example.org</td><td><span>Editor</span></td><td>2026</td><td><button>Edit</button></td></tr>';
  const cards = Math.round(n / 2 / 14), rows = Math.round(n / 2 / 9);
  document.body.innerHTML = '<nav aria-label="Main"><ul>' + menu + '</ul></nav><main>' + Array.from({length: cards}, (_, i) => card(i)).join('') +
    '<table><tbody>' + Array.from({length: rows}, (_, i) => row(i)).join('') + '</tbody></table></main>';
  return document.querySelectorAll('*').length;
})(%d)`

// benchTable is a table of n rows.
const benchTable = `((n) => {
  document.body.innerHTML = '<table><tbody>' + Array.from({length: n}, (_, i) => '<tr><td>Person ' + i + '</td><td><button>Edit</button></td></tr>').join('') + '</tbody></table>';
  return document.querySelectorAll('*').length;
})(%d)`

// benchControls is a list of n controls, all children of one element.
const benchControls = `((n) => {
  document.head.insertAdjacentHTML('beforeend', '<style>.box { cursor: pointer }</style>');
  document.body.innerHTML = Array.from({length: n}, (_, i) => '<div class="box">Cell number ' + i + '</div>').join('');
  return document.querySelectorAll('*').length;
})(%d)`

// benchKit is a page with the style sheet of a kit: most of its n rules are of components that the page has not.
const benchKit = `((n) => {
  const rules = Array.from({length: n}, (_, i) => '.kit .part-' + i + ':hover, .kit.size-' + i + ':hover > .leaf { color: red } .kit-' + i + ':active { color: blue } .kit-link-' + i + ' { cursor: pointer }');
  document.head.insertAdjacentHTML('beforeend', '<style>' + rules.join('') + '</style>');
  for (const [i, el] of [...document.body.querySelectorAll('*')].entries()) el.className = 'kit cell-' + (i & 511) + ' size-none';
  return document.querySelectorAll('*').length;
})(%d)`

// measureLook looks at a page: right after a change, so that layout is due,
// and again while nothing changes; and in slices, with the longest one.
const measureLook = `(async (times) => {
  const median = (v) => v.sort((a, b) => a - b)[Math.floor(v.length / 2)];
  const timed = (f) => { const t = performance.now(); f(); return performance.now() - t; };
  const changed = [], again = [];
  let nodes = 0;
  for (let i = 0; i < times; i++) {
    document.body.append(Object.assign(document.createElement('p'), {textContent: 'change ' + i}));
    changed.push(timed(() => { nodes = Cairn.observe.look().a11y.nodes.length; }));
    await new Promise((r) => setTimeout(r, 20));
    again.push(timed(() => Cairn.observe.look()));
  }
  void document.body.offsetHeight; // laid out, as a page is that is looked at
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)));
  observer.observe({type: 'longtask'});
  await new Promise((r) => setTimeout(r, 300));
  tasks.length = 0;
  const began = performance.now();
  nodes = (await Cairn.observe.lookGently()).observation.a11y.nodes.length;
  const whole = performance.now() - began;
  await new Promise((r) => setTimeout(r, 300));
  const task = Math.max(0, ...tasks.splice(0));
  await Cairn.observe.lookGently({outlined: true}); // compiled
  const looks = [];
  for (let i = 0; i < Math.max(1, times); i++) {
    await new Promise((r) => setTimeout(r, 20)); // else the looks are one task
    const drawn = performance.now();
    await Cairn.observe.lookGently({outlined: true});
    looks.push(performance.now() - drawn);
  }
  const outlined = median(looks);
  await new Promise((r) => setTimeout(r, 300));
  const outlineTask = Math.max(0, ...tasks.splice(0));
  // A busy machine interrupts some steps of each look, seldom the same ones: their shortest times are the look's cost.
  let least = [];
  for (let i = 0; i < 12; i++) {
    await new Promise((r) => setTimeout(r, 20));
    const turns = Cairn.sweep.sweep(Cairn.walk.begin(true), true);
    for (let n = 0, done = false; !done; n++) least[n] = Math.min(least[n] ?? Infinity, timed(() => { done = turns.next().done; }));
  }
  await new Promise((r) => setTimeout(r, 300));
  tasks.length = 0; // those steps ran without a pause
  const asked = performance.now();
  await Cairn.seek.seek({find: 'person 150000'});
  const sought = performance.now() - asked;
  await new Promise((r) => setTimeout(r, 300));
  const seekTask = Math.max(0, ...tasks.splice(0));
  const aimed = performance.now();
  await Cairn.locate.locate({target: {role: 'button', name: 'Nothing has this name'}, timeoutMs: 1});
  const located = performance.now() - aimed;
  await new Promise((r) => setTimeout(r, 300));
  return {nodes, outlined, outlineTask, least: least.reduce((a, b) => a + b), step: Math.max(...least), changed: median(changed) ?? 0, again: median(again) ?? 0, whole, task, sought, seekTask, located, locateTask: Math.max(0, ...tasks)};
})(%d)`

// BenchmarkObserve prints the cost of a look inside the page, in milliseconds:
// on a page that has just changed, on one that has not, how long a look takes
// that lets the page go on, and the longest task over 50 ms while it did (0
// when there was none); the same for a look with an outline, and the shortest
// times of its steps, in sum and the longest of them; for the search of a row by its words, and
// for that of a target that is not there, which goes over everything. The
// largest pages are looked at in slices alone, as they are in life.
func BenchmarkObserve(b *testing.B) {
	fmt.Printf("%-16s %9s %7s %9s %7s %9s %10s %10s %10s %10s %10s %10s %10s %10s %10s\n", "page", "elements", "listed", "changed", "again", "in slices", "long task", "outlined", "long task", "least", "step", "find", "long task", "locate", "long task")
	for _, page := range []struct {
		name, draw string
		times      int
	}{
		{"1,500", fmt.Sprintf(benchPage, 1500), 25},
		{"5,000", fmt.Sprintf(benchPage, 5000), 15},
		{"5,000, kit", fmt.Sprintf(benchPage, 5000) + ";" + fmt.Sprintf(benchKit, 1000), 15},
		{"50,000", fmt.Sprintf(benchPage, 50_000), 0},
		{"10,000 siblings", fmt.Sprintf(benchControls, 10_000), 0},
		{"200,000 rows", fmt.Sprintf(benchTable, 200_000), 0},
	} {
		tb := open(b, "other.html")
		var elements int
		tb.eval(page.draw, &elements)
		var got struct {
			Nodes                                         int
			Outlined, OutlineTask, Least, Step            float64
			Changed, Again, Whole, Task, Sought, SeekTask float64
			Located, LocateTask                           float64
		}
		if err := tb.tryEval("", fmt.Sprintf(measureLook, page.times), &got); err != nil {
			fmt.Printf("%-16s %9d  the machine is too busy to tell: %v\n", page.name, elements, err)
			continue
		}
		fmt.Printf("%-16s %9d %7d %6.1f ms %4.1f ms %6.1f ms %7.1f ms %7.1f ms %7.1f ms %7.1f ms %7.1f ms %7.1f ms %7.1f ms %7.1f ms %7.1f ms\n", page.name, elements, got.Nodes, got.Changed, got.Again, got.Whole, got.Task, got.Outlined, got.OutlineTask, got.Least, got.Step, got.Sought, got.SeekTask, got.Located, got.LocateTask)
	}
	for b.Loop() { // all is printed; there is no one number
	}
}
