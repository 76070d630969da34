'use strict';
// The one name that the content scripts share. They are classic scripts, run
// in manifest order (order.json) in the extension's isolated world of every
// frame: the DOM is the page's, but the JavaScript objects are separate, so a page
// cannot override anything in this code. Each file adds one part; `??=`
// makes a second injection into the same world harmless, since refs and
// listeners live in the first.

/**
 * @typedef {import('../wire').RuntimeMessage} RuntimeMessage
 * @typedef {import('../wire').RuntimeReply} RuntimeReply
 * @typedef {import('../wire').Heard} Heard
 * @typedef {import('../wire').Observation} Observation
 * @typedef {import('../wire').A11yNode} A11yNode
 * @typedef {import('../wire').TestID} TestID
 * @typedef {import('../wire').Target} Target
 * @typedef {Target & { text?: string }} Sought a target that may be named by its visible text, too
 * @typedef {import('../wire').Step} Step
 * @typedef {import('../wire').After} After
 * @typedef {import('../wire').Outcome} Outcome
 * @typedef {import('../wire').Fault} Fault
 */

/**
 * The parts, one per file.
 * @typedef {object} CairnParts
 * @property {ReturnType<typeof makeRemembered>} remembered
 * @property {ReturnType<typeof makeDom>} dom
 * @property {ReturnType<typeof makeAreas>} areas
 * @property {ReturnType<typeof makeText>} text
 * @property {ReturnType<typeof makeRoles>} roles
 * @property {ReturnType<typeof makeLabels>} labels
 * @property {ReturnType<typeof makeGenerated>} generated
 * @property {ReturnType<typeof makeNames>} names
 * @property {ReturnType<typeof makeWords>} words
 * @property {ReturnType<typeof makeClickable>} clickable
 * @property {ReturnType<typeof makeSensitive>} sensitive
 * @property {ReturnType<typeof makeIds>} ids
 * @property {ReturnType<typeof makeRows>} rows
 * @property {ReturnType<typeof makeTarget>} target
 * @property {ReturnType<typeof makeFilled>} filled
 * @property {ReturnType<typeof makeRefs>} refs
 * @property {ReturnType<typeof makeSlices>} slices
 * @property {ReturnType<typeof makeLists>} lists
 * @property {ReturnType<typeof makeWalk>} walk
 * @property {ReturnType<typeof makeNodes>} nodes
 * @property {ReturnType<typeof makeLines>} lines
 * @property {ReturnType<typeof makeHints>} hints
 * @property {ReturnType<typeof makeAlike>} alike
 * @property {ReturnType<typeof makeOutline>} outline
 * @property {ReturnType<typeof makeOverlays>} overlays
 * @property {ReturnType<typeof makeSweep>} sweep
 * @property {ReturnType<typeof makeSeek>} seek
 * @property {ReturnType<typeof makeObserve>} observe
 * @property {ReturnType<typeof makeSettle>} settle
 * @property {ReturnType<typeof makeByText>} byText
 * @property {ReturnType<typeof makeFind>} find
 * @property {ReturnType<typeof makeRedrawn>} redrawn
 * @property {ReturnType<typeof makePlace>} place
 * @property {ReturnType<typeof makeAim>} aim
 * @property {ReturnType<typeof makeFocusing>} focusing
 * @property {ReturnType<typeof makeFill>} fill
 * @property {ReturnType<typeof makeReveal>} reveal
 * @property {ReturnType<typeof makeAround>} around
 * @property {ReturnType<typeof makeLocate>} locate
 * @property {ReturnType<typeof makeSteps>} steps
 * @property {ReturnType<typeof makeChosen>} chosen
 * @property {ReturnType<typeof makeTyping>} typing
 * @property {ReturnType<typeof makeFollow>} follow
 * @property {ReturnType<typeof makeTyped>} typed
 * @property {ReturnType<typeof makeKeys>} keys
 * @property {ReturnType<typeof makeDrag>} drag
 * @property {ReturnType<typeof makeRecord>} record
 * @property {ReturnType<typeof makeHeard>} heard
 * @property {ReturnType<typeof makeLane>} lane
 * @property {ReturnType<typeof makeLeaving>} leaving
 * @property {ReturnType<typeof makeUpload>} upload
 * @property {ReturnType<typeof makeMain>} main
 */

/** @type {CairnParts} */
var Cairn = /** @type {any} */ (globalThis).Cairn ?? {};
