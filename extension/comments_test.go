package extension

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

func TestScriptsLoseCommentsAndIndentationAndNothingElse(t *testing.T) {
	for in, want := range map[string]string{
		"":                           "",
		"a();\n\n// why\nb();\n":     "a();\nb();\n",
		"a(); // stays\n":            "a(); // stays\n",
		"a('b // stays');\n":         "a('b // stays');\n",
		"  // in\n  a('// none');\n": "a('// none');\n",
		"/** @type {x} */\na();\n":   "a();\n",
		"/* one */ a();\n":           "a();\n",
		"/* one\n two */ a();\n":     "a();\n",
		"  /**\n   * // of\n   * many\n   */\n  a();\n": "a();\n",
		"a('/*');\nb('*/');\n":                          "a('/*');\nb('*/');\n",
		"a = b\n  / c;\n":                               "a = b\n/ c;\n",
		"a(\r\n// c\r\n);\r\n":                          "a(\n);\n",
		"/* never ended\na();\n":                        "",
	} {
		if got := string(uncommented([]byte(in))); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// maxScripts is the most bytes that one frame is given.
const maxScripts = 265_000

func TestContentScriptsAreSmall(t *testing.T) {
	scripts, err := contentScripts()
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`(?m)^\s*(?://|\*|/\*).*$`)
	total := 0
	for _, name := range scripts {
		raw, err := embedded.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(code.ReplaceAllString(string(raw), ""), "\n") {
			if strings.Count(line, "`")%2 != 0 {
				t.Errorf("%s:%d begins a string of several lines, in which a line may look like a comment", name, i+1)
			}
		}
		text, err := fs.ReadFile(Files, name)
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
	}
	if total > maxScripts {
		t.Errorf("content scripts have %d bytes, want %d at most", total, maxScripts)
	}
	t.Logf("%d bytes of content scripts in each frame", total)
}
