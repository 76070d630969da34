package gen

import "go/ast"

// rule is the TypeScript of a type whose JSON does not follow from its Go
// fields, because it has MarshalJSON and UnmarshalJSON of its own.
type rule struct {
	ts   string   // right side of `export type Name =`
	uses []string // declared types that it names
}

// rules is the whole list. Each entry must equal the output of the methods of that type
// in shared/types; TestRulesMatchTheGoMethods holds them to it.
var rules = map[string]rule{
	"Time":        {ts: `string`},
	"Scope":       {ts: `"" | "current" | "all" | { sessionId: string }`},
	"PriorTarget": {ts: `{ type: "testId" | "selector" | "url" | "text"; value: string } | { type: "a11yHint"; value: A11yHint }`, uses: []string{"A11yHint"}},
}

// renamed are types whose Go name would hide one of JavaScript's own.
var renamed = map[string]string{"Error": "Fault"}

// tsName is the name of a Go type in wire.d.ts.
func tsName(name string) string {
	if ts, ok := renamed[name]; ok {
		return ts
	}
	return name
}

// basic maps Go's own types. int64 fits: nothing on the wire passes 2^53.
var basic = map[string]string{
	"string": "string", "bool": "boolean", "any": "unknown",
	"int": "number", "int64": "number", "float64": "number",
}

// qualified maps types of other packages than types.
var qualified = map[string]string{"json.RawMessage": "unknown"}

// selectorName is "json.RawMessage" for that selector.
func selectorName(e *ast.SelectorExpr) string {
	if x, ok := e.X.(*ast.Ident); ok {
		return x.Name + "." + e.Sel.Name
	}
	return e.Sel.Name
}
