import { deepStrictEqual } from "node:assert/strict";
import { typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import {
  ANONYMOUS_GROUP_RULES,
  HOUSE_TYPE_RULES,
  readAnonymousGroup,
  readHouseType,
  typedHouseType,
} from "@/lib/domain/housing/house_type_form.ts";

Deno.test("readHouseType() reads decimal commas; an empty figure is not known", () => {
  deepStrictEqual(readHouseType({ name: " T3 ", area: "62,5", occupants: "" }), {
    name: "T3",
    area: 62.5,
    occupants: null,
  });
});

Deno.test("typedHouseType() shows what readHouseType() returns", () => {
  const type = { name: "T2", area: 46.2, occupants: 1.3 };
  deepStrictEqual(typedHouseType(type), { name: "T2", area: "46,2", occupants: "1,3" });
  deepStrictEqual(readHouseType(typedHouseType(type)), type);
});

Deno.test("HOUSE_TYPE_RULES want a name, and figures within what a dwelling can be", () => {
  deepStrictEqual(typedErrors(HOUSE_TYPE_RULES, { name: "", area: "-1", occupants: "101" }), {
    name: { code: "required" },
    area: { code: "min", min: 0 },
    occupants: { code: "max", max: 100 },
  });
});

// @spec housing.types-and-groups
Deno.test("readAnonymousGroup() trims the name, which is required", () => {
  deepStrictEqual(readAnonymousGroup({ name: " Hall A " }), { name: "Hall A" });
  deepStrictEqual(typedErrors(ANONYMOUS_GROUP_RULES, { name: " " }), {
    name: { code: "required" },
  });
});
