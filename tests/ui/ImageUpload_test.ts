import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { A_PNG, aPhoto } from "@/tests/helpers/file_bytes.ts";
import type { Page } from "@/tests/npm/chromium.ts";

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
    await choose(page, "heavy.png", new Uint8Array(IMAGE_MAX_BYTES + 1));
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
