import { utf8Text } from "@/lib/backend/core/bounded_text.ts";
import type { HeldBytes } from "@/lib/backend/core/byte_budget.ts";
import {
  inflatedParts,
  isGzipEncoding,
  joinedParts,
  wholeParts,
} from "@/lib/backend/core/inflate.ts";
import { WINDOW_BYTES } from "@/lib/backend/ingest/line_windows.ts";
import { sentParts } from "@/lib/web/front/body_limits.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";

/** What a body may hold, as it is sent and once inflated. */
export interface SentLimits {
  readonly maxSentBytes: number;
  readonly maxBytes: number;
}

const KIB = 1_024;
/** Line protocol is read a window at a time. Telegraf splits a batch in two on 413. */
export const LINES: SentLimits = { maxSentBytes: 8_192 * KIB, maxBytes: 32_768 * KIB };
/** Formats that are read whole: 100,000 values at most. */
export const VALUES: SentLimits = { maxSentBytes: 4_096 * KIB, maxBytes: 4_096 * KIB };
/** What one device says. */
export const EVENT: SentLimits = { maxSentBytes: 1_024 * KIB, maxBytes: 1_024 * KIB };
/** A body that is read before its sender is known, or holds a few words. */
export const SMALL: SentLimits = { maxSentBytes: 64 * KIB, maxBytes: 64 * KIB };

/**
 * The bytes of a request as they are held, inflated when it says they are compressed.
 *
 * @throws Refused when they are too many, too slow, compressed otherwise, or more than the budget of all bodies
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
  return await wholeParts(sentParts(request, { maxBytes, partBytes: WINDOW_BYTES, held }));
}

/** The bytes of a request, as {@link receivedParts}, in one array. */
export async function receivedBytes(
  request: Request,
  limits: SentLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  return await joinedParts(await receivedParts(request, limits));
}

/** The text of a request, which is UTF-8; its bytes are freed. */
export async function receivedText(request: Request, limits: SentLimits): Promise<string> {
  const bytes = await receivedBytes(request, limits);
  return heldText(bytes, heldBy(request));
}

/** The text of bytes, counted as held twice, for it is cut up: two bytes a character beyond Latin letters. */
export function heldText(bytes: Uint8Array<ArrayBuffer>, held: HeldBytes): string {
  held.grow(4 * bytes.length);
  return utf8Text(bytes, held);
}
