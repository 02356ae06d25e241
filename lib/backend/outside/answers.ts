/** The text of an answer from outside. @returns null when it is cut, or longer than `maxBytes` */
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

/** How long a host wants to be left alone, ms; undefined when it does not say so in seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const said = headers.get("retry-after");
  return said !== null && /^\d{1,7}$/.test(said) ? Number(said) * 1_000 : undefined;
}

/** What a text of JSON holds; null for another text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
