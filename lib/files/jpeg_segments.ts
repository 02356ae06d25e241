/** Reads the segments of a JPEG, and keeps those needed to decode it. @module */

import { viewOf } from "@/lib/base/bytes.ts";

/** Why a photograph is refused. */
export type PhotoFault =
  | "photo-broken"
  | "photo-too-large"
  | "photo-unsupported"
  /** One of several files is no photograph. */
  | "photos-only"
  | "photos-too-many";

/** A JPEG without its metadata. */
interface PlainJpeg {
  /** The kept segments, in their order. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Whether its components are red, green and blue, not luminance and chrominance. */
  readonly isRgb: boolean;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

/** Maximum number of pixels of a JPEG, which is not decoded here. */
const PIXELS_MAX = 100_000_000;
/** Maximum number of scans; a progressive image has about ten. */
const SCANS_MAX = 200;
/** Maximum number of segments; metadata of 20 MiB take some 300. */
const SEGMENTS_MAX = 10_000;

const [SOI, EOI, SOS, DHT, DQT, DRI] = [0xd8, 0xd9, 0xda, 0xc4, 0xdb, 0xdd] as const;
/** Frames: baseline, extended, progressive. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const [APP0, APP1, APP14, APP15, COM] = [0xe0, 0xe1, 0xee, 0xef, 0xfe] as const;
const [RESTART_FIRST, RESTART_LAST] = [0xd0, 0xd7] as const;

/** What the metadata of a JPEG say of its pixels. */
interface Metadata {
  isJfif: boolean;
  /** The transform of colours in the segment of Adobe; null without one. */
  adobe: number | null;
  orientation: number | null;
}

/**
 * The segments of a JPEG that are needed to decode it: neither metadata, nor what follows its end, such as other images
 * or other formats. The coded pixels are not read.
 *
 * @returns the reason of a refusal: a wrong length, a missing end, too many pixels, CMYK, 12 bits
 * @spec deposits.photos
 */
export function plainJpeg(file: Uint8Array<ArrayBuffer>): PlainJpeg | PhotoFault {
  if (file[0] !== 0xff || file[1] !== SOI) return "photo-broken";
  const view = viewOf(file);
  const parts = [file.subarray(0, 2)];
  const metadata: Metadata = { isJfif: false, adobe: null, orientation: null };
  let frame: Uint8Array<ArrayBuffer> | null = null;
  let scans = 0;
  for (let [at, count] = [2, 0];; count++) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at++;
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined || count > SEGMENTS_MAX) return "photo-broken";
    if (marker === EOI) {
      parts.push(file.subarray(at, at + 2));
      break;
    }
    if (at + 4 > file.length) return "photo-broken";
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > file.length) return "photo-broken";
    const content = file.subarray(at + 4, end);
    if (marker === COM || (marker >= APP0 && marker <= APP15)) {
      noteMetadata(metadata, marker, content);
      at = end;
      continue;
    }
    if (FRAMES.has(marker)) {
      if (frame !== null) return "photo-broken";
      frame = content;
    } else if (marker === SOS) {
      const isInFrame = frame !== null && ++scans <= SCANS_MAX;
      if (!isInFrame || content.length !== 4 + 2 * (content[0] ?? 0)) return "photo-broken";
    } else if (marker !== DHT && marker !== DQT && marker !== DRI) return "photo-unsupported";
    else if (!areTables(marker, content)) return "photo-broken";
    const next = marker === SOS ? scanEnd(file, end) : end;
    parts.push(file.subarray(at, next));
    at = next;
  }
  if (frame === null || scans === 0) return "photo-broken";
  const size = frameSize(frame);
  if (typeof size === "string") return size;
  const { ids, ...rest } = size;
  return { ...rest, parts, isRgb: isRgb(ids, metadata), orientation: metadata.orientation ?? 1 };
}

function noteMetadata(
  metadata: Metadata,
  marker: number,
  content: Uint8Array<ArrayBuffer>,
): void {
  if (marker === APP0) metadata.isJfif ||= startsWith(content, "JFIF\0");
  if (marker === APP1) metadata.orientation ??= exifOrientation(content);
  if (marker === APP14 && startsWith(content, "Adobe")) metadata.adobe = content[11] ?? null;
}

/** Whether a segment contains whole tables and nothing else. */
function areTables(marker: number, content: Uint8Array<ArrayBuffer>): boolean {
  if (marker === DRI) return content.length === 2;
  let at = 0;
  while (at < content.length) {
    const kind = content[at] ?? 0;
    if ((kind & 15) > 3 || kind >> 4 > 1) return false;
    if (marker === DQT) at += 1 + 64 * (1 + (kind >> 4));
    else {
      const codes = content.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
      if (codes > 256) return false;
      at += 17 + codes;
    }
  }
  return at === content.length;
}

/** "R", "G", "B". */
const RGB = "82,71,66";

function isRgb(ids: readonly number[], { isJfif, adobe }: Metadata): boolean {
  if (ids.length !== 3) return false;
  return adobe === null ? !isJfif && ids.join() === RGB : adobe === 0;
}

function frameSize(frame: Uint8Array<ArrayBuffer>) {
  const [bits, channels] = [frame[0], frame[5] ?? 0];
  if (frame.length !== 6 + 3 * channels) return "photo-broken";
  if (bits !== 8 || (channels !== 1 && channels !== 3)) return "photo-unsupported";
  const view = viewOf(frame);
  const [height, width] = [view.getUint16(1), view.getUint16(3)];
  if (width === 0 || height === 0) return "photo-unsupported";
  if (width * height > PIXELS_MAX) return "photo-too-large";
  const ids = Array.from({ length: channels }, (_, rank) => frame[6 + 3 * rank] ?? 0);
  return { width, height, channels, ids } as const;
}

/** Position of the first marker after the data of a scan; restarts belong to the data. */
function scanEnd(file: Uint8Array<ArrayBuffer>, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    const isRestart = next >= RESTART_FIRST && next <= RESTART_LAST;
    if (next !== 0 && next !== 0xff && !isRestart) return at;
  }
  return file.length;
}

const ORIENTATION_TAG = 0x112;

/** The orientation in an EXIF segment; null when there is none. */
function exifOrientation(content: Uint8Array<ArrayBuffer>): number | null {
  if (!startsWith(content, "Exif\0\0") || content.length < 14) return null;
  const tiff = viewOf(content.subarray(6));
  const isLittle = tiff.getUint16(0) === 0x4949;
  const table = tiff.getUint32(4, isLittle);
  if (table + 2 > tiff.byteLength) return null;
  const count = tiff.getUint16(table, isLittle);
  for (let at = table + 2, left = count; left > 0 && at + 12 <= tiff.byteLength; at += 12, left--) {
    if (tiff.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = tiff.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

function startsWith(content: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(content.subarray(0, text.length)) === text;
}
