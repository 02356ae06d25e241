import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { joinedBytes, viewOf } from "@/lib/base/bytes.ts";
import { ByteNames, KnownTexts } from "@/lib/base/interning.ts";

Deno.test("ByteNames numbers names by their bytes and their owner, for any count", () => {
  const names = new ByteNames();
  const bytes = new TextEncoder().encode("temperature,serial=".repeat(400));
  const places = Array.from({ length: 3_000 }, (_, at) => ({
    owner: at % 3 - 1,
    from: at * 2,
    to: at * 2 + 20 + at % 37,
  }));
  const known = new Map<string, number>();
  for (const { owner, from, to } of [...places, ...places]) {
    const text = `${owner} ${new TextDecoder().decode(bytes.subarray(from, to))}`;
    const found = names.find(owner, bytes, from, to);
    strictEqual(found, known.get(text) ?? -1, text);
    if (found !== -1) continue;
    const added = names.add(owner, bytes, from, to);
    ok(added >= 0);
    known.set(text, added);
    strictEqual(names.lengthOf(added), to - from);
  }
  deepStrictEqual([...known.values()], Array.from({ length: names.count }, (_, at) => at));
});

Deno.test("ByteNames.standsAt() compares each byte of a name, of any length and at any position", () => {
  const names = new ByteNames();
  const written = new TextEncoder().encode("abcdefghijkl");
  for (let length = 1; length <= written.length; length++) {
    const name = names.add(-1, written, 0, length);
    for (let at = 0; at < 5; at++) {
      const bytes = new Uint8Array([...new Uint8Array(at), ...written.subarray(0, length)]);
      const stands = (view: DataView) => names.standsAt(name, view, at);
      ok(stands(viewOf(bytes)), `${length} bytes at ${at}`);
      ok(!stands(viewOf(bytes.subarray(0, -1))), `${length} bytes at ${at}, the last one missing`);
      for (let other = at; other < bytes.length; other++) {
        const changed = bytes.with(other, 0xff);
        ok(!stands(viewOf(changed)), `${length} bytes at ${at}, another one at ${other}`);
      }
    }
  }
});

const TEXTS = [
  "",
  "p01-l-temp@p01-l001",
  "p01-l-temp@p01-l002",
  "Électricité",
  "\ufeffm",
  "x".repeat(300),
];

/** The texts read from a sequence of encoded texts. */
function readAll(known: KnownTexts, texts: readonly string[]): string[] {
  const encoded = texts.map((text) => new TextEncoder().encode(text));
  const bytes = new Uint8Array(encoded.flatMap((one) => [...one]));
  let at = 0;
  return encoded.map(({ length }) => known.read(bytes, at, at += length));
}

Deno.test("KnownTexts reads any text, the first time and again", () => {
  const known = new KnownTexts(100);
  deepStrictEqual(readAll(known, [...TEXTS, ...TEXTS]), [...TEXTS, ...TEXTS]);
});

Deno.test("KnownTexts decodes each text once", () => {
  const known = new KnownTexts(100);
  using decoded = countedDecodes();
  readAll(known, ["p01-a", "p01-b", "p01-a", "p01-b", "p01-a"]);
  strictEqual(decoded.count(), 2);
});

Deno.test("KnownTexts is cleared when it has too many texts", () => {
  const known = new KnownTexts(3);
  const many = Array.from({ length: 50 }, (_, number) => `p${number}`);
  deepStrictEqual(readAll(known, [...many, ...many]), [...many, ...many]);
});

function countedDecodes(): Disposable & { count(): number } {
  const { decode } = TextDecoder.prototype;
  let count = 0;
  TextDecoder.prototype.decode = function (...args) {
    count++;
    return decode.apply(this, args);
  };
  return {
    count: () => count,
    [Symbol.dispose]: () => void (TextDecoder.prototype.decode = decode),
  };
}

Deno.test("joinedBytes() concatenates the parts, into a new array even for a single one", () => {
  const parts = [new Uint8Array([1, 2]), new Uint8Array(), new Uint8Array([9, 3]).subarray(1)];
  deepStrictEqual(joinedBytes(parts), new Uint8Array([1, 2, 3]));
  deepStrictEqual(joinedBytes([]), new Uint8Array());
  const only = new Uint8Array([7]);
  const joined = joinedBytes([only]);
  deepStrictEqual(joined, only);
  notStrictEqual(joined.buffer, only.buffer);
});
