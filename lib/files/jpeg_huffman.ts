/** The entropy-coded bits of a JPEG, and their Huffman codes (ITU-T T.81, annexes C and F). @module */

/** Maximum length of the codes found in one step, bits. */
const LOOKUP_BITS = 9;
const CODE_BITS_MAX = 16;

export class HuffmanTable {
  /** By the next bits: length and value of their code; 0 for a longer code. */
  readonly #lookup = new Uint16Array(1 << LOOKUP_BITS);
  /** By length: the first code of a greater length, aligned to 16 bits. */
  readonly #ends = new Int32Array(CODE_BITS_MAX + 1);
  /** By length: offset from a code to the rank of its value. */
  readonly #shifts = new Int32Array(CODE_BITS_MAX + 1);

  /**
   * @param counts number of codes of each length, 1 to 16 bits
   * @throws Error when there are more codes of a length than possible
   */
  constructor(counts: Uint8Array, private readonly values: Uint8Array) {
    let [code, rank] = [0, 0];
    for (let length = 1; length <= CODE_BITS_MAX; length++) {
      const count = counts[length - 1] ?? 0;
      this.#shifts[length] = rank - code;
      if (code + count > 1 << length) throw new TypeError("Too many codes");
      for (let left = count; left > 0; left--) this.#place(code++, length, rank++);
      this.#ends[length] = code << (CODE_BITS_MAX - length);
      code <<= 1;
    }
  }

  #place(code: number, length: number, rank: number): void {
    if (length > LOOKUP_BITS) return;
    const free = LOOKUP_BITS - length;
    const entry = length << 8 | (this.values[rank] ?? 0);
    this.#lookup.fill(entry, code << free, (code + 1) << free);
  }

  /** @returns length × 256 + value of the code at the start of 16 bits */
  find(bits: number): number {
    const short = this.#lookup[bits >> (CODE_BITS_MAX - LOOKUP_BITS)] ?? 0;
    if (short > 0) return short;
    for (let length = LOOKUP_BITS + 1; length <= CODE_BITS_MAX; length++) {
      if (bits >= (this.#ends[length] ?? 0)) continue;
      const rank = (bits >> (CODE_BITS_MAX - length)) + (this.#shifts[length] ?? 0);
      return length << 8 | (this.values[rank] ?? 0);
    }
    throw new TypeError("No such code");
  }
}

/** Reads bits up to the next marker. */
export class BitReader {
  #bits = 0;
  #count = 0;
  /** Bits looked up past the marker; reading them is an error. */
  #missing = 0;

  /** @param at first byte of the bits; then the first unread byte */
  constructor(private readonly data: Uint8Array, public at: number) {}

  code(table: HuffmanTable): number {
    if (this.#count < CODE_BITS_MAX) this.#fill();
    const found = table.find(this.#bits >>> (this.#count - CODE_BITS_MAX) & 0xffff);
    this.#count -= found >> 8;
    return found & 0xff;
  }

  /** @param length at most 16 */
  bits(length: number): number {
    if (this.#count < length) this.#fill();
    this.#count -= length;
    return this.#bits >>> this.#count & (1 << length) - 1;
  }

  bit(): number {
    return this.bits(1);
  }

  /** A number of this many bits, the first of which is its sign. */
  signed(length: number): number {
    if (length === 0) return 0;
    const value = this.bits(length);
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  /** Skips the restart marker. @throws Error when it is not next */
  restart(): void {
    this.end();
    const marker = this.data[this.at + 1] ?? 0;
    if (this.data[this.at] !== 0xff || marker < 0xd0 || marker > 0xd7) {
      throw new TypeError("No restart where one is due");
    }
    this.at += 2;
  }

  /** Ends the bits before a marker: padding bits are skipped. @throws Error when bits were missing */
  end(): void {
    if (this.#missing > this.#count) throw new TypeError("Cut bits");
    [this.#bits, this.#count, this.#missing] = [0, 0, 0];
  }

  /** Reads at least 16 bits: zeros after the marker. */
  #fill(): void {
    while (this.#count <= CODE_BITS_MAX) {
      const byte = this.data[this.at] ?? 0xff;
      const isMarker = byte === 0xff && this.data[this.at + 1] !== 0;
      if (this.#missing > this.#count) throw new TypeError("Cut bits");
      if (isMarker) this.#missing += 8;
      else this.at += byte === 0xff ? 2 : 1;
      this.#bits = this.#bits << 8 | (isMarker ? 0 : byte);
      this.#count += 8;
    }
  }
}
