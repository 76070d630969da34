// Package text turns what people and pages write into what can be matched:
// words ([Tokenize]), parts of identifiers ([TokenizeIdentifier]), synonyms
// ([ExpandSynonyms], [Related]), forms that count as the same word ([Fold],
// [Stem]) and the longest run that two texts share ([LongestCommonSubstring]).
//
// Letters and digits of every script make words. Scripts that are written
// without spaces have no words to cut out, so their runs become overlapping
// pairs: 搜索手机 gives 搜索, 索手, 手机.
//
// Everything is a pure function of its input and knows nothing of steps,
// fields or weights.
package text
