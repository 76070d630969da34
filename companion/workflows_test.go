package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"
)

// workflow is the part of a GitHub workflow that is checked.
type workflow struct {
	Name        string
	On          any
	Permissions map[string]string
	Jobs        map[string]struct {
		RunsOn  string `yaml:"runs-on"`
		Timeout int    `yaml:"timeout-minutes"`
		Needs   string
		If      string
		Env     map[string]string
		Steps   []struct {
			Name, Uses, Run, If string
			With, Env           map[string]any
		}
	}
}

var (
	pinned     = regexp.MustCompile(`^[a-z-]+/[a-z-]+@v\d+$`)
	inScripts  = regexp.MustCompile(`\$\{\{`)
	cairnCalls = regexp.MustCompile(`(?m)^\s*bin/cairn ([^|&\n]*)`)
)

// TestWorkflows checks each workflow: it reads the repository alone, its jobs end, actions have
// a version, no script holds text of others, and each cairn command exists with its options.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("workflows are %q (%v)", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var w workflow
		if err := yaml.Unmarshal(data, &w); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if w.Name == "" || w.On == nil || len(w.Jobs) == 0 || w.Permissions["contents"] != "read" || len(w.Permissions) != 1 {
			t.Errorf("%s: name %q, on %v, permissions %v, %d jobs", file, w.Name, w.On, w.Permissions, len(w.Jobs))
		}
		for name, job := range w.Jobs {
			if job.RunsOn == "" || job.Timeout == 0 || len(job.Steps) == 0 || job.Needs != "" && w.Jobs[job.Needs].RunsOn == "" {
				t.Errorf("%s: job %s: %+v", file, name, job)
			}
			for _, step := range job.Steps {
				if (step.Uses == "") == (step.Run == "") || step.Uses != "" && !pinned.MatchString(step.Uses) || inScripts.MatchString(step.Run) {
					t.Errorf("%s: job %s: step %+v", file, name, step)
				}
				for _, call := range cairnCalls.FindAllStringSubmatch(step.Run, -1) {
					checkCall(t, file, strings.Fields(call[1]))
				}
			}
		}
	}
}

// checkCall checks that a command exists and takes the given options and operands.
func checkCall(t *testing.T, file string, args []string) {
	t.Helper()
	root := newRoot(&call{out: &bytes.Buffer{}, errOut: &bytes.Buffer{}})
	cmd, rest, err := root.Find(args)
	if err != nil {
		t.Errorf("%s: cairn %q: %v", file, args, err)
		return
	}
	if cmd == root && len(args) > 0 && args[0] == "--version" {
		return
	}
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		if cmd.Flags().Lookup(f.Name) == nil {
			cmd.Flags().AddFlag(f)
		}
	})
	if err := cmd.Flags().Parse(rest); err != nil {
		t.Errorf("%s: cairn %q: %v", file, args, err)
		return
	}
	if cmd.RunE == nil && cmd.Run == nil {
		t.Errorf("%s: cairn %q is no command", file, args)
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("%s: cairn %q: %v", file, args, err)
	}
}
