/** The text of a response. @returns null when it is truncated, or longer than `maxBytes` */
export async function boundedText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > maxBytes) return null;
      text += decoder.decode(part, { stream: true });
    }
  } catch {
    return null;
  }
  return text + decoder.decode();
}

/** Delay of a Retry-After header, ms; undefined without one in seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,7}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}
