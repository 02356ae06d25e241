import { deepStrictEqual } from "node:assert/strict";
import { figure, id, isId } from "@/lib/base/field_schemas.ts";

Deno.test("isId() accepts what the schema of ids accepts: what an address can contain", () => {
  const texts = [
    "",
    "a",
    "a".repeat(100),
    "a".repeat(101),
    " ",
    ".",
    "..",
    "...",
    "\ud800",
    "a/\n",
  ];
  const values = [...texts, 1, null, undefined, ["a"], {}];
  deepStrictEqual(values.map(isId), values.map((value) => id.safeParse(value).success));
  deepStrictEqual(values.filter(isId), ["a", "a".repeat(100), " ", "...", "a/\n"]);
});

Deno.test("figure accepts the numbers whose sums and products are finite", () => {
  const values = [0, -1.5, 1e99, -1e99, 1e100, -1e308, NaN, Infinity];
  deepStrictEqual(values.filter((value) => figure.safeParse(value).success), [
    0,
    -1.5,
    1e99,
    -1e99,
  ]);
});
