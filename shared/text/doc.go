// Package text converts texts of people and pages into forms that can be matched:
// words ([Tokenize]), parts of identifiers ([TokenizeIdentifier]), synonyms
// ([ExpandSynonyms], [Related]), forms that count as the same word ([Fold],
// [Stem]) and the longest run that two texts share ([LongestCommonSubstring]).
//
// Letters and digits of every script make words. Scripts that are written
// without spaces have no words to cut out, so their runs become overlapping
// pairs: 搜索手机 gives 搜索, 索手, 手机.
//
// All functions are pure and independent of steps, fields and weights.
package text
