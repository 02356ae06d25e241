/**
 * A text with what the letters of a standard font can write. Others are written as their nearest letter, so that a name
 * loses none: "Łukasz" as "Lukasz"; what has none is left out, as an emoji.
 */
export function writable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(/[\u202f\u2009]/g, "\u00a0")
    .replaceAll("\u2212", "-");
  return Array.from(
    plain,
    (letter) => letter === "\n" || LETTERS.has(letter) ? letter : nearest(letter),
  ).join("");
}

/** @returns "" for what is neither a letter nor a number */
function nearest(letter: string): string {
  if (!/[\p{L}\p{N}]/u.test(letter)) return "";
  const known = STROKED[letter] ?? letter.normalize("NFKD");
  return [...known].filter((one) => LETTERS.has(one)).join("");
}

/** Latin letters that Unicode does not part from their stroke. */
const STROKED: Readonly<Record<string, string>> = {
  "Ł": "L",
  "ł": "l",
  "Đ": "D",
  "đ": "d",
  "Ħ": "H",
  "ħ": "h",
  "Ŧ": "T",
  "ŧ": "t",
  "ı": "i",
};

/** The letters of the standard fonts are those of windows-1252. */
const LETTERS: ReadonlySet<string> = new Set(
  new TextDecoder("windows-1252")
    .decode(Uint8Array.from({ length: 256 }, (_, code) => code))
    .replaceAll(/\p{Cc}/gu, ""),
);
