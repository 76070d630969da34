// Uses each of Playwright's verbs once on the page of fields: node verbs.mjs DEVTOOLS_URL PAGE
import { chromium } from 'playwright-core';

const [devtools, address] = process.argv.slice(2);
const browser = await chromium.connectOverCDP(devtools);
const page = await browser.contexts()[0].newPage();
await page.goto(address);
const pause = () => page.waitForTimeout(400); // a driver's user looks at the page in between
await page.getByTestId('text').fill('by fill'); await pause();
await page.getByTestId('lines').pressSequentially(' by keys'); await pause();
await page.getByTestId('rich').fill('by fill, too'); await pause();
await page.getByTestId('number').press('ArrowUp'); await pause();
await page.getByTestId('currency').press('ArrowDown'); await pause();
await page.getByTestId('agree').check(); await pause();
await page.getByTestId('date').fill('2026-11-21'); await pause();
await page.getByTestId('many').selectOption('Two'); await pause();
await page.getByTestId('file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }); await pause();
// From its middle to near its end, wherever fonts and screen put it.
const range = page.getByTestId('range');
await range.hover();
const { x, y, width, height } = await range.boundingBox();
await page.mouse.down(); await page.mouse.move(x + 0.9 * width, y + height / 2); await page.mouse.up(); await pause();
await page.getByTestId('card').dragTo(page.getByTestId('bin')); await pause();
await page.getByRole('button', { name: 'Save' }).dblclick(); await pause();
await page.getByTestId('text').press('Enter'); await pause();
await page.close();
await browser.close();
