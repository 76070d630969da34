package text

import "strings"

// lightWords carry no information on the subject of a goal: pronouns, question words, auxiliaries, prepositions
// and polite phrases, in the most common languages of goals. The list omits words that may also name a control
// (view, back, home, die, main, comment), and the words of [Stopword].
var lightWords = setOf(strings.Fields(Fold(`
i me my mine we us our ours you your yours he him his she her hers they them their theirs its myself yourself themselves
what which who whom whose where when why how here there than so such too very just also again still even ever already
of by as into onto about over between through during until while because although if then once
not nor any some each every both either neither much many few
am being having doing would could may might must shall let lets need needs want wants
please kindly try trying thing things stuff somehow something anything quickly simply maybe really
bitte ich mir mich wir uns wie wo wann warum kann muss soll möchte der das dem den des ein eine einen einem einer eines
für bei am aus nach ihr ihre ist sind wird werden als wenn dass sich keine mein meine meinen meiner ohne und oder von zum zur auf noch irgendwie schnell
je tu il elle nous vous mon ma mes ton ta tes notre votre le la les un une du au aux et ou avec dans chez
quand pourquoi puis dois veux svp merci encore
yo tú mi mis el los las una unos unas del al y con por para como cómo dónde quiero puedo necesito otra vez`))...)

// Light reports whether a folded, lower-case word carries no information on the subject.
func Light(word string) bool { return lightWords[word] }
