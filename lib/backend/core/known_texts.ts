import { ByteNames } from "./byte_names.ts";

/** Longest text that is remembered, bytes. */
const LONGEST = 128;

/** Texts that come again and again, found by their bytes: the same string each time, and nothing else is made. */
export class KnownTexts {
  #names = new ByteNames();
  #texts: string[] = [];

  /** @param most texts remembered; the next one makes it forget all of them */
  constructor(private readonly most: number) {}

  /** The text that UTF-8 bytes are, from a place to another. */
  read(bytes: Uint8Array, from: number, to: number): string {
    const known = this.#texts[this.#names.find(0, bytes, from, to)];
    if (known !== undefined) return known;
    const text = UTF8.decode(bytes.subarray(from, to));
    if (to - from <= LONGEST) this.#remember(text, { bytes, from, to });
    return text;
  }

  #remember(
    text: string,
    { bytes, from, to }: { readonly bytes: Uint8Array; readonly from: number; readonly to: number },
  ): void {
    if (this.#names.count >= this.most) [this.#names, this.#texts] = [new ByteNames(), []];
    const name = this.#names.add(0, bytes, from, to);
    if (name !== -1) this.#texts[name] = text;
  }
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
