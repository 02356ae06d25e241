import { sumBy } from "@/lib/domain/numbers/sums.ts";
/** The parts, one after the other, in a new array. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sumBy(parts, ({ length }) => length));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The same bytes; only memory shared with other threads is copied. */
export function unsharedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, length)
    : new Uint8Array(bytes);
}

/** The bytes piece by piece, in the same memory. @param size maximum length of a piece, bytes */
export function* piecesOf(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
