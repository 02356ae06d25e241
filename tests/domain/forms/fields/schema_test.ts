import { deepStrictEqual } from "node:assert/strict";
import { id, isId } from "@/lib/domain/forms/fields/schema.ts";

Deno.test("isId() accepts what the schema of ids accepts", () => {
  const values = ["", "a", "a".repeat(100), "a".repeat(101), " ", 1, null, undefined, ["a"], {}];
  deepStrictEqual(values.map(isId), values.map((value) => id.safeParse(value).success));
  deepStrictEqual(values.filter(isId), ["a", "a".repeat(100), " "]);
});
