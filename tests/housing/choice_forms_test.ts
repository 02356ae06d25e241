import { deepStrictEqual } from "node:assert/strict";
import { GROUP_FORM, HOUSE_TYPE_FORM } from "@/lib/housing/forms.ts";

Deno.test("HOUSE_TYPE_FORM reads decimal commas; an empty figure is unknown", () => {
  deepStrictEqual(HOUSE_TYPE_FORM.read({ name: " T3 ", area: "62,5", occupants: "" }), {
    name: "T3",
    area: 62.5,
    occupants: null,
  });
});

Deno.test("HOUSE_TYPE_FORM reads back its displayed values", () => {
  const type = { name: "T2", area: 46.2, occupants: 1.3 };
  const typed = HOUSE_TYPE_FORM.typed(type);
  deepStrictEqual(typed, { name: "T2", area: "46,2", occupants: "1,3" });
  deepStrictEqual(HOUSE_TYPE_FORM.read(typed), type);
});

Deno.test("HOUSE_TYPE_FORM requires a name, and figures possible for a dwelling", () => {
  deepStrictEqual(HOUSE_TYPE_FORM.errors({ name: "", area: "-1", occupants: "101" }), {
    name: { code: "required" },
    area: { code: "min", min: 0 },
    occupants: { code: "max", max: 100 },
  });
});

// @spec housing.types-and-groups
Deno.test("GROUP_FORM trims the name, which is required", () => {
  deepStrictEqual(GROUP_FORM.read({ name: " Hall A " }), { name: "Hall A" });
  deepStrictEqual(GROUP_FORM.errors({ name: " " }), { name: { code: "required" } });
});
