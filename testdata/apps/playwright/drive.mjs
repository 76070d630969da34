// Drives the sample wallet with plain Playwright: node drive.mjs DEVTOOLS_URL SITE
import { chromium } from 'playwright-core';

const [devtools, site] = process.argv.slice(2);
const browser = await chromium.connectOverCDP(devtools);
const page = await browser.contexts()[0].newPage();
await page.goto(site);
await page.getByLabel('Password').fill('correct horse');
await page.getByRole('button', { name: 'Unlock' }).click();
await page.getByTestId('nav-settings').click();
// selectOption would change the value by script; a key is what a driver's user presses.
await page.getByTestId('settings-currency').press('ArrowDown');
await page.getByLabel('Hide small balances').check();
await page.getByText('Saved').waitFor();
await page.close();
await browser.close();
