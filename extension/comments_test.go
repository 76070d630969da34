package extension

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

func TestScriptsLoseCommentsAndIndentationAndNothingElse(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "",
		"a();\n\n// why\nb();\n":           "a();b();",
		"a(); // goes\n":                   "a();",
		"a('b'); // goes\n":                "a('b');",
		"a('b // stays');\n":               "a('b // stays');\n",
		"a('b'); // isn't b\n":             "a('b'); // isn't b\n",
		"a('b'); // isn't b;\nc\n":         "a('b'); // isn't b;\nc\n",
		"a(/** @type {any} */ (b)?.c);\n":  "a((b)?.c);",
		"  // in\n  a('// no comment');\n": "a('// no comment');\n",
		"/** @type {x} */\na();\n":         "a();",
		"  /**\n   * // of\n   * many\n   */\n  a();\n": "a();",
		"{\n  a = b;\n}\n":                        "{a=b}",
		"{\n  while (a());\n}\n":                  "{while(a());}",
		"{\n  if (a()) b();\n}\n":                 "{if(a())b();}",
		"case 'a ': return !a || return 'b (';\n": "case'a ':return!a||return'b (';",
		"a = yield* b();\n":                       "a=yield*b();",
		"{\n  a(b);\n}\n":                         "{a(b)}",
		"/* one */ a();\n":                        "a();\n",
		"/* one\n two */ a();\nb();\n":            "a();\nb();",
		"a('/*');\nb('*/');\n":                    "a('/*');b('*/');",
		"a = b\n  / c;\n":                         "a=b\n/ c;",
		"a = b ?? -1 === c ? 1 : 2;\n":            "a=b??-1===c?1:2;",
		"a = 'b = c' === d;\n":                    "a='b = c'===d;",
		`a = 'b\' = ' ? "' = " : d;`:              `a='b\' = '?"' = ":d;`,
		"a = /' = /.test(b = ' = ');\n":           "a = /' = /.test(b=' = ');",
		"if (a && / = [/] = '/.test(b / c)) d = b / c === 2 ? / , / : [e, / , /];\n": "if(a && / = [/] = '/.test(b / c))d=b / c===2 ? / , /:[e, / , /];",
		"const f = (\n  [\n    1,\n  ]) => {\n  return\n  g()\n}\n":                  "const f=([1])=>{return\ng()\n}",
		"a = `${b} = ` + c < d;\n":                         "a=`${b} = `+c<d;",
		"a = `${b ? ` = ` : c}` === d;\n":                  "a = `${b ? ` = ` : c}` === d;",
		"a -= b * -c >= d ? 'x < y' : 2 % e;\n":            "a-=b*-c>=d?'x < y':2%e;",
		"if (a) { b = { c, d }; e = '{ f }'; }\n":          "if(a){b={c,d};e='{ f }';}",
		"f(a ? { b: ' ( ) ' } : (c) || d) ; return (e);\n": "f(a?{b:' ( ) '}:(c)||d);return(e);",
		"/^x/.test(a);\nb()":                               "/^x/.test(a);b()\n",
		"a(\r\n// c\r\n);\r\n":                             "a();",
		"/* never ended\na();\n":                           "",
	} {
		if got := string(uncommented([]byte(in))); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// maxScripts is the most bytes that one frame is given.
const maxScripts = 220_500

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
