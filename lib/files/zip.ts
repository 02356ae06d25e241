/** Writes zip archives, whole or part by part. @module */

import { Zip, ZipDeflate } from "fflate";
import { joinedBytes, unsharedBytes } from "@/lib/base/bytes.ts";
import { encodedPieces } from "./file_stream.ts";

interface ZippedFile {
  readonly name: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

/** Largest size and position in an archive, bytes: the library writes no Zip64. */
const MOST_BYTES = 0xffff_ffff;

/** As {@link zipParts}, in one array. */
export async function zipped(
  files: readonly ZippedFile[],
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return joinedBytes(await Array.fromAsync(zipParts(files, now)));
}

/**
 * A zip archive of text files, in parts, and yields to the event loop: neither a file nor the archive is
 * ever whole in memory.
 *
 * @param now epoch ms, the date of its files, in UTC
 * @throws RangeError when the archive or a file has 4 GiB
 */
export async function* zipParts(
  files: readonly ZippedFile[],
  now: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const written: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const zip = new Zip((fault, part) => {
    if (fault !== null) throw fault;
    written.push(unsharedBytes(part));
    size += part.length;
  });
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name);
    // The library writes the time of the machine's time zone.
    file.mtime = now + new Date(now).getTimezoneOffset() * 60_000;
    zip.add(file);
    for await (const bytes of encodedPieces(pieces)) {
      file.push(bytes);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* written.splice(0);
    if (Math.max(size, file.size) > MOST_BYTES) throw new RangeError("An archive of 4 GiB");
  }
  zip.end();
  yield* written;
}
