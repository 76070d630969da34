// Command draw makes the extension's icons: a cairn of four stones. Run it in
// extension/icons after a change: go run _draw/main.go
//
// The stones keep a middle tone and a thin light rim, so that they stand out
// from a light toolbar as from a dark one. Small sizes have fewer, larger
// stones: at 16 pixels a gap of half a pixel is mud.
package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
)

// samples is the number of points per pixel and axis that are averaged.
const samples = 8

// stone is a superellipse in a square of 100: centre, half axes, tilt in
// degrees and the colours of its upper and lower edge.
type stone struct {
	x, y, a, b, tilt float64
	top, bottom      color.RGBA
}

var (
	slate = [2]color.RGBA{{0x8f, 0x9b, 0xa8, 0xff}, {0x5c, 0x68, 0x76, 0xff}}
	sand  = [2]color.RGBA{{0xc3, 0xa9, 0x8a, 0xff}, {0x93, 0x78, 0x5a, 0xff}}
	moss  = [2]color.RGBA{{0x7f, 0xa0, 0x86, 0xff}, {0x4e, 0x72, 0x58, 0xff}}
	ember = [2]color.RGBA{{0xf0, 0xa0, 0x5a, 0xff}, {0xd0, 0x6f, 0x2e, 0xff}}
)

// large is the drawing from 48 pixels up, small the one below.
var (
	large = []stone{
		{50, 84, 44, 13.5, 0, slate[0], slate[1]},
		{51, 59, 34, 11.5, -3, sand[0], sand[1]},
		{48, 37, 25, 10.0, 4, moss[0], moss[1]},
		{51, 17, 15, 9.5, -6, ember[0], ember[1]},
	}
	small = []stone{
		{50, 82, 46, 16, 0, slate[0], slate[1]},
		{50, 49, 33, 14.5, 0, moss[0], moss[1]},
		{50, 19, 20, 14, 0, ember[0], ember[1]},
	}
)

func main() {
	for _, size := range []int{16, 32, 48, 128} {
		stones := large
		if size < 48 {
			stones = small
		}
		if err := write(fmt.Sprintf("%d.png", size), render(stones, size)); err != nil {
			log.Fatal(err)
		}
	}
}

func write(name string, img image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("make icon: %w", err)
	}
	if err := png.Encode(f, img); err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	return f.Close()
}

// render averages samples×samples points of each pixel.
func render(stones []stone, size int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	unit := 100 / float64(size)
	for py := range size {
		for px := range size {
			var r, g, b, hit float64
			for s := range samples * samples {
				x := (float64(px) + (float64(s%samples)+0.5)/samples) * unit
				y := (float64(py) + (float64(s/samples)+0.5)/samples) * unit
				c, ok := at(stones, x, y)
				if !ok {
					continue
				}
				r, g, b, hit = r+float64(c.R), g+float64(c.G), b+float64(c.B), hit+1
			}
			if hit == 0 {
				continue
			}
			alpha := 255 * hit / (samples * samples)
			img.SetNRGBA(px, py, color.NRGBA{uint8(r / hit), uint8(g / hit), uint8(b / hit), uint8(alpha)})
		}
	}
	return img
}

// at returns the colour of the drawing at a point, if a stone is there.
func at(stones []stone, x, y float64) (color.RGBA, bool) {
	for _, s := range stones {
		sin, cos := math.Sincos(s.tilt * math.Pi / 180)
		u := ((x-s.x)*cos + (y-s.y)*sin) / s.a
		v := (-(x-s.x)*sin + (y-s.y)*cos) / s.b
		d := math.Pow(math.Abs(u), 2.6) + math.Pow(math.Abs(v), 2.3)
		if d > 1 {
			continue
		}
		c := mix(s.top, s.bottom, (v+1)/2)
		if d > 0.86 && v < 0 {
			c = mix(c, color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.35)
		}
		return c, true
	}
	return color.RGBA{}, false
}

// mix goes from a to b as t goes from 0 to 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	t = max(0, min(1, t))
	blend := func(p, q uint8) uint8 { return uint8(float64(p)*(1-t) + float64(q)*t) }
	return color.RGBA{blend(a.R, b.R), blend(a.G, b.G), blend(a.B, b.B), 0xff}
}
