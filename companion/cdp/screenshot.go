package cdp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // decodes the size of the result
	_ "image/png"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// maxHeight bounds a full-page screenshot in CSS pixels: endless pages exist, and no
// model can read such a strip.
const maxHeight = 8000

// qualities are the formats that are tried in order until one fits: a screenshot crosses
// the link in one message of at most wire.MaxFrame bytes.
var qualities = []struct {
	format  page.CaptureScreenshotFormat
	mime    string
	quality int64
	scale   float64
}{
	{page.CaptureScreenshotFormatPng, "image/png", 0, 1},
	{page.CaptureScreenshotFormatJpeg, "image/jpeg", 75, 1},
	{page.CaptureScreenshotFormatJpeg, "image/jpeg", 60, 0.5},
	{page.CaptureScreenshotFormatJpeg, "image/jpeg", 40, 0.25},
}

// Screenshot takes a picture of the viewport, or of the whole page down to maxHeight.
func (t *Tab) Screenshot(ctx context.Context, fullPage bool) (tool.Image, error) {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return tool.Image{}, err
	}
	defer release()
	clip, err := t.clip(ctx, fullPage)
	if err != nil {
		return tool.Image{}, err
	}
	for _, q := range qualities {
		params := page.CaptureScreenshotParams{Format: q.format, Clip: clip, CaptureBeyondViewport: &fullPage}
		params.Clip.Scale = q.scale
		if q.quality > 0 {
			params.Quality = &q.quality
		}
		var shot page.CaptureScreenshotResult
		shot, err = cdp.Call(ctx, t, page.CaptureScreenshot, params)
		if err == nil {
			return picture(shot.Data, q.mime)
		}
		if !types.HasCode(err, types.CodeTooLarge) {
			break
		}
	}
	return tool.Image{}, err
}

func (t *Tab) clip(ctx context.Context, fullPage bool) (*page.Viewport, error) {
	m, err := cdp.Call(ctx, t, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	if m.CSSVisualViewport == nil || m.CSSContentSize == nil {
		return nil, errors.New("screenshot: the page has no size")
	}
	if fullPage {
		return &page.Viewport{Width: m.CSSContentSize.Width, Height: min(m.CSSContentSize.Height, maxHeight)}, nil
	}
	v := m.CSSVisualViewport
	return &page.Viewport{X: v.PageX, Y: v.PageY, Width: v.ClientWidth, Height: v.ClientHeight}, nil
}

func picture(data []byte, mime string) (tool.Image, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return tool.Image{}, fmt.Errorf("screenshot: read picture: %w", err)
	}
	return tool.Image{Data: data, MIME: mime, Width: size.Width, Height: size.Height}, nil
}
