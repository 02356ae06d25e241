import { freeBytes, type HeldBytes } from "@/lib/backend/core/byte_budget.ts";

export interface LineWindow {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** Size of a window: a tick of ten thousand series is one window. */
export const WINDOW_BYTES = 1_024 * 1_024;

/**
 * Splits a body into windows, cut at any byte.
 *
 * @param parts emptied while they are read; the caller frees each window, and the budget gets its bytes back
 */
export function* lineWindows(
  parts: Uint8Array<ArrayBuffer>[],
  held: HeldBytes,
): Generator<LineWindow> {
  do {
    const bytes = nextBytes(parts);
    const { length } = bytes;
    yield { bytes, isLast: parts.length === 0 };
    held.shrink(length);
  } while (parts.length > 0);
}

function nextBytes(parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  let [size, count] = [0, 0];
  while (count < parts.length && size < WINDOW_BYTES) size += parts[count++]?.length ?? 0;
  const taken = parts.splice(0, count);
  const [only] = taken;
  if (taken.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of taken) {
    bytes.set(part, at);
    at += part.length;
    freeBytes(part);
  }
  return bytes;
}
