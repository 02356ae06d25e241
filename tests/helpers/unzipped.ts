import { crc32, inflateRawSync } from "node:zlib";

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
