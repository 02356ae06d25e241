import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { pairLines, readPairLines } from "@/lib/base/field_schemas.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("readPairLines() reads a field a line, with the text after the first colon as its value", () => {
  deepStrictEqual(readPairLines("Gardien : Mme Roux\r\n\n  Cave: 12 : fond\nParking :"), {
    ok: true,
    pairs: { Gardien: "Mme Roux", Cave: "12 : fond", Parking: "" },
  });
  deepStrictEqual(readPairLines("  \n"), { ok: true, pairs: {} });
});

Deno.test("readPairLines() reads fifty fields, and texts of the maximum length", () => {
  const longest = { ["n".repeat(50)]: "v".repeat(500) };
  deepStrictEqual(readPairLines(pairLines(longest)), { ok: true, pairs: longest });
  const most = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, "1"]));
  deepStrictEqual(readPairLines(pairLines(most)), { ok: true, pairs: most });
});

Deno.test("readPairLines() refuses a missing or repeated name, texts that are too long, and too many lines", () => {
  const refused = (text: string) => readPairLines(text);
  deepStrictEqual(refused("sans deux-points"), { ok: false, error: { code: "pairs" } });
  deepStrictEqual(refused(": valeur"), { ok: false, error: { code: "pairs" } });
  deepStrictEqual(refused("a: 1\na : 2"), { ok: false, error: { code: "unique" } });
  deepStrictEqual(refused(`${"n".repeat(51)}: 1`), {
    ok: false,
    error: { code: "maxlength", allowedLength: 50 },
  });
  deepStrictEqual(refused(`a: ${"v".repeat(501)}`), {
    ok: false,
    error: { code: "maxlength", allowedLength: 500 },
  });
  const lines = Array.from({ length: 51 }, (_, index) => `n${index}: 1`).join("\n");
  deepStrictEqual(refused(lines), { ok: false, error: { code: "max", max: 50 } });
});

Deno.test("pairLines() writes what readPairLines() reads back", () => {
  const name = fc.stringMatching(/^[^:\s](?:[^:\r\n]{0,20}[^:\s])?$/);
  const value = fc.stringMatching(/^[^\r\n]{0,40}$/).map((text) => text.trim());
  const pairs = fc.dictionary(name, value, { noNullPrototype: true, maxKeys: 8 });
  fc.assert(
    fc.property(pairs, (written) => {
      deepStrictEqual(readPairLines(pairLines(written)), { ok: true, pairs: written });
    }),
    { seed: 20260101 },
  );
});

Deno.test("parsedJson() returns the value of a JSON text, null included", () => {
  deepStrictEqual(parsedJson('{"a":[1]}'), { a: [1] });
  strictEqual(parsedJson("null"), null);
});

Deno.test("parsedJson() returns undefined for invalid JSON", () => {
  strictEqual(parsedJson("{"), undefined);
  strictEqual(parsedJson(""), undefined);
});
