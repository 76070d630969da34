// Package runner runs flows (DESIGN 12): it does the steps of a known way in a
// browser, one after the other, without a model in between.
//
// A [Runner] belongs to one agent, whose hands (package pilot) look and act. Before
// each step it waits for the step's screen and finds the element with proof
// (prove.go): an element that is not proved to be the recorded one is not acted on.
// What is found is proved once more by the hands, when all is ready for the input.
// Behind each step it waits for what the step led to before (effect.go).
//
// A run that cannot go on without guessing stops, says why and keeps its place. The
// agent does that step itself, and [Runner.Continue] goes on behind it (resume.go).
// Nothing that may have been done is ever done again.
package runner
