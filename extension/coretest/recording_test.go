package coretest

import (
	_ "embed"
	"fmt"
	"testing"
)

//go:embed recording.js
var recordingScript string

// recorded holds the measurements of recording.js, in milliseconds.
type recorded struct {
	OpenNow       float64 `json:"openNow"`
	OpenFormerly  float64 `json:"openFormerly"`
	CloseNow      float64 `json:"closeNow"` // from a step's end until it is stored and found
	CloseFormerly float64 `json:"closeFormerly"`
}

// BenchmarkStepToSearchableInChromium compares how long a step takes until it is
// stored and found with how long it took when that was three calls of the core
// and rows in two stores, in one run.
func BenchmarkStepToSearchableInChromium(b *testing.B) {
	for _, elements := range []int{40, 400} {
		b.Run(fmt.Sprintf("elements=%d", elements), func(b *testing.B) {
			url := serveExtension(b, recordingScript, nil)
			var sum recorded
			for b.Loop() {
				got := runScript[recorded](b, b.TempDir(), url, fmt.Sprintf("measure(200, %d)", elements))
				sum.OpenNow += got.OpenNow
				sum.OpenFormerly += got.OpenFormerly
				sum.CloseNow += got.CloseNow
				sum.CloseFormerly += got.CloseFormerly
			}
			n := float64(b.N)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(sum.OpenNow/n, "open-ms")
			b.ReportMetric(sum.OpenNow/sum.OpenFormerly, "open-ratio")
			b.ReportMetric(sum.CloseNow/n, "searchable-ms")
			b.ReportMetric(sum.CloseNow/sum.CloseFormerly, "searchable-ratio")
		})
	}
}
