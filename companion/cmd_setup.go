package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cairn/shared/types"
)

func runSetup(_ context.Context, c *call) error {
	s := setup{in: os.Stdin, out: c.out}
	c.flags.BoolVar(&s.yes, "yes", false, "write without asking")
	c.flags.BoolVar(&s.remove, "remove", false, "take the entry out again")
	c.flags.BoolVar(&s.print, "print", false, "show what to paste, and change nothing")
	tools := c.flags.String("tools", "all", "all, or memory for the memory tools alone")
	data := c.flags.String("data", "", "directory that holds Cairn's data, when it is not the usual one")
	names, err := parseAnywhere(c.flags, c.args)
	if err != nil {
		return err
	}
	if s.remove && s.print {
		return usageError{"setup"}
	}
	if s.server, err = ownServer(*tools, *data); err != nil {
		return err
	}
	where, err := userFolders()
	if err != nil {
		return err
	}
	return s.run(mcpClients(where), names)
}

// ownServer is how a client starts this very binary. Clients do not inherit
// the environment of this shell, so a data directory of one's own is spelt out.
func ownServer(tools, data string) (mcpServer, error) {
	if tools != "all" && tools != "memory" {
		return mcpServer{}, types.Fault(types.CodeInvalidInput, fmt.Sprintf("--tools %s is not known", tools), "use all or memory")
	}
	self, err := os.Executable()
	if err != nil {
		return mcpServer{}, fmt.Errorf("find own binary: %w", err)
	}
	server := mcpServer{command: self, args: []string{"mcp"}}
	if tools != "all" {
		server.args = append(server.args, "--tools", tools)
	}
	if data == "" {
		data = os.Getenv(EnvHome)
	}
	if data != "" {
		if data, err = filepath.Abs(data); err != nil {
			return mcpServer{}, fmt.Errorf("data directory: %w", err)
		}
		server.args = append(server.args, "--data", data)
	}
	return server, nil
}

// setup writes Cairn into the configuration of MCP clients, or takes it out.
type setup struct {
	server mcpServer
	yes    bool
	remove bool
	print  bool
	in     io.Reader
	out    io.Writer

	answers *bufio.Reader
}

// errNotAll is returned when a client could not be set up; why was said.
var errNotAll = errors.New("not every client could be changed")

func (s *setup) run(all []mcpClient, names []string) error {
	clients, err := pickClients(all, names)
	if err != nil {
		return err
	}
	if s.print {
		s.printSnippets(all, clients)
		return nil
	}
	if len(clients) == 0 {
		fmt.Fprintf(s.out, "None of the clients that Cairn knows was found here. Known are %s.\nName one to set it up all the same. For another, paste:\n\n%s", clientNames(all), indentText(jsonEntry{key: "mcpServers"}.snippet(s.server)))
		return nil
	}
	s.answers = bufio.NewReader(s.in)
	failed := false
	for _, c := range clients {
		if err := s.client(c); err != nil {
			failed = true
			s.explain(c, err)
		}
	}
	if failed {
		return errNotAll
	}
	return nil
}

// printSnippets shows each different snippet once.
func (s *setup) printSnippets(all, clients []mcpClient) {
	if len(clients) == 0 {
		clients = all
	}
	var order []string
	users := map[string][]string{}
	for _, c := range clients {
		snippet := c.format.snippet(s.server)
		if users[snippet] == nil {
			order = append(order, snippet)
		}
		users[snippet] = append(users[snippet], fmt.Sprintf("%s: %s", c.title, c.file))
	}
	for i, snippet := range order {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		fmt.Fprintf(s.out, "%s\n\n%s", strings.Join(users[snippet], "\n"), indentText(snippet))
	}
}

// explain tells why a client was left as it was, and what a person can do.
func (s *setup) explain(c mcpClient, err error) {
	fmt.Fprintf(s.out, "%s: nothing was changed in %s: %v\n", c.title, c.file, err)
	if s.remove {
		fmt.Fprintf(s.out, "To take Cairn out by hand, delete its entry %q there.\n", serverName)
		return
	}
	fmt.Fprintf(s.out, "To set it up by hand, add this there:\n\n%s\n", indentText(c.format.snippet(s.server)))
}

func (s *setup) client(c mcpClient) error {
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
		fmt.Fprintf(s.out, "%s: %s in %s\n", c.title, map[bool]string{false: "already set up", true: "no entry of Cairn"}[s.remove], c.file)
		return nil
	}
	fmt.Fprintf(s.out, "%s: %s\n\n%s\n", c.title, c.file, indentText(diff(before, after)))
	if agreed, err := s.agree(c); err != nil || !agreed {
		return err
	}
	backup, err := file.write(after)
	if err != nil {
		return err
	}
	if backup != "" {
		fmt.Fprintf(s.out, "The file as it was is kept as %s\n", backup)
	}
	if s.remove {
		fmt.Fprintf(s.out, "Removed from %s.\n\n", c.title)
	} else {
		fmt.Fprintf(s.out, "Written. %s.\n\n", strings.ToUpper(c.after[:1])+c.after[1:])
	}
	return nil
}

// edit changes a text and makes sure that all else in it still says the same.
func (s *setup) edit(format entryFormat, before string) (string, error) {
	others, err := format.others(before)
	if err != nil {
		return "", err
	}
	var after string
	if s.remove {
		after, err = format.remove(before)
	} else {
		after, err = format.add(before, s.server)
	}
	if err != nil {
		return "", err
	}
	if now, err := format.others(after); err != nil || now != others {
		return "", errors.New("its layout is not one that Cairn can change safely")
	}
	return after, nil
}

// agree asks, unless --yes has answered already. An end of the input is a no.
func (s *setup) agree(c mcpClient) (bool, error) {
	if s.yes {
		return true, nil
	}
	fmt.Fprintf(s.out, "Change this file? [y/N] ")
	line, err := s.answers.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, nil
	case "":
		if err != nil {
			fmt.Fprintf(s.out, "\nNobody answered; --yes writes without asking.\n")
		}
	}
	fmt.Fprintf(s.out, "%s is left as it is.\n\n", c.title)
	return false, nil
}

func indentText(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
}
