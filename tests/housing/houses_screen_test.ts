import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse, houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { at, type Belonging, PROJECT, type ResidenceChoices } from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { houseList } from "@/components/housing/house_list.tsx";
import { readRangeSegment } from "@/lib/base/period_paths.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { connectivityState, connectivitySummary } from "@/lib/housing/visible_readings.ts";
import {
  ALL_FLOORS,
  chosenFloor,
  floorChoices,
  floorOptions,
  floorsOf,
  floorText,
  type HouseFloor,
  houseLines,
  housesOnFloor,
} from "@/lib/housing/dwelling_list.ts";
import { readRunningMonth } from "@/lib/housing/month_pages.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import type { RangeData } from "@/lib/series/schema.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { law, testLaws } from "@/tests/helpers/laws_of_values.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import type { ConnectivityState, House, HouseSettings } from "@/lib/housing/schema.ts";

function aListedHouse(id: string, settings: Partial<HouseSettings>, serial = ""): House {
  const bare = { kind: "module" as const, projectModuleId: null, config: {}, version: "1" };
  return { id, serial, settings: houseSettings({ name: id, ...settings }), ...bare };
}

const CHOICES = {
  buildings: [{ id: "b1", name: "Bâtiment A" }],
  types: [{ id: "t1", name: "T3" }],
  groups: [{ id: "g1", name: "Hall" }],
};

const LISTED = houseLines([
  aListedHouse("A10", { floor: 1, buildingId: "b1", houseTypeId: "t1" }, "F0"),
  aListedHouse("A9", { floor: 0, anonymousGroupId: "g1" }, "0A"),
  aListedHouse("A2", { houseTypeId: "gone" }, "B7"),
], CHOICES);

function housesAt(...floors: HouseFloor[]) {
  return floors.map((floor) => ({ settings: { floor } }));
}

// @spec forms.floors
Deno.test("floorsOf() returns each floor once, the unknown one first", () => {
  deepStrictEqual(floorsOf(housesAt(2, 0, null, 10, 2, 1, null)), [null, 0, 1, 2, 10]);
  deepStrictEqual(floorsOf([]), []);
});

Deno.test("chosenFloor() is the requested one, including all floors and the unknown one", () => {
  strictEqual(chosenFloor([null, 0, 3], "3"), 3);
  strictEqual(chosenFloor([null, 0, 3], "-1"), ALL_FLOORS);
  strictEqual(chosenFloor([null, 0, 3], "null"), null);
});

const floors = fc.array(fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }));

testLaws([
  law(
    "each floor keeps its houses, and together they are all the houses",
    fc.property(floors, (drawn) => {
      const houses = housesAt(...drawn);
      const counts = floorsOf(houses).map((floor) => housesOnFloor(houses, floor).length);
      strictEqual(counts.reduce((sum, count) => sum + count, 0), houses.length);
      strictEqual(counts.includes(0), false);
    }),
  ),
  law(
    "chosenFloor() finds again the floor an address was written from",
    fc.property(floors, (drawn) => {
      const found = floorsOf(housesAt(...drawn));
      for (const floor of floorOptions(found)) {
        strictEqual(chosenFloor(found, floorText(floor)), floor);
      }
    }),
  ),
]);

// @spec housing.list
Deno.test("houseLines() has the names of a dwelling's references, without deleted ones", () => {
  deepStrictEqual(LISTED.map(({ building, type, group }) => [building, type, group]), [
    ["Bâtiment A", "T3", ""],
    ["", "", "Hall"],
    ["", "", ""],
  ]);
});

Deno.test("floorChoices() lists the unknown floor first, then floors upwards", () => {
  deepStrictEqual(floorChoices(LISTED, (floor) => `étage ${floor}`), [
    { value: "null", label: "étage null" },
    { value: "0", label: "étage 0" },
    { value: "1", label: "étage 1" },
  ]);
});

const OPTIONS = {
  projectId: "p1",
  features: { ...NO_FEATURES, houseMode: HOUSE_MODES.Detailed },
  hasConnectivity: false,
  empty: { title: "Aucun logement" },
};
const HOUSE_LIST = houseList(LISTED, OPTIONS);

function kept(query: string): string[] {
  return keptUnder(HOUSE_LIST, LISTED, query).map(({ id }) => id);
}

Deno.test("houseList() keeps dwellings that match every filter and every word", () => {
  deepStrictEqual(kept("filter:floor=0"), ["A9"]);
  deepStrictEqual(kept("filter:floor=null"), ["A2"]);
  deepStrictEqual(kept("filter:building=Bâtiment A"), ["A10"]);
  deepStrictEqual(kept("filter:type=T3"), ["A10"]);
  deepStrictEqual(kept("filter:group=Hall"), ["A9"]);
  deepStrictEqual(kept("filter:type=T3&filter:floor=0"), []);
  deepStrictEqual(kept("filter:search=batiment a1"), ["A10"]);
  deepStrictEqual(kept("filter:search=b7"), ["A2"]);
});

// @spec alarms.places
Deno.test("houseList() has a column of open alarms as soon as one dwelling has some", () => {
  const hasColumn = (counts: readonly number[]) => {
    const lines = LISTED.map((line, rank) => ({ ...line, alarmCount: counts[rank] ?? 0 }));
    return houseList(lines, OPTIONS).columns.some(({ field }) => field === "alarmCount");
  };
  deepStrictEqual([hasColumn([0, 0, 0]), hasColumn([0, 2, 0])], [false, true]);
});

const NOW_S = 2_000_000_000;
const DAY_S = 86_400;

// @spec housing.connectivity
Deno.test("connectivityState() is online for 24 hours, else reachable through its gateway, last 7 days, or offline", () => {
  const rows: [houseAgeS: number | null, gatewayAgeS: number | null, ConnectivityState][] = [
    [0, null, "online"],
    [DAY_S, null, "online"],
    [60, 3_600, "online"],
    [DAY_S + 1, null, "last-7-days"],
    [7 * DAY_S, null, "last-7-days"],
    [2 * DAY_S, 2 * DAY_S, "last-7-days"],
    [2 * DAY_S, 3_600, "reachable"],
    [null, 3_600, "reachable"],
    [7 * DAY_S + 1, null, "offline"],
    [null, null, "offline"],
  ];
  const seenS = (ageS: number | null) => ageS === null ? null : NOW_S - ageS;
  for (const [house, gateway, state] of rows) {
    const seen = { houseS: seenS(house), gatewayS: seenS(gateway) };
    strictEqual(connectivityState(seen, NOW_S), state, `${house} ${gateway}`);
  }
});

Deno.test("connectivitySummary() counts each state", () => {
  deepStrictEqual(connectivitySummary(["online", "offline", "online", "reachable"]), {
    onlineCount: 2,
    reachableCount: 1,
    last7DaysCount: 0,
    offlineCount: 1,
  });
});

/** One a day or a month. */
function read(segment: string): Promise<RangeData> {
  const range = readRangeSegment(segment);
  if (range === null) throw new TypeError(segment);
  const slots = slotsOf(range).map(({ segment }) => aSlot(segment, 1));
  return Promise.resolve({ seriesId: "s", unit: "m³", slots, events: [] });
}

// @spec housing.one-occupancy
Deno.test("readRunningMonth() compares nothing when the occupant leaves before the last day of the month", async () => {
  const before = async (leavesOn: string | null) =>
    (await readRunningMonth(read, { today: "2026-01-20", leavesOn })).yearBefore.value;
  const days = [null, "2026-02-01", "2026-01-31", "2026-01-30", "2025-12-31"];
  deepStrictEqual(await Promise.all(days.map(before)), [1, 1, 1, null, null]);
});

const LIST = `/collect/${PROJECT}/houses`;

function withHouses(
  test: (place: VisitedSite) => Promise<void>,
  { roles = ["collect:houseadmin"], isAdmin = false, features = {}, project = {} }:
    & Belonging
    & ResidenceChoices = {},
): Promise<void> {
  return withVisitor({ roles, isAdmin }, test, {
    residence: {
      project,
      features: { houseMode: 3, houseTypes: true, houseMetadata: true, ...features },
    },
  });
}

const TYPED = {
  form: "house",
  name: "A12",
  floor: "3",
  kind: "module",
  serial: "0180A1",
  buildingId: "",
  houseTypeId: "",
  anonymousGroupId: "",
  collectMode: "1",
  hourlyMode: "0",
  config: "porte : gauche",
};

async function housesOf(ask: CallFunction) {
  const houses = await answerOf(ask("listHouses", at));
  return houses.map(({ serial, settings, config }) => ({ serial, config, ...settings }));
}

Deno.test("residence without a dwelling explains what to do next, and one is added by the form", () =>
  withHouses(async ({ visitor, ask }) => {
    match((await visitor.get(LIST)).text, /Aucun logement Ajoutez les logements un à un/);
    const made = await visitor.post(`${LIST}/new`, TYPED);
    strictEqual(made.status, 303);
    const page = await visitor.get(made.headers.get("location") ?? "");
    strictEqual(page.title, "Les Lilas | A12");
    match(page.text, /Numéro de série 0180A1/);
    deepStrictEqual(await housesOf(ask), [{
      ...houseSettings({ floor: 3, collectMode: 1 }),
      serial: "0180A1",
      config: { porte: "gauche" },
    }]);
  }));

Deno.test("dwelling is changed; fields that its residence does not show are unchanged", () =>
  withHouses(async ({ visitor, ask, site }) => {
    const path = `${LIST}/${await aHouse(ask, { collectMode: 1, floor: 2 }, "F1")}`;
    const features = { ...NO_FEATURES, houseMode: 2 };
    await site.store.atomic().set(keys.projectFeatures(PROJECT), features).commit();
    const page = await visitor.get(path);
    strictEqual(page.value("collectMode"), null);
    strictEqual(page.value("serial"), null);
    const version = page.version();
    const sent = { ...TYPED, name: "A13", collectMode: "2", serial: "other", version };
    const saved = await visitor.post(path, sent);
    strictEqual(saved.headers.get("location"), `${path}?saved=house#house`);
    match((await visitor.get(`${path}?saved=house`)).text, /Modifications enregistrées/);
    deepStrictEqual(await housesOf(ask), [{
      ...houseSettings({ name: "A13", floor: 3, collectMode: 1 }),
      serial: "F1",
      config: {},
    }]);
  }));

Deno.test("deleting a dwelling shows what is lost, then deletes it", () =>
  withHouses(async ({ visitor, ask }) => {
    const path = `${LIST}/${await aHouse(ask)}`;
    match((await visitor.get(path)).text, /Ses réglages et le rattachement de ses sources/);
    const gone = await visitor.post(path, { form: "house", intent: "remove" });
    strictEqual(gone.headers.get("location"), LIST);
    deepStrictEqual(await housesOf(ask), []);
    strictEqual((await visitor.get(path)).status, 404);
    strictEqual((await visitor.post(path, { form: "house", intent: "remove" })).status, 404);
  }));

Deno.test("the list is searched, filtered and sorted by its address, and so is its file", () =>
  withHouses(async ({ visitor, ask }) => {
    await aHouse(ask, { name: "A10", floor: 1 }, "F0");
    await aHouse(ask, { name: "A9", floor: 0, collectMode: 1 }, "0A");
    await aHouse(ask, { name: "=B2" }, "B7");
    const names = async (query: string) =>
      [...(await visitor.get(`${LIST}${query}`)).html.matchAll(
        /<th scope="row"[^>]*>\s*<a[^>]*>([^<]*)</g,
      )]
        .map(([, name]) => name);
    deepStrictEqual(await names(""), ["=B2", "A9", "A10"]);
    deepStrictEqual(await names("?sort=serial:desc"), ["A10", "=B2", "A9"]);
    deepStrictEqual(await names("?filter:floor=null"), ["=B2"]);
    deepStrictEqual(await names("?filter:search=0a"), ["A9"]);
    match((await visitor.get(`${LIST}?filter:search=zz`)).text, /Aucun logement trouvé/);
    const file = await visitor.get(`/collect/${PROJECT}/houses?filter:floor=0&csv=semicolon`);
    strictEqual(
      file.html,
      "\uFEFFNom ou numéro;Étage;Bâtiment;Type;Groupe anonyme;Relevé par;Numéro de série;Données montrées\r\n" +
        "A9;RDC;;;;Module;0A;Détail",
    );
  }));

Deno.test("kinds and groups are added, changed, and cannot be deleted while a dwelling has them", () =>
  withHouses(async ({ visitor, ask }) => {
    const path = `${LIST}/settings`;
    const blank = { grid: "types", key: "", intent: "add", version: "" };
    const added = await visitor.post(path, { ...blank, name: "T3", area: "62,5", occupants: "2" });
    strictEqual(added.headers.get("location"), `${path}?saved=types#types`);
    const [type] = await answerOf(ask("listHouseTypes", at));
    ok(type !== undefined);
    deepStrictEqual([type.name, type.area, type.occupants], ["T3", 62.5, 2]);
    const row = { grid: "types", key: type.id, intent: "save", version: type.version };
    await visitor.post(path, { ...row, name: "T3 bis", area: "63", occupants: "" });
    await aHouse(ask, { houseTypeId: type.id });
    match((await visitor.get(path)).text, /Impossible tant que 1\u00A0logement l’a/);
    const kept = await visitor.post(path, { grid: "types", key: type.id, intent: "remove" });
    strictEqual(kept.status, 409);
    const group = { ...blank, grid: "groups", name: "Hall A" };
    strictEqual((await visitor.post(path, group)).status, 303);
    match((await visitor.get(path)).text, /Hall A Aucun logement\u00A0: il en faut 11/);
  }));

Deno.test("the rights of the occupants' application are not shown where the residence gives it none", () =>
  withHouses(async ({ visitor, ask }) => {
    const page = await visitor.get(`${LIST}/${await aHouse(ask)}`);
    strictEqual(page.status, 200);
    ok(!page.text.includes("Application des occupants"));
  }));

// @spec housing.app-rights
Deno.test("the rights of the occupants' application are offered up to those of the residence", () =>
  withHouses(async ({ visitor, ask }) => {
    const path = `${LIST}/${await aHouse(ask)}`;
    const page = await visitor.get(path);
    match(page.text, /Application des occupants.*Rien Lecture Enregistrer/);
    const rights = { form: "rights", access: "1", version: "" };
    const version = /name="form" value="rights">\s*<input[^>]*value="([^"]*)"/.exec(page.html)?.[1];
    const sent = { ...rights, version: version ?? "" };
    const saved = await visitor.post(path, sent);
    strictEqual(saved.headers.get("location"), `${path}?saved=rights#rights`);
    const late = await visitor.post(path, { ...sent, access: "0" });
    strictEqual(late.status, 409);
    match(late.text, /Ce que l’application peut faire ici Rien Lecture/);
    strictEqual((await visitor.post(path, { ...sent, access: "9" })).status, 400);
  }, { project: { ecotouchAdmin: 1 } }));

Deno.test("residence that shows no dwelling has no pages for them, nor for kinds without the features", async () => {
  await withHouses(async ({ visitor }) => {
    strictEqual((await visitor.get(LIST)).status, 404);
    strictEqual((await visitor.post(`${LIST}/new`, TYPED)).status, 404);
  }, { features: { houseMode: 0 } });
  await withHouses(async ({ visitor }) => {
    strictEqual((await visitor.get(`${LIST}/settings`)).status, 404);
  }, { features: { houseMode: 1, houseTypes: false } });
});
