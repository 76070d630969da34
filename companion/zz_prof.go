package main

import (
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
)

func init() {
	if a := os.Getenv("ZZPROF"); a != "" {
		runtime.SetMutexProfileFraction(10)
		runtime.SetBlockProfileRate(100000)
		go func() { _ = http.ListenAndServe(a, nil) }()
	}
}
