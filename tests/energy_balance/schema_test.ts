import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  boilerRoomEfficiency,
  efficiencySettings,
  efficiencySourcesDraft,
  gasFactors,
  sourceKind,
} from "@/lib/facilities/energy_settings_schema.ts";
import { aBoilerRoom, someSettings } from "./builders.ts";
import { vectorInput } from "./vector.ts";

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

function accepts(schema: Schema, value: unknown): boolean {
  return schema.safeParse(value).success;
}

// @spec balance.efficiency
Deno.test("boilerRoomEfficiency accepts the boiler room of the reference year unchanged", () => {
  const { boilerRoom } = vectorInput();
  // The vector's room has a name, which is not part of its efficiency data.
  const { name: _name, ...parsed } = { name: "", ...boilerRoom };
  deepStrictEqual(boilerRoomEfficiency.parse(boilerRoom), parsed);
});

Deno.test("sourceKind refuses a source without a factor", () => {
  strictEqual(accepts(sourceKind, "wood-mass"), true);
  strictEqual(accepts(sourceKind, "urban-volume"), false);
});

Deno.test("efficiencySettings refuse impossible values", () => {
  strictEqual(accepts(efficiencySettings, someSettings()), true);
  const bad = [
    { area: -1 },
    { area: Infinity },
    { peopleNb: 50.5 },
    { q: -1 },
    { target: "40" },
    { threshold: 101 },
    { djuSource: "" },
    { djuContract: -1 },
    { fromDate: "2023-02-30" },
  ];
  for (const change of bad) {
    strictEqual(
      accepts(efficiencySettings, { ...someSettings(), ...change }),
      false,
      JSON.stringify(change),
    );
  }
});

Deno.test("efficiencySettings may have no contract", () => {
  strictEqual(accepts(efficiencySettings, someSettings({ djuContract: null })), true);
});

Deno.test("gasFactors are above 0 or absent", () => {
  const factors = { fromDate: "2023-01-01", pta: 0.97, pcs: 11.4 };
  strictEqual(accepts(gasFactors, factors), true);
  strictEqual(accepts(gasFactors, { ...factors, pta: null, pcs: null }), true);
  strictEqual(accepts(gasFactors, { ...factors, pta: 0 }), false);
  strictEqual(accepts(gasFactors, { ...factors, pta: 11 }), false);
  strictEqual(accepts(gasFactors, { ...factors, pcs: 31 }), false);
});

Deno.test("boilerRoomEfficiency refuses two versions of one day, and a series twice", () => {
  const settings = [someSettings(), someSettings({ area: 2 })];
  strictEqual(accepts(boilerRoomEfficiency, aBoilerRoom()), true);
  strictEqual(accepts(boilerRoomEfficiency, aBoilerRoom({ settings })), false);
  strictEqual(accepts(boilerRoomEfficiency, aBoilerRoom({ solarTypes: ["a", "a"] })), false);
  const [ecs] = aBoilerRoom().hotWaterTypes;
  strictEqual(
    accepts(boilerRoomEfficiency, { ...aBoilerRoom(), hotWaterTypes: [ecs, ecs] }),
    false,
  );
});

Deno.test("boilerRoomEfficiency checks the format of a gas delivery point", () => {
  strictEqual(accepts(boilerRoomEfficiency, aBoilerRoom({ gazPce: "21546789012345" })), true);
  strictEqual(accepts(boilerRoomEfficiency, aBoilerRoom({ gazPce: "GI123456" })), true);
  strictEqual(accepts(boilerRoomEfficiency, aBoilerRoom({ gazPce: "12345" })), false);
});

Deno.test("efficiencySourcesDraft accepts a gas delivery point only for a source of gas", () => {
  const draft = {
    sourceKind: "gaz-volume",
    sourceType: "gas",
    hotWaterTypes: [],
    solarTypes: [],
    gazPce: "21546789012345",
    version: "",
  };
  strictEqual(accepts(efficiencySourcesDraft, draft), true);
  strictEqual(accepts(efficiencySourcesDraft, { ...draft, sourceKind: "wood-mass" }), false);
  const wood = { ...draft, sourceKind: "wood-mass", gazPce: null };
  strictEqual(accepts(efficiencySourcesDraft, wood), true);
});
