import { deepStrictEqual } from "node:assert/strict";
import type { Backend } from "../../../lib/contract/catalogue.ts";
import { ANONYMOUS } from "../../../lib/contract/caller.ts";
import type { House } from "../../../lib/domain/housing/types.ts";
import { dwellingPlanner } from "../../../lib/backend/embedded/stock_dwellings.ts";
import type { StockWorld } from "../../../lib/backend/embedded/stock_plan.ts";
import { keys } from "../../../lib/backend/kv/keys.ts";
import { withPlatform } from "../a_platform.ts";
import { aProject, ORG, PROJECT, writeResidence } from "../a_residence.ts";

/** A residence of code R1 with one kind of dwelling and one group, and its dwellings in a list. */
function withWorld(test: (world: StockWorld, houses: House[]) => Promise<void>): Promise<void> {
  return withPlatform(async (built) => {
    await writeResidence(built);
    await built.store.atomic().set(keys.project(PROJECT), aProject({ code: "R1" })).commit();
    const { services } = built.platform.own;
    const houses: House[] = [];
    const { backend } = built.platform.own.answerer;
    const withHouses: Backend = {
      ...backend,
      listHouses: () => Promise.resolve({ ok: true, answer: houses }),
      listHouseTypes: () =>
        Promise.resolve({
          ok: true,
          answer: [{ id: "t3", name: "T3", area: 62, occupants: 3, version: "1" }],
        }),
      listAnonymousGroups: () =>
        Promise.resolve({ ok: true, answer: [{ id: "g1", name: "Hall A", version: "1" }] }),
      createHouse: ({ body }) => {
        const id = `h${houses.length}`;
        houses.push({ id, ...body, config: {}, version: "1" });
        return Promise.resolve({ ok: true, answer: { id } });
      },
      putHouseSettings: ({ houseId, body: { version: _, ...settings } }) => {
        const house = houses.find(({ id }) => id === houseId);
        if (house) house.settings = settings;
        return Promise.resolve({ ok: true, answer: null });
      },
    };
    await test({ services, orgId: ORG, caller: ANONYMOUS, backend: () => withHouses }, houses);
  });
}

async function effects(
  world: StockWorld,
  lines: readonly Record<string, string>[],
  isDry: boolean,
) {
  const planner = await dwellingPlanner(world);
  const done: [string, string[]][] = [];
  for (const [index, cells] of lines.entries()) {
    const { report, write } = await planner.plan({ line: index + 2, cells });
    const { action, messages } = isDry || write === null ? report : await write();
    done.push([action, messages]);
  }
  return done;
}

const A12 = {
  residence: "R1",
  serial: "0101",
  name: "A12",
  floor: "2",
  houseType: "t3",
  group: "",
};

Deno.test("dwellingPlanner() creates a dwelling with its floor, its kind and its group", () =>
  withWorld(async (world, houses) => {
    const lines = [A12, { ...A12, serial: "0102", name: "A13", floor: "RDC", group: "hall a" }];
    deepStrictEqual(await effects(world, lines, true), [["create", []], ["create", []]]);
    deepStrictEqual(houses, []);
    await effects(world, lines, false);
    deepStrictEqual(houses.map(({ serial, settings }) => [serial, settings]), [
      ["0101", {
        name: "A12",
        collectMode: 0,
        hourlyMode: 0,
        floor: 2,
        buildingId: null,
        houseTypeId: "t3",
        anonymousGroupId: null,
      }],
      ["0102", {
        name: "A13",
        collectMode: 0,
        hourlyMode: 0,
        floor: 0,
        buildingId: null,
        houseTypeId: "t3",
        anonymousGroupId: "g1",
      }],
    ]);
  }));

Deno.test("dwellingPlanner() changes nothing the second time, and only what a cell says", () =>
  withWorld(async (world, houses) => {
    await effects(world, [A12], false);
    deepStrictEqual(await effects(world, [A12], false), [["same", []]]);
    const renamed = { residence: "R1", serial: "0101", name: "A12 bis", floor: "" };
    deepStrictEqual(await effects(world, [renamed], false), [["change", []]]);
    deepStrictEqual(houses.map(({ settings }) => [settings.name, settings.floor]), [[
      "A12 bis",
      2,
    ]]);
  }));

Deno.test("dwellingPlanner() refuses what it cannot use, and says why", () =>
  withWorld(async (world) => {
    const lines = [
      { ...A12, residence: "R9" },
      { ...A12, serial: "" },
      { ...A12, floor: "-1" },
      { ...A12, houseType: "T9" },
      { ...A12, serial: "0103", name: "", floor: "300" },
      A12,
      A12,
    ];
    deepStrictEqual(await effects(world, lines, true), [
      ["refused", ["Aucune résidence n’a le code «\u00A0R9\u00A0»"]],
      ["refused", ["Numéro de série\u00A0: ce champ est obligatoire"]],
      ["refused", ["Étage\u00A0: un nombre entier de 0 à 200 attendu, ou RDC"]],
      ["refused", ["Type de logement\u00A0: «\u00A0T9\u00A0» n’existe pas dans la résidence"]],
      ["refused", [
        "Logement\u00A0: ce champ est obligatoire",
        "Étage\u00A0: un nombre entier de 0 à 200 attendu, ou RDC",
      ]],
      ["create", []],
      ["refused", ["Ce code est déjà celui de la ligne 7"]],
    ]);
  }));
