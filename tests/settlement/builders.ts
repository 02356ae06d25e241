import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays, datesOfMonth, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import type { MonthReadings } from "@/lib/energy_balance/month_reading.ts";
import type { StatementSheet, Terms } from "@/lib/settlement/schema.ts";
import { seasonSheet, type SheetQuery } from "@/lib/settlement/season_sheet.ts";
import { keys } from "@/lib/store/keys.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { aBoilerRoom as aRoomOfBalance, someSettings } from "@/tests/energy_balance/builders.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { inOrg } from "@/tests/helpers/a_register.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  at,
  ORG,
  PROJECT,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { priceDraft, settingsDraft, someTerms, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aContract, aProvider } from "@/tests/helpers/referring.ts";

/** Who settles seasons, and validates documents. */
export const SETTLER = {
  isAdmin: true,
  roles: ["collect", "collect:documents:write", "collect:documents:validate:write"],
} as const;

interface RoomId {
  readonly boilerRoomId: string;
}

export const OPERATOR_EMAIL = "contact@thermalia.fr";

/**
 * A boiler room on gas, read each day of the season 2024-2025: 10 DJU and 2 400 kWh a day. Its 232 days are 2 320 DJU and
 * 556 800 kWh, of an N'B of 580 000 by the terms of {@link someTerms}.
 */
export async function aHeatedRoom(
  built: TestPlatform,
  ask: CallFunction,
  name = "Chaufferie",
  isRead: (date: IsoDate) => boolean = () => true,
) {
  const boilerRoomId = await aBoilerRoom(ask, name);
  const place = { ...at, boilerRoomId };
  const [gas, dju] = [await aSeries(ask, "GAZE"), await aSeries(ask, "DJU")];
  const dates = Array.from({ length: 233 }, (_, rank) => addDays("2024-10-01", rank));
  const days = dates.map((date) => dayBounds(date).from / 1_000);
  await storedSeries(built).append([
    {
      seriesId: gas,
      kind: "index",
      readings: days.map((epochS, rank) => ({ epochS, value: rank * 2_400 }))
        .filter((_, rank) => isRead(dates[rank] ?? "")),
    },
    {
      seriesId: dju,
      kind: "consumption",
      readings: days.slice(0, -1).map((epochS) => ({ epochS: epochS + 43_200, value: 10 })),
    },
  ]);
  await compact(built.store, PROJECT, built.clock.now);
  const outdoorSourceId = await anOutdoorSource(ask, { name: `Nancy, ${name}` });
  const station = { name: `Nancy, ${name}`, method: "mean" as const, seriesId: dju, station: "" };
  await answerOf(ask("putOutdoorSource", { ...at, outdoorSourceId, body: station }));
  const sources = sourcesDraft({ sourceType: gas, sourceKind: "gaz-energy" });
  await answerOf(ask("putEfficiencySources", { ...place, body: sources }));
  const settings = settingsDraft(outdoorSourceId, { djuContract: 2_400 });
  await answerOf(
    ask("putEfficiencySettings", { ...place, fromDate: "2024-07-01", body: settings }),
  );
  await answerOf(ask("createEnergyPrice", { ...at, body: priceDraft({ boilerRoomId }) }));
  return boilerRoomId;
}

/** A contract of documents with its provider in charge; returns its id. */
export async function anOperator({ store }: TestPlatform, ask: CallFunction): Promise<string> {
  await store.atomic().set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
  const providerId = await aProvider(ask, "Thermalia");
  const contractId = await aContract(ask, "Exploitation");
  const charge = { providerId, startDate: "2020-01-01", endDate: null };
  await answerOf(ask("addContractProvider", { ...inOrg, contractId, body: charge }));
  return contractId;
}

/** The type of document of statements; returns its id. */
export async function aBilan(ask: CallFunction): Promise<string> {
  const value = { id: null, type: "number" as const, required: true, min: null, max: null };
  const values = ["NC", "N'B"].map((name) => ({ ...value, name, unit: "kWh" }));
  const body = { name: "Bilan d'intéressement annuel", equipment: "boilerroom" as const };
  const rest = { defaultRate: 12, multiple: false, values };
  return (await answerOf(ask("createTypedoc", { ...inOrg, body: { ...body, ...rest } }))).id;
}

export const MONTHS = [
  ...["2025-10", "2025-11", "2025-12"],
  ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"],
];

/** Readings of a season, the same each day; null for the days left out. */
export function daily(
  value: number,
  isOut: (date: string) => boolean = () => false,
): MonthReadings {
  return Object.fromEntries(MONTHS.map((month) => {
    const days = datesOfMonth(month).map((date) => isOut(date) ? null : value);
    const total = days.reduce<number>((sum, day) => sum + (day ?? 0), 0);
    const completeness = days.filter((day) => day !== null).length / days.length;
    return [month, { value: total, completeness, estimated: false, days }];
  }));
}

/** Readings known by month only, as bills are. */
export function wholeMonths(kWhADay: number): MonthReadings {
  return Object.fromEntries(MONTHS.map((month) => [month, {
    value: kWhADay * datesOfMonth(month).length,
    completeness: 1,
    estimated: false,
    wholeMonth: true as const,
  }]));
}

export const TARIFF = { vat: "0.2", annualFixed: 0, fixedVat: 0 };

/** 232 days of 10 DJU: 2 320 of a contract's 2 400, N'B 580 000 kWh. */
export function aSeason(
  { kWh = 2_400, terms = [someTerms()], isOut, input: { boilerRoom, ...read } = {}, ...over }:
    & Partial<Omit<SheetQuery, "input">>
    & {
      kWh?: number;
      isOut?: (date: string) => boolean;
      input?: Partial<Omit<YearInput, "boilerRoom">> & {
        boilerRoom?: Partial<YearInput["boilerRoom"]>;
      };
    } = {},
) {
  const input: YearInput = {
    boilerRoom: aRoomOfBalance({
      sourceKind: "gaz-energy",
      hotWaterTypes: [],
      settings: [someSettings({ djuContract: 2_400 })],
      ...boilerRoom,
    }),
    seasons: [],
    dju: { station: daily(10) },
    series: { source: daily(kWh, isOut) },
    units: { source: "kWh" },
    period: { year: 2025, shifted: true },
    now: "2026-06-15",
    ...read,
  };
  return seasonSheet({
    from: "2025-10-01",
    to: "2026-05-20",
    input,
    terms,
    tariffs: [{ from: "2020-01-01", price: "0.0785", vat: "0.2", annualFixed: 0, fixedVat: 0 }],
    indexValues: [],
    ...over,
  });
}

export function sheetOf(season: ReturnType<typeof aSeason>): StatementSheet {
  const parties = { landlord: "OPH", residence: "Les Lilas", boilerRoomName: "Chaufferie" };
  const days = { from: "2025-10-01", to: "2026-05-20", djuSource: "Nancy" };
  return { ...parties, ...days, ...season };
}

/** Terms whose price follows an index. */
export const CLAUSE = someTerms({
  components: [
    { p0: "0.062", a: "0.15", terms: [{ b: "0.85", indexName: "PEG", index0: "95.0" }] },
    { fixed: "0.0164", label: "Accise" },
  ],
});
/** A value of the index of those terms. */
export const PEG = (month: string, value: string) => ({
  indexName: "PEG",
  month,
  value,
  origin: "",
  publishedOn: null,
});

/** Terms of the contract of a boiler room; returns their id. */
export async function addTerms(
  ask: CallFunction,
  place: typeof at & RoomId,
  over: Partial<Terms> = {},
) {
  const body = someTerms(over);
  return (await answerOf(ask("createEnergyTerms", { ...place, body }))).id;
}

/** Sends the statement of the season 2024-2025, of the contract of a day or the first one. */
export function send(
  ask: CallFunction,
  place: typeof at & RoomId,
  contract: IsoDate | null = null,
) {
  return ask("sendSettlement", { ...place, year: "2024", body: { contract } });
}

/** Acts on a statement, without a comment. */
export function act(
  ask: CallFunction,
  statement: typeof at & RoomId & { readonly statementId: string },
  act: "withdraw" | "accept" | "revoke-link",
) {
  return ask("actOnSettlement", { ...statement, body: { act, comment: "" } });
}
