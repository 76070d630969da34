package recall

import (
	"fmt"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// language holds the texts of recall_site_memory in one language.
type language struct {
	title    string // of the context; the site follows
	login    string
	intents  string // heading over the task intents
	intent   string // before each
	footer   string
	pattern  map[types.PatternType]string // value, description; then the confidence
	sure     string                       // confidence
	sureUsed string                       // confidence, uses
	pinned   string                       // before these, if a person pinned the pattern
	found    string                       // site, count, counts by type
	missing  string                       // site
	kinds    map[types.PatternType]string // value is the name with its number
	kindSep  string
	hints    []string
	nearby   string // site with a card
	// elsewhere is the hint from other sites: their number, and the words.
	elsewhere string
}

// chinese holds spec 004's texts. Names of another program's tools are replaced by
// Cairn's, so that an agent can follow the advice.
var chinese = language{
	title:   "## 站点记忆: ",
	login:   "- 需要登录: 是",
	intents: "### 已知任务经验（请优先按此步骤操作）",
	intent:  "- 任务: ",
	footer:  "⚠️ 以上为历史经验，如页面结构已变化请忽略并重新探索。",
	pattern: map[types.PatternType]string{
		types.PatternSelector:       "- 选择器 `%[1]s` → %[2]s",
		types.PatternNavigationPath: "- 导航路径 `%[1]s` → %[2]s",
		types.PatternLoginRequired:  "- 登录页 `%[1]s`: %[2]s",
		types.PatternSPAHint:        "- SPA提示: %[2]s",
		types.PatternPageStructure:  "- 页面结构 `%[1]s`: %[2]s",
	},
	sure:     " (置信度:%.2f)",
	sureUsed: " (置信度:%.2f, 用过%d次)",
	pinned:   " [已固定]",
	found:    "已找到 %s 的站点记忆（%d 条模式：%s）。请参考历史经验操作，如页面结构已变化请忽略。",
	missing:  "没有 %s 的站点记忆。请自行探索页面结构。",
	kinds: map[types.PatternType]string{
		types.PatternSelector: "%d 选择器", types.PatternTaskIntent: "%d 任务经验", types.PatternNavigationPath: "%d 导航路径",
		types.PatternLoginRequired: "%d 登录要求", types.PatternSPAHint: "%d SPA提示", types.PatternPageStructure: "%d 页面结构",
	},
	kindSep: ", ",
	hints:   []string{"使用 mm_describe_screen 探索页面结构", "使用 mm_accessibility_snapshot 获取页面内容"},
	nearby:  "%s 有站点记忆，可用 recall_site_memory 查询",

	elsewhere: "提示（来自另外 %d 个站点，并非本站）: 类似任务通常经过 %s",
}

var english = language{
	title:   "## Site memory: ",
	login:   "- Login required: yes",
	intents: "### Tasks done here before (prefer these steps)",
	intent:  "- Task: ",
	footer:  "⚠️ Past experience: where the page has changed, ignore it and explore.",
	pattern: map[types.PatternType]string{
		types.PatternSelector:       "- Selector `%[1]s` → %[2]s",
		types.PatternNavigationPath: "- Path `%[1]s` → %[2]s",
		types.PatternLoginRequired:  "- Login page `%[1]s`: %[2]s",
		types.PatternSPAHint:        "- Single-page app: %[2]s",
		types.PatternPageStructure:  "- Page `%[1]s`: %[2]s",
	},
	sure:     " (confidence %.2f)",
	sureUsed: " (confidence %.2f, used %d times)",
	pinned:   " [pinned]",
	found:    "Found site memory for %s (%d patterns: %s). Follow past experience; ignore it where the page has changed.",
	missing:  "There is no site memory for %s. Explore the page structure yourself.",
	kinds: map[types.PatternType]string{
		types.PatternSelector: "selectors %d", types.PatternTaskIntent: "tasks %d", types.PatternNavigationPath: "paths %d",
		types.PatternLoginRequired: "login pages %d", types.PatternSPAHint: "SPA hints %d", types.PatternPageStructure: "pages %d",
	},
	kindSep: ", ",
	hints:   []string{"Use mm_describe_screen to explore the page structure", "Use mm_accessibility_snapshot to read the page's content"},
	nearby:  "There is site memory for %s: ask recall_site_memory for it",

	elsewhere: "Hint from %d other sites, not this one: such tasks went by %s",
}

func languageFor(req types.RecallRequest) (*language, error) {
	switch req.Language {
	case "en":
		return &english, nil
	case "zh":
		return &chinese, nil
	case "":
		if isChinese(req.TaskHint) {
			return &chinese, nil
		}
		return &english, nil
	}
	return nil, types.Invalid(fmt.Sprintf("language %q is not known", req.Language), `Leave language out, or say "en" or "zh".`)
}

// isChinese reports whether a text has Chinese characters, and none of the scripts
// that Japanese and Korean write beside them.
func isChinese(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) &&
		!strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul) })
}
