import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { imageError, imageKind } from "../../../lib/domain/forms/image_kind.ts";

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10);
const png = Uint8Array.of(
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0],
);

Deno.test("imageKind() knows an image by its content", () => {
  strictEqual(imageKind(jpeg), "jpeg");
  strictEqual(imageKind(png), "png");
});

Deno.test("imageKind() is null for other content, whatever the name says", () => {
  const texts = ["", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "\x89PNG"];
  for (const text of texts) strictEqual(imageKind(new TextEncoder().encode(text)), null, text);
});

Deno.test("imageKind() is null for a file cut in its signature", () => {
  strictEqual(imageKind(jpeg.subarray(0, 2)), null);
  strictEqual(imageKind(png.subarray(0, 15)), null);
});

Deno.test("imageError() says not-valid", () => {
  deepStrictEqual(imageError(new Uint8Array()), { code: "not-valid" });
  strictEqual(imageError(jpeg), null);
});
