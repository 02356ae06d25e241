import { Readable } from "node:stream";
import { crc32, createInflate } from "node:zlib";
import { imageSize } from "@/lib/domain/forms/image_kind.ts";
import { type Pixels, Reduction } from "./image_reduction.ts";
import { pngHeader, rowDrawer } from "./png_colours.ts";
import { PngRows } from "./png_rows.ts";

const SIGNATURE_BYTES = 8;
/** Length, name and CRC of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/** The chunks needed for the picture; texts, profiles and animations are skipped. */
const PICTURE: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Size of the inflated pieces, bytes. */
const INFLATED_BYTES = 65_536;

/**
 * The colours of a PNG, reduced to the requested size: rows are read as they are inflated, and none is stored.
 *
 * @param side longest side of the result, pixels
 * @throws Error when it is truncated or damaged, or inflates to more than its pixels
 */
export async function decodedPng(bytes: Uint8Array<ArrayBuffer>, side: number): Promise<Pixels> {
  const size = imageSize(bytes);
  if (size === null) throw new TypeError("No size");
  const chunks = pictureChunks(bytes);
  const header = pngHeader(size, chunks);
  const reduction = new Reduction(size, side);
  const draw = rowDrawer(header);
  const rows = new PngRows(header, (row, place) => reduction.addRow(draw(row, place.count), place));
  await inflateInto(chunks, rows);
  return reduction.pixels();
}

/** @throws Error when the data are longer or shorter than the rows */
async function inflateInto(chunks: readonly PngChunk[], rows: PngRows): Promise<void> {
  const packed = chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data);
  const reading = Readable.from(packed);
  const inflating = createInflate({ chunkSize: INFLATED_BYTES });
  try {
    for await (const part of reading.pipe(inflating)) {
      rows.take(part);
    }
  } finally {
    reading.destroy();
    inflating.destroy();
  }
  rows.end();
}

/** A chunk of a PNG, without its frame. */
export interface PngChunk {
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

function pictureChunks(bytes: Uint8Array<ArrayBuffer>): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= bytes.length;) {
    const end = at + CHUNK_FRAME_BYTES + view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length) throw new TypeError("A chunk is cut");
    if (PICTURE.has(name)) {
      const isWhole = crc32(bytes.subarray(at + 4, end - 4)) === view.getUint32(end - 4);
      if (!isWhole) throw new TypeError("A chunk is damaged");
      chunks.push({ name, data: bytes.subarray(at + 8, end - 4) });
    }
    if (name === "IEND") return chunks;
    at = end;
  }
  throw new TypeError("No end");
}
