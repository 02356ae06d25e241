/** Writes zip archives, whole or part by part. @module */

import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { joinedBytes, unsharedBytes } from "@/lib/base/bytes.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { sumBy } from "@/lib/base/sums.ts";

interface ZippedFile {
  /** ASCII letters only: unzip tools disagree about others. */
  readonly name: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

/** Characters encoded and deflated together. */
const PIECE = 32_768;

/** Deflated, with UTF-8 names; the sizes follow the content, since it is written as it is read. */
const METHOD = 8;
const FLAGS = 0x0808;
const VERSION = 20;

/** As {@link zipParts}, in one array. */
export async function zipped(
  files: readonly ZippedFile[],
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return joinedBytes(await Array.fromAsync(zipParts(files, now)));
}

/**
 * A zip archive of text files (PKWARE APPNOTE 6.3.9, without Zip64), in parts, and yields to the event loop:
 * neither a file nor the archive is ever whole in memory.
 *
 * @param now epoch ms, the date of its files
 */
export async function* zipParts(
  files: readonly ZippedFile[],
  now: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, pieces } of files) {
    const nameBytes = new TextEncoder().encode(name);
    const entry = { nameLength: nameBytes.length, now };
    const head = fields([[4, 0x04034b50], ...fileFacts(UNMEASURED, entry)]);
    yield head;
    yield nameBytes;
    const source = new EncodedFile(pieces);
    let packedLength = 0;
    for await (const part of packedParts(source)) {
      packedLength += part.length;
      yield part;
    }
    const { length, checksum } = source;
    const measures = fields([[4, 0x08074b50], [4, checksum], [4, packedLength], [4, length]]);
    yield measures;
    const facts = fileFacts({ length, checksum, packedLength }, entry);
    const place: Field[] = [[2, 0], [2, 0], [2, 0], [4, 0], [4, offset]];
    directory.push(fields([[4, 0x02014b50], [2, VERSION], ...facts, ...place]), nameBytes);
    offset += head.length + nameBytes.length + packedLength + measures.length;
  }
  yield* directory;
  const size = sumBy(directory, (part) => part.length);
  const count = files.length;
  const counts: Field[] = [[2, 0], [2, 0], [2, count], [2, count]];
  yield fields([[4, 0x06054b50], ...counts, [4, size], [4, offset], [2, 0]]);
}

/** A number and its length in bytes, least significant byte first. */
type Field = readonly [bytes: 2 | 4, value: number];

interface FileMeasures {
  readonly length: number;
  readonly packedLength: number;
  readonly checksum: number;
}

/** Sizes in the header of a file: the real ones are known once it is written. */
const UNMEASURED: FileMeasures = { length: 0, packedLength: 0, checksum: 0 };

async function* packedParts(source: EncodedFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const parts = source.parts();
  const reading = Readable.from(parts, { highWaterMark: 1 });
  const deflating = createDeflateRaw();
  reading.on("error", (fault) => deflating.destroy(fault));
  try {
    for await (const part of reading.pipe(deflating)) yield unsharedBytes(part);
  } finally {
    reading.destroy();
    await parts.return(undefined);
  }
}

/** A text in UTF-8, measured while it is encoded. */
class EncodedFile {
  length = 0;
  checksum = 0;

  constructor(private readonly pieces: ZippedFile["pieces"]) {}

  async *parts(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let text = "";
    for await (const piece of this.pieces) {
      text += piece;
      if (text.length >= PIECE) {
        yield this.#encoded(text);
        text = "";
      }
      await yieldToEventLoop();
    }
    if (text !== "") yield this.#encoded(text);
  }

  #encoded(text: string): Uint8Array<ArrayBuffer> {
    const bytes = new TextEncoder().encode(text);
    this.length += bytes.length;
    this.checksum = crc32(bytes, this.checksum);
    return bytes;
  }
}

/** Fields common to the header of a file and to the directory. */
function fileFacts(
  { length, packedLength, checksum }: FileMeasures,
  { nameLength, now }: { nameLength: number; now: number },
): Field[] {
  const { time, day } = dosDate(now);
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, METHOD],
    [2, time],
    [2, day],
    [4, checksum],
    [4, packedLength],
    [4, length],
    [2, nameLength],
    [2, 0],
  ];
}

/** DOS date and time, to two seconds, in UTC. */
function dosDate(now: number): { time: number; day: number } {
  const at = new Date(now);
  return {
    time: at.getUTCHours() << 11 | at.getUTCMinutes() << 5 | at.getUTCSeconds() >> 1,
    day: (at.getUTCFullYear() - 1980) << 9 | (at.getUTCMonth() + 1) << 5 | at.getUTCDate(),
  };
}

function fields(list: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sumBy(list, ([size]) => size));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of list) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}
