import { utf8Text } from "@/lib/backend/core/bounded_text.ts";
import { freeBytes, type HeldBytes } from "@/lib/backend/core/byte_budget.ts";
import {
  inflatedParts,
  isGzip,
  isGzipEncoding,
  joinedParts,
  wholeParts,
} from "@/lib/backend/core/inflate.ts";
import { WINDOW_BYTES } from "@/lib/backend/ingest/line_windows.ts";
import { sentParts } from "@/lib/web/front/body_limits.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";

/** Largest size of a body, as sent and once inflated. */
export interface SentLimits {
  readonly maxSentBytes: number;
  readonly maxBytes: number;
}

const KIB = 1_024;
/** For line protocol, which is read window by window. Telegraf splits a batch in two on 413. */
export const LINES: SentLimits = { maxSentBytes: 8_192 * KIB, maxBytes: 32_768 * KIB };
/** For formats that are read whole: 100,000 values at most. */
export const VALUES: SentLimits = { maxSentBytes: 4_096 * KIB, maxBytes: 4_096 * KIB };
/** For the event of one device. */
export const EVENT: SentLimits = { maxSentBytes: 1_024 * KIB, maxBytes: 1_024 * KIB };
/** For a body that is read before its sender is known, or a short one. */
export const SMALL: SentLimits = { maxSentBytes: 64 * KIB, maxBytes: 64 * KIB };

/**
 * The bytes of a request body, inflated according to its `Content-Encoding`.
 *
 * @throws Refused when it is too large, too slow, compressed in another way, or exceeds the budget of all bodies
 */
export async function receivedParts(
  request: Request,
  limits: SentLimits,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const held = heldBy(request);
  const maxBytes = limits.maxSentBytes;
  if (isGzipEncoding(request.headers.get("content-encoding"))) {
    const sent = sentParts(request, { maxBytes });
    return await inflatedParts(sent, "gzip", { maxBytes: limits.maxBytes, held });
  }
  const parts = await wholeParts(sentParts(request, { maxBytes, partBytes: WINDOW_BYTES, held }));
  // A proxy may have removed the header.
  const [first] = parts;
  if (first === undefined || !isGzip(first)) return parts;
  const inflated = await inflatedParts(parts, "gzip", { maxBytes: limits.maxBytes, held });
  for (const part of parts) freeBytes(part, held);
  return inflated;
}

/** The bytes of a request, as {@link receivedParts}, in one array. */
export async function receivedBytes(
  request: Request,
  limits: SentLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  return await joinedParts(await receivedParts(request, limits));
}

/** The UTF-8 text of a request body; its bytes are released. */
export async function receivedText(request: Request, limits: SentLimits): Promise<string> {
  const bytes = await receivedBytes(request, limits);
  return heldText(bytes, heldBy(request));
}

/**
 * Decodes bytes, which are then released. Four bytes are counted in the budget for each: text beyond Latin-1 takes two
 * bytes a character, and is counted twice.
 */
export function heldText(bytes: Uint8Array<ArrayBuffer>, held: HeldBytes): string {
  held.grow(4 * bytes.length);
  return utf8Text(bytes, held);
}
