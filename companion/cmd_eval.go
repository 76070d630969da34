package main

import "context"

func runEval(_ context.Context, c *call) error { return usageError{"eval"} }
