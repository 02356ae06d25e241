import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { uploadedImage } from "@/lib/web/uploads.ts";
import { A_PNG, aPhoto } from "@/tests/helpers/file_bytes.ts";

Deno.test("uploadedImage() returns the type of the content, not the declared one", async () => {
  const read = await uploadedImage(new File([A_PNG], "../../logo.jpg", { type: "text/html" }));
  strictEqual(read.ok && read.image.mimeType, "image/png");
  deepStrictEqual(read.ok && imageSize(read.image.bytes), { width: 48, height: 48 });
});

// @spec forms.images
Deno.test("uploadedImage() makes a photograph small enough for the body of a call", async () => {
  const photo = aPhoto({ width: 4_000, height: 3_000 });
  const read = await uploadedImage(new File([photo], "photo.jpg"));
  strictEqual(read.ok && read.image.mimeType, "image/jpeg");
  deepStrictEqual(read.ok && imageSize(read.image.bytes), { width: 600, height: 450 });
  strictEqual(read.ok && read.image.bytes.length < 64_000, true);
});

Deno.test("uploadedImage() refuses other content, for any declared type", async () => {
  for (const text of ["", "<script>alert(1)</script>", "%PDF-1.7", "GIF89a", "PK\x03\x04"]) {
    const file = new File([text], "logo.png", { type: "image/png" });
    const refused = { ok: false, error: { code: "not-valid" }, status: 400 };
    deepStrictEqual(await uploadedImage(file), refused, text);
  }
});

Deno.test("uploadedImage() reports a damaged image", async () => {
  const message = "L’image doit être au format JPEG ou PNG. Choisissez une autre image.";
  const read = await uploadedImage(new File([A_PNG.slice(0, 60)], "logo.png"));
  deepStrictEqual(read, { ok: false, error: { code: "message", message }, status: 400 });
});

Deno.test("uploadedImage() refuses a file that is too large, from its size alone", async () => {
  const file = new File([new Uint8Array(IMAGE_MAX_BYTES + 1)], "logo.png", { type: "image/png" });
  const error = { code: "max-bytes", maxBytes: IMAGE_MAX_BYTES };
  deepStrictEqual(await uploadedImage(file), { ok: false, error, status: 400 });
});
