import { deepStrictEqual, strictEqual } from "node:assert/strict";
import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { withoutLimits } from "@/lib/base/object_schemas.ts";

Deno.test("withoutLimits() accepts values outside the limits of a draft, of the same types", () => {
  const fields = {
    name: field.text(5),
    areaM2: z.nullable(field.numberBetween(0, 10)),
    rank: field.integerBetween(1, 3),
    codes: z.array(field.text(2)).check(z.maxLength(1)),
    kind: z.enum(["door", "gate"]),
    note: z.optional(field.freeText(2)),
    from: field.typedDate,
  };
  const answer = z.object(withoutLimits(fields));
  const stored = {
    name: "Chaufferie",
    areaM2: 12,
    rank: 4.5,
    codes: ["E101", "E102"],
    kind: "gate",
    from: "1850-01-01",
  } as const;
  deepStrictEqual(answer.parse(stored), { ...stored, codes: ["E101", "E102"] });
  strictEqual(z.strictObject(fields).safeParse(stored).success, false);
  const refused = [{ areaM2: "12" }, { kind: "window" }, { note: 1 }, { from: "le 3" }];
  const isAccepted = (over: object) => answer.safeParse({ ...stored, ...over }).success;
  deepStrictEqual(refused.map(isAccepted), [false, false, false, false]);
});

Deno.test("withoutLimits() leaves ids and days as they are", () => {
  const { id, day } = withoutLimits({ id: field.id, day: field.isoDate });
  strictEqual(id.safeParse("").success, false);
  strictEqual(day.safeParse("2024-02-30").success, false);
});
