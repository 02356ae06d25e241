import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { embeddedBackend } from "@/lib/app/backend.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { stockForm } from "@/lib/portfolio/forms.ts";
import { dwellingPlanner } from "@/lib/portfolio/import_dwellings.ts";
import { readStock, type StockWorld } from "@/lib/portfolio/import_plan.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { STOCK_MESSAGES } from "@/lib/portfolio/text_import.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { anEquipment, at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { WHOLE_STOCK } from "./a_stock.ts";

interface Place {
  world: StockWorld;
  ask: CallFunction;
  houseTypeId: string;
  anonymousGroupId: string;
}

/** A residence with code R1, one kind of dwelling and one group, and a user who administers it. */
function withWorld(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ isAdmin: true }, async ({ built, ask }) => {
    await built.store.atomic().set(keys.projectByCode(ORG, "R1"), PROJECT)
      .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, houseMode: HOUSE_MODES.Detailed })
      .commit();
    const type = await answerOf(ask("createHouseType", {
      ...at,
      body: { name: "T3", area: 62, occupants: 3 },
    }));
    const group = await answerOf(ask("createAnonymousGroup", { ...at, body: { name: "Hall A" } }));
    const { caller } = await signedIn(built);
    const { services } = built.platform.own;
    await test({
      world: {
        services,
        orgId: ORG,
        caller,
        kind: "dwellings",
        backend: () => embeddedBackend(services),
        tried: null,
      },
      ask,
      houseTypeId: type.id,
      anonymousGroupId: group.id,
    });
  }, { residence: { project: { code: "R1" } } });
}

async function housesOf(ask: CallFunction) {
  return await answerOf(ask("listHouses", at));
}

async function effects(
  world: StockWorld,
  lines: readonly Record<string, string>[],
  isDry: boolean,
) {
  const plan = await dwellingPlanner(world);
  const done: [string, string[]][] = [];
  for (const [index, cells] of lines.entries()) {
    const { report, write } = await plan({ line: index + 2, kind: "dwellings", cells });
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
  withWorld(async ({ world, ask, houseTypeId, anonymousGroupId }) => {
    const lines = [A12, { ...A12, serial: "0102", name: "A13", floor: "RDC", group: "hall a" }];
    deepStrictEqual(await effects(world, lines, true), [["create", []], ["create", []]]);
    deepStrictEqual(await housesOf(ask), []);
    await effects(world, lines, false);
    const bare = { collectMode: 0, hourlyMode: 0, buildingId: null, houseTypeId };
    deepStrictEqual((await housesOf(ask)).map(({ serial, settings }) => [serial, settings]), [
      ["0101", { ...bare, name: "A12", floor: 2, anonymousGroupId: null }],
      ["0102", { ...bare, name: "A13", floor: 0, anonymousGroupId }],
    ]);
  }));

Deno.test("dwellingPlanner() changes nothing the second time, and only the fields of filled cells", () =>
  withWorld(async ({ world, ask }) => {
    await effects(world, [A12], false);
    deepStrictEqual(await effects(world, [A12], false), [["same", []]]);
    const renamed = { residence: "R1", serial: "0101", name: "A12 bis", floor: "" };
    deepStrictEqual(await effects(world, [renamed], false), [["change", []]]);
    const [house] = await housesOf(ask);
    deepStrictEqual([house?.settings.name, house?.settings.floor], ["A12 bis", 2]);
  }));

Deno.test("dwellingPlanner() finds a building by its code or its name", () =>
  withWorld(async ({ world, ask }) => {
    const building = await anEquipment(ask, "building", { name: "Bâtiment A", code: "BA" });
    const lines = ["ba", "batiment a"].map((name, rank) => ({
      ...A12,
      serial: `010${rank}`,
      building: name,
    }));
    deepStrictEqual(await effects(world, lines, false), [["create", []], ["create", []]]);
    deepStrictEqual(
      (await housesOf(ask)).map(({ settings: { buildingId } }) => buildingId),
      [building, building],
    );
  }));

Deno.test("dwellingPlanner() takes a building by its code first, and refuses a name that several have", () =>
  withWorld(async ({ world, ask }) => {
    const building = (name: string, code: string) => anEquipment(ask, "building", { name, code });
    await building("A", "B1");
    const coded = await building("Z", "A");
    await building("Tour", "");
    await building("Tour", "T2");
    const lines = ["a", "tour"].map((name, rank) => ({
      ...A12,
      serial: `010${rank}`,
      building: name,
    }));
    deepStrictEqual(await effects(world, lines, false), [
      ["create", []],
      ["refused", [
        "Bâtiment\u00A0: plusieurs s’appellent «\u00A0tour\u00A0» dans la résidence\u00A0: donnez le code",
      ]],
    ]);
    deepStrictEqual((await housesOf(ask)).map(({ settings }) => settings.buildingId), [coded]);
  }));

Deno.test("dwellingPlanner() refuses a line whose dwelling another user changed since it was read", () =>
  withWorld(async ({ world, ask }) => {
    const houseId = await aHouse(ask, { name: "A12" }, "0101");
    const plan = await dwellingPlanner(world);
    const renamed = { residence: "R1", serial: "0101", name: "A12 bis" };
    const { write } = await plan({ line: 2, kind: "dwellings", cells: renamed });
    const [house] = await housesOf(ask);
    ok(house !== undefined && write !== null);
    const body = { ...house.settings, name: "Autre" };
    await ask("putHouseSettings", { ...at, houseId, body });
    deepStrictEqual((await write()).messages, [STOCK_MESSAGES.raced]);
    deepStrictEqual((await housesOf(ask)).map(({ settings }) => settings.name), ["Autre"]);
  }));

Deno.test("dwellingPlanner() keeps free fields and manual choices", () =>
  withWorld(async ({ world, ask }) => {
    const houseId = await aHouse(ask, { name: "A12", collectMode: 1 }, "0101");
    const [house] = await housesOf(ask);
    ok(house !== undefined);
    const config = { porte: "gauche" };
    await ask("putHouseSettings", { ...at, houseId, body: { ...house.settings, config } });
    await effects(world, [{ residence: "R1", serial: "0101", floor: "3" }], false);
    const [changed] = await housesOf(ask);
    deepStrictEqual(changed?.config, config);
    deepStrictEqual([changed?.settings.collectMode, changed?.settings.floor], [1, 3]);
  }));

const BAD_FLOOR = "Étage\u00A0: un nombre entier de 0 à 200 attendu, ou RDC, 1er, R+2";

/** A line, and why it is refused. */
const REFUSED: readonly (readonly [cells: Partial<typeof A12>, messages: readonly string[]])[] = [
  [{ residence: "R9" }, ["Aucune résidence n’a le code «\u00A0R9\u00A0»"]],
  [{ serial: "" }, ["Numéro de série\u00A0: ce champ est obligatoire"]],
  [{ serial: "1".repeat(101) }, ["Numéro de série\u00A0: 100 caractères maximum"]],
  [{ name: "n".repeat(101) }, ["Logement\u00A0: 100 caractères maximum"]],
  [{ name: "", floor: "201" }, ["Logement\u00A0: ce champ est obligatoire", BAD_FLOOR]],
  [{ name: "\u200B" }, ["Logement\u00A0: Ce texte ne contient que des caractères invisibles"]],
  [{ floor: "-1" }, [BAD_FLOOR]],
  [{ houseType: "T9" }, [
    "Type de logement\u00A0: «\u00A0T9\u00A0» n’existe pas dans la résidence",
  ]],
  [{ serial: "0105\u202E" }, [
    "Numéro de série\u00A0: À retirer, après «\u00A00105\u00A0»\u00A0: un caractère invisible qui change le sens de lecture",
  ]],
];

Deno.test("dwellingPlanner() refuses invalid lines, with the reason", () =>
  withWorld(async ({ world, ask }) => {
    const wrong = REFUSED.map(([cells]) => ({ ...A12, ...cells }));
    const longest = { ...A12, name: "n".repeat(100), floor: "200" };
    deepStrictEqual(await effects(world, [...wrong, longest, A12], false), [
      ...REFUSED.map(([, messages]) => ["refused", messages]),
      ["create", []],
      ["refused", [`Ce code est déjà celui de la ligne ${wrong.length + 2}`]],
    ]);
    const houses = (await housesOf(ask)).map(({ settings }) => settings);
    deepStrictEqual(houses.map(({ name, floor }) => [name.length, floor]), [[100, 200]]);
  }));

Deno.test("lines that create dwellings list those of the residence once", async () => {
  const [few, many] = [await entriesListed(60), await entriesListed(240)];
  // A list for each line would read sixteen times as many.
  ok(many < 6 * few, `${few} entries listed for 60 lines, ${many} for 240`);
});

/** Number of store entries that lines of new dwellings list. */
async function entriesListed(lineCount: number): Promise<number> {
  let count = 0;
  await withWorld(async ({ world }) => {
    const { store } = world.services;
    const list = store.list.bind(store);
    store.list = async function* (...run) {
      for await (const entry of list(...run)) {
        count++;
        yield entry;
      }
    };
    const lines = Array.from({ length: lineCount }, (_, at) => ({ ...A12, serial: `S${at}` }));
    const done = await effects(world, lines, false);
    deepStrictEqual(done, lines.map(() => ["create", []]));
  });
  return count;
}

Deno.test("dwellingPlanner() finds the residence and the dwelling whose codes are equivalent to those of the line", () =>
  withWorld(async ({ world, ask }) => {
    const spelled = { ...A12, serial: "ab 1" };
    await effects(world, [spelled], false);
    const again = { ...spelled, residence: "r1", serial: "AB 1", name: "A14" };
    const lines = [again, { ...again, serial: "Ab\u200B 1" }];
    deepStrictEqual(await effects(world, lines, false), [
      ["change", []],
      ["refused", [STOCK_MESSAGES.twice(2)]],
    ]);
    const houses = (await housesOf(ask)).map(({ serial, settings }) => [serial, settings.name]);
    deepStrictEqual(houses, [["ab 1", "A14"]]);
  }));

const AGENCY = {
  id: "g1",
  name: "Agence",
  sortOrder: 1,
  values: [{ id: "v1", label: "Est", sortOrder: 1 }],
  version: "1",
};

function ofResidences(groups: readonly TagGroup[] = []) {
  return { ...WHOLE_STOCK, kind: "residences", groups } as const;
}

Deno.test("readStock() finds columns by their headings, in any order, ignoring case and accents", async () => {
  const file = await readStock("VILLE;code;agence\nNancy;0312;Est\n", ofResidences([AGENCY]));
  deepStrictEqual(file, {
    rows: [{
      line: 2,
      kind: "residences",
      cells: { city: "Nancy", code: "0312", "tag:g1": "Est" },
    }],
    missingColumns: [],
    ignoredColumns: [],
    ignoredSheets: [],
  });
});

Deno.test("readStock() reads commas, tabs, a byte-order mark and quotes", async () => {
  const cells = { code: "1", name: 'Les "Tilleuls", nord' };
  for (
    const text of [
      '\uFEFFCode,Nom\r\n1,"Les ""Tilleuls"", nord"\r\n',
      'Code\tNom\n1\t"Les ""Tilleuls"", nord"\n\n',
    ]
  ) {
    deepStrictEqual((await readStock(text, ofResidences()))?.rows, [{
      line: 2,
      kind: "residences",
      cells,
    }]);
  }
});

Deno.test("readStock() names missing and unknown columns", async () => {
  const file = await readStock("Nom;Couleur\nLes Tilleuls;Vert\n", ofResidences());
  deepStrictEqual(file, {
    rows: [],
    missingColumns: ["Code"],
    ignoredColumns: ["Couleur"],
    ignoredSheets: [],
  });
});

Deno.test("readStock() removes the apostrophe that guards a formula in an export", async () => {
  const file = await readStock("Code;Nom\n'+33;'Les Tilleuls\n", ofResidences());
  deepStrictEqual(file?.rows[0]?.cells, { code: "+33", name: "'Les Tilleuls" });
});

Deno.test("readStock() reads a short line as one whose last cells are empty", async () => {
  const file = await readStock("Code;Nom;Ville\n1;Lilas\n", ofResidences());
  deepStrictEqual(file?.rows[0]?.cells, { code: "1", name: "Lilas", city: "" });
});

Deno.test("readStock() is null for a text that is not CSV", async () => {
  strictEqual(await readStock('Code;Nom\n1;"Lilas\n', ofResidences()), null);
});

// @spec stock.columns
Deno.test("stockForm() starts with the whole stock, requires a known kind of file, and says what unknown columns contain", () => {
  const form = stockForm();
  deepStrictEqual(form.typed(null), { kind: "stock", makesTypes: "on" });
  deepStrictEqual(form.read({ kind: "dwellings", makesTypes: "" }), {
    kind: "dwellings",
    types: "refused",
    columns: "",
  });
  deepStrictEqual(form.errors({ kind: "x", makesTypes: "" }), { kind: { code: "required" } });
  const unknown = stockForm({ kind: "stock", headings: ["Ref", "Note"], known: ["Code", "Nom"] });
  const values = { ...unknown.typed(null), "column-0": "Code" };
  strictEqual(unknown.read(values)?.columns, "Ref=Code\nNote=");
});
