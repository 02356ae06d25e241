import { deepStrictEqual } from "node:assert/strict";
import { uploadedImage } from "@/lib/web/forms/uploaded_image.ts";
import { SAMPLE_IMAGE } from "@/tools/design/sample_image.ts";

const PNG = Uint8Array.fromBase64(SAMPLE_IMAGE.slice(SAMPLE_IMAGE.indexOf(",") + 1));

Deno.test("uploadedImage() gives the type of the content, not the one that is said", async () => {
  const file = new File([PNG], "../../logo.jpg", { type: "text/html" });
  deepStrictEqual(await uploadedImage(file), {
    ok: true,
    image: { bytes: PNG, mediaType: "image/png" },
  });
});

Deno.test("uploadedImage() refuses other content, for any declared type", async () => {
  for (const text of ["", "<script>alert(1)</script>", "%PDF-1.7", "GIF89a", "PK\x03\x04"]) {
    const file = new File([text], "logo.png", { type: "image/png" });
    deepStrictEqual(await uploadedImage(file), { ok: false, error: { code: "not-valid" } }, text);
  }
});

Deno.test("uploadedImage() refuses what is too heavy by its size alone", async () => {
  const file = new File([new Uint8Array(1_500_001)], "logo.png", { type: "image/png" });
  const error = { code: "max-bytes", maxBytes: 1_500_000 };
  deepStrictEqual(await uploadedImage(file), { ok: false, error });
});
