package contenttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// found asks for a target and answers the id of the one element that is meant,
// or the error, which should begin with want.
func (tb *tab) found(target, within, want string) (got string) {
	tb.t.Helper()
	if within != "" {
		within = ",within:" + within
	}
	tb.askInTime(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:%s%s,for:"click",timeoutMs:$ms}}`, target, within), 1500, func(r reply) bool {
		if r.Located == nil {
			got = r.Error.Code + ": " + r.Error.Message
		} else {
			got = r.Located.Target.Selector
		}
		return strings.HasPrefix(got, want)
	})
	return got
}

func TestNamesThatLookAlikeAreDistinguishedOrRefused(t *testing.T) {
	t.Parallel()
	tb := open(t, "alike.html")
	for target, want := range map[string]string{
		`{role:"button",name:"Void"}`:               `MM_TARGET_AMBIGUOUS: 3 elements have role button and name "Void"`,
		`{role:"button",name:"Vo\u200bid"}`:         `MM_TARGET_AMBIGUOUS: 3 elements`,
		`{role:"button",name:"Pay"}`:                `MM_TARGET_AMBIGUOUS: 2 elements have role button and name "Pay"`,
		`{role:"button",name:"Turned"}`:             "#turned",
		`{role:"button",name:"👨‍👩‍👧 Family"}`:       "#family",
		`{role:"button",name:"arrow_forward Next"}`: "#next",
		`{role:"button",name:"Next"}`:               "#next",
		`{role:"button",name:"Cancel"}`:             "#cancel",
		`{role:"button",name:"Back"}`:               "#back",
		`{role:"button",name:"last item"}`:          "#last",
		`{role:"button",name:"Account"}`:            `MM_TARGET_NOT_FOUND`,
		`{role:"button",name:"Save"}`:               `MM_TARGET_AMBIGUOUS: 2 elements have role button and name "Save"`,
		`{selector:"#family"}`:                      "#family",
	} {
		if got := tb.found(target, "", want); !strings.HasPrefix(got, want) {
			t.Errorf("%s finds %s, want %s", target, got, want)
		}
	}
	names := map[string]node{}
	for _, n := range tb.look().A11y.Nodes {
		names[n.Name] = n
	}
	if _, ok := names["👨‍👩‍👧 Family"]; !ok {
		t.Error("the emoji of a name is torn apart")
	}
	for name, want := range map[string]bool{"Clear": true, "Clear around": true, "OK": false, "Styled": false, "Turned": false} {
		if n, ok := names[name]; !ok || (n.Unseen == "transparent") != want {
			t.Errorf("%s: listed %v, unseen %q, want transparent %v", name, ok, n.Unseen, want)
		}
	}
	for name, want := range map[string]bool{"Flat": true, "Thin": true, "Out of a flat box": false, "Styled": false, "OK": false} {
		if n, ok := names[name]; !ok || (n.Unseen == "hidden") != want {
			t.Errorf("%s: listed %v, unseen %q, want hidden %v", name, ok, n.Unseen, want)
		}
	}
}

func TestARoleAloneWithinNamesTheOneThatHasIt(t *testing.T) {
	t.Parallel()
	tb := open(t, "alike.html")
	for _, tt := range []struct{ target, within, want string }{
		{`{role:"button"}`, `{role:"dialog",name:"Question"}`, "#ok"},
		{`{role:"button"}`, `{role:"dialog"}`, "#ok"},
		{`{role:"button"}`, `{selector:"#edit-one"}`, "#edit-one > button"},
		{`{role:"button"}`, `{selector:"#edit-two"}`, `MM_TARGET_AMBIGUOUS: 2 elements have role button`},
		{`{role:"button",name:"Edit"}`, `{role:"listitem"}`, `MM_TARGET_AMBIGUOUS: 2 elements to look within have role listitem`},
		{`{role:"link"}`, `{role:"dialog"}`, `MM_TARGET_NOT_FOUND: no element in role dialog has role link`},
	} {
		if got := tb.found(tt.target, tt.within, tt.want); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s within %s finds %s, want %s", tt.target, tt.within, got, tt.want)
		}
	}
}

// TestEqualsThatOnePressReachesAreOne draws controls twice: an item around its link, a box with its input, and a bar
// over its copy. Equals beside each other remain several.
func TestEqualsThatOnePressReachesAreOne(t *testing.T) {
	t.Parallel()
	tb := open(t, "alike.html")
	for html, want := range map[string]string{
		`<li role=menuitem aria-label=Plan style="padding:9px"><a id=in href="#" style="display:block">Plan</a></li>`:                                               "#in",
		`<div role=checkbox aria-label=Plan style="width:20px"><input id=in type=checkbox aria-label=Plan style="margin:0;width:20px;height:20px"></div>`:           "#in",
		`<button style="position:absolute;top:0;left:0">Plan</button><button id=in style="position:absolute;top:0;left:0">Plan</button>`:                            "#in",
		`<span role=button aria-label=Plan id=in style="display:block"><input type=button aria-label=Plan style="pointer-events:none"></span>`:                      "#in",
		`<x-i><template shadowrootmode=open><button id=in><slot></slot></button></template><b>Plan</b></x-i>`:                                                       "body > x-i >>> #in",
		`<x-t style="display:block"><template shadowrootmode=open><button id=in style="pointer-events:none;width:100%"><slot></slot></button></template>Plan</x-t>`: "body > x-t >>> #in",
		`<button>Plan</button><button id=in>Plan</button>`: "MM_TARGET_AMBIGUOUS",
		`<button style="position:absolute;top:0;left:0;width:300px">Plan</button><button id=in style="position:absolute;top:0;left:120px">Plan</button>`: "MM_TARGET_AMBIGUOUS",
		`<p>Plan <a id=in href="#">Plan</a></p><button>Plan</button>`:                                                                                    "MM_TARGET_AMBIGUOUS",
	} {
		tb.draw(html)
		if got := tb.found(`{text:"Plan"}`, "", want); !strings.HasPrefix(got, want) {
			t.Errorf("%s finds %s, want %s", html, got, want)
		}
	}
}

func TestWhatTakesNoRoomIsSaidToBeHidden(t *testing.T) {
	t.Parallel()
	tb := open(t, "alike.html")
	for _, id := range []string{"flat", "thin"} {
		if got := tb.found(fmt.Sprintf(`{selector:"#%s"}`, id), "", "MM_TARGET_NOT_ACTIONABLE"); !strings.HasPrefix(got, "MM_TARGET_NOT_ACTIONABLE") || !strings.HasSuffix(got, "is hidden: it takes up no room") {
			t.Errorf("%s: %s", id, got)
		}
	}
}

func TestFramesAreScrolledIntoViewOrSaidToBeCutOff(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ around, want string }{
		"in a part that scrolls": {`<div style="height:120px;overflow:auto"><p style="height:600px">Scroll</p>%s</div>`, ""},
		"below the window":       {`<p style="height:5000px">Scroll</p>%s`, ""},
		"cut off":                {`<div style="height:120px;overflow:clip"><p style="height:600px">Cut</p>%s</div>`, "is cut off by what the frame is in"},
		"covered":                {`%s<div id="cover" style="position:fixed;inset:0">Cover</div>`, `is covered by div "Cover"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "other.html")
			tb.eval(fmt.Sprintf(`new Promise((done) => { document.body.innerHTML = %q; document.querySelector('iframe').onload = () => done(null); })`,
				fmt.Sprintf(tt.around, `<iframe src="inner.html" style="height:300px;border:0"></iframe>`)), nil)
			ms := 20_000
			if tt.want != "" {
				ms = 2000 // which pass
			}
			var r reply
			tb.evalIn(tb.frames()["same"], fmt.Sprintf(`askContent({to:"content",kind:"locate",locate:{tabId:1,target:{testId:"inner"},for:"click",timeoutMs:%d}})`, ms), &r)
			if tt.want == "" && (r.Located == nil || r.Error != nil) {
				t.Errorf("answered %+v", r.Error)
			}
			if tt.want != "" && (r.Error == nil || !strings.Contains(r.Error.Message, tt.want)) {
				t.Errorf("answered %+v, %+v, want …%s", r.Located, r.Error, tt.want)
			}
		})
	}
}

func TestFindPrefersWholeWords(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = Array.from({length: 40}, (_, i) => '<button>Lamp ' + (i + 1) + '</button>').join('') + '<ul>' +
		Array.from({length: 30}, (_, i) => '<li>Parcel ' + (i + 1) + ' <button>Open</button></li>').join('') + '</ul>', null`, nil)
	for find, want := range map[string][]string{
		"Lamp 7":   {"Lamp 7"},
		"lamp 3":   {"Lamp 3"},
		"amp 17":   {"Lamp 17"},
		"Lamp 4":   {"Lamp 4"},
		"amp 4":    {"Lamp 4", "Lamp 14", "Lamp 24", "Lamp 34", "Lamp 40"},
		"parcel 2": {"Parcel 2 Open", "Open"},
	} {
		var names []string
		for _, n := range tb.seeks(fmt.Sprintf(`{find:%q}`, find)).A11y.Nodes {
			names = append(names, n.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("find %q: %q, want %q", find, names, want)
		}
	}
}

// TestLinksToOneAddressAreOne has a bar above and below a text, two bars of different things, and a list in which one link repeats.
func TestLinksToOneAddressAreOne(t *testing.T) {
	t.Parallel()
	tb := open(t, "alike.html")
	bar := func(id, edit string) string {
		return `<div class="bar" id="` + id + `"><a href="` + edit + `">Edit</a> <a href="/watch">Watch</a> <button>Fold</button></div>`
	}
	tb.eval(`document.body.innerHTML = '`+bar("a", "/1/edit")+`<p>Text</p>`+bar("b", "/1/edit")+`<p>Reply</p>'
		+ '<div class="r" id="c"><a href="/2/edit">Change</a> <b>x</b></div><div class="r" id="d"><a href="/3/edit">Change</a> <b>x</b></div>'
		+ '<ul><li>Lamp <a id="e" href="/mira">Mira</a></li><li>Door <a href="/mira">Mira</a></li></ul><a id="f" href="#x">Top</a><p></p><a href="#x">Top</a>'`, nil)
	for target, want := range map[string]string{
		`{role:"link",name:"Edit"}`:   "#a > a:nth-of-type(1)",
		`{role:"link",name:"Watch"}`:  "#a > a:nth-of-type(2)",
		`{role:"link",name:"Mira"}`:   "#e",
		`{role:"button",name:"Fold"}`: "MM_TARGET_AMBIGUOUS: 2 elements",
		`{role:"link",name:"Change"}`: "MM_TARGET_AMBIGUOUS: 2 elements",
		`{role:"link",name:"Top"}`:    "MM_TARGET_AMBIGUOUS: 2 elements",
	} {
		if got := tb.found(target, "", want); !strings.HasPrefix(got, want) {
			t.Errorf("%s finds %s, want %s", target, got, want)
		}
	}
	copies := map[string]int{}
	for _, n := range tb.look().A11y.Nodes {
		if n.Copy {
			copies[n.Name]++
		}
	}
	if fmt.Sprint(copies) != "map[Edit:1 Watch:1]" { // the list's rows have other texts
		t.Errorf("copies are %v", copies)
	}
}

// TestAFieldIsTheOneWithinItsID has a form whose parts have ids, one with two fields, and buttons.
func TestAFieldIsTheOneWithinItsID(t *testing.T) {
	t.Parallel()
	tb := open(t, "alike.html")
	tb.eval(`document.body.innerHTML = '<div id="height"><p>Height</p><div><div><input aria-label="a"></div><div><button>B</button></div></div></div>'
		+ '<div id="size"><div><input aria-label="c"></div><div><input aria-label="d"></div></div><p><input aria-label="e"></p>'`, nil)
	for target, want := range map[string]string{
		`{role:"textbox",name:"a"}`: "#height input",
		`{role:"button",name:"B"}`:  "#height > div > div:nth-of-type(2) > button",
		`{role:"textbox",name:"d"}`: "#size > div:nth-of-type(2) > input",
		`{role:"textbox",name:"e"}`: "body > p > input",
	} {
		if got := tb.found(target, "", want); got != want {
			t.Errorf("%s finds %s, want %s", target, got, want)
		}
	}
}
