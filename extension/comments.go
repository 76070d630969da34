package extension

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
)

// uncommentedScripts is a file system with content scripts that have lost their comments:
// a third of their bytes, which every frame of every page would hold otherwise.
type uncommentedScripts struct{ fs.FS }

func (u uncommentedScripts) Open(name string) (fs.File, error) {
	f, err := u.FS.Open(name)
	if script, _ := path.Match("content/*.js", name); err != nil || !script {
		return f, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	text = uncommented(text)
	return &textFile{File: f, info: sized{info, int64(len(text))}, text: bytes.NewReader(text)}, nil
}

// cast matches a comment within a line that gives the type of the rest.
var cast = regexp.MustCompile(`/\*\* @(?:type|param) [^*]*\*/ ?`)

// whole matches a string, a template or a pattern, which keeps its spaces.
const whole = "(`[^`]*`" + `|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?: ?(?:[([=,:;!?]|[=!]==|=>|&&|\|\||\?\?|return) ?|^)/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/[a-z]*)`

// spaced matches a whole, or a sign that works without the space beside it: an operator between two, a comma, a
// semicolon or an opening brace before one, a closing brace behind one; no second sign may follow a plus or a minus.
var spaced = regexp.MustCompile(whole + `| (=>|[=!]==?|[<>]=?|[-+*]=|[*%]|&&|\|\||\?\?|[=?:]) |([,;{]) | (\})| ([-+]) ([\w(])`)

// bracketed matches a whole, or a sign that needs no space beside it: a bracket, the colon of a property, a string behind a word.
var bracketed = regexp.MustCompile(whole + `|([\]):}]) | ([(\[])|\b(return|case) ('(?:[^'\\]|\\.)*'|!)|\b(yield\*) `)

// code returns a line without the comment at its end, if nothing in the comment could end an earlier string, and
// without the casts, which only the checker of types reads.
func code(line []byte) []byte {
	before, after, found := bytes.Cut(line, []byte(" // "))
	if found && !bytes.ContainsAny(after, "'\"`/") {
		line = bytes.TrimSpace(before)
	}
	line = cast.ReplaceAll(line, nil)
	// A comment may be left; of more templates one may be in another.
	if n := bytes.Count(line, []byte("`")); !bytes.Contains(line, []byte("// ")) && (n == 0 || n == 2) {
		line = bracketed.ReplaceAll(spaced.ReplaceAll(line, []byte("$1$2$3$4$5$6")), []byte("$1$2$3$4$5$6"))
	}
	if start, opens := bytes.CutSuffix(line, []byte(" {")); opens { // no string ends with a line
		return append(start, '{')
	}
	return line
}

// uncommented is JavaScript without its empty lines, the spaces that begin a line, stand before a brace at its
// end, after commas, within braces, beside brackets or around operators, line breaks where a statement or a list goes on
// or has ended by its sign or a brace, most semicolons before a brace, the comma after a list's last entry, and its
// comments. A statement that ends with a brace and lacks its semicolon becomes a syntax error. A test holds content
// scripts to have no template that runs over several lines.
func uncommented(script []byte) []byte {
	out := make([]byte, 0, len(script))
	within := false // a comment of several lines
	var last []byte // the line before
	for line := range bytes.Lines(script) {
		text := bytes.TrimSpace(line)
		if !within && bytes.HasPrefix(text, []byte("/*")) {
			within, text = true, text[2:]
		}
		if within {
			_, rest, ended := bytes.Cut(text, []byte("*/"))
			if !ended {
				continue
			}
			within = false
			if text = bytes.TrimSpace(rest); len(text) > 0 {
				out = append(append(out, text...), '\n')
			}
			continue
		}
		if len(text) > 0 && !bytes.HasPrefix(text, []byte("//")) {
			n := len(out)
			if text[0] == '}' && n > 1 && out[n-1] == ';' && (out[n-2] != ')' || !heads.Match(last)) ||
				n > 0 && out[n-1] == ',' && bytes.IndexByte([]byte("})]"), text[0]) >= 0 {
				out = out[:n-1]
			}
			written := code(text)
			if out = append(out, written...); !joins(written) {
				out = append(out, '\n')
			}
			last = text
		}
	}
	return out
}

// heads matches the begin of a line whose statement may be an empty one, which needs its semicolon.
var heads = regexp.MustCompile(`^(?:\} ?)?(?:if|for|while|else)\b`)

// joins reports whether nothing changes where the next line follows a written one at once. A comment may be left
// at its end.
func joins(written []byte) bool {
	return bytes.IndexByte([]byte("{([,;}"), written[len(written)-1]) >= 0 && !bytes.Contains(written, []byte("//"))
}
