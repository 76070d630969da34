package prior

// calibrate turns a share of the votes into a confidence, both in 1/10000: of
// the suggestions given 0.7, about 70 % shall be what is then done.
func calibrate(share int) int { return share }
