// Describes steps, targets and errors in words, the same on every page.

/** @import {PriorTarget, Step, SuggestedAction, Target} from "../wire" */

/** The placeholder for a name that is not kept (shared/capture). */
export const NOT_KEPT = "(name not kept)";

/** The note on pages and sessions whose names are not kept, with the way to change it. */
export const NAMES_NOT_KEPT = "Names of what was only visible are kept as hashes, not as text; you can choose to keep them in clear, on all sites or on one.";

// A hash of 32 bits ends in one of four letters.
const NAMES = /"\[hidden(?::[\w-]{5}[AQgw](?: [\w-]{5}[AQgw])*)?\]"|^\[hidden\]$|\[hidden:[\w-]{5}[AQgw](?: [\w-]{5}[AQgw])*\]/g;

/** Hidden segments of addresses. */
const SEGMENTS = /~[\w-]{5}[AQgw](?:\.[\w-]{5}[AQgw])*~|(?<=^|[/=])~~(?=$|[/?#&])/g;

/**
 * @param {string} text that was recorded
 * @returns {string} the same for people: without hashes of names that are not kept (capture.Shown)
 */
export function shown(text) {
  if (text.includes("[hidden")) text = text.replace(NAMES, NOT_KEPT);
  return text.includes("~") ? text.replace(SEGMENTS, "…") : text;
}

/** @param {string | undefined} name @returns {boolean} whether it replaces a name that is not kept */
export const isHidden = (name) => !!name && shown(name) === NOT_KEPT;

/** @param {string | undefined} screen in the form for people @returns {string} the same, "" if no part of it is kept */
export const keptScreen = (screen = "") => (screen === "unknown" || /^…(?:\/…)*$/.test(shown(screen)) ? "" : screen);

/** Past tense of each tool. @type {Record<string, string>} */
export const DONE = { mm_click: "Clicked", mm_type: "Typed into", mm_navigate: "Went to", mm_wait_for: "Waited for", mm_drag: "Dragged", mm_upload: "Gave files to", mm_press: "Pressed", mm_hover: "Moved onto", mm_back: "Went back" };

/** Imperative of each action. @type {Record<string, string>} */
export const VERBS = { click: "Click", type: "Type into", navigate: "Go to", wait_for: "Wait for", wait_for_notification: "Wait for the notification", press: "Press", hover: "Move the mouse onto", back: "Go back", drag: "Drag", upload: "Give files to" };

/** @param {SuggestedAction} suggested @returns {[verb: string, object: string]} the action and its object */
export function doing({ action, key, submit, preferredTarget, fallbackTargets = [] }) {
  const name = priorName(preferredTarget, fallbackTargets);
  const onPage = preferredTarget.value === "body"; // a shortcut without a target element
  const object = [key, onPage ? "" : name].filter(Boolean).join(" in ");
  return [VERBS[action] ?? action, submit ? `${object}, then Enter` : object];
}

/** The target in a snippet (shared/capture): a test id, or a role with its name. */
const TARGET = /(?:^|, )(?:testId: ([^,]+)|[\w-]+: "((?:[^"\\]|\\.)*)"|([\w-]+): \(name not kept\))(?=, |$)/;

/** The key in a snippet: of a key press, or the Enter that ended typing. */
const KEY = /(?:^|, )key: ([\w+]*[^,])(?=, |$)/;

/** @param {string} snippet @returns {string} "" if it contains none */
export function targetOf(snippet) {
  const parts = TARGET.exec(snippet);
  const name = parts?.[1] ?? (parts?.[2] ? `“${parts[2]}”` : parts?.[3] ? `${parts[3]} ${NOT_KEPT}` : "");
  return [name, keyIn(snippet)].filter(Boolean).join(", ");
}

/** @param {string} snippet @returns {string} the key that was pressed, "" if none was */
export const keyIn = (snippet) => KEY.exec(snippet)?.[1] ?? "";

/**
 * @param {{goal?: string, outcome?: string}} session
 * @returns {string} whether its goal was reached; "" if it had none
 */
export function outcomeOf({ goal, outcome }) {
  if (outcome === "done") return "done";
  if (outcome) return `tried, ${outcome}`;
  return goal ? "tried" : "";
}

/** Form of a session's time: the same clock as in lists. */
const BEGAN = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** @param {{goal?: string, createdAt: string, from?: object}} session @returns {string} its goal, or its time: of a team's session, only the day is known */
export function sessionName({ goal, createdAt, from }) {
  return goal || (from ? "Task not shared" : `Browsing, ${BEGAN.format(new Date(createdAt))}`);
}

/**
 * @param {PriorTarget} target
 * @param {PriorTarget[]} [others] the same element by other means
 * @returns {string} its name for people; a test id only if no name is known
 */
export function priorName({ value }, others = []) {
  if (typeof value !== "string") return targetName(value);
  const named = others.find((other) => typeof other.value !== "string" && other.value.name && !isHidden(other.value.name));
  return named ? priorName(named) : value;
}

/**
 * @param {string} text with quotation marks as agents read them: `click button "Send"`
 * @returns {string} the same with those of the pages
 */
export const curly = (text) => text.replace(/"([^"]*)"/g, "“$1”");

/** Names of roles whose own name only developers know. @type {Record<string, string>} */
const ROLES = { textbox: "field", searchbox: "search field", combobox: "field", spinbutton: "field", listbox: "list", menuitem: "menu item", menuitemcheckbox: "menu item", menuitemradio: "menu item", treeitem: "item", listitem: "item", gridcell: "cell", columnheader: "column", rowheader: "row", img: "image", generic: "element" };

/** @param {string} [role] @returns {string} its name for people */
export const roleName = (role) => ROLES[role ?? ""] ?? (role || "element");

/** @param {string | undefined} origin of a frame, if it differs from the page's @returns {string} */
export function inFrame(origin) {
  return origin ? ` in the frame of ${origin}` : "";
}

/**
 * @param {import("../wire").A11yHint | undefined} within the row around an element, if only the row distinguishes it
 * @returns {string}
 */
export function inRow(within) {
  return within ? ` in the ${roleName(within.role)} “${within.name}”` : "";
}

/** @param {PriorTarget} target @returns {boolean} whether it is an element, not an address or a text */
export function isElement({ type }) {
  return type !== "url" && type !== "text";
}

/** @param {PriorTarget} target of an element @returns {Target} in the form for a locate */
export function priorTarget({ type, value }) {
  if (typeof value !== "string") return { role: value.role, name: value.name };
  return type === "testId" ? { testId: value } : { selector: value };
}

/**
 * @param {Pick<Target, "testId" | "role" | "name" | "selector"> | undefined} target
 * @returns {string} its name for people, "" if it has none
 */
export function targetName(target) {
  if (!target) return "";
  if (isHidden(target.name)) return target.testId ?? `${roleName(target.role)} ${NOT_KEPT}`;
  if (target.name) return `“${target.name}”`;
  return target.testId ?? target.selector ?? target.role ?? "";
}

/** @param {Step} step @returns {string} the object of the step */
export function objectOf({ tool, observation }) {
  const { url, key, submit } = tool.input ?? {};
  if (tool.name === "mm_press") return [key, targetName(tool.target)].filter(Boolean).join(" in ");
  if (submit === true) return `${targetName(tool.target)}, then Enter`;
  return targetName(tool.target) || (typeof url === "string" ? url : "") || (tool.name === "mm_navigate" ? (observation?.state.currentUrl ?? "") : "");
}

/** @param {string} code of an error @returns {string} the same for people: "target not found" */
export const failureName = (code) => code.replace(/^MM_/, "").replaceAll("_", " ").toLowerCase();

/** @param {number} n @returns {string} a size in file units: "640 kB", "3.2 MB" */
export const bytes = (n) => (n < 1e6 ? `${Math.ceil(n / 1000)} kB` : n < 1e9 ? `${(n / 1e6).toFixed(1)} MB` : `${(n / 1e9).toFixed(1)} GB`);

/** @param {number} part from 0 to 1 */
export const percent = (part) => `${Math.round(part * 100)} %`;

/** @param {import("../wire").Fault} fault @returns {string} the next step */
export const adviceFor = ({ hint }) => hint ?? "It is tried again by itself. Nothing that was recorded is lost.";

/** @param {import("../wire").Fault | undefined} fault @returns {string} its message and the next step */
export const faultText = (fault) => (fault ? `${fault.message}. ${adviceFor(fault)}` : "");

/** Describes which names each mode keeps, and its consequences. @type {Record<import("../wire").Keep, {title: string, short: string, means: string}>} */
export const KEEPS = {
  needed: {
    title: "Keep only what you act on (recommended)",
    short: "Only names that are used",
    means: "The names of what you use are kept. Other texts of a page become hashes, by which it is recognised and its words are found; they can be guessed at, not read.",
  },
  full: {
    title: "Keep all names on pages",
    short: "All names",
    means: "Every name that a page shows is kept in clear. Search finds parts of words and typos in all of them, and so does anyone who gets to read the memory.",
  },
};
