import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import {
  countedFiner,
  FEWEST_ANONYMOUS,
  type HouseSlots,
  isTooFew,
  shownGroups,
  spreadSlots,
  togetherSlots,
  withComplement,
} from "@/lib/housing/anonymity.ts";
import { dwellingNamed, dwellingNames } from "@/lib/housing/dwelling_list.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { at, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { shownHouseFields } from "@/lib/housing/dwelling_settings.ts";
import { finestData, houseDetail, houseVisibility } from "@/lib/housing/visibility.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { allowedResolution } from "@/lib/series/resolution.ts";
import { DATA_UNIT_IDS } from "@/lib/timeseries/units.ts";
import { everyCell, expectedOf, seenOf } from "./visibility_table.ts";

function slotsOf(isDetailed: boolean, ...values: (number | null)[]): HouseSlots {
  const slots = values.map((value, rank) => aSlot(`2024-0${rank + 1}`, value));
  return { isDetailed, slots };
}

const anonymous = (count: number, value: number | null = 2) =>
  Array.from({ length: count }, () => slotsOf(false, value));

/** Anonymous dwellings of a group, or of none when its name is "-". */
function members(group: string, count: number) {
  const anonymousGroupId = group === "-" ? null : group;
  return Array.from({ length: count }, (_, rank) => ({ id: `${group}${rank}`, anonymousGroupId }));
}

Deno.test("togetherSlots() is the sum of consumptions, and the mean of other quantities", () => {
  const houses = [slotsOf(true, 1, null), slotsOf(true, 4, 3)];
  const complete = { completeness: 1, estimated: false };
  deepStrictEqual([...togetherSlots(houses, true)], [
    { slot: "2024-01", value: 5, min: null, max: null, ...complete },
    { slot: "2024-02", value: 3, min: null, max: null, ...complete, completeness: 0.5 },
  ]);
  deepStrictEqual([...togetherSlots(houses, false)], [
    { slot: "2024-01", value: 2.5, min: 1, max: 4, ...complete },
    { slot: "2024-02", value: 3, min: 3, max: 3, ...complete, completeness: 0.5 },
  ]);
  deepStrictEqual([...togetherSlots([], true)], []);
});

Deno.test("togetherSlots() leaves anonymous dwellings out of a slot where fewer than 11 were read", () => {
  const detailed = [slotsOf(true, 100)];
  const sumOf = (houses: readonly HouseSlots[]) =>
    [...togetherSlots(houses, true)][0]?.value ?? null;
  deepStrictEqual(sumOf([...detailed, ...anonymous(10)]), 100);
  deepStrictEqual(sumOf([...detailed, ...anonymous(11)]), 122);
  // Eleven dwellings, of which ten were read.
  deepStrictEqual(sumOf([...detailed, ...anonymous(10), ...anonymous(1, null)]), 100);
  deepStrictEqual(sumOf(anonymous(10)), null);
});

// @spec series.completeness
Deno.test("togetherSlots() counts as not read the anonymous dwellings that it leaves out of one slot only", () => {
  const of = (houses: readonly HouseSlots[]) => {
    const [{ value, completeness } = { value: null, completeness: 0 }] = togetherSlots(
      houses,
      true,
    );
    return [value, completeness];
  };
  const nine = Array.from({ length: 9 }, () => slotsOf(true, 100));
  deepStrictEqual(of([...nine, ...anonymous(11, 100)]), [2_000, 1]);
  // One of eleven was not read: the total is of nine dwellings among twenty.
  deepStrictEqual(of([...nine, ...anonymous(10, 100), ...anonymous(1, null)]), [900, 0.45]);
  // Ten are never counted, in any year.
  deepStrictEqual(of([...nine, ...anonymous(10, 100)]), [900, 1]);
});

Deno.test("spreadSlots() never shows the lowest or the highest of anonymous dwellings", () => {
  deepStrictEqual([...spreadSlots(anonymous(12))], [
    { slot: "2024-01", min: null, mean: 2, max: null, count: 12 },
  ]);
  // (5 + 8 + 11 × 2) / 13
  deepStrictEqual([...spreadSlots([slotsOf(true, 5), slotsOf(true, 8), ...anonymous(11)])], [
    { slot: "2024-01", min: 5, mean: 2.692308, max: 8, count: 13 },
  ]);
  deepStrictEqual([...spreadSlots([slotsOf(true, 5), ...anonymous(3)])], [
    { slot: "2024-01", min: 5, mean: 5, max: 5, count: 1 },
  ]);
});

Deno.test("spreadSlots() excludes a dwelling whose occupant changed from the lowest and highest, and counts it", () => {
  const changed = { ...slotsOf(true, 90, 1), sharedSlots: new Set(["2024-01"]) };
  deepStrictEqual(
    [...spreadSlots([slotsOf(true, 10, 5), changed])].map(({ min, mean, max }) => [min, mean, max]),
    [[10, 50, 10], [1, 3, 5]],
  );
});

// @spec housing.small-groups
Deno.test("shownGroups() hides a group of fewer than 11", () => {
  const groups = shownGroups([...members("a", 11), ...members("b", 12)]);
  deepStrictEqual(groups.map(({ id, houseIds }) => [id, houseIds.length]), [["a", 11], ["b", 12]]);
  deepStrictEqual(shownGroups(members("a", 10)), []);
});

// @spec housing.totals
Deno.test("shownGroups() hides the smallest shown group too when a subtraction would reveal the hidden ones", () => {
  const shown = (...houses: ReturnType<typeof members>[]) =>
    shownGroups(houses.flat()).map(({ id }) => id);
  deepStrictEqual(shown(members("a", 11), members("b", 12), members("c", 3)), ["b"]);
  deepStrictEqual(shown(members("a", 11), members("b", 12), members("c", 3), members("d", 8)), [
    "a",
    "b",
  ]);
  // A dwelling in no group would be revealed as well.
  deepStrictEqual(shown(members("a", 30), members("-", 1)), []);
});

Deno.test("shownGroups() never reveals 1 to 10 dwellings, for any groups", () => {
  const sizes = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "-"), fc.nat({ max: 40 }));
  fc.assert(
    fc.property(sizes, (groups) => {
      const houses = Object.entries(groups).flatMap(([name, count]) => members(name, count));
      const shown = shownGroups(houses);
      const rest = houses.length -
        shown.reduce((count, { houseIds }) => count + houseIds.length, 0);
      ok(shown.every(({ houseIds }) => houseIds.length >= FEWEST_ANONYMOUS));
      ok(shown.length === 0 || rest === 0 || rest >= FEWEST_ANONYMOUS);
    }),
    { seed: 20260101 },
  );
});

// @spec housing.small-groups
Deno.test("isTooFew() is true from one to ten dwellings", () => {
  deepStrictEqual([0, 1, 10, 11].map(isTooFew), [false, true, true, false]);
});

function dwellings(from: number, count: number): ReadonlySet<string> {
  return new Set(Array.from({ length: count }, (_, rank) => `${from + rank}`));
}

// @spec housing.totals
Deno.test("withComplement() withholds the smallest shown slot beside a single withheld one", () => {
  const slots = [dwellings(0, 12), dwellings(0, 10), dwellings(0, 11), dwellings(0, 0)];
  deepStrictEqual([...withComplement(slots)].sort(), [1, 2]);
});

Deno.test("withComplement() withholds no more when the withheld slots have eleven dwellings together", () => {
  const slots = [dwellings(0, 12), dwellings(0, 6), dwellings(6, 5)];
  deepStrictEqual([...withComplement(slots)].sort(), [1, 2]);
  strictEqual(withComplement([dwellings(0, 11), dwellings(0, 12)]).size, 0);
});

Deno.test("withComplement() leaves withheld slots of no dwelling or of eleven together, for any day", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 2_000; round++) {
    const slots = Array.from({ length: 5 }, () => dwellings(random(4), random(14)));
    const withheld = withComplement(slots);
    const together = new Set([...withheld].flatMap((rank) => [...slots[rank] ?? []]));
    const isAllWithheld = slots.every(({ size }, rank) => size === 0 || withheld.has(rank));
    ok(!isTooFew(together.size) || isAllWithheld);
    ok(slots.every(({ size }, rank) => withheld.has(rank) || !isTooFew(size)));
  }
});

Deno.test("countedFiner() leaves out no dwelling or eleven", () => {
  const left = (count: number, allowedCount: number) => {
    const houses = Array.from({ length: count }, (_, rank) => rank);
    return count - countedFiner(houses, (rank) => rank < allowedCount).length;
  };
  deepStrictEqual([left(12, 12), left(30, 29), left(30, 19), left(30, 18)], [0, 11, 11, 12]);
  // No eleven others: none is counted.
  deepStrictEqual([left(11, 10), left(8, 3)], [11, 8]);
});

const NAMES = dwellingNames([
  { id: "1", name: "A12", serial: "0D74A784" },
  { id: "2", name: "A13", serial: "" },
  { id: "3", name: "Loge", serial: "9" },
  { id: "4", name: "loge ", serial: "10" },
  { id: "5", name: "11", serial: "11" },
  { id: "6", name: "Rez-de-chaussée gauche", serial: "" },
]);

// @spec series.dwelling-sources
Deno.test("dwellingNamed() finds a dwelling by its name or its serial, however it is spelled and spaced", () => {
  const rows = [
    ["a12", "1"],
    [" 0d74a784", "1"],
    ["11", "5"],
    ["Rez-de-chaussée gauche".normalize("NFD"), "6"],
    ["REZ-DE-CHAUSSEE  GAUCHE", "6"],
    ["Rez-de-chaussée\u00A0gauche", "6"],
  ] as const;
  for (const [word, id] of rows) strictEqual(dwellingNamed([word], NAMES), id, word);
});

interface Place {
  visitor: Visitor;
  ask: CallFunction;
  /** A water meter of the dwellings with typed indexes. */
  meter: string;
}

/** A residence of 120 dwellings, « A1 » to « A120 », and one of another residence. */
function withMany(test: (place: Place) => Promise<void>, count = FEW_CHOICES + 20): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { features: { houseMode: 1, housesAppAlarm: true } });
    const house = { kind: "module" as const, projectModuleId: null, serial: "", config: {} };
    const atomic = site.store.atomic().set(keys.house("p2", "elsewhere"), {
      ...house,
      settings: houseSettings({ name: "Z1" }),
    });
    for (let rank = 1; rank <= count; rank++) {
      const settings = houseSettings({ name: `A${rank}` });
      atomic.set(keys.house(PROJECT, `h${rank}`), { ...house, settings });
    }
    await atomic.commit();
    const ask = await someone(site, {
      isAdmin: true,
      roles: ["collect", "collect:housing:alerts:write"],
    });
    const body = seriesDraft({ dataUnitId: "EFSV", scope: "housing", manualIndex: true });
    const made = await answerOf(ask("createDataseries", { ...at, body }));
    const visitor = await site.signIn();
    await test({ visitor, ask, meter: made.id });
  });
}

/** The names proposed for a field on the page of a refused form. */
function proposed(html: string, name: string): string[] {
  const list = new RegExp(`<datalist id="${name}-near">(.*?)</datalist>`).exec(html)?.[1] ?? "";
  return [...list.matchAll(/value="([^"]*)"/g)].map(([, label = ""]) => label);
}

// @spec forms.named
Deno.test("an index is typed for a dwelling by name; another name is refused, kept and completed", () =>
  withMany(async ({ visitor, ask, meter }) => {
    const path = links.manualIndexes(PROJECT);
    const page = await visitor.get(path);
    ok(!page.html.includes("A57"), "the page lists no dwelling");
    match(
      page.text,
      /Son nom, comme A1.; un début de nom montre les plus proches. Vide, cela vaut «.Aucun.»/,
    );
    const typed = { form: "index", seriesId: meter, date: "2026-01-01", value: "12" };
    for (const houseId of ["Z1", "elsewhere"]) {
      const other = await visitor.refused(path, { ...typed, houseId });
      strictEqual(
        other.message("houseId"),
        `«\u00A0${houseId}\u00A0» n’existe pas dans cette résidence`,
      );
      strictEqual(other.value("houseId"), houseId);
      strictEqual(other.value("value"), "12");
    }
    const near = await visitor.post(path, { ...typed, houseId: "11" });
    match(
      near.message("houseId") ?? "",
      /«.11.» n’existe pas .*Noms proches.: A11, A110, A111, .*, A118 et 1.autre$/,
    );
    strictEqual(proposed(near.html, "houseId").length, 11);
    const only = await visitor.post(path, { ...typed, houseId: "57" });
    deepStrictEqual(proposed(only.html, "houseId"), ["A57"]);
    match(/<input[^>]*name="houseId"[^>]*>/.exec(only.html)?.[0] ?? "", / list="houseId-near"/);
    const missing = await visitor.post(path, { ...typed, houseId: "" });
    strictEqual(missing.message("houseId"), "Ce champ est obligatoire");
    strictEqual((await visitor.post(path, { ...typed, houseId: "a57" })).status, 303);
    const indexes = await answerOf(ask("listManualIndexes", at));
    deepStrictEqual(indexes.map(({ houseId }) => houseId), ["h57"]);
  }));

// @spec forms.named
Deno.test("meter's event, planned works and a message to tenants name dwellings, and show their names again", () =>
  withMany(async ({ visitor, ask, meter }) => {
    const series = links.seriesSettings(PROJECT, meter);
    const sheet = await visitor.get(`${series}?houseId=h7`);
    strictEqual(sheet.value("houseId"), "A7");
    const event = {
      form: "event",
      what: "reset",
      houseId: "A8",
      date: "2026-01-06",
      time: "12:00",
      firstIndex: "0",
      version: sheet.version("meter"),
    };
    strictEqual((await visitor.post(series, event)).status, 303);
    const events = await answerOf(ask("listMeterEvents", { ...at, series: meter }));
    deepStrictEqual(events.events.map(({ houseId }) => houseId), ["h8"]);

    const works = links.alarmSettings(PROJECT);
    const mute = {
      form: "mute",
      version: "",
      fromDate: "2026-03-01",
      fromTime: "08:00",
      toDate: "2026-03-02",
      toTime: "18:00",
      reason: "Colonne",
    };
    strictEqual((await visitor.post(works, { ...mute, place: "A999" })).status, 400);
    strictEqual((await visitor.post(works, { ...mute, place: "A9" })).status, 303);
    const mutes = await answerOf(ask("listAlarmMutes", at));
    strictEqual(mutes[0]?.houseId, "h9");
    const row = `${works}?mute=${mutes[0]?.id}`;
    strictEqual((await visitor.get(row)).value("place"), "A9");

    const alerts = links.tenantAlerts(PROJECT);
    const message = { version: "", from: "2026-03-01", to: "", message: "Visite" };
    const wrong = await visitor.post(alerts, { ...message, houseIds: "A1\r\nA999" });
    match(wrong.message("houseIds") ?? "", /«.A999.» n’existe pas/);
    match(wrong.html, />A1\r?\nA999<\/textarea>/);
    strictEqual((await visitor.post(alerts, { ...message, houseIds: "A1\r\na120" })).status, 303);
    const listed = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(listed[0]?.houseIds, ["h1", "h120"]);
    const shown = await visitor.get(`${alerts}?alert=${listed[0]?.id}`);
    match(shown.html, />A1\nA120<\/textarea>/);
    ok((await ask("deleteHouse", { ...at, houseId: "h120" })).ok);
    const path = `${alerts}?alert=${listed[0]?.id}`;
    const after = await visitor.get(path);
    match(after.html, />A1\nLogement supprimé<\/textarea>/);
    const houseIds = "A1\r\nLogement supprimé";
    const version = after.version();
    strictEqual((await visitor.post(path, { ...message, version, houseIds })).status, 303);
    const kept = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(kept[0]?.houseIds, ["h1", "h120"]);
  }));

// @spec forms.named
Deno.test("consumer is a dwelling selected by name, and stays the same when only its name changes", () =>
  withMany(async ({ visitor, ask }) => {
    const path = links.newConsumer(PROJECT);
    const typed = {
      form: "consumer",
      name: "Ada",
      prm: "14000000000001",
      houseId: "A12",
      seriesId: "",
      sharePercent: "",
    };
    match((await visitor.get(path)).text, /Vide, cela vaut «.Aucun.: parties communes ou autre.»/);
    strictEqual((await visitor.post(path, { ...typed, houseId: "A0" })).status, 400);
    const added = await visitor.post(path, typed);
    strictEqual(added.status, 303);
    const own = added.headers.get("location") ?? "";
    const page = await visitor.get(own);
    strictEqual(page.value("houseId"), "A12");
    const version = page.version();
    const saved = await visitor.post(own, { ...typed, name: "Ada D", version });
    strictEqual(saved.status, 303);
    const config = await answerOf(ask("getAutoconsumptionConfig", at));
    strictEqual(config.consumers[0]?.houseId, "h12");
  }));

/** Temperature and humidity, and the other quantities. */
const CLIMATE = ["TEMP", "HUM"] as const;
const OTHER = DATA_UNIT_IDS.filter((id) => id !== "TEMP" && id !== "HUM");

// @spec housing.hourly-consent, housing.visibility
Deno.test("houseVisibility() equals the table, for every mode of a residence and a dwelling × every role × consent", () => {
  let count = 0;
  for (const role of ROLE_NAMES) {
    const roles = expandRoles([role]);
    for (const cell of everyCell()) {
      const { houseMode, houseHourly, ...choices } = cell;
      for (const [dataUnitId, isClimate] of [["TEMP", true], ["EFSV", false]] as const) {
        for (const isFineAgreed of [true, false]) {
          const features = { houseMode, houseHourly };
          deepStrictEqual(
            houseVisibility({ features, choices, dataUnitId, roles, isFineAgreed }),
            seenOf(role, cell, { isClimate, isFineAgreed }),
            `${role} ${dataUnitId} ${JSON.stringify(cell)} ${isFineAgreed}`,
          );
          count++;
        }
      }
    }
  }
  // 38 roles × 5 × 7 × 3 × 4 modes × 2 kinds of quantity, with the occupant's consent and without.
  strictEqual(count, 63_840);
});

Deno.test("houseDetail() and finestData() show only temperature and humidity in modes that name them", () => {
  for (const cell of everyCell()) {
    const features = { houseMode: cell.houseMode, houseHourly: cell.houseHourly };
    const choices = { collectMode: cell.collectMode, hourlyMode: cell.hourlyMode };
    for (const [units, isClimate] of [[CLIMATE, true], [OTHER, false]] as const) {
      const { detail, finest } = expectedOf(cell, isClimate);
      for (const dataUnitId of units) {
        strictEqual(houseDetail({ features, choices, dataUnitId }), detail);
        const quantity = { features, choices, dataUnitId };
        strictEqual(finestData({ ...quantity, isFineAgreed: true }), finest);
        strictEqual(finestData({ ...quantity, isFineAgreed: false }), "day");
      }
    }
  }
});

Deno.test("allowedResolution() counts half hours as hours, months and weeks as days", () => {
  deepStrictEqual(
    (["monthly", "monthly-shifted", "weekly", "weekly-shifted", "daily"] as const).map(
      allowedResolution,
    ),
    ["day", "day", "day", "day", "day"],
  );
  strictEqual(allowedResolution("hourly"), "hour");
  strictEqual(allowedResolution("halfhourly"), "five-minutes");
  strictEqual(allowedResolution("fivemin"), "five-minutes");
});

const BARE = ["name", "floor", "kind", "serial", "buildingId"];
const ALWAYS = [...BARE, "anonymousGroupId"];
const NOTHING = {
  houseMode: 2,
  houseHourly: 0,
  houseTypes: false,
  houseMetadata: false,
  tempOffset: false,
} as const;

Deno.test("shownHouseFields() has the fields relevant to each feature", () => {
  deepStrictEqual([...shownHouseFields(NOTHING)], ALWAYS);
  deepStrictEqual([...shownHouseFields({ ...NOTHING, houseTypes: true })], [
    ...BARE,
    "houseTypeId",
    "anonymousGroupId",
  ]);
  deepStrictEqual([...shownHouseFields({ ...NOTHING, tempOffset: true })], [
    ...ALWAYS,
    "tempOffset",
  ]);
  deepStrictEqual([...shownHouseFields({ ...NOTHING, houseMetadata: true })], [
    ...ALWAYS,
    "config",
  ]);
});

Deno.test("shownHouseFields() includes the group where some are anonymous, the mode where some are not", () => {
  const added = ([1, 2, 3, 4] as const).map((houseMode) =>
    [...shownHouseFields({ ...NOTHING, houseMode })].slice(BARE.length)
  );
  deepStrictEqual(added, [
    ["collectMode"],
    ["anonymousGroupId"],
    ["anonymousGroupId", "collectMode"],
    ["anonymousGroupId", "collectMode"],
  ]);
});
