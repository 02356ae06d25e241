import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  clearedMonths,
  monthRules,
  outdoorErrors,
  readOutdoor,
  typedMonths,
  typedOutdoor,
} from "../../../lib/domain/facilities/outdoor_source_form.ts";
import { typedErrors } from "../../../lib/domain/forms/typed_fields.ts";

const SOURCE = { name: "Nancy", method: "costic", station: "54473001", seriesId: null } as const;

Deno.test("readOutdoor() reads back what typedOutdoor() shows", () => {
  deepStrictEqual(readOutdoor(typedOutdoor(SOURCE)), SOURCE);
  strictEqual(readOutdoor({ ...typedOutdoor(SOURCE), method: "other" }), null);
  deepStrictEqual(typedOutdoor(null), { name: "", method: "meteo", station: "", seriesId: "" });
});

Deno.test("outdoorErrors() wants a name and one of the methods", () => {
  deepStrictEqual(outdoorErrors(typedOutdoor(SOURCE)), {});
  deepStrictEqual(outdoorErrors({ name: "", method: "x", station: "", seriesId: "" }), {
    name: { code: "required" },
    method: { code: "required" },
  });
});

Deno.test("typedMonths() keeps the months that hold a number, clearedMonths() them all", () => {
  const months = ["2023-12", "2024-01", "2024-02"];
  deepStrictEqual(typedMonths(months, { "2023-12": "412,5", "2024-01": "", "2024-03": "1" }), [
    { month: "2023-12", dju: 412.5 },
  ]);
  deepStrictEqual(clearedMonths(["2024-01"]), [{ month: "2024-01", dju: null }]);
  deepStrictEqual(typedErrors(monthRules(months), { "2024-01": "-1", "2024-02": "2001" }), {
    "2024-01": { code: "min", min: 0 },
    "2024-02": { code: "max", max: 2000 },
  });
});
