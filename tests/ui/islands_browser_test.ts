import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { A_PNG, aPhoto } from "@/tests/helpers/file_bytes.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { goBack } from "@/tests/tools/browser.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/settings";

/** The row of a day, or the one to add. */
function row(page: Page, key: string) {
  return {
    field: (name: string) => page.locator(`#settings-${key}-${name}`),
    message: (name: string) => page.locator(`#settings-${key}-${name}-error`),
    button: (value: string) =>
      page.locator(`form:has(#settings-${key}-title) button[value=${value}]`),
  };
}

demoTest(
  "FormGrid: Ajouter is enabled for a changed and valid row, and adds it",
  async ({ page, go }) => {
    await go(PATH);
    const { field, button, message } = row(page, "new");
    await button("add").and(page.locator(":disabled")).waitFor();
    await field("fromDate").fill("2025-07-01");
    await field("area").fill("2000");
    await field("peopleNb").fill("70");
    await field("djuSource").selectOption("p01-meteo");
    await field("q").fill("100");
    strictEqual(await button("add").isDisabled(), true);
    await field("target").fill("38");
    strictEqual(await button("add").isDisabled(), false);
    await field("area").fill("");
    strictEqual(await message("area").innerText(), "Ce champ est obligatoire");
    strictEqual(await button("add").isDisabled(), true);
    await field("area").fill("2000");
    await button("add").click();
    await page.waitForURL(/settings\?saved=settings#settings$/);
    strictEqual(
      await page.locator("#settings-2025-07-01-title").innerText(),
      "À partir du 1er juillet 2025",
    );
  },
);

demoTest(
  "FormGrid: a number left is clamped and rounded, or restored when it is invalid; a wrong row is not sent, with its fields marked",
  async ({ page, go }) => {
    await go(PATH);
    const { field, button, message } = row(page, "2022-07-01");
    await button("save").and(page.locator(":disabled")).waitFor();
    const left = async (name: string, text: string) => {
      await field(name).fill(text);
      await field(name).blur();
      return await field(name).inputValue();
    };
    const area = await field("area").inputValue();
    strictEqual(await left("area", "abc"), area);
    strictEqual(await left("area", "-12"), "1");
    strictEqual(await left("area", "abc"), "1");
    strictEqual(await left("target", "37.46"), "37,5");
    strictEqual(await left("threshold", "250"), "100");
    strictEqual(await left("djuContract", ""), "");
    await field("djuSource").selectOption("");
    strictEqual(await button("save").isDisabled(), false);
    await button("save").click();
    strictEqual(await message("djuSource").innerText(), "Ce champ est obligatoire");
    strictEqual(new URL(page.url()).search, "");
  },
);

const NUMBER_PATH =
  "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025?simulation=on&area=2000";

demoTest(
  "NumberControl steps by its buttons, with the keyboard too, commits on Enter and on blur, and restores an invalid number",
  async ({ page, go, errors }) => {
    await go(NUMBER_PATH);
    const area = page.locator("input[name=area]");
    const more = page.locator("button[aria-label*='urface'][aria-label^='Augmenter']");
    await more.click();
    strictEqual(await area.inputValue(), "2001");
    await page.click("button[aria-label*='urface'][aria-label^='Diminuer']");
    await page.click("button[aria-label*='urface'][aria-label^='Diminuer']");
    strictEqual(await area.inputValue(), "1999");
    await more.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    strictEqual(await area.inputValue(), "2001");
    for (const [typed, kept] of [["1234,6", "1235"], ["abc", "1235"], ["-5", "1"]] as const) {
      await area.fill(typed);
      await area.blur();
      strictEqual(await area.inputValue(), kept);
    }
    // Before the form is sent; this field may be empty: it has no error then.
    for (const [typed, kept] of [["1234,6", "1235"], ["", ""]] as const) {
      await area.fill(typed);
      await page.keyboard.press("Enter");
      strictEqual(await area.inputValue(), kept);
    }
    deepStrictEqual(errors, []);
  },
);

demoTest(
  "NumberControl without JavaScript is a plain field, whose comma and step the server reads",
  async ({ page, go }) => {
    await go(NUMBER_PATH);
    const area = page.locator("input[name=area]");
    strictEqual(await page.locator("button[aria-label^='Augmenter']").count(), 0);
    await area.fill("1500,5");
    await area.press("Enter");
    await page.waitForURL(/area=1500/);
    strictEqual(await area.inputValue(), "1501");
  },
  { javaScriptEnabled: false },
);

// @spec forms.switches
demoTest(
  "SmallToggle changes at once, saves in a separate task, and does neither while disabled",
  async ({ page, go }) => {
    await go(links.organisationOptions());
    const toggle = page.locator("#documentManagement");
    await page.locator("#documentManagement[role=switch]").waitFor({ state: "attached" });
    const wasOn = await toggle.isChecked();
    await toggle.evaluate((control: HTMLInputElement) => {
      control.disabled = true;
      control.click();
      control.disabled = false;
    });
    strictEqual(await toggle.isChecked(), wasOn);
    const order = await toggle.evaluate(async (control: HTMLInputElement) => {
      const said: string[] = [];
      const saved = new Promise<void>((resolve) =>
        control.form?.addEventListener("submit", (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          said.push("saved");
          resolve();
        }, { once: true, capture: true })
      );
      control.click();
      said.push(`is ${control.checked}`);
      await saved;
      return said;
    });
    deepStrictEqual(order, [`is ${!wasOn}`, "saved"]);
  },
);

const SORTABLE_PATH = "/home/admin/tags/branch";

/** The values of the category, in the order of the page. */
function labels(page: Page): Promise<string[]> {
  return page.locator(".ordered-list input[name=name]").evaluateAll((fields) =>
    fields.map((field) => field instanceof HTMLInputElement ? field.value : "")
  );
}

demoTest(
  "SortableList keeps the order to which lines are dragged; its buttons do the same",
  async ({ page, errors, go }) => {
    await go(SORTABLE_PATH);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    deepStrictEqual(await labels(page), ["Nord", "Est", "Centre", "Sud"]);
    const lines = page.locator(".ordered-list li");
    // A line is dragged outside its fields, and dropped on the lower half of another.
    const place = await lines.nth(2).boundingBox();
    if (place === null) throw new Error("No line");
    await Promise.all([
      page.waitForEvent("framenavigated"),
      lines.nth(0).dragTo(lines.nth(2), {
        sourcePosition: { x: 4, y: 4 },
        targetPosition: { x: 4, y: place.height - 4 },
      }),
    ]);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    deepStrictEqual(await labels(page), ["Est", "Centre", "Nord", "Sud"]);
    await Promise.all([
      page.waitForEvent("framenavigated"),
      lines.nth(2).getByRole("button", { name: /Nord/ }).first().press("Enter"),
    ]);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    deepStrictEqual(await labels(page), ["Est", "Nord", "Centre", "Sud"]);
    deepStrictEqual(errors, []);
  },
);

demoTest(
  "SortableList puts a line back and saves nothing when its drag is cancelled or ends elsewhere",
  async ({ page, errors, go }) => {
    await go(SORTABLE_PATH);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    let sentCount = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") sentCount++;
    });
    const order = ["Nord", "Est", "Centre", "Sud"];
    const end = {
      "Escape": async () => {
        await page.keyboard.press("Escape");
        await page.mouse.up();
      },
      "outside": async () => {
        await page.mouse.move(2, 2);
        await page.mouse.up();
      },
    };
    for (const how of ["Escape", "outside"] as const) {
      const lines = page.locator(".ordered-list li");
      const [first, third] = [await lines.nth(0).boundingBox(), await lines.nth(2).boundingBox()];
      if (first === null || third === null) throw new Error("No line");
      await page.mouse.move(first.x + 4, first.y + 4);
      await page.mouse.down();
      await page.mouse.move(third.x + 4, third.y + 4);
      await page.mouse.move(third.x + 4, third.y + third.height - 4);
      deepStrictEqual(await labels(page), ["Est", "Centre", "Nord", "Sud"], how);
      await end[how]();
      deepStrictEqual(await labels(page), order, how);
      deepStrictEqual(await page.locator(".dragged").count(), 0, how);
    }
    await go(SORTABLE_PATH);
    deepStrictEqual([await labels(page), sentCount], [order, 0]);
    deepStrictEqual(errors, []);
  },
);

function choose(page: Page, name: string, bytes: Uint8Array, mimeType = "image/png") {
  return page.setInputFiles("#image-field", { name, mimeType, buffer: Buffer.from(bytes) });
}

demoTest(
  "ImageUpload shows an image before it is sent, and reports not-valid by the content alone",
  async ({ page, errors, go }) => {
    await go(links.consumptionReportSettings("p01"));
    const error = page.locator("#image-field-error");
    const preview = page.getByRole("img", { name: "Aperçu\u00A0: Image" });
    await choose(page, "logo.png", A_PNG);
    await preview.waitFor();
    strictEqual(await preview.evaluate((one: HTMLCanvasElement) => one.width), 48);
    strictEqual(await error.count(), 0);
    await choose(page, "logo.png", new TextEncoder().encode("GIF89a, whatever its name"));
    await error.waitFor();
    strictEqual(
      await error.innerText(),
      "Format d’image non accepté\u00A0: JPEG ou PNG uniquement",
    );
    strictEqual(await preview.count(), 0);
    strictEqual(await page.getAttribute("#image-field", "aria-invalid"), "true");
    // Valid up to its header, invalid after it.
    await choose(page, "cut.png", A_PNG.slice(0, 40));
    await page.waitForFunction(() =>
      document.querySelector("#image-field-error")?.textContent?.startsWith("Format")
    );
    // Made in the page: so many bytes would take long to reach the browser.
    await page.locator("#image-field").evaluate((box: HTMLInputElement, size) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(size)], "heavy.png"));
      box.files = chosen.files;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }, IMAGE_MAX_BYTES + 1);
    await page.waitForFunction(() =>
      document.querySelector("#image-field-error")?.textContent === "16\u00A0Mo maximum"
    );
    deepStrictEqual(errors, []);
  },
);

demoTest(
  "ImageUpload reduces an image with too many pixels before it is sent",
  async ({ page, errors, go }) => {
    await go(links.consumptionReportSettings("p01"));
    await choose(page, "photo.jpg", aPhoto({ width: 8_064, height: 6_048 }), "image/jpeg");
    const preview = page.getByRole("img", { name: "Aperçu\u00A0: Image" });
    await preview.waitFor();
    strictEqual(await preview.evaluate((one: HTMLCanvasElement) => one.width), 240);
    const sent = await page.locator("#image-field").evaluate(async (box: HTMLInputElement) => {
      const [file] = box.files ?? [];
      return file === undefined ? [] : [file.name, ...new Uint8Array(await file.arrayBuffer())];
    });
    strictEqual(sent[0], "photo.jpg");
    const size = imageSize(Uint8Array.from(sent.slice(1), Number));
    deepStrictEqual(size, { width: 1_200, height: 900 });
    strictEqual(await page.locator("#image-field-error").count(), 0);
    deepStrictEqual(errors, []);
  },
);

/** The first help of the page, and the button that shows it. */
function help(page: Page) {
  return {
    tip: page.locator("[role=tooltip]").first(),
    button: page.locator(".tooltip button").first(),
  };
}

demoTest(
  "the help of a field is hidden on Escape, and lets it show again later",
  async ({ page, go, errors }) => {
    await go(PATH);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    const { tip, button } = help(page);
    await button.focus();
    strictEqual(await tip.isVisible(), true);
    await page.keyboard.press("Escape");
    strictEqual(await tip.isVisible(), false);
    strictEqual(await button.evaluate((one) => one === document.activeElement), true);
    await page.keyboard.press("Tab");
    await button.focus();
    strictEqual(await tip.isVisible(), true);
    await button.blur();
    await button.hover();
    await page.keyboard.press("Escape");
    strictEqual(await tip.isVisible(), false);
    await page.mouse.move(0, 0);
    await button.hover();
    strictEqual(await tip.isVisible(), true);
    deepStrictEqual(errors, []);
  },
);

// @spec forms.tooltips
demoTest(
  "tooltip is 350 pixels wide, and hides half a second after the pointer leaves, without JavaScript",
  async ({ page, go }) => {
    // The pointer is where the sign-in button was, possibly over the help of the page.
    await page.mouse.move(0, 0);
    await go(PATH);
    const { tip, button } = help(page);
    await tip.waitFor({ state: "hidden" });
    await button.hover();
    strictEqual(await tip.isVisible(), true);
    strictEqual((await tip.boundingBox())?.width, 350);
    // The pointer may be over the text itself, to read or copy it.
    await tip.hover();
    strictEqual(await tip.isVisible(), true);
    await page.mouse.move(0, 0);
    const [transition] = await tip.evaluate((one) =>
      one.getAnimations().map(({ effect }) => effect?.getComputedTiming())
    );
    strictEqual(Number(transition?.delay) + Number(transition?.activeDuration), 500);
    strictEqual(await tip.isVisible(), true);
    await tip.waitFor({ state: "hidden" });
  },
  { javaScriptEnabled: false },
);

/** Values of the fields above a table. */
const shownFilters = (page: Page) =>
  page.locator("form.table-tools").locator("input:not([type=hidden]), select")
    .evaluateAll((all: (HTMLInputElement | HTMLSelectElement)[]) => all.map(({ value }) => value));

for (const javaScriptEnabled of [true, false]) {
  demoTest(
    `after Back, the filters are those of the rows, ${
      javaScriptEnabled ? "with" : "without"
    } scripts`,
    async ({ page, go }) => {
      const filter = async () => {
        await page.locator("form.table-tools button[type=submit]").click();
        await page.waitForURL(/\?./);
        await goBack(page);
      };
      await go(links.residences());
      const none = await shownFilters(page);
      await page.fill("#filter-search", "tilleuls");
      await filter();
      deepStrictEqual(await shownFilters(page), none);

      await go(links.audit());
      await page.fill("#from", "2026-01-01");
      await filter();
      deepStrictEqual(new Set(await shownFilters(page)), new Set([""]));

      await go(`${links.search()}?q=tilleuls`);
      await page.fill("#search-words", "chaufferie");
      await page.press("#search-words", "Enter");
      await page.waitForURL(/q=chaufferie/);
      await goBack(page);
      strictEqual(await page.inputValue("#search-words"), "tilleuls");
    },
    { javaScriptEnabled },
  );
}
