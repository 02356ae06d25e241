import type { HeldBytes } from "../byte_budget.ts";

/** A piece of a body of lines, as text. */
export interface TextWindow {
  readonly text: string;
  /** Whether some of its bytes are not UTF-8: they became U+FFFD. */
  readonly isLossy: boolean;
  readonly isLast: boolean;
}

/** Bytes decoded at once: a tick of ten thousand series is one window. */
const WINDOW_BYTES = 1_024 * 1_024;
const NEWLINE = 10;

/**
 * The text of a body a window at a time, cut at ends of lines where there are any.
 *
 * The same bytes make the same windows, however they arrived: a batch sent twice is stored once.
 *
 * @param parts emptied on the way; what was decoded is given back to the budget
 */
export function* textWindows(
  parts: Uint8Array<ArrayBuffer>[],
  held: HeldBytes,
): Generator<TextWindow> {
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array();
  do {
    const bytes = nextBytes(rest, parts);
    const isLast = parts.length === 0 && bytes.length <= WINDOW_BYTES;
    const end = isLast ? bytes.length : cutOf(bytes);
    yield { ...decoded(bytes.subarray(0, end)), isLast };
    held.shrink(end);
    rest = bytes.subarray(end);
    if (isLast) return;
  } while (true);
}

/** What was left, and of the parts what fills a window and shows whether anything follows. */
function nextBytes(
  rest: Uint8Array<ArrayBuffer>,
  parts: Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  let size = rest.length;
  let count = 0;
  while (count < parts.length && size <= WINDOW_BYTES) size += parts[count++]?.length ?? 0;
  if (count === 0) return rest;
  const taken = parts.splice(0, count);
  const [only] = taken;
  if (rest.length === 0 && taken.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of [rest, ...taken]) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Where a window ends: after its last line, or for want of one between two characters. */
function cutOf(bytes: Uint8Array): number {
  const newline = bytes.lastIndexOf(NEWLINE, WINDOW_BYTES - 1);
  if (newline !== -1) return newline + 1;
  let end = WINDOW_BYTES;
  while (end > WINDOW_BYTES - 4 && isContinuation(bytes[end])) end--;
  return end;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}

function decoded(bytes: Uint8Array): Pick<TextWindow, "text" | "isLossy"> {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isLossy: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder().decode(bytes), isLossy: true };
  }
}
