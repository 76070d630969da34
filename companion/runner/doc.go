// Package runner runs flows (DESIGN 12): it does the recorded steps of a task in a browser,
// one after the other, without a model.
//
// A [Runner] belongs to one agent, whose driver (package pilot) observes and acts. Before each
// step it waits for the step's screen and finds the element with proof (prove.go): it never
// acts on an element that is not proved to be the recorded one. The driver proves the element
// once more, immediately before the input. After each step the runner waits for the recorded
// effect of the step (effect.go).
//
// A run that cannot continue without guessing stops, returns the reason and keeps its place.
// The agent does that step itself, and [Runner.Continue] continues after it (resume.go). A
// step that may have been done is never repeated.
package runner
