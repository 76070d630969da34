package recall

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/testdata/vectors"
)

// vectorNow is the frozen clock of the vectors.
const vectorNow types.Time = 1768564800000

func TestBuildContextVectors(t *testing.T) {
	// The specification orders by the hint and forbids filtering by it; the
	// vectors' program filters. Here everything stays, and fitting patterns come first.
	better := map[string]string{
		"memory_build_context-2": "## 站点记忆: shop.example\n" +
			"- 选择器 `.search-input` → 搜索框 (置信度:0.90, 用过2次)\n" +
			"- 选择器 `.rank-item` → 排行榜项 (置信度:0.90, 用过3次)\n" +
			"- 导航路径 `/ranking` → 排行榜页面 (置信度:0.90, 用过2次)\n" +
			"- SPA提示: 路由切换需等待 (置信度:0.90)\n\n⚠️ 以上为历史经验，如页面结构已变化请忽略并重新探索。",
		// Shorter lines leave room for more of them.
		"memory_build_context-6": "## 站点记忆: b.example\n- 选择器 `.selector-0` → pattern 0 with a long description (置信度:0.90)\n" +
			"- 选择器 `.selector-1` → pattern 1 with a long description (置信度:0.89)\n- 选择器 `.selector-2` → pattern 2 with a long description (置信度:0.88)\n" +
			"\n⚠️ 以上为历史经验，如页面结构已变化请忽略并重新探索。",
		"memory_build_context-4": "## 站点记忆: jd.com\n\n### 已知任务经验（请优先按此步骤操作）\n- 任务: 浏览帮助中心\n- 任务: 登录并签到\n\n\n⚠️ 以上为历史经验，如页面结构已变化请忽略并重新探索。",
	}
	for _, c := range vectors.Cases[struct {
		ID       string
		Card     types.KnowledgeCard
		MaxChars int
		TaskHint string
		Expected string
	}](t, "memory_build_context.json") {
		// The vectors' program names a tool of its own, which nobody here has.
		want := strings.ReplaceAll(c.Expected, "，可用 execute_javascript querySelector 操作", "")
		if b := better[c.ID]; b != "" {
			want = b
		}
		if got := buildContext(&chinese, &c.Card, c.MaxChars, c.TaskHint, "", vectorNow); got != want {
			t.Errorf("%s:\n got  %q\n want %q", c.ID, got, want)
		}
	}
}

func TestSiteVectors(t *testing.T) {
	// Cards are kept by host; the vectors' answer is the widest site that may
	// stand in for it. Where the vectors want better, and for ports of this
	// machine (every port is another application), this is the answer.
	better := map[string]string{
		"memory_extract_domain_url-8":  "127.0.0.1:8080",
		"memory_extract_domain_url-10": "[::1]:3000",
		"memory_extract_domain_url-12": "bar.github.io",
		"memory_extract_domain_url-14": "google.com",
		"memory_extract_domain_url-16": "foo.com.mx",
	}
	for _, c := range vectors.Cases[struct{ ID, URL, Expected string }](t, "memory_extract_domain_url.json") {
		want := c.Expected
		if b := better[c.ID]; b != "" {
			want = b
		}
		all := Candidates(Site(c.URL))
		if got := all[len(all)-1]; got != want {
			t.Errorf("%s: %s gives %q, want %q", c.ID, c.URL, all, want)
		}
	}
	if got := Site("https://docs.google.com/"); got != "docs.google.com" {
		t.Errorf("the host does not come first: %q", got)
	}
}

func TestDomainVectors(t *testing.T) {
	// Addresses and names in other scripts are sites here, so that people's own
	// servers work.
	better := map[string]bool{"127.0.0.1": true, "[::1]": true, "例子.中国": true}
	for _, c := range vectors.Cases[struct {
		ID, Domain string
		Expected   bool
	}](t, "memory_is_safe_domain.json") {
		want := c.Expected || better[c.Domain]
		if _, got := Domain(c.Domain); got != want {
			t.Errorf("%s: Domain(%q) is %v, want %v", c.ID, c.Domain, got, want)
		}
	}
}

// TestMergeVectors takes the incoming patterns for uses in steps, which join what a person wrote.
func TestMergeVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Verdict                  string
		Existing, Incoming, Expected []types.Pattern
	}](t, "memory_merge.json") {
		d := &deriver{found: map[types.PatternKey]*evidence{}}
		for _, p := range c.Incoming {
			d.found[p.Key()] = &evidence{pattern: p, events: slices.Repeat([]event{{at: p.LastUsedAt, ok: true}}, p.UseCount)}
		}
		want, apart := c.Expected, 0
		if c.Verdict == "differ" {
			want, apart = c.Existing, len(c.Incoming) // wanted: another type is another pattern
		}
		if got := d.written(c.Existing); !reflect.DeepEqual(got, want) || len(d.found) != apart {
			t.Errorf("%s: got %+v and %d others, want %+v and %d", c.ID, got, len(d.found), want, apart)
		}
	}
}

func TestRelevanceVectors(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID, Verdict, Intent, Hint string
		Expected                  int
	}](t, "memory_relevance.json") {
		want := c.Expected
		if c.Verdict == "differ" {
			want = 0 // wanted: "the" says nothing
		}
		if got := newRanker(c.Hint).relevance(c.Intent); got != want {
			t.Errorf("%s: %d, want %d", c.ID, got, want)
		}
	}
}

func TestStoreVectors(t *testing.T) {
	// A card is derived from steps, which the store has before it acknowledges them, and
	// earlier versions of people's entries are edits: there is no archive, and no list of
	// cards that a crash could lose (companion/store, crash_test.go).
	elsewhere := map[string]bool{"archive when adding": true, "new process before 5s flush": true}
	for _, c := range vectors.Cases[struct {
		ID, Op, Domain string
		Expected       json.RawMessage
	}](t, "memory_store.json") {
		switch {
		case c.Op == "effectiveConfidence(conf, days)":
			var rows []struct {
				Confidence, Effective float64
				Days                  int
				Kept                  bool
			}
			if err := json.Unmarshal(c.Expected, &rows); err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				p := types.Pattern{Type: types.PatternSelector, Confidence: r.Confidence}
				now := types.Time(0).Add(time.Duration(r.Days) * 24 * time.Hour)
				if got := effective(&p, now); math.Abs(got-r.Effective) > 1e-12 || r.Kept != (len(livePatterns([]types.Pattern{p}, now)) == 1) {
					t.Errorf("%v after %d days: %v, want %v, kept %v", r.Confidence, r.Days, got, r.Effective, r.Kept)
				}
			}
		case strings.HasPrefix(c.Op, "saveCard with 40"):
			var want []string
			if err := json.Unmarshal(c.Expected, &want); err != nil {
				t.Fatal(err)
			}
			var patterns []types.Pattern
			for i := range 40 {
				patterns = append(patterns, types.Pattern{Type: types.PatternSelector, Value: ".p" + string(rune('0'+i/10)) + string(rune('0'+i%10)), Confidence: 0.5 + float64(i)/100})
			}
			for i, p := range keepStrongest(patterns, 0) {
				if p.Value != want[i] {
					t.Errorf("%s: place %d holds %s, want %s", c.ID, i, p.Value, want[i])
				}
			}
		case c.Op == "saveCard unsafe domain":
			if err := New().Put(&types.KnowledgeCard{Domain: c.Domain}); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
				t.Errorf("%s: %s: %v", c.ID, c.Domain, err)
			}
		case !elsewhere[c.Op]:
			t.Errorf("%s: nothing checks %q", c.ID, c.Op)
		}
	}
}
