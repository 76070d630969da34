package search

import (
	"reflect"
	"testing"

	"cairn/shared/types"
)

// fill sets everything that a value has to something, so that a forgotten
// field shows.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value, n)
		v.SetMapIndex(reflect.ValueOf("key"), value)
	case reflect.Interface:
		v.Set(reflect.ValueOf("any"))
	case reflect.String:
		v.SetString("text" + string(rune('a'+*n%26)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.5)
	default:
		v.SetInt(int64(*n))
	}
}

func TestSegmentsKeepEveryFieldOfSessionsAndSteps(t *testing.T) {
	var s types.Session
	var step types.Step
	n := 0
	fill(reflect.ValueOf(&s).Elem(), &n)
	fill(reflect.ValueOf(&step).Elem(), &n)
	step.SessionID = s.SessionID
	for i := range step.Observation.A11y.Nodes { // a stored step has no copies, and no texts beside its elements
		step.Observation.A11y.Nodes[i].Copy, step.Observation.A11y.Nodes[i].Before = false, ""
	}
	step.Tool.Target.Before = ""
	for i := range step.Advice.Given {
		step.Advice.Given[i].Target.Before = ""
	}
	e, again := New(), New()
	e.PutSession(&s)
	e.PutStep(&step)
	attach(t, again, packed(t, e, []string{s.SessionID}))
	if got, want := asJSON(t, again.Session(s.SessionID)), asJSON(t, &s); got != want {
		t.Errorf("the session is\n%s\nwant\n%s", got, want)
	}
	if got, want := asJSON(t, again.Step(step.StepID)), asJSON(t, &step); got != want {
		t.Errorf("the step is\n%s\nwant\n%s", got, want)
	}
}
