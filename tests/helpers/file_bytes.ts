/** Bytes of images and archives, and bytes that do not compress. @module */
import { crc32, inflateRawSync } from "node:zlib";
import type { output } from "zod/mini";
import type { flowingFile } from "@/lib/api/call.ts";
import { seeded } from "./made_series.ts";

/** A segment of a JPEG. */
export function segment(marker: number, data: readonly number[]): number[] {
  const length = data.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...data];
}

/** A grey photograph of any size: each of its blocks is two zero bits. */
export function aPhoto(
  { width, height, others = [] }: { width: number; height: number; others?: readonly number[] },
): Uint8Array<ArrayBuffer> {
  const oneCode = (table: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), 0]);
  const colours = [[1, 0x22], [2, 0x11], [3, 0x11]];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const head = [
    ...[0xff, 0xd8],
    ...others,
    ...segment(0xdb, [0, ...Array(64).fill(1)]),
    ...segment(0xc0, [8, ...size, 3, ...colours.flatMap((colour) => [...colour, 0])]),
    ...oneCode(0x00),
    ...oneCode(0x10),
    ...segment(0xda, [3, ...colours.flatMap(([id = 0]) => [id, 0]), 0, 63, 0]),
  ];
  // A unit of 16 by 16 pixels has four blocks of luma and two of chroma.
  const units = Math.ceil(width / 16) * Math.ceil(height / 16);
  const photo = new Uint8Array(head.length + Math.ceil(units * 12 / 8) + 2);
  photo.set(head);
  photo.set([0xff, 0xd9], photo.length - 2);
  return photo;
}

/** EXIF of a photograph rotated to the right. */
export const TURNED: readonly number[] = segment(0xe1, [
  ...new TextEncoder().encode("Exif\0\0MM"),
  ...[0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
]);

/** A PNG of 48 by 48 pixels. */
export const A_PNG: Uint8Array<ArrayBuffer> = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAp0lEQVR42u3ZuQ2AQAxE0cmpjxroXwJiUsQl" +
    "w/qYFSO5gBet7L9Y1plqIFAMaBgny4SDjI4WGaIpb1lI0xhNyNRYTMikWFgo0TyYOgElaO5MKNRcmlCrOZu4" +
    "QSWag0kgO6hQszcJ5AJy3FAFEkgggb4+jNGaHkDRJv/1gw7UYvq4oAWZMpb8uIzUdJe5dIEOL1fFhk77EGNB" +
    "I22MjBWWsVOTlvw/fr5s75NMiSq3oUIAAAAASUVORK5CYII=",
);

/** Bytes that do not compress, the same for the same seed. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const next = seeded(seed);
  return Uint8Array.from({ length }, () => Math.floor(next() * 256));
}

/**
 * The text files of a zip archive, read from its central directory.
 * @throws Error when a file does not match its checksum
 */
export function unzipped(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error("No end of directory");
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    const head = view.getUint32(at + 42, true);
    const from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const bytes = inflateRawSync(archive.subarray(from, from + view.getUint32(at + 20, true)));
    if (crc32(bytes) !== view.getUint32(at + 16, true)) throw new Error(`${name} is damaged`);
    // ignoreBOM keeps the byte-order mark of a CSV.
    files.set(name, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** The bytes of a streamed file. */
export function flowedBytes(
  { flow }: Pick<output<typeof flowingFile>, "flow">,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Response(flow).bytes();
}

export function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).bytes();
}
