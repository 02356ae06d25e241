/** Freezes answers deeply and measures the memory that they take. @module */

/**
 * The value, deeply frozen, to share it between readers. Its size is known from then on, and equal texts in it are one:
 * stored records of one kind have each their own copy of its name, of their place and of their references.
 */
export function frozenAndMeasured<T>(value: T): T {
  let bytes = 0;
  for (const more of freezing(value, new Map())) bytes += more;
  if (typeof value === "object" && value !== null) SIZES.set(value, bytes);
  return value;
}

/** Memory of measured values, bytes. */
const SIZES = new WeakMap<object, number>();

/** What a measured value takes in memory, about, in bytes; 0 for another one. */
export function frozenBytes(value: unknown): number {
  return typeof value === "object" && value !== null ? SIZES.get(value) ?? 0 : 0;
}

/** Freezes the objects of a value. Yields the bytes of each. @param texts the texts found so far, to share them */
function* freezing(value: unknown, texts: Map<string, string>): Generator<number> {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== "object" || one === null) continue;
    if (ArrayBuffer.isView(one)) yield one.byteLength;
    else if (Object.isFrozen(one)) yield frozenBytes(one);
    else {
      const shared = shareTexts(one, texts);
      Object.freeze(one);
      const inside = one instanceof Map ? [...one].flat() : Object.values(one);
      let bytes = HEADER_BYTES + SLOT_BYTES *
          (Array.isArray(one) ? inside.length : fieldSlots(inside.length));
      for (const each of inside) {
        if (typeof each === "object") left.push(each);
        else bytes += leafBytes(each);
      }
      yield bytes - shared;
    }
  }
}

/** Longer texts are seldom repeated. */
const LONGEST_SHARED = 64;

/** Replaces the texts of a list of texts or a plain object by equal ones found before. @returns the bytes of those */
function shareTexts(one: object, texts: Map<string, string>): number {
  const isWanted = Array.isArray(one)
    ? typeof one[0] === "string"
    : Object.getPrototypeOf(one) === Object.prototype;
  if (!isWanted) return 0;
  let bytes = 0;
  for (const name of Object.keys(one)) {
    const text: unknown = Reflect.get(one, name);
    if (typeof text !== "string" || text.length > LONGEST_SHARED) continue;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    else {
      Reflect.set(one, name, known);
      bytes += leafBytes(text);
    }
  }
  return bytes;
}

/** Header of an object or a text on the heap, and one slot, bytes. */
const HEADER_BYTES = 24;
const SLOT_BYTES = 8;
/** An object with more named values than this is taken for a hash table: V8 makes one of most. */
const MOST_FIELDS = 24;

/** A hash table has three slots for each entry, a third of them free, and a power of two of entries. */
function fieldSlots(count: number): number {
  return count > MOST_FIELDS ? 3 * 2 ** Math.ceil(Math.log2(count * 1.5)) : count;
}

/** What a value in a slot takes beside it: small whole numbers nothing. */
function leafBytes(value: unknown): number {
  if (typeof value === "string") return HEADER_BYTES + value.length;
  return typeof value === "number" && !Number.isInteger(value) ? 2 * SLOT_BYTES : 0;
}
