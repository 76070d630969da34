package gen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// source is the parsed source: every declared type of both packages by name, those
// of package wire in order, and the numeric constants.
type source struct {
	decls   map[string]*decl
	roots   []*decl
	numbers []number
}

// decl is one named type.
type decl struct {
	name   string
	doc    string
	expr   ast.Expr // the text after the name
	values []value  // of a string with constants
}

// field is one field of a struct as JSON knows it.
type field struct {
	name     string
	doc      string
	optional bool
	expr     ast.Expr
}

// value is one constant of a union.
type value struct{ text, doc string }

// number is one exported numeric constant, its expression not yet computed.
type number struct {
	name, doc string
	expr      ast.Expr
}

// load parses all packages. They share one namespace in TypeScript, so
// a name that two declare is an error.
func load(wireDir string, typesDirs ...string) (*source, error) {
	s := &source{decls: map[string]*decl{}}
	for _, dir := range append([]string{wireDir}, typesDirs...) {
		files, err := parseDir(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if err := s.addTypes(f, dir == wireDir); err != nil {
				return nil, err
			}
		}
		for _, f := range files {
			s.addConsts(f)
		}
	}
	return s, nil
}

// parseDir parses the Go files of dir without its tests, in order of name.
func parseDir(dir string) ([]*ast.File, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	sort.Strings(paths)
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("parse: %w", err)
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files in %s", dir)
	}
	return files, nil
}

func (s *source) addTypes(f *ast.File, root bool) error {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, sp := range g.Specs {
			spec := sp.(*ast.TypeSpec)
			if !spec.Name.IsExported() {
				continue
			}
			name := spec.Name.Name
			if s.decls[name] != nil {
				return fmt.Errorf("type %s is declared twice", name)
			}
			out := &decl{name: name, doc: text(spec.Doc, g.Doc), expr: spec.Type}
			s.decls[name] = out
			if root {
				s.roots = append(s.roots, out)
			}
		}
	}
	return nil
}

// embedded are the types whose fields a struct has as its own.
func embedded(owner string, st *ast.StructType) (names []string, err error) {
	for _, f := range st.Fields.List {
		if len(f.Names) > 0 {
			continue
		}
		id, ok := f.Type.(*ast.Ident)
		if !ok || f.Tag != nil {
			return nil, fmt.Errorf("%s embeds a type that cannot be extended: name the field instead", owner)
		}
		names = append(names, id.Name)
	}
	return names, nil
}

// structFields reads the JSON names and options of a struct's own exported
// fields.
func structFields(owner string, st *ast.StructType) ([]field, error) {
	var out []field
	for _, f := range st.Fields.List {
		for _, id := range f.Names {
			if !id.IsExported() {
				continue
			}
			if f.Tag == nil {
				return nil, fmt.Errorf("%s.%s has no json tag: give it one, or a rule for %s", owner, id.Name, owner)
			}
			tag, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				return nil, fmt.Errorf("tag of %s.%s: %w", owner, id.Name, err)
			}
			name, opts, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
			if name == "-" {
				continue
			}
			if name == "" {
				return nil, fmt.Errorf("%s.%s has no name in its json tag", owner, id.Name)
			}
			optional := strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero")
			out = append(out, field{name, joinDocs(text(f.Doc), text(f.Comment)), optional, f.Type})
		}
	}
	return out, nil
}

// addConsts files string constants under their type and keeps the numbers.
// Strings without a type of their own are no union and stay in Go.
func (s *source) addConsts(f *ast.File) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, sp := range g.Specs {
			spec := sp.(*ast.ValueSpec)
			if len(spec.Names) != 1 || len(spec.Values) != 1 || !spec.Names[0].IsExported() {
				continue
			}
			above := spec.Doc
			if !g.Lparen.IsValid() {
				above = g.Doc
			}
			doc := joinDocs(text(above), text(spec.Comment))
			lit, _ := spec.Values[0].(*ast.BasicLit)
			isString := lit != nil && lit.Kind == token.STRING
			typ, _ := spec.Type.(*ast.Ident)
			switch {
			case isString && typ != nil && s.decls[typ.Name] != nil:
				of := s.decls[typ.Name]
				of.values = append(of.values, value{lit.Value, doc})
			case !isString:
				s.numbers = append(s.numbers, number{spec.Names[0].Name, doc, spec.Values[0]})
			}
		}
	}
}

// text is the first comment there is, without its slashes.
func text(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if g != nil {
			return strings.TrimSpace(g.Text())
		}
	}
	return ""
}

func joinDocs(above, beside string) string {
	return strings.TrimSpace(above + "\n" + beside)
}
