/** Finds known names and texts by their bytes, without creating strings. @module */

import { copiedInto, viewOf } from "./bytes.ts";

/** Maximum probes for one name: when all are occupied, the name is not stored. */
const MOST_PROBES = 32;
const FIRST_NAMES = 64;

/** Random in each process, so that a client cannot choose colliding names. */
const SEED = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;

/**
 * Names numbered from 0, looked up by their bytes without creating a string or an object.
 *
 * Names are distinct for each owner.
 */
export class ByteNames {
  #count = 0;
  /** The bytes of all names, one after the other. */
  #bytes = new Uint8Array(FIRST_NAMES * 32);
  /** The same bytes. */
  #view = viewOf(this.#bytes);
  /** Start of the bytes of each name, then the end of the last one. */
  #starts = new Int32Array(FIRST_NAMES + 1);
  #owners = new Int32Array(FIRST_NAMES);
  #hashes = new Int32Array(FIRST_NAMES);
  /** Numbers by hash, from 1; 0 in a free slot. */
  #slots = new Int32Array(4 * FIRST_NAMES);

  get count(): number {
    return this.#count;
  }

  /** Whether the bytes of a name are at a position: compared four at a time. */
  standsAt(name: number, view: DataView, at: number): boolean {
    const known = this.#view;
    let position = this.#starts[name] ?? 0;
    const end = this.#starts[name + 1] ?? 0;
    let here = at;
    if (here + end - position > view.byteLength) return false;
    for (; position + 4 <= end; position += 4, here += 4) {
      if (known.getInt32(position) !== view.getInt32(here)) return false;
    }
    for (; position < end; position++, here++) {
      if (known.getInt8(position) !== view.getInt8(here)) return false;
    }
    return true;
  }

  lengthOf(name: number): number {
    return (this.#starts[name + 1] ?? 0) - (this.#starts[name] ?? 0);
  }

  /** The number of an owner's name with these bytes; -1 when there is none. */
  find(owner: number, bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(owner, bytes, from, to);
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const name = (this.#slots[(hash + probe) & mask] ?? 0) - 1;
      if (name === -1) return -1;
      const isSame = this.#hashes[name] === hash && this.#owners[name] === owner &&
        this.lengthOf(name) === to - from && this.#isSame(name, bytes, from);
      if (isSame) return name;
    }
    return -1;
  }

  /** Adds a name that was not found. @returns its number; -1 when there is no free slot */
  add(owner: number, bytes: Uint8Array, from: number, to: number): number {
    this.#makeRoom(to - from);
    const hash = hashOf(owner, bytes, from, to);
    const slot = this.#freeSlot(hash);
    if (slot === -1) return -1;
    const name = this.#count++;
    this.#slots[slot] = name + 1;
    this.#hashes[name] = hash;
    this.#owners[name] = owner;
    const start = this.#starts[name] ?? 0;
    this.#bytes.set(bytes.subarray(from, to), start);
    this.#starts[name + 1] = start + to - from;
    return name;
  }

  #isSame(name: number, bytes: Uint8Array, from: number): boolean {
    const known = this.#bytes;
    let position = this.#starts[name] ?? 0;
    const end = this.#starts[name + 1] ?? 0;
    for (let here = from; position < end; position++, here++) {
      if (known[position] !== bytes[here]) return false;
    }
    return true;
  }

  #freeSlot(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (hash + probe) & mask;
      if (this.#slots[slot] === 0) return slot;
    }
    return -1;
  }

  #makeRoom(size: number): void {
    const used = this.#starts[this.#count] ?? 0;
    if (used + size > this.#bytes.length) {
      const length = Math.max(2 * this.#bytes.length, used + size);
      this.#bytes = copiedInto(new Uint8Array(length), this.#bytes);
      this.#view = viewOf(this.#bytes);
    }
    const most = this.#owners.length;
    if (this.#count < most) return;
    this.#starts = copiedInto(new Int32Array(2 * most + 1), this.#starts);
    this.#owners = copiedInto(new Int32Array(2 * most), this.#owners);
    this.#hashes = copiedInto(new Int32Array(2 * most), this.#hashes);
    this.#slots = new Int32Array(8 * most);
    for (let name = 0; name < this.#count; name++) {
      const slot = this.#freeSlot(this.#hashes[name] ?? 0);
      // A name that lost its slot is added again at its next occurrence.
      if (slot !== -1) this.#slots[slot] = name + 1;
    }
  }
}

/** FNV-1a. */
function hashOf(owner: number, bytes: Uint8Array, from: number, to: number): number {
  let hash = Math.imul(SEED ^ owner, 0x01000193);
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

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
