// A flow of Cairn: Invite {email} as {role}.
import { expect, test, type FrameLocator, type Locator, type Page } from "@playwright/test";

test.use({
  testIdAttribute: "data-testid,data-test-id,data-test,data-qa,data-cy", // several: from Playwright 1.62 on
  baseURL: async ({ baseURL }, use) => use(process.env.BASE_URL ?? baseURL ?? "https://app.example"),
});

// The values of a run. Secrets come from the environment alone.
const params = {
  team: process.env.CAIRN_PARAM_TEAM ?? "", // text
  email: process.env.CAIRN_PARAM_EMAIL ?? "", // text, Email evil()
  role: process.env.CAIRN_PARAM_ROLE ?? "", // choice, Role
  password: process.env.CAIRN_PARAM_PASSWORD ?? "", // secret, Password
  note: process.env.CAIRN_PARAM_NOTE ?? "", // text
  "größe": process.env.CAIRN_PARAM_GR__E ?? "", // choice
  photo: process.env.CAIRN_PARAM_PHOTO ?? "", // file
};

// escaped is a text as a part of a regular expression.
const escaped = (text: string) => text.trim().replace(/[^\p{L}\p{N}\s]/gu, (c) => "\\u{" + c.codePointAt(0)!.toString(16) + "}").replace(/\s+/g, "\\s+");

// words finds a text between other words: "Ann" is not in "Joanna".
const words = (text: string) => new RegExp("(?<![\\p{L}\\p{N}])" + escaped(text) + "(?![\\p{L}\\p{N}])", "u");

// whole is all that an element shows, but for white space.
const whole = (text: string) => new RegExp("^\\s*" + escaped(text) + "\\s*$", "u");

// shown says whether an element is there that is missing at times.
const shown = (on: Locator) => on.first().waitFor({ timeout: 2000 }).then(() => true, () => false);

// having keeps the elements that show a text, of themselves or of a part: cells have no space between them.
const having = (all: Locator, page: Page, text: string) =>
  all.filter({ has: page.getByText(words(text)) }).or(all.filter({ hasText: words(text) }));

// around is the smallest part of the page that holds both a text and a control.
const around = (frame: Page | FrameLocator, page: Page, text: string, control: Locator) => {
  const both = having(frame.locator("*").filter({ has: control }), page, text);
  return both.filter({ hasNot: both });
};

const dragBy = async (page, on, at, by) => {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  const [x, y] = [box.x + (at?.x ?? box.width / 2), box.y + (at?.y ?? box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 12 });
  await page.mouse.up();
};

test("Invite {email} as {role}", async ({ page }) => {
  expect(params.team, "set CAIRN_PARAM_TEAM").not.toBe("");
  expect(params.email, "set CAIRN_PARAM_EMAIL").not.toBe("");
  expect(params.role, "set CAIRN_PARAM_ROLE").not.toBe("");
  expect(params.password, "set CAIRN_PARAM_PASSWORD").not.toBe("");
  expect(params["größe"], "set CAIRN_PARAM_GR__E").not.toBe("");
  expect(params.photo, "set CAIRN_PARAM_PHOTO").not.toBe("");
  await page.goto("/teams/" + encodeURIComponent(params.team) + "?tab=all#list");
  if (await shown(page.getByRole("button", { name: "Accept cookies", exact: true }))) {
    await page.getByRole("button", { name: "Accept cookies", exact: true }).click();
  }
  await page.getByTestId("invite").or(page.getByRole("button", { name: "Invite people", exact: true })).click();
  await expect(page).toHaveURL(/^\w+:\/\/[^/]+\/teams\/[^/?#]*\/invite([?#].*)?$/);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(params.email);
  await page.getByRole("textbox", { name: "Email", exact: true }).press("Enter");
  await page.getByLabel("Password", { exact: true }).or(page.getByPlaceholder("Password", { exact: true })).fill(params.password);
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption(params.role);
  await page.getByRole("listbox", { name: "Days", exact: true }).selectOption(["Monday", "Friday"]);
  if (params.note !== "" && await shown(page.getByRole("textbox", { name: "Note", exact: true }))) {
    await page.getByRole("textbox", { name: "Note", exact: true }).press("ControlOrMeta+End");
    await page.getByRole("textbox", { name: "Note", exact: true }).pressSequentially("Dear {all}, " + params.note);
  }
  await having(page.getByRole("row"), page, params.email).getByRole("button", { name: "Edit", exact: true }).dblclick();
  await around(page, page, params.email, page.getByTestId("delete")).getByTestId("delete").click();
  await having(page.getByRole("link"), page, params["größe"]).click();
  await page.getByTestId("size").and(page.getByRole("option", { name: "Size " + params["größe"], exact: true })).click();
  await page.getByText("A long text that was cut").click();
  await page.locator("css=my-menu").locator("css=button.more").click();
  await page.frameLocator("iframe[src^=\"https://pay.example/\"]").getByRole("button", { name: "Pay", exact: true }).click();
  await page.keyboard.press("Control+k");
  for (let i = 0; i < 2; i++) await page.getByRole("listbox", { name: "People", exact: true }).press("ArrowDown");
  await page.getByRole("button", { name: "Menu", exact: true }).hover();
  await dragBy(page, page.getByTestId("card"), { x: 1, y: 2 }, { x: 40, y: -5 });
  await page.getByTestId("card").dragTo(page.getByRole("list", { name: "Done", exact: true }), { targetPosition: { x: 3, y: 4 } });
  await page.getByRole("button", { name: "Photo", exact: true }).setInputFiles(params.photo);
  await Promise.all([page.waitForEvent("filechooser").then((chooser) => chooser.setFiles(params.photo)), page.getByRole("button", { name: "Attach", exact: true }).click()]);
  await page.goto("/teams/" + encodeURIComponent(params.team));
  await page.goBack();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/^\w+:\/\/[^/]+\/teams\/[^/?#]*\/members(\?[^#]*)?#\/all(\?.*)?$/);
  await expect(page.getByRole("status").filter({ hasText: whole("Invited {team}") }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: "Ann", exact: true }).first()).toBeVisible();
});
