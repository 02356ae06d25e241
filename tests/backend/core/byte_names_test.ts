import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ByteNames } from "@/lib/backend/core/byte_names.ts";

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

Deno.test("ByteNames compares the bytes of a name with those at an offset", () => {
  const names = new ByteNames();
  const bytes = new TextEncoder().encode("abcabd");
  const name = names.add(-1, bytes, 0, 3);
  deepStrictEqual([0, 3, 4, 6].map((at) => names.standsAt(name, bytes, at)), [
    true,
    false,
    false,
    false,
  ]);
});
