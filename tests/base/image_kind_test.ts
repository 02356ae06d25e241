import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageError, imageKind, imageSize } from "@/lib/base/image_format.ts";

/** The beginning of a PNG of a given size. */
function aPng(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(26);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/**
 * The beginning of a JPEG: an APP0 segment of four bytes, a table (DHT), fill bytes, then a frame
 * of the given type.
 */
function aJpeg(width: number, height: number, frame = 0xc2): Uint8Array {
  return Uint8Array.of(
    ...[0xff, 0xd8],
    ...[0xff, 0xe0, 0, 4, 0x4a, 0x46],
    ...[0xff, 0xc4, 0, 3, 0x00],
    ...[0xff, 0xff],
    ...[0xff, frame, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255],
  );
}

Deno.test("imageKind() detects an image by its content", () => {
  strictEqual(imageKind(aJpeg(1, 1)), "jpeg");
  strictEqual(imageKind(aPng(1, 1)), "png");
});

// @spec forms.images
Deno.test("imageKind() is null for other content, regardless of the name", () => {
  const texts = ["", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "\x89PNG"];
  for (const text of texts) strictEqual(imageKind(new TextEncoder().encode(text)), null, text);
});

Deno.test("imageKind() is null for a file truncated in its signature", () => {
  strictEqual(imageKind(aJpeg(1, 1).subarray(0, 2)), null);
  strictEqual(imageKind(aPng(1, 1).subarray(0, 15)), null);
});

Deno.test("imageSize() reads the header of a PNG and the frame of a JPEG, past its tables", () => {
  deepStrictEqual(imageSize(aPng(640, 480)), { width: 640, height: 480 });
  deepStrictEqual(imageSize(aJpeg(640, 480)), { width: 640, height: 480 });
  deepStrictEqual(imageSize(aJpeg(300, 2, 0xc0)), { width: 300, height: 2 });
});

Deno.test("imageSize() of a view of a larger buffer reads only the view", () => {
  const whole = new Uint8Array(100);
  whole.set(aPng(7, 9), 50);
  deepStrictEqual(imageSize(whole.subarray(50)), { width: 7, height: 9 });
});

Deno.test("imageSize() is null when the image ends before its size, or has an invalid structure", () => {
  strictEqual(imageSize(aPng(640, 480).subarray(0, 23)), null);
  strictEqual(imageSize(aJpeg(640, 480).subarray(0, 20)), null);
  strictEqual(imageSize(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0)), null);
  strictEqual(imageSize(new TextEncoder().encode("GIF89a")), null);
});

Deno.test("imageError() is not-valid for a file that is no image, or one without a size", () => {
  deepStrictEqual(imageError(new Uint8Array()), { code: "not-valid" });
  deepStrictEqual(imageError(aPng(0, 480)), { code: "not-valid" });
  deepStrictEqual(imageError(aJpeg(640, 0)), { code: "not-valid" });
  strictEqual(imageError(aJpeg(640, 480)), null);
});

Deno.test("imageError() gives the maximum weight, side and number of pixels", () => {
  const heavy = new Uint8Array(IMAGE_MAX_BYTES + 1);
  heavy.set(aPng(1, 1));
  deepStrictEqual(imageError(heavy), { code: "max-bytes", maxBytes: 16_000_000 });
  strictEqual(imageError(heavy.subarray(0, IMAGE_MAX_BYTES)), null);
  deepStrictEqual(imageError(aPng(60_000, 60_000)), { code: "max-pixels", maxPixels: 10_000 });
  deepStrictEqual(imageError(aJpeg(10_001, 1)), { code: "max-pixels", maxPixels: 10_000 });
  deepStrictEqual(imageError(aPng(10_000, 1_601)), { code: "max-megapixels", maxMegapixels: 16 });
  // A photograph of 12 million pixels.
  strictEqual(imageError(aJpeg(4_032, 3_024)), null);
  strictEqual(imageError(aPng(10_000, 1_600)), null);
});

// @spec forms.images
Deno.test("imageError() is print-colours for a JPEG of four inks", () => {
  const coloured = (count: number) => imageError(Uint8Array.of(...aJpeg(640, 480), count));
  deepStrictEqual([1, 3, 4].map(coloured), [null, null, { code: "print-colours" }]);
});
