/** A text with what the letters of a standard font can write; what they cannot is left out, as an emoji. */
export function writable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(/[\u202f\u2009]/g, "\u00a0")
    .replaceAll("\u2212", "-");
  return [...plain].filter((letter) => letter === "\n" || LETTERS.has(letter)).join("");
}

/** The letters of the standard fonts are those of windows-1252. */
const LETTERS: ReadonlySet<string> = new Set(
  new TextDecoder("windows-1252")
    .decode(Uint8Array.from({ length: 256 }, (_, code) => code))
    .replaceAll(/\p{Cc}/gu, ""),
);
