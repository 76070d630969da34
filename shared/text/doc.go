// Package text converts texts of people and pages into forms for matching: words
// ([Tokenize]), parts of identifiers ([TokenizeIdentifier]), synonyms
// ([ExpandSynonyms], [Related]), forms that count as the same word ([Fold], [Stem])
// and the longest run that two texts share ([LongestCommonSubstring]).
//
// Words consist of letters and digits of any script. Scripts without spaces have no
// word boundaries, so their runs become overlapping pairs: 搜索手机 gives 搜索, 索手, 手机.
//
// All functions are pure and independent of steps, fields and weights.
package text
