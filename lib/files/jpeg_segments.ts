/** The segments of a JPEG, with the parameters of its scans (ITU-T T.81, annex B). @module */

import { sumOf } from "@/lib/base/sums.ts";
import { HuffmanTable } from "./jpeg_huffman.ts";

/** One colour of the picture. */
export interface Component {
  readonly id: number;
  /** Blocks of one unit, horizontally and vertically. */
  readonly across: number;
  readonly down: number;
  /** Rank of its quantisation table. */
  readonly quantisation: number;
}

export interface Frame {
  readonly isProgressive: boolean;
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
}

/** Parameters read from the segments before a scan. */
export interface Tables {
  readonly quantisation: Map<number, Uint16Array>;
  /** Key: class (0 for the means of blocks, 1 for the rest) × 16 + rank. */
  readonly huffman: Map<number, HuffmanTable>;
  restartInterval: number;
  /** Transform of Adobe's segment; null without one. */
  colourTransform: number | null;
  exif: Uint8Array<ArrayBuffer> | null;
}

export function noTables(): Tables {
  return {
    quantisation: new Map(),
    huffman: new Map(),
    restartInterval: 0,
    colourTransform: null,
    exif: null,
  };
}

interface Segment {
  readonly marker: number;
  readonly data: Uint8Array<ArrayBuffer>;
  /** Position of the first byte after the segment. */
  readonly end: number;
}

/** The segment at an offset. @throws Error when it is truncated */
export function segmentAt(bytes: Uint8Array<ArrayBuffer>, at: number): Segment {
  if (bytes[at] !== 0xff) throw new TypeError("No marker");
  let start = at + 1;
  // A marker may be preceded by any number of fill bytes.
  while (bytes[start] === 0xff) start++;
  const marker = bytes[start] ?? 0;
  if (marker === MARKERS.end) return { marker, data: bytes.subarray(start, start), end: start + 1 };
  const length = (bytes[start + 1] ?? 0) << 8 | (bytes[start + 2] ?? 0);
  const end = start + 1 + length;
  if (length < 2 || end > bytes.length) throw new TypeError("A cut segment");
  return { marker, data: bytes.subarray(start + 3, end), end };
}

export const MARKERS = {
  huffman: 0xc4,
  end: 0xd9,
  scan: 0xda,
  quantisation: 0xdb,
  restartInterval: 0xdd,
  exif: 0xe1,
  adobe: 0xee,
} as const;

/** Supported frames: baseline, extended and progressive, with Huffman codes. */
const READ_FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];

export function readTables({ marker, data }: Segment, tables: Tables): void {
  switch (marker) {
    case MARKERS.huffman:
      return readHuffman(data, tables);
    case MARKERS.quantisation:
      return readQuantisation(data, tables);
    case MARKERS.restartInterval:
      tables.restartInterval = byteAt(data, 0) << 8 | byteAt(data, 1);
      return;
    case MARKERS.adobe:
      if (startsWith(data, "Adobe")) tables.colourTransform = byteAt(data, 11);
      return;
    case MARKERS.exif:
      if (startsWith(data, "Exif")) tables.exif ??= data.slice();
  }
}

function startsWith(data: Uint8Array, text: string): boolean {
  return [...text].every((letter, at) => data[at] === letter.charCodeAt(0));
}

const COUNTS_BYTES = 16;

function readHuffman(data: Uint8Array<ArrayBuffer>, { huffman }: Tables): void {
  for (let at = 0; at < data.length;) {
    const key = byteAt(data, at);
    const counts = data.subarray(at + 1, at + 1 + COUNTS_BYTES);
    const start = at + 1 + COUNTS_BYTES;
    at = start + sumOf([...counts]);
    if (at > data.length) throw new TypeError("A cut table");
    huffman.set(key, new HuffmanTable(counts, data.subarray(start, at)));
  }
}

function readQuantisation(data: Uint8Array, { quantisation }: Tables): void {
  for (let at = 0; at < data.length;) {
    const head = byteAt(data, at++);
    const step = head >> 4 === 0 ? 1 : 2;
    const table = new Uint16Array(64);
    for (let rank = 0; rank < 64; rank++, at += step) {
      table[rank] = step === 1 ? byteAt(data, at) : byteAt(data, at) << 8 | byteAt(data, at + 1);
    }
    quantisation.set(head & 15, table);
  }
}

/** The frame of a segment. @throws Error for an unsupported encoding */
export function frameOf({ marker, data }: Segment): Frame {
  const count = byteAt(data, 5);
  const components = Array.from({ length: count }, (_, rank) => {
    const at = 6 + rank * 3;
    const sampling = byteAt(data, at + 1);
    return {
      id: byteAt(data, at),
      across: sampling >> 4,
      down: sampling & 15,
      quantisation: byteAt(data, at + 2),
    };
  });
  const areSampled = components.every(({ across, down }) =>
    across >= 1 && across <= 4 && down >= 1 && down <= 4
  );
  const [height, width] = [wordAt(data, 1), wordAt(data, 3)];
  const isRead = READ_FRAMES.includes(marker) && byteAt(data, 0) === 8 && areSampled;
  const isPicture = width > 0 && height > 0 && [1, 3, 4].includes(count);
  if (!isRead || !isPicture) throw new TypeError("A frame that is not read");
  return { isProgressive: marker === 0xc2, width, height, components };
}

function wordAt(data: Uint8Array, at: number): number {
  return byteAt(data, at) << 8 | byteAt(data, at + 1);
}

/** @throws Error past the end */
export function byteAt(data: Uint8Array, at: number): number {
  const byte = data[at];
  if (byte === undefined) throw new TypeError("A cut segment");
  return byte;
}
