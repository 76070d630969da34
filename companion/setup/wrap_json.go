package setup

import (
	"slices"

	"github.com/tailscale/hujson"
)

func (f jsonFormat) wrap(text string, server Server) (string, error) {
	return f.each(text, func(_ string, e jsonEntry) error {
		if !isDriver(e.words[0], e.words[1:]) {
			return nil
		}
		if f.list {
			prepend(e.args, append([]string{server.Command}, server.Args...))
			return nil
		}
		words := append(slices.Clone(server.Args), e.words[0])
		if e.args == nil {
			l := layout{newline: newlineOf(text), unit: "  "}
			if !manyLines(e.object) {
				l = layout{}
			}
			l.append(e.object, "", "args", jsonList(words))
			e.command, _ = member(e.object, "command") // it moved
		} else {
			prepend(e.args, words)
		}
		e.command.Value = hujson.String(server.Command)
		return nil
	})
}

func prepend(list *hujson.Array, words []string) {
	more := jsonList(words).Elements
	if len(list.Elements) > 0 {
		old := &list.Elements[0]
		more[0].BeforeExtra = old.BeforeExtra
		if len(old.BeforeExtra) == 0 {
			old.BeforeExtra = hujson.Extra(" ")
		}
	}
	list.Elements = append(more, list.Elements...)
}

// behead removes the first n elements of an array.
func behead(list *hujson.Array, n int) {
	before := list.Elements[0].BeforeExtra
	list.Elements = list.Elements[n:]
	list.Elements[0].BeforeExtra = before
}

func (f jsonFormat) unwrap(text string) (string, error) {
	return f.each(text, func(_ string, e jsonEntry) error {
		at := inner(e.words[1:])
		switch {
		case at < 0:
		case f.list:
			behead(e.args, at+1)
		default:
			e.command.Value = e.args.Elements[at].Value
			if at+1 == len(e.args.Elements) {
				cut(e.object, "args")
			} else {
				behead(e.args, at+1)
			}
		}
		return nil
	})
}

func (f jsonFormat) commands(text string) (all []Server) {
	_, _ = f.each(text, func(_ string, e jsonEntry) error {
		all = append(all, Server{e.words[0], e.words[1:]})
		return nil
	}) // an unreadable text has none
	return all
}
