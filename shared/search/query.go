package search

import "cairn/shared/types"

// Query ranks the steps that match a query within its scope and filters (spec
// 001). Nothing matches nothing: without evidence there is no result.
func (e *Engine) Query(now types.Time, req types.SearchRequest) []types.StepSummary {
	return nil
}

// Last returns the newest steps within scope and filters, newest first (spec
// 000 section 5.3).
func (e *Engine) Last(now types.Time, req types.LastRequest) []types.StepSummary {
	return nil
}

// List returns recent sessions that pass the filters, newest first (spec 000
// section 5.5).
func (e *Engine) List(now types.Time, req types.SessionsRequest) []types.SessionSummary {
	return nil
}

// Recipe tells a session step by step (spec 000 section 5.4).
func (e *Engine) Recipe(sessionID string) types.SessionRecipe {
	return types.SessionRecipe{SessionID: sessionID, Recipe: []types.RecipeStep{}}
}
