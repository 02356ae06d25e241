import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { KnownTexts } from "@/lib/base/interning.ts";

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
