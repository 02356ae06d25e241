/**
 * The picture of a JPEG, decoded at the required scale: a 48-megapixel photograph takes as much memory as its file.
 *
 * @module
 */

import { isJpegFrame } from "@/lib/base/image_format.ts";
import { exifOrientation, oriented, type Pixels, Reduction } from "./image_transforms.ts";
import { Plane, type Scale, scaleFor, Scan } from "./jpeg_scans.ts";
import {
  type Frame,
  frameOf,
  MARKERS,
  noTables,
  readTables,
  segmentAt,
  type Tables,
} from "./jpeg_segments.ts";

/** Maximum number of scans; a progressive picture has about ten. */
const SCANS_MAX = 200;

/**
 * The pixels of a JPEG, upright and reduced to the requested size.
 *
 * @param side longest side of the result, pixels
 * @throws Error when it is truncated, damaged, or uses an unsupported encoding
 */
export function decodedJpeg(bytes: Uint8Array<ArrayBuffer>, side: number): Pixels {
  const { frame, planes, tables } = readPicture(bytes, side);
  const [first] = planes;
  if (frame === null || first === undefined) throw new TypeError("No picture");
  if (planes.some(({ quantisation }) => quantisation === null)) throw new TypeError("No scan");
  if (frame.isProgressive) planes.forEach((plane) => plane.drawAll());
  const picture = drawn(frame, planes, { scale: first.scale, tables, side });
  return oriented(picture, exifOrientation(tables.exif));
}

interface Picture {
  frame: Frame | null;
  planes: Plane[];
  readonly tables: Tables;
}

function readPicture(bytes: Uint8Array<ArrayBuffer>, side: number): Picture {
  const picture: Picture = { frame: null, planes: [], tables: noTables() };
  let scans = 0;
  for (let at = 2;;) {
    const segment = segmentAt(bytes, at);
    at = segment.end;
    if (segment.marker === MARKERS.end) return picture;
    if (isJpegFrame(segment.marker)) {
      if (picture.frame !== null) throw new TypeError("Two pictures");
      const frame = frameOf(segment);
      const scale = scaleFor(frame, side);
      picture.frame = frame;
      picture.planes = frame.components.map((one) => new Plane(one, frame, scale));
    } else if (segment.marker === MARKERS.scan) {
      if (picture.frame === null || scans++ >= SCANS_MAX) throw new TypeError("Too many scans");
      const scan = new Scan(segment.data, bytes, at, picture.frame, picture.tables, picture.planes);
      at = scan.isLeftOut ? markerFrom(bytes, at) : scan.read();
    } else readTables(segment, picture.tables);
  }
}

/** Position of the first marker that ends a scan. */
function markerFrom(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && !isRestart) return at;
  }
  throw new TypeError("A cut scan");
}

function drawn(
  { width, height, components }: Frame,
  planes: readonly Plane[],
  { scale, tables, side }: { scale: Scale; tables: Tables; side: number },
): Pixels {
  const size = { width: Math.ceil(width * scale / 8), height: Math.ceil(height * scale / 8) };
  const most = (name: "across" | "down") => Math.max(...components.map((one) => one[name]));
  const [across, down] = [most("across"), most("down")];
  const convert = conversionOf(components, tables);
  const reduction = new Reduction(size, side);
  const row = new Uint8ClampedArray(size.width * 4).fill(255);
  for (let y = 0; y < size.height; y++) {
    for (const [rank, { component, samples, stride }] of planes.entries()) {
      const start = Math.floor(y * component.down / down) * stride;
      for (let x = 0; x < size.width; x++) {
        row[x * 4 + rank] = samples[start + Math.floor(x * component.across / across)] ?? 0;
      }
    }
    for (let at = 0; at < row.length; at += 4) convert(row, at);
    reduction.addRow(row, { y });
  }
  return reduction.pixels();
}

type Conversion = (row: Uint8ClampedArray, at: number) => void;

/** By number of colours and Adobe's segment; without the segment, three are YCbCr (JFIF) unless named R, G, B. */
function conversionOf(components: Frame["components"], { colourTransform }: Tables): Conversion {
  if (components.length === 1) return fromGrey;
  if (components.length === 4) {
    if (colourTransform === null) return fromInks;
    return colourTransform === 2 ? fromAdobeYcck : fromAdobeInks;
  }
  const names = String.fromCharCode(...components.map(({ id }) => id));
  return colourTransform === 0 || (colourTransform === null && names === "RGB") ? asIs : fromYcc;
}

const asIs: Conversion = () => {};

const fromGrey: Conversion = (row, at) => {
  row[at + 1] = row[at + 2] = row[at] ?? 0;
};

const fromYcc: Conversion = (row, at) => {
  const light = row[at] ?? 0;
  const [blue, red] = [(row[at + 1] ?? 0) - 128, (row[at + 2] ?? 0) - 128];
  row[at] = light + 1.402 * red;
  row[at + 1] = light - 0.344136 * blue - 0.714136 * red;
  row[at + 2] = light + 1.772 * blue;
};

/** Adobe stores inverted inks. */
const fromAdobeInks: Conversion = (row, at) => {
  const left = (row[at + 3] ?? 0) / 255;
  for (let rank = at; rank < at + 3; rank++) row[rank] = (row[rank] ?? 0) * left;
  row[at + 3] = 255;
};

const fromInks: Conversion = (row, at) => {
  for (let rank = at; rank < at + 4; rank++) row[rank] = 255 - (row[rank] ?? 0);
  fromAdobeInks(row, at);
};

const fromAdobeYcck: Conversion = (row, at) => {
  fromYcc(row, at);
  for (let rank = at; rank < at + 3; rank++) row[rank] = 255 - (row[rank] ?? 0);
  fromAdobeInks(row, at);
};
