import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES } from "@/lib/base/image_format.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { SAMPLE_IMAGE } from "@/tools/design/sample_image.ts";
import { designTest } from "./a_design_page.ts";

const PNG = Uint8Array.fromBase64(SAMPLE_IMAGE.slice(SAMPLE_IMAGE.indexOf(",") + 1));

function choose(page: Page, name: string, bytes: Uint8Array, mimeType = "image/png") {
  return page.setInputFiles("#image-field", { name, mimeType, buffer: Buffer.from(bytes) });
}

/** The list of WidgetEvents, once it has the expected text. */
async function heard(page: Page, expected: string): Promise<void> {
  await page.waitForFunction(
    (text) => document.querySelector("#heard-list")?.textContent === text,
    expected,
  );
}

// @spec forms.switches
designTest(
  "SmallToggle changes at once, emits its event in a separate task, and does neither while disabled",
  async ({ page, go }) => {
    await go();
    // Order: the change is visible before the event.
    const order = await page.evaluate(async () => {
      const control = document.querySelector<HTMLInputElement>("#alert");
      const said: string[] = [];
      const event = new Promise<void>((resolve) =>
        addEventListener("toggled", (event) => {
          if (event instanceof CustomEvent) said.push(`event ${event.detail}`);
          resolve();
        }, { once: true })
      );
      control?.click();
      said.push(`is ${control?.checked}`);
      await event;
      return said;
    });
    deepStrictEqual(order, ["is false", "event false"]);
    await heard(page, "false");
    await page.focus("#alert");
    await page.keyboard.press("Space");
    await heard(page, "false true");
    strictEqual(await page.getAttribute("#alert", "role"), "switch");
    await page.locator("#locked").evaluate((control: HTMLInputElement) => control.click());
    strictEqual(await page.isChecked("#locked"), true);
    await page.focus("#alert");
    await page.keyboard.press("Space");
    await heard(page, "false true false");
  },
);

designTest(
  "NumberControl and EveryField show their rules: bounds and steps, and nothing for zero",
  async ({ page, go }) => {
    await go();
    await page.fill("#heardNumber", "3,26");
    await page.press("#heardNumber", "Enter");
    strictEqual(await page.inputValue("#heardNumber"), "3,5");
    await page.fill("#heardNumber", "abc");
    await page.press("#heardNumber", "Tab");
    strictEqual(await page.inputValue("#heardNumber"), "3,5");
    await page.fill("#heardNumber", "40");
    await page.press("#heardNumber", "Tab");
    await page.getByRole("button", { name: /^Augmenter.*Durée/ }).click();
    await page.selectOption("#heardUnit", { label: "jour(s)" });
    await page.fill("#heardCount", "0");
    await page.press("#heardCount", "Tab");
    await heard(page, "3.5 10 1h 1d vide");
  },
);

designTest(
  "ImageUpload shows an image before it is sent, and reports not-valid by the content alone",
  async ({ page, errors, go }) => {
    await go();
    const error = page.locator("#image-field-error");
    const preview = page.getByRole("img", { name: "Aperçu\u00A0: Logo" });
    await choose(page, "logo.png", PNG);
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
    await choose(page, "cut.png", PNG.slice(0, 40));
    await page.waitForFunction(() =>
      document.querySelector("#image-field-error")?.textContent?.startsWith("Format")
    );
    await choose(page, "heavy.png", new Uint8Array(IMAGE_MAX_BYTES + 1));
    await page.waitForFunction(() =>
      document.querySelector("#image-field-error")?.textContent === "16\u00A0Mo maximum"
    );
    deepStrictEqual(errors, []);
  },
);

for (const javaScriptEnabled of [true, false]) {
  designTest(
    `an image is sent and shown ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    async ({ page, go }) => {
      await go("?state=empty");
      await choose(page, "logo.exe", PNG, "application/octet-stream");
      await page.getByRole("button", { name: "Envoyer l’image" }).click();
      const shown = page.getByRole("img", { name: "Image reçue" });
      await shown.waitFor();
      ok((await shown.getAttribute("src"))?.startsWith("data:image/png;base64,iVBOR"));
    },
    { javaScriptEnabled },
  );
}

designTest(
  "without JavaScript an image with a false type is reported as not-valid",
  async ({ page, go }) => {
    await go("?state=empty");
    await choose(page, "logo.png", new TextEncoder().encode("<svg/>"));
    await page.getByRole("button", { name: "Envoyer l’image" }).click();
    strictEqual(
      await page.locator("#image-field-error").innerText(),
      "Format d’image non accepté\u00A0: JPEG ou PNG uniquement",
    );
  },
  { javaScriptEnabled: false },
);

// @spec forms.tags
designTest(
  "TagSelects has one list per group, with an empty option; the filter's first option is Tout",
  async ({ page, go }) => {
    await go();
    const options = (selector: string) => page.locator(`${selector} option`).allInnerTexts();
    deepStrictEqual(await options("#tags-agency"), ["", "Nord", "Sud", "Est"]);
    deepStrictEqual(await options("#tags-energy"), ["", "Gaz", "Bois"]);
    strictEqual(await page.inputValue("#tags-agency"), "agency-1");
    deepStrictEqual(await options("#filter-agency"), ["Tout", "Est", "Nord", "Sud"]);
    deepStrictEqual((await options("#filter-city"))[0], "Tous");
  },
);

designTest(
  "FormGrid reports the errors of a row, and adds only a valid one",
  async ({ page, go }) => {
    await go();
    const stored = page.locator("#grid form").first();
    const fresh = page.locator("#grid form").nth(1);
    const disabled = page.locator(":disabled");
    await stored.getByRole("button", { name: "Enregistrer" }).and(disabled).waitFor();
    const add = fresh.getByRole("button", { name: "Ajouter" });
    await add.and(disabled).waitFor();
    await stored.getByText("Supprimer", { exact: true }).waitFor();
    // Sent from the field itself, which still has the focus.
    await stored.getByLabel("Occupants").fill("beaucoup");
    await stored.getByLabel("Occupants").press("Enter");
    strictEqual(
      await stored.locator("#people-2025-10-01-people-error").innerText(),
      "Doit être un nombre",
    );
    await fresh.getByLabel("À partir du").fill("2026-01-01");
    await fresh.getByLabel("Occupants").fill("80");
    await fresh.getByLabel(/^Surface/).fill("2400");
    await add.and(page.locator(":enabled")).waitFor();
  },
);
