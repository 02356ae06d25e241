/** A body in parts of a given size, whose memory is used again. */
export async function* inParts(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const some = bytes.subarray(at, at + size);
    part.set(some);
    yield await Promise.resolve(part.subarray(0, some.length));
  }
}
