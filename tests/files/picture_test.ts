import jpeg from "jpeg-js";
import { deepStrictEqual, ok, throws } from "node:assert/strict";
import { type Pixels, scaled } from "@/lib/files/image_transforms.ts";
import { decodedJpeg } from "@/lib/files/jpeg_decoder.ts";
import { aPhoto, TURNED } from "@/tests/helpers/a_photo.ts";
import { SAMPLE_JPEGS, SPARSE_JPEG } from "./sample_jpegs.ts";

const SAMPLES = Object.entries(SAMPLE_JPEGS)
  .map(([name, text]) => [name, Uint8Array.fromBase64(text)] as const);

function reference(bytes: Uint8Array, side: number): Pixels {
  const all = jpeg.decode(bytes, { useTArray: true });
  return scaled({ ...all, data: new Uint8Array(all.data) }, side);
}

// @spec reports.image
Deno.test("decodedJpeg() matches another decoder, at the requested scale", () => {
  for (const [name, bytes] of SAMPLES) {
    // The whole, a half and a quarter of the picture, whose chroma may have half of that.
    for (const [side, most] of [[90, 4], [45, 4], [22, 8]] as const) {
      const expected = reference(bytes, side);
      const { width, height, data } = decodedJpeg(bytes, side);
      deepStrictEqual([width, height], [expected.width, expected.height], name);
      const off = data.reduce((sum, one, at) => sum + Math.abs(one - (expected.data[at] ?? 0)), 0);
      ok(off / data.length < most, `${name} at ${side}: ${off / data.length}`);
    }
  }
});

// @spec reports.image
Deno.test("decodedJpeg() reads the last bits of a progressive picture after long runs of zeros", () => {
  const bytes = Uint8Array.fromBase64(SPARSE_JPEG);
  const { data } = decodedJpeg(bytes, 16);
  const expected = reference(bytes, 16).data;
  const most = Math.max(...data.map((one, at) => Math.abs(one - (expected[at] ?? 0))));
  // Each decoder rounds for itself.
  ok(most <= 1, `${most}`);
  // Means of its four blocks.
  const { data: eighth } = decodedJpeg(bytes, 2);
  deepStrictEqual([...eighth].filter((_, at) => at % 4 === 0), [128, 128, 128, 136]);
});

// @spec reports.image
Deno.test("decodedJpeg() computes an eighth of a picture from the means of its blocks", () => {
  const means = ({ data }: Pixels) =>
    [0, 1, 2].map((rank) => {
      const samples = data.filter((_, at) => at % 4 === rank);
      return samples.reduce((sum, one) => sum + one, 0) / samples.length;
    });
  for (const [name, bytes] of SAMPLES) {
    const expected = means(reference(bytes, 11));
    for (const [rank, mean] of means(decodedJpeg(bytes, 11)).entries()) {
      // The last blocks reach a little beyond the picture.
      ok(Math.abs(mean - (expected[rank] ?? 0)) < 10, `${name} ${rank}: ${mean} ${expected[rank]}`);
    }
  }
});

// @spec reports.image
Deno.test("decodedJpeg() scales a photograph of 48 million pixels to the size of a report, upright", () => {
  const photo = aPhoto({ width: 8_064, height: 6_048, others: TURNED });
  const { width, height, data } = decodedJpeg(photo, 600);
  deepStrictEqual([width, height], [450, 600]);
  deepStrictEqual([...data.subarray(0, 4)], [128, 128, 128, 255]);
});

Deno.test("decodedJpeg() ignores data after the picture", () => {
  const photo = aPhoto({ width: 32, height: 16 });
  deepStrictEqual(decodedJpeg(Uint8Array.from([...photo, 0xff, 0xc0, 1, 2]), 8).width, 8);
});

// @spec reports.image
Deno.test("decodedJpeg() refuses a file truncated anywhere", () => {
  for (const [name, bytes] of SAMPLES) {
    for (let length = 0; length < bytes.length; length += 7) {
      throws(() => decodedJpeg(bytes.slice(0, length), 90), Error, `${name} ${length}`);
    }
  }
});

// @spec reports.image
Deno.test("decodedJpeg() ends on any damage, with a picture or an error", () => {
  for (const [, bytes] of SAMPLES) {
    for (let at = 2; at < bytes.length; at += 9) {
      const damaged = bytes.slice();
      damaged[at] = 0xff ^ (damaged[at] ?? 0);
      try {
        ok(decodedJpeg(damaged, 90).data.length > 0);
      } catch (fault) {
        ok(fault instanceof Error);
      }
    }
  }
});

// @spec reports.image
Deno.test("decodedJpeg() refuses frames that few programs read, a second frame and endless scans", () => {
  const photo = [...aPhoto({ width: 16, height: 16 })];
  const frame = photo.indexOf(0xc0, 70) - 1;
  const other = (marker: number) =>
    Uint8Array.from(photo, (byte, at) => at === frame + 1 ? marker : byte);
  for (const marker of [0xc3, 0xc9]) throws(() => decodedJpeg(other(marker), 8), /frame/);
  const whole = photo.slice(frame, frame + 19);
  throws(
    () => decodedJpeg(Uint8Array.from(photo.toSpliced(frame, 0, ...whole)), 8),
    /Two pictures/,
  );
  const scan = photo.slice(photo.lastIndexOf(0xda) - 1, -2);
  const scans = Array(300).fill(scan).flat();
  throws(() => decodedJpeg(Uint8Array.from(photo.toSpliced(-2, 0, ...scans)), 8), /Too many/);
});
