import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { HOUSE_FORM } from "@/lib/housing/forms.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";

const BLANK_SETTINGS = houseSettings();

const TYPED = { ...HOUSE_FORM.typed(null), name: " A12 ", floor: "0", serial: " 0180A1 " };

Deno.test("HOUSE_FORM reads the typed dwelling, with empty fields unknown and texts trimmed", () => {
  deepStrictEqual(HOUSE_FORM.read({ ...TYPED, config: "porte : gauche\n\nbail: 12" }), {
    kind: "module",
    serial: "0180A1",
    settings: {
      name: "A12",
      collectMode: 0,
      hourlyMode: 0,
      floor: 0,
      buildingId: null,
      houseTypeId: null,
      anonymousGroupId: null,
    },
    config: { porte: "gauche", bail: "12" },
  });
});

Deno.test("HOUSE_FORM reads nothing for a kind or a mode that is not offered", () => {
  strictEqual(HOUSE_FORM.read({ ...TYPED, kind: "x" }), null);
  strictEqual(HOUSE_FORM.read({ ...TYPED, collectMode: "3" }), null);
  strictEqual(HOUSE_FORM.read({ ...TYPED, hourlyMode: "" }), null);
});

Deno.test("HOUSE_FORM reads back the dwelling it shows", () => {
  const house = {
    kind: "enocean" as const,
    serial: "FF00",
    settings: {
      name: "B3",
      collectMode: 2 as const,
      hourlyMode: 3 as const,
      floor: 12,
      buildingId: "b1",
      houseTypeId: "t1",
      anonymousGroupId: "g1",
    },
    config: { porte: "gauche", "date du bail": "2024-01-01" },
  };
  deepStrictEqual(HOUSE_FORM.read(HOUSE_FORM.typed(house)), house);
});

// @spec housing.fields
Deno.test("HOUSE_FORM separates the thermometer's offset from the free fields", () => {
  const config = { porte: "gauche", tempOffset: "0.5" };
  const typed = HOUSE_FORM.typed({ kind: "module", serial: "", settings: BLANK_SETTINGS, config });
  deepStrictEqual([typed.tempOffset, typed.config], ["0,5", "porte : gauche"]);
  deepStrictEqual(HOUSE_FORM.read(typed)?.config, config);
  deepStrictEqual(HOUSE_FORM.read({ ...typed, tempOffset: "" })?.config, { porte: "gauche" });
});

Deno.test("HOUSE_FORM names each field that breaks its rule", () => {
  deepStrictEqual(HOUSE_FORM.errors(TYPED), {});
  deepStrictEqual(
    HOUSE_FORM.errors({
      ...TYPED,
      name: " ",
      floor: "201",
      kind: "x",
      collectMode: "9",
      hourlyMode: "",
      serial: "x".repeat(101),
      config: "sans deux-points",
    }),
    {
      name: { code: "required" },
      floor: { code: "max", max: 200 },
      kind: { code: "required" },
      collectMode: { code: "required" },
      hourlyMode: { code: "required" },
      serial: { code: "maxlength", allowedLength: 100 },
      config: { code: "pairs" },
    },
  );
  // −1 stands for every floor in the floor selector.
  deepStrictEqual(HOUSE_FORM.errors({ ...TYPED, floor: "-1" }), { floor: { code: "min", min: 0 } });
  deepStrictEqual(HOUSE_FORM.errors({ ...TYPED, floor: "1,5" }), { floor: { code: "integer" } });
});
