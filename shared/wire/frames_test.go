package wire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/golden"
)

// frames is where one message of each kind lies, for Go and JavaScript alike.
const frames = "../../testdata/wire"

// TestFramesStayAsTheyAre holds every message to its golden form with every
// field set: a renamed, dropped or retyped field shows as a changed file.
// ./build.sh gen writes the forms after a change that is meant.
func TestFramesStayAsTheyAre(t *testing.T) {
	for _, kind := range constants(t, "link.go", "Kind") {
		e := wire.Envelope{Kind: wire.Kind(kind)}
		fillNamed(t, reflect.ValueOf(&e).Elem(), kind)
		switch e.Kind {
		case wire.KindReply:
			e.Re = 7
		case wire.KindTabOpen, wire.KindTabClose, wire.KindTabList, wire.KindBind, wire.KindObserve, wire.KindLocate,
			wire.KindSettle, wire.KindBracket, wire.KindAttach, wire.KindDetach, wire.KindCommand:
			e.ID = 7
		}
		goldenFrame(t, "link/"+kind, e, new(wire.Envelope))
	}
	for _, op := range constants(t, "core.go", "CoreOp") {
		r := wire.CoreRequest{Op: wire.CoreOp(op), Now: sampleTime}
		fillNamed(t, reflect.ValueOf(&r).Elem(), op)
		goldenFrame(t, "core/"+op, r, new(wire.CoreRequest))
	}
	var reply wire.CoreReply
	fill(reflect.ValueOf(&reply).Elem(), "")
	goldenFrame(t, "core/reply", reply, new(wire.CoreReply))

	var message wire.RuntimeMessage
	fill(reflect.ValueOf(&message).Elem(), "")
	goldenFrame(t, "runtime/message", message, new(wire.RuntimeMessage))
	var answer wire.RuntimeReply
	fill(reflect.ValueOf(&answer).Elem(), "")
	goldenFrame(t, "runtime/reply", answer, new(wire.RuntimeReply))
}

// goldenFrame compares v with its file and sees that its text decodes to the same.
func goldenFrame(t *testing.T, name string, v, into any) {
	t.Helper()
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	golden.Check(t, filepath.Join(frames, name+".json"), string(text))
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if again, _ := json.MarshalIndent(into, "", "  "); string(again)+"\n" != string(text) {
		t.Errorf("%s comes back as\n%s", name, again)
	}
}

// constants lists the string constants of a type in a file of this package.
func constants(t *testing.T, file, typ string) []string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile(`\s`+typ+`\s+= "(\w+)"`).FindAllStringSubmatch(string(src), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("%s declares no %s", file, typ)
	}
	return out
}

// bare are the kinds and operations that are all said by their name.
var bare = map[string]bool{"beat": true, "status": true, "reset": true, "sites": true, "stats": true}

// fillNamed fills the field whose JSON name is the message's kind.
func fillNamed(t *testing.T, v reflect.Value, name string) {
	t.Helper()
	if name == "put" {
		name = "records"
	}
	for i := range v.NumField() {
		if field, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); field == name {
			fill(v.Field(i), name)
			return
		}
	}
	if !bare[name] {
		t.Errorf("%s has no field %q for the message of that name", v.Type(), name)
	}
}

const sampleTime = types.Time(1770091506000)

// samples are the values of types that do not take any.
var samples = map[reflect.Type]any{
	reflect.TypeFor[types.Time]():        sampleTime,
	reflect.TypeFor[types.Scope]():       types.Scope{Kind: types.ScopeSession, SessionID: "s-wallet"},
	reflect.TypeFor[types.Actor]():       types.ActorAgent,
	reflect.TypeFor[types.Code]():        types.CodeNotFound,
	reflect.TypeFor[types.PatternType](): types.PatternSelector,
	reflect.TypeFor[wire.Kind]():         wire.KindBeat,
	reflect.TypeFor[wire.CoreOp]():       wire.OpStatus,
	reflect.TypeFor[wire.RuntimeKind]():  wire.RunHealth,
	reflect.TypeFor[json.RawMessage]():   json.RawMessage(`{"any":"JSON"}`),
	reflect.TypeFor[types.PriorTarget](): types.PriorTarget{Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: "button", Name: "Send"}},
	// One message inside another is filled no further.
	reflect.TypeFor[wire.Envelope]():    wire.Envelope{Kind: wire.KindBeat},
	reflect.TypeFor[wire.CoreRequest](): wire.CoreRequest{Op: wire.OpStatus, Now: sampleTime},
	reflect.TypeFor[wire.CoreReply]():   wire.CoreReply{Status: &types.Status{Steps: 7}},
}

// fill sets every field of v, strings to their own name.
func fill(v reflect.Value, name string) {
	nested := name != ""
	if sample, ok := samples[v.Type()]; ok && (nested || v.Kind() != reflect.Struct) {
		v.Set(reflect.ValueOf(sample))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Struct:
		for i := range v.NumField() {
			field, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if field != "-" {
				fill(v.Field(i), field)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Map:
		key, val := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, name)
		fill(val, name)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, val)
	case reflect.Interface, reflect.String:
		v.Set(reflect.ValueOf(name).Convert(v.Type()))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.5)
	default:
		panic(fmt.Sprintf("no sample for %s %s", name, v.Type()))
	}
}
