package cdp

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"

	"cairn/shared/types"
)

//go:embed select.js
var selectScript string

// Select chooses the option with that label in the native select at a point of
// the viewport. The list that such a control opens belongs to the system, not
// to the page, so it cannot be clicked in.
func (t *Tab) Select(ctx context.Context, x, y float64, label string) error {
	quoted, err := json.Marshal(label)
	if err != nil {
		return fmt.Errorf("select: encode label: %w", err)
	}
	byValue := true
	done, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{
		Expression:    fmt.Sprintf("%s(%g, %g, %s)", strings.TrimSpace(selectScript), x, y, quoted),
		ReturnByValue: &byValue,
	})
	if err != nil {
		return err
	}
	var answer struct {
		Fault   string   `json:"fault"`
		Options []string `json:"options"`
	}
	if done.ExceptionDetails != nil || done.Result == nil || jsonv2.Unmarshal(done.Result.Value, &answer) != nil {
		return types.Fault(types.CodeTypeFailed, "the page stopped the choice of an option", "take a screenshot to see what is there, or choose with clicks")
	}
	switch answer.Fault {
	case "":
		return nil
	case "option":
		return types.Fault(types.CodeTypeFailed, "the select has no enabled option with that label",
			"use one of these labels as text: "+quoteAll(answer.Options))
	default:
		return types.Fault(types.CodeTypeFailed, "there is no native select at the target's place", "open the list with mm_click and click the option")
	}
}

func quoteAll(labels []string) string {
	quoted := make([]string, len(labels))
	for i, l := range labels {
		quoted[i] = fmt.Sprintf("%q", l)
	}
	return strings.Join(quoted, ", ")
}
