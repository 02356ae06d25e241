import { inflateSync } from "node:zlib";
import { decode } from "fast-png";
import { joinedBytes } from "@/lib/backend/core/bytes.ts";
import { imageSize } from "@/lib/domain/forms/image_kind.ts";
import type { Pixels } from "./image_encoding.ts";

const SIGNATURE_BYTES = 8;
/** Length, name and CRC of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/** The chunks that make the picture; texts, profiles and animations are left out unread. */
const PICTURE: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Bytes of a pixel at most, four samples of 16 bits. */
const PIXEL_BYTES = 8;
/** A row's own byte, in each of the seven passes of an interlaced picture. */
const ROW_BYTES = 7;

/** The colours of a PNG. @throws Error when it is damaged, or unpacks to more than its pixels */
export function decodedPng(bytes: Uint8Array<ArrayBuffer>, pixelsMax: number): Pixels {
  const size = imageSize(bytes);
  if (size === null || size.width * size.height > pixelsMax) throw new TypeError("Too many pixels");
  const chunks = pictureChunks(bytes);
  const packed = chunks.filter(({ name }) => name === "IDAT").map(({ whole }) =>
    whole.slice(8, -4)
  );
  const { width, height } = size;
  // What it unpacks to is bounded before a library unpacks it.
  inflateSync(joinedBytes(packed), {
    maxOutputLength: height * (width * PIXEL_BYTES + ROW_BYTES) + width * ROW_BYTES,
  });
  const picture = [bytes.slice(0, SIGNATURE_BYTES), ...chunks.map(({ whole }) => whole)];
  const decoded = decode(joinedBytes(picture), { checkCrc: true });
  return { width, height, data: rgbaOf(decoded) };
}

interface Chunk {
  readonly name: string;
  readonly whole: Uint8Array<ArrayBuffer>;
}

function pictureChunks(bytes: Uint8Array<ArrayBuffer>): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= bytes.length;) {
    const length = CHUNK_FRAME_BYTES + view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + length > bytes.length) throw new TypeError("A chunk is cut");
    if (PICTURE.has(name)) chunks.push({ name, whole: bytes.slice(at, at + length) });
    if (name === "IEND") return chunks;
    at += length;
  }
  throw new TypeError("No end");
}

type Decoded = ReturnType<typeof decode>;

/** Four bytes a pixel, of any depth, palette or number of channels. */
function rgbaOf(image: Decoded): Uint8Array<ArrayBuffer> {
  const { width, height, channels, depth, palette } = image;
  const data = new Uint8Array(width * height * 4).fill(255);
  // Which sample each of red, green, blue and opacity is; none where all is opaque.
  const ranks = channels < 3 ? [0, 0, 0] : [0, 1, 2];
  if (channels % 2 === 0) ranks.push(channels - 1);
  const most = 2 ** depth - 1;
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (palette !== undefined) {
      data.set(palette[sampleOf(image, pixel, 0)] ?? [], pixel * 4);
      continue;
    }
    for (let rank = 0; rank < ranks.length; rank++) {
      const sample = sampleOf(image, pixel, ranks[rank] ?? 0);
      data[pixel * 4 + rank] = depth === 8 ? sample : Math.round(255 * sample / most);
    }
  }
  return data;
}

/** Samples of less than a byte are packed, each row from a byte of its own. */
function sampleOf({ width, channels, depth, data }: Decoded, pixel: number, rank: number): number {
  if (depth >= 8) return data[pixel * channels + rank] ?? 0;
  const bitsOfRow = Math.ceil(width * depth / 8) * 8;
  const bit = Math.floor(pixel / width) * bitsOfRow + pixel % width * depth;
  const byte = data[bit >> 3] ?? 0;
  return byte >> (8 - depth - bit % 8) & (2 ** depth - 1);
}
