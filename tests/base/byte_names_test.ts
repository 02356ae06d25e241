import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { viewOf } from "@/lib/base/bytes.ts";
import { ByteNames } from "@/lib/base/interning.ts";

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
