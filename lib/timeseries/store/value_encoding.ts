/** Writes and reads numbers and texts as bytes, decimals without loss. @module */

import { crc32 } from "node:zlib";

/** Whole numbers from this value on are stored as floats. */
const LARGEST_WHOLE: number = 2 ** 51;
export const POWERS: readonly number[] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

/** Most decimal places stored as a whole number. */
export const MOST_PLACES = 6;

/** Decimal places with which the value is exactly a whole number, starting at `from`; null for none. */
export function decimalPlaces(value: number, from: number): number | null {
  for (let places = from; places <= MOST_PLACES; places++) {
    const whole = scaled(value, places);
    if (Math.abs(whole) >= LARGEST_WHOLE) return null;
    if (Object.is(unscaled(whole, places), value)) return places;
  }
  return null;
}

/** The value in units of its last decimal place. */
export function scaled(value: number, places: number): number {
  return Math.round(value * (POWERS[places] ?? 1));
}

/** The value from its units of the last decimal place: the nearest double. */
function unscaled(whole: number, places: number): number {
  return whole / (POWERS[places] ?? 1);
}

/** Error for a stored value of a series that does not match its CRC: the file was damaged. */
export class DamagedValue extends Error {
  override name = "DamagedValue";
}

/** Writes bytes one after the other, growing as needed. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#room(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /** The bytes of another writer, after their number. */
  block(other: ByteWriter): void {
    this.count(other.#length);
    this.bytes(other.#bytes.subarray(0, other.#length));
  }

  /** A whole number from 0 to 2^53, seven bits a byte. */
  count(value: number): void {
    this.#room(8);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number of either sign, |value| < 2^52: small ones take a byte. */
  whole(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  float64(value: number): void {
    this.#room(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value);
    this.#length += 8;
  }

  /** Any number, exactly: few bytes for a decimal of up to six places, else eight. */
  decimal(value: number): void {
    for (let places = 0; places <= MOST_PLACES; places++) {
      const whole = scaled(value, places);
      if (Math.abs(whole) >= LARGEST_WHOLE) break;
      if (!Object.is(unscaled(whole, places), value)) continue;
      this.byte(places);
      return this.whole(whole);
    }
    this.byte(RAW);
    this.float64(value);
  }

  text(value: string): void {
    const most = 3 * value.length;
    if (most < 0x80) {
      // An id: its number of bytes takes one byte.
      this.#room(1 + most);
      const { written } = UTF8.encodeInto(value, this.#bytes.subarray(this.#length + 1));
      this.#bytes[this.#length] = written;
      this.#length += 1 + written;
      return;
    }
    const encoded = UTF8.encode(value);
    this.count(encoded.length);
    this.bytes(encoded);
  }

  /** The bytes written, preceded by their CRC. */
  sealed(): Uint8Array {
    const body = this.#bytes.subarray(0, this.#length);
    const sealed = new Uint8Array(this.#length + CRC_BYTES);
    new DataView(sealed.buffer).setUint32(0, crc32(body));
    sealed.set(body, CRC_BYTES);
    return sealed;
  }

  /** Clears the content without freeing the buffer. */
  clear(): void {
    this.#length = 0;
  }

  #room(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + size));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

export class ByteReader {
  #bytes: Uint8Array;
  #view: DataView;
  #at: number;

  /** @throws DamagedValue when the bytes are damaged */
  constructor(sealed: unknown) {
    if (!(sealed instanceof Uint8Array) || sealed.length < CRC_BYTES) {
      throw new DamagedValue("A series value is not bytes");
    }
    this.#bytes = sealed;
    this.#view = new DataView(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    this.#at = CRC_BYTES;
    if (crc32(sealed.subarray(CRC_BYTES)) !== this.#view.getUint32(0)) {
      throw new DamagedValue("A series value does not match its CRC");
    }
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  skip(count: number): void {
    this.#at += count;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  count(): number {
    let value = this.byte();
    if (value < 0x80) return value;
    value &= 0x7f;
    for (let unit = 0x80;; unit *= 0x80) {
      const next = this.byte();
      value += (next & 0x7f) * unit;
      if (next < 0x80) return value;
    }
  }

  whole(): number {
    const zigzag = this.count();
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  }

  /** Reads whole numbers into the list from an index to its end: one loop, for long runs. */
  wholes(list: Float64Array, from: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let position = from; position < list.length; position++) {
      let zigzag = bytes[at++] ?? 0;
      if (zigzag >= 0x80) {
        zigzag &= 0x7f;
        for (let unit = 0x80;; unit *= 0x80) {
          const next = bytes[at++] ?? 0;
          zigzag += (next & 0x7f) * unit;
          if (next < 0x80) break;
        }
      }
      list[position] = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
    this.#at = at;
  }

  float64(): number {
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  decimal(): number {
    const places = this.byte();
    return places === RAW ? this.float64() : unscaled(this.whole(), places);
  }

  text(): string {
    const length = this.count();
    const encoded = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return UTF8_DECODER.decode(encoded);
  }
}

/** Compares bytes with their CRC. @throws DamagedValue when they are damaged */
export function checkSealed(sealed: unknown): void {
  new ByteReader(sealed);
}

const UTF8 = new TextEncoder();
const UTF8_DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const CRC_BYTES = 4;
const RAW = 255;
