import { strictEqual } from "node:assert/strict";
import { unreadableAt } from "@/lib/contract/http/unreadable.ts";

Deno.test("unreadableAt() finds a NUL and a lone surrogate, in values and in names", () => {
  strictEqual(unreadableAt({ name: "a\0b" }, "body"), "body.name");
  strictEqual(unreadableAt({ list: ["a", "\ud800"] }, "body"), "body.list.1");
  strictEqual(unreadableAt({ "\udfff": 1 }, "body"), "body");
  strictEqual(unreadableAt("\0", "query.q"), "query.q");
});

Deno.test("unreadableAt() accepts every valid text: emoji, accents, line breaks", () => {
  strictEqual(unreadableAt({ name: "Résidence\n\u{1F3E0}\t", n: 1, no: null }, "body"), null);
  strictEqual(unreadableAt(undefined, "body"), null);
  strictEqual(unreadableAt({ file: new Uint8Array([0]) }, "body"), null);
});

Deno.test("unreadableAt() stops at 32 levels, however deep the value is", () => {
  const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  strictEqual(unreadableAt(nested(32), "body"), null);
  strictEqual(unreadableAt(nested(33), "body"), `body${".0".repeat(32)}`);
  strictEqual(unreadableAt(nested(5_000), "body"), `body${".0".repeat(32)}`);
});
