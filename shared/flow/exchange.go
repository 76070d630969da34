package flow

import "slices"

// maxExchanged bounds the parts of a title that a goal may say in another order.
const maxExchanged = 5

// exchanged reads a goal that says the parts of the title in another order.
func (r *reading) exchanged(tokens []token) {
	order, at, spans, ok := r.inOrder(tokens)
	if !ok {
		return
	}
	title, before := r.spans, r.exact
	r.spans, r.exact = spans, true
	for i, t := range order {
		if t.param != "" && !r.bound(t.param) {
			if value := r.between(order, i); value != "" {
				r.take(t.param, spans[i].from, spans[i].to)
				r.values[t.param] = value
			}
		}
	}
	r.spans, r.exact = title, before
	for i, s := range spans {
		r.spans[at[i]] = s
	}
}

// inOrder returns the tokens of a title in an order in which the goal says all of them, with the words for each; at holds
// the place of each in the title. ok is false where there is none, or where the goal is the title in its own order.
func (r *reading) inOrder(tokens []token) (order []token, at []int, spans []stretch, ok bool) {
	parts := partsOf(tokens)
	if len(parts) < 2 || len(parts) > maxExchanged || slices.ContainsFunc(tokens, r.unsaid) {
		return nil, nil, nil, false
	}
	permute(parts, 0, func(parts []stretch) bool {
		order, at = nil, nil
		for _, p := range parts {
			for i := p.from; i < p.to; i++ {
				order, at = append(order, tokens[i]), append(at, i)
			}
		}
		spans, ok = r.match(order)
		ok = ok && r.complete(order, spans)
		return ok
	})
	return order, at, spans, ok
}

// unsaid reports whether no word of the goal is like one of a title.
func (r *reading) unsaid(t token) bool {
	for j := range r.words {
		if t.param != "" || slices.Contains(articles, t.folded) || r.nearness(t, j) > 0 {
			return false
		}
	}
	return true
}

// complete reports whether a goal has each token of a title, the small words before parameters unchanged.
func (r *reading) complete(tokens []token, spans []stretch) bool {
	for i, t := range tokens {
		said := spans[i].to > spans[i].from
		switch {
		case t.param != "" && !said, t.param == "" && !t.light && !said:
			return false
		case t.light && !slices.Contains(articles, t.folded) && (!said || r.words[spans[i].from].folded != t.folded):
			return false
		}
	}
	return true
}

// partsOf splits a title into its beginning and the parts with a parameter behind a small word that begins no other
// part: with {doctor}, for {patient}, on {date}. It returns nil where two begin alike.
func partsOf(tokens []token) (parts []stretch) {
	from := 0
	var begun []string
	for i, t := range tokens {
		article := slices.Contains(articles, t.folded) && i+1 < len(tokens) && tokens[i+1].param == ""
		if i == 0 || !t.light || article || tokens[i-1].light {
			continue
		}
		if !slices.ContainsFunc(tokens[i:], func(t token) bool { return t.param != "" }) {
			break
		}
		if slices.Contains(begun, t.folded) {
			return nil
		}
		begun = append(begun, t.folded)
		parts = append(parts, stretch{from, i})
		from = i
	}
	return append(parts, stretch{from, len(tokens)})
}

// permute calls try with each order of parts until it returns true.
func permute(parts []stretch, n int, try func([]stretch) bool) bool {
	if n == len(parts) {
		return try(parts)
	}
	for i := n; i < len(parts); i++ {
		parts[n], parts[i] = parts[i], parts[n]
		if permute(parts, n+1, try) {
			return true
		}
		parts[n], parts[i] = parts[i], parts[n]
	}
	return false
}
