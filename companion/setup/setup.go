// Package setup writes Cairn into the configuration of MCP clients, after it has shown
// the change, and removes it again (`cairn setup`).
//
// A client (list.go) has one file in one of three formats (json.go, toml.go, yaml.go). An edit
// changes one place and leaves the rest as it is. Text that cannot be parsed stays
// untouched: an edit is written only if everything except our entry still has the same
// meaning, and a copy of the previous file stays beside it (file.go). If nothing else
// has changed when Cairn is removed, the copy is removed too, and so is a file that
// Cairn created.
package setup

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cairn/shared/types"
)

// serverName is Cairn's name in a client's configuration.
const serverName = "cairn"

// Server is the command with which a client starts Cairn.
type Server struct {
	Command string
	Args    []string
}

// Setup is one run of the command.
type Setup struct {
	Server  Server
	Yes     bool   // write without asking
	Remove  bool   // remove the entry
	Print   bool   // print the entry, and change nothing
	Wrap    bool   // wrap the existing browser drivers, instead of adding Cairn beside them
	Project string // a directory with source code: change its configurations, not the user's
	In      io.Reader
	Out     io.Writer

	answers *bufio.Reader
}

// ErrNotAll reports that some client could not be set up; the reason was printed.
var ErrNotAll = errors.New("not every client could be changed")

// Run sets up the named clients, or all that are installed, one after the other. A
// failure in one does not stop the others.
func (s *Setup) Run(names []string) error {
	where, err := userFolders()
	if err != nil {
		return err
	}
	return s.run(clientsOf(where), names)
}

func (s *Setup) run(all []client, names []string) error {
	if s.Project != "" {
		in := inProjects(all, s.Project)
		for _, name := range names {
			if c := findClient(all, name); c != nil && findClient(in, name) == nil {
				return types.Invalid(c.title+" reads no configuration from a project", "those that do are "+clientNames(in)+"; set "+c.title+" up without --project")
			}
		}
		all = in
	}
	if s.Wrap {
		for i := range all {
			all[i].format = wrapFormat{all[i].format}
		}
	}
	clients, err := pickClients(all, names)
	if err != nil {
		return err
	}
	if s.Print {
		s.printSnippets(all, clients)
		return nil
	}
	if len(clients) == 0 {
		where, server := "here", s.Server
		if s.Wrap {
			server = exampleOf(server)
		}
		if s.Project != "" {
			where = "in " + s.Project
		}
		fmt.Fprintf(s.Out, "None of the clients that Cairn knows was found %s. Known are %s.\nName one to set it up all the same. For another, paste:\n\n%s", where, clientNames(all), indentText(jsonPlain.snippet(server)))
		return nil
	}
	s.answers = bufio.NewReader(s.In)
	failed := false
	for _, c := range clients {
		if err := s.set(c); err != nil {
			failed = true
			s.explain(c, err)
		}
	}
	if failed {
		return ErrNotAll
	}
	return nil
}

// printSnippets prints each different snippet once.
func (s *Setup) printSnippets(all, clients []client) {
	if len(clients) == 0 {
		clients = all
	}
	var order []string
	users := map[string][]string{}
	for _, c := range clients {
		snippet := c.format.snippet(s.Server)
		if users[snippet] == nil {
			order = append(order, snippet)
		}
		users[snippet] = append(users[snippet], fmt.Sprintf("%s: %s", c.title, c.file))
	}
	for i, snippet := range order {
		if i > 0 {
			fmt.Fprintln(s.Out)
		}
		fmt.Fprintf(s.Out, "%s\n\n%s", strings.Join(users[snippet], "\n"), indentText(snippet))
	}
}

// explain prints why a client was not changed, and the steps for a person.
func (s *Setup) explain(c client, err error) {
	fmt.Fprintf(s.Out, "%s: nothing was changed in %s: %v\n", c.title, c.file, err)
	if s.Remove {
		fmt.Fprintf(s.Out, "To take Cairn out by hand, delete its entry %q there.\n", serverName)
		return
	}
	fmt.Fprintf(s.Out, "To set it up by hand, add this there:\n\n%s\n", indentText(c.format.snippet(s.Server)))
}

func (s *Setup) set(c client) error {
	file, err := readConfig(c.file)
	if err != nil {
		return err
	}
	before := file.text()
	after, err := s.edit(c.format, before)
	if err != nil {
		return err
	}
	if after == before {
		said := map[bool]string{false: "already set up", true: "no entry of Cairn"}[s.Remove]
		if s.Wrap {
			said = map[bool]string{false: "no browser driver to wrap", true: "no wrapped browser driver"}[s.Remove]
		}
		fmt.Fprintf(s.Out, "%s: %s in %s\n", c.title, said, c.file)
		return nil
	}
	if s.Remove {
		return s.takeOut(c, file, after)
	}
	s.show(c, before, after)
	if agreed, err := s.agree(c); err != nil || !agreed {
		return err
	}
	if err := s.write(file, after); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "Written. %s.\n\n", strings.ToUpper(c.after[:1])+c.after[1:])
	return nil
}

// takeOut removes our entry from a file. If nothing else changed since Cairn wrote it,
// the result is the original: the same bytes, or no file.
func (s *Setup) takeOut(c client, file *configFile, after string) error {
	before := file.text()
	kept, had := file.kept()
	with, err := c.format.add(kept, c.format.server(before))
	without, rerr := c.format.remove(kept)
	untouched := err == nil && rerr == nil && with == before && without == kept
	if untouched {
		after = kept
	}
	s.show(c, before, after)
	goes := untouched && !had && !file.linked
	if goes {
		fmt.Fprintf(s.Out, "Cairn created this file, and it holds nothing else: it will be deleted.\n")
	}
	if agreed, err := s.agree(c); err != nil || !agreed {
		return err
	}
	if goes {
		err = file.remove()
	} else {
		err = s.write(file, after)
	}
	if err == nil && untouched && had {
		err = file.dropBackup()
	}
	if err == nil {
		fmt.Fprintf(s.Out, "Removed from %s.\n\n", c.title)
	}
	return err
}

func (s *Setup) show(c client, before, after string) {
	fmt.Fprintf(s.Out, "%s: %s\n\n%s\n", c.title, c.file, indentText(diff(before, after)))
}

func (s *Setup) write(file *configFile, text string) error {
	backup, err := file.write(text)
	if err == nil && backup != "" {
		fmt.Fprintf(s.Out, "The file as it was is kept as %s\n", backup)
	}
	return err
}

// edit changes a text and checks that the rest of it keeps its meaning.
func (s *Setup) edit(format format, before string) (string, error) {
	rest, err := meaningOfRest(format, before)
	if err != nil {
		return "", err
	}
	var after string
	if s.Remove {
		after, err = format.remove(before)
	} else {
		after, err = format.add(before, s.Server)
	}
	if err != nil {
		return "", err
	}
	if now, err := meaningOfRest(format, after); err != nil || now != rest {
		return "", errors.New("its layout is not one that Cairn can change safely")
	}
	if now := format.server(after); !s.Remove && !s.Wrap && (now.Command != s.Server.Command || !slices.Equal(now.Args, s.Server.Args)) {
		return "", errors.New("its layout is not one that Cairn can change safely")
	}
	return after, nil
}

// meaningOfRest returns everything except our entry, in a form to compare by.
func meaningOfRest(f format, text string) (string, error) {
	rest, err := f.remove(text)
	if err != nil {
		return "", err
	}
	return f.meaning(rest)
}

// agree asks the user, unless --yes was given. The end of the input counts as a no.
func (s *Setup) agree(c client) (bool, error) {
	if s.Yes {
		return true, nil
	}
	fmt.Fprintf(s.Out, "Change this file? [y/N] ")
	line, err := s.answers.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, nil
	case "":
		if err != nil {
			fmt.Fprintf(s.Out, "\nNo answer; --yes writes without asking.\n")
		}
	}
	fmt.Fprintf(s.Out, "%s is left as it is.\n\n", c.title)
	return false, nil
}

func indentText(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
}
