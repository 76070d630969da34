// Records a task as Playwright's codegen and Chrome's Recorder would, and plays the recordings.
// One JSON command a line on standard input, one answer a line on standard output:
//   {"do":"record","url":…,"acts":[…],"ready":JS}                → {"playwright":[…],"replay":{…}}
//   {"do":"play","tool":…,"script":…,"url":…,"page":JS,"want":…} → {"ok":true} or {"ok":false,"error":…}, with "state"
// Usage: node peers.mjs CHROMIUM
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';

const executablePath = process.argv[2];
const patience = 5_000; // each step may take this long, in both tools
const args = ['--no-sandbox'];
const size = (narrow) => (narrow ? { width: 420, height: 700 } : { width: 1280, height: 800 });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let driver, puppet;

// selectorsOf are those of Chrome's Recorder for an element: by name, by CSS with test ids and ids first, by
// XPath, and by text.
function selectorsOf(el, aria) {
  const attribute = ['data-testid', 'data-test', 'data-qa', 'data-cy', 'data-test-id', 'data-qa-id', 'data-testing'].find((a) => el.hasAttribute(a));
  const css = (e) => {
    const parts = [];
    for (; e && e.nodeType === 1; e = e.parentElement) {
      const a = ['data-testid', 'data-test', 'data-qa', 'data-cy'].find((x) => e.hasAttribute(x));
      if (a) { parts.unshift(`[${a}='${e.getAttribute(a)}']`); break; }
      if (e.id) { parts.unshift('#' + CSS.escape(e.id)); break; }
      const same = e.parentElement ? [...e.parentElement.children].filter((x) => x.localName === e.localName) : [e];
      parts.unshift(same.length > 1 ? `${e.localName}:nth-of-type(${same.indexOf(e) + 1})` : e.localName);
      if (document.querySelectorAll(parts.join(' > ')).length === 1) break;
    }
    return parts.join(' > ');
  };
  const xpath = (e) => {
    const parts = [];
    for (; e && e.nodeType === 1; e = e.parentElement) {
      if (e.id) { parts.unshift(`//*[@id="${e.id}"]`); return parts.join('/'); }
      const same = e.parentElement ? [...e.parentElement.children].filter((x) => x.localName === e.localName) : [e];
      parts.unshift(same.length > 1 ? `${e.localName}[${same.indexOf(e) + 1}]` : e.localName);
    }
    return '/' + parts.join('/');
  };
  const text = (el.innerText ?? '').trim();
  const found = [];
  if (aria) found.push(['aria/' + aria]);
  const way = attribute ? `[${attribute}='${el.getAttribute(attribute)}']` : css(el);
  found.push([way], ['xpath//' + xpath(el)], ['pierce/' + way]);
  if (text && text.length < 64 && !text.includes('\n')) found.push(['text/' + text]);
  return found;
}

async function record({ url, acts, ready }) {
  driver ??= await chromium.launch({ executablePath, args });
  const context = await driver.newContext({ viewport: size(false) });
  const page = await context.newPage();
  const codegen = [], steps = [{ type: 'setViewport', ...size(false), deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false }, { type: 'navigate', url }];
  let drag = false;
  try {
    await page.goto(url);
    if (ready) await page.waitForFunction(`!!(${ready})`, null, { timeout: 30_000 });
    for (const [i, act] of acts.entries()) {
      await page.waitForFunction((at) => !!window.__pick?.(at), act.at, { timeout: 15_000 });
      await page.evaluate(([at, mark]) => window.__pick(at).setAttribute('data-flows-mark', mark), [act.at, String(i)]);
      const marked = page.locator(`[data-flows-mark="${i}"]`);
      const locator = (await marked.normalize()).toString().replace(/^Locator@/, '');
      const aria = /^- [\w-]+ "((?:[^"\\]|\\.)*)"/.exec(await marked.ariaSnapshot().catch(() => ''))?.[1] ?? '';
      const kind = await marked.evaluate((el) => (el.matches('select') ? 'select' : el.matches('input[type=checkbox], input[type=radio]') ? 'tick' : 'other'));
      const selectors = await marked.evaluate(selectorsOf, aria);
      const before = page.url();
      const step = { locator, do: act.do, kind, text: act.text, enter: act.enter, key: act.key, to: act.to, point: act.point };
      const mine = [];
      await play(page, step, marked);
      codegen.push(step);
      if (act.do === 'type') {
        mine.push({ type: 'change', target: 'main', selectors, value: kind === 'select' ? await marked.evaluate((el) => el.value).catch(() => act.text) : act.text });
        if (act.enter) mine.push({ type: 'keyDown', target: 'main', key: 'Enter' }, { type: 'keyUp', target: 'main', key: 'Enter' });
      } else if (act.do === 'press') mine.push({ type: 'keyDown', target: 'main', key: act.key }, { type: 'keyUp', target: 'main', key: act.key });
      else if (act.do === 'drag') drag = true;
      else mine.push({ type: act.do === 'double' ? 'doubleClick' : 'click', target: 'main', selectors, offsetX: 4, offsetY: 4 });
      await pause(800);
      if (page.url() !== before && mine.length) mine.at(-1).assertedEvents = [{ type: 'navigation', url: page.url(), title: await page.title() }];
      steps.push(...mine);
      await page.evaluate(() => document.querySelectorAll('[data-flows-mark]').forEach((el) => el.removeAttribute('data-flows-mark'))).catch(() => {});
    }
  } finally {
    await context.close();
  }
  return { playwright: codegen, replay: drag ? null : { title: 'task', timeout: patience, steps } }; // Recorder has no drags
}

// play does one act by a locator, as codegen writes it.
async function play(page, act, on) {
  switch (act.do) {
    case 'double': return on.dblclick();
    case 'press': return on.press(act.key);
    case 'drag': return on.dragTo(page.locator(act.to), act.point ? { targetPosition: { x: act.point[0], y: act.point[1] } } : {});
    case 'type':
      if (act.kind === 'select') { await on.selectOption(act.text); return; }
      await on.fill(act.text);
      if (act.enter) await on.press('Enter');
      return;
    case 'tick': return act.kind === 'tick' ? on.check() : on.click();
  }
  return on.click();
}

async function withPlaywright({ url, script, narrow, page: js, want }) {
  driver ??= await chromium.launch({ executablePath, args });
  const context = await driver.newContext({ viewport: size(narrow) });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  let error = '';
  try {
    await page.goto(url);
    for (const act of script) await play(page, act, new Function('page', `return page.${act.locator}`)(page));
  } catch (e) {
    error = String(e.message ?? e).split('\n')[0];
  }
  const state = await settled((f) => page.evaluate(f), js, want);
  await context.close();
  return { ok: !error, error, state };
}

async function withReplay({ script, narrow, page: js, want }) {
  puppet ??= await puppeteer.launch({ executablePath, args });
  const context = await puppet.createBrowserContext();
  const page = await context.newPage();
  const flow = structuredClone(script);
  Object.assign(flow.steps[0], size(narrow));
  let error = '';
  try {
    const runner = await createRunner(parse(flow), new PuppeteerRunnerExtension(puppet, page, { timeout: patience }));
    await runner.run();
  } catch (e) {
    error = String(e.message ?? e).split('\n')[0];
  }
  const state = await settled((f) => page.evaluate(f), js, want);
  await context.close();
  return { ok: !error, error, state };
}

// settled is what the page keeps, once it is what is wanted or has had time.
async function settled(evaluate, js, want) {
  await pause(300);
  if (!js) return '';
  let state = '';
  for (let i = 0; i < 15; i++) {
    state = String(await evaluate(js).catch(() => '')).trim();
    if (state === want) break;
    await pause(200);
  }
  return state;
}

for await (const line of createInterface({ input: process.stdin })) {
  const ask = JSON.parse(line);
  let answer;
  try {
    answer = ask.do === 'record' ? await record(ask) : ask.tool === 'playwright' ? await withPlaywright(ask) : await withReplay(ask);
  } catch (e) {
    answer = { failed: String(e.message ?? e) };
  }
  console.log(JSON.stringify(answer));
}
await driver?.close();
await puppet?.close();
