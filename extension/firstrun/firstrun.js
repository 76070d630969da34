// The page that opens once, after a manual installation. It explains which data Cairn
// records and never records, lets the person choose sites and pair a companion, and ends
// with the first recorded steps.

/** @import {Health, Step} from "../wire" */
import { byId, el, said, when, withCode } from "../lib/dom.js";
import { messageOf } from "../lib/fault.js";
import { askOffscreen, isFor } from "../lib/messages.js";
import { EVERYWHERE, reachesAll, requestAccess, returnAccess } from "../lib/access.js";
import { allowSite, readSettings, setKeep } from "../lib/settings.js";
import { DONE, KEEPS, objectOf } from "../lib/words.js";
import { askCore, askHealth } from "../panel/ask.js";
import { outcome } from "../panel/parts.js";
import { findCompanion } from "./companion.js";

/** Interval between checks of the link. */
const REFRESH_MS = 2000;

/** Bounds the newest steps shown. */
const SHOWN = 5;

/** Path of the companion's sample application (companion/sample.go). */
const SAMPLE_PATH = "/sample/";

const began = new Date().toISOString();

/** @type {Record<string, string>} */
const MODES = {
  all: "Every site is remembered from now on.",
  chosen: "Open a site, then switch it on in Cairn’s popup. Your browser asks you once for each.",
  refused: "Access was refused: only sites that you switch on are remembered.",
  withheld: "Your browser gives Cairn no access to all sites. Choose it again to give it.",
};

/** @param {keyof typeof MODES} [note] selects the note */
async function showMode(note) {
  const [{ mode }, all] = await Promise.all([readSettings(), reachesAll()]);
  const shown = mode === "all" && all ? "all" : "chosen";
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=mode]"))) input.checked = input.value === shown;
  say("mode-note", MODES[note ?? (mode === shown ? mode : "withheld")]);
}

/** @param {Event} event a click, which Chrome requires for its request */
async function choose(event) {
  const { value } = /** @type {HTMLInputElement} */ (event.target);
  const given = value === "all" ? await requestAccess(EVERYWHERE) : await returnAccess(EVERYWHERE);
  const mode = value === "all" && given ? "all" : "chosen";
  await chrome.storage.local.set({ mode });
  await showMode(mode === value ? mode : "refused");
}

/** Shows one option for each way to keep names. */
async function showKeeps() {
  const { keep } = await readSettings();
  for (const [mode, { title, means }] of Object.entries(KEEPS)) {
    const input = /** @type {HTMLInputElement} */ (el("input", ""));
    input.type = "radio";
    input.name = "keep";
    input.value = mode;
    input.checked = mode === keep;
    input.addEventListener("change", () => void chooseKeep(/** @type {import("../wire").Keep} */ (mode)));
    byId("keeps").append(el("label", "option", input, el("span", "", el("strong", "", title), el("span", "soft", means))));
  }
}

/** @param {import("../wire").Keep} mode */
async function chooseKeep(mode) {
  await setKeep(mode);
  say("keep-note", mode === "full" ? "All names are kept from now on, on sites that you do not decide otherwise for in Cairn’s popup." : "Only names that are used are kept from now on.");
}

/** The port on which an unpaired companion was found. @type {number | undefined} */
let found;

async function showCompanion() {
  try {
    const health = await askHealth();
    if (health && !health.paired) found = await findCompanion();
    if (health) companion(health);
  } catch (err) {
    say("companion-text", messageOf(err));
  }
}

/** @param {Health} health */
function companion({ linked, paired, port }) {
  sample = linked && port ? `http://127.0.0.1:${port}${SAMPLE_PATH}` : "";
  byId("sample").hidden = byId("sample-note").hidden = !sample;
  byId("no-sample").hidden = Boolean(sample);
  byId("pairing").hidden = paired;
  say("companion-text", linked ? "Connected. Agents that speak MCP now share this memory."
    : paired ? "Paired, and not running just now. Start it with `cairn run`; until then everything works in the browser."
      : found ? `The companion runs on this computer, on port ${found}. Run \`cairn pair\`, copy the code it shows, and press Connect.`
        : "No companion runs on this computer. Cairn works without it; agents need it. Start it with `cairn run`: this page finds it.");
}

/** @param {SubmitEvent} event */
async function pair(event) {
  event.preventDefault();
  const code = /** @type {HTMLInputElement} */ (byId("code"));
  say("pairing-note", "");
  try {
    // The person's press of the button lets the page read the clipboard.
    const text = code.value || (await navigator.clipboard.readText().catch(() => ""));
    if (!text.trim()) throw new Error("There is no pairing code on the clipboard. Run `cairn pair`, copy the code and press Connect again, or enter it here.");
    await askOffscreen({ to: "offscreen", kind: "pair", code: text });
    code.value = "";
    await showCompanion();
  } catch (err) {
    say("pairing-note", messageOf(err));
  }
}

async function showSteps() {
  const { timeline = [] } = await askCore("timeline", { timeline: { limit: SHOWN, after: began } });
  if (timeline.length === 0) return;
  say("first-text", "Remembered just now:");
  byId("next").hidden = false;
  byId("steps").replaceChildren(...timeline.map(step));
}

/** @param {Step} done */
function step(done) {
  return el("li", "line", outcome(done.outcome.ok), el("span", "what", el("span", "verb", DONE[done.tool.name] ?? done.tool.name), " ", said(objectOf(done)), el("span", "soft", " on "), said(done.observation?.state.currentScreen ?? "")), when(done.timestamp));
}

/**
 * Sets a text only when it has changed: screen readers announce a live region when it is set.
 * @param {string} id
 * @param {string} text has commands between backquotes
 */
function say(id, text) {
  if (byId(id).dataset.said === text) return;
  byId(id).dataset.said = text;
  byId(id).replaceChildren(...withCode(text));
}

/** The sample application's address, while a companion serves it. */
let sample = "";

/** Opens the sample and records its site: opening it counts as consent. */
async function openSample() {
  if (await allowSite(sample)) await chrome.tabs.create({ url: sample });
  else say("first-text", "Access was refused. Without access to the sample nothing there can be remembered.");
}

function start() {
  for (const input of document.querySelectorAll("input[name=mode]")) input.addEventListener("change", (event) => void choose(event));
  byId("pairing").addEventListener("submit", (event) => void pair(/** @type {SubmitEvent} */ (event)));
  chrome.runtime.onMessage.addListener((message) => {
    if (isFor(message, "pages") && message.kind === "changed") showSteps().catch(() => {});
    return false;
  });
  byId("open-sample").addEventListener("click", () => void openSample());
  for (const event of [chrome.permissions.onAdded, chrome.permissions.onRemoved]) event.addListener(() => void showMode());
  void showMode();
  void showKeeps();
  void showCompanion();
  setInterval(() => void showCompanion(), REFRESH_MS);
}

start();
