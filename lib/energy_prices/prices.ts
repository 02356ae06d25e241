/** Lists, changes, imports and copies dated prices of energy, and costs a boiler room's year by them. @module */

import { isDeepStrictEqual } from "node:util";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { atMost, crud } from "@/lib/api/entities.ts";
import { withoutAuthor } from "@/lib/api/entity.ts";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf, transact, type Written } from "@/lib/api/writes.ts";
import { firstDayOf, type IsoDate, type IsoMonth, monthOf } from "@/lib/base/civil_dates.ts";
import { newId } from "@/lib/base/secrets.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { balancePeriod, readBalance } from "@/lib/energy_balance/balance.ts";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import { cachedEfficiency } from "@/lib/energy_balance/energy_settings.ts";
import type { BoilerRoomMonths } from "@/lib/energy_balance/heating_seasons.ts";
import { sourceOnDays } from "@/lib/energy_balance/month_report.ts";
import { periodMonths, yearReport } from "@/lib/energy_balance/year_report.ts";
import { eachBoilerRoom, isBoilerRoom, type NamedRoom } from "@/lib/facilities/boiler_rooms.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { ERRORS_SHOWN } from "@/lib/ingest/readings_file_options.ts";
import { confirmsFrom, projectsWithRole } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listStored } from "@/lib/store/store.ts";
import type { Answer, Handler, Input } from "./calls.ts";
import type { Tariff } from "./cost.ts";
import { readPriceFile } from "./price_file.ts";
import {
  ENERGY_PRICES_ENTITIES,
  energyBillRecord,
  type EnergyPriceRecord,
  energyPriceRecord,
} from "./records.ts";
import { billSubject, FUEL_LABELS, priceCountText, priceSubject } from "./prices_text.ts";
import type { RoomCost } from "./schema.ts";
import {
  billedOf,
  eurosPerM2,
  gapCostOf,
  type RoomFuel,
  tariffsOf,
  yearCostOf,
} from "./year_cost.ts";

/** Maximum number of prices of a residence: one a month of several energies for years. */
const MOST_PRICES = 500;

/** Prices of a residence and of its boiler rooms, by energy, place and day. @spec prices.dated */
const prices = crud(ENERGY_PRICES_ENTITIES.energyPrice, {
  compare: (a, b) => placeText(a).localeCompare(placeText(b)),
  subject: priceSubject,
  full: atMost(MOST_PRICES),
  rules: [
    confirmsFrom,
    async ({ boilerRoomId }, { services, place: { projectId } }) =>
      boilerRoomId === null || await isBoilerRoom(services, { projectId, boilerRoomId })
        ? null
        : "unknown-reference",
    (price, { others }) =>
      others.some(({ record }) => isSamePlace(record, price)) ? "price-taken" : null,
  ],
  completed: (price, { caller }) => ({ ...price, accountId: accountOf(caller) }),
  actions: ["createEnergyPrice", "putEnergyPrice", "deleteEnergyPrice"],
});
export const listEnergyPrices: Handler<"listEnergyPrices"> = async (services, at) => {
  const { answer } = await prices.list(services, at);
  return { ok: true, answer: answer.map(withoutAuthor) };
};
export const createEnergyPrice = prices.create;
export const putEnergyPrice = prices.put;
export const deleteEnergyPrice = prices.remove;

function placeText({ fuel, boilerRoomId, from }: EnergyPriceRecord): string {
  return `${FUEL_LABELS[fuel]} ${boilerRoomId ?? ""} ${from}`;
}

function isSamePlace(a: EnergyPriceRecord, b: EnergyPriceRecord): boolean {
  return placeText(a) === placeText(b);
}

/** Maximum number of bills of a residence: one a month of several boiler rooms for decades. */
const MOST_BILLS = 2_000;

/** Bills of the boiler rooms of a residence, latest first. @spec prices.bills */
const bills = crud(ENERGY_PRICES_ENTITIES.energyBill, {
  compare: (a, b) => b.to.localeCompare(a.to),
  subject: billSubject,
  full: atMost(MOST_BILLS),
  rules: [
    confirmsFrom,
    async ({ boilerRoomId }, { services, place: { projectId } }) =>
      await isBoilerRoom(services, { projectId, boilerRoomId }) ? null : "unknown-reference",
  ],
  actions: ["createEnergyBill", "putEnergyBill", "deleteEnergyBill"],
});
export const listEnergyBills = bills.list;
export const createEnergyBill = bills.create;
export const putEnergyBill = bills.put;
export const deleteEnergyBill = bills.remove;

type Counts = Omit<Answer<"copyEnergyPrices">, "projectCount">;

interface Merge extends Pick<Input<"copyEnergyPrices">, "projectId"> {
  readonly caller: Caller;
  readonly action: "importEnergyPrices" | "copyEnergyPrices";
  readonly isDry: boolean;
}

/** Adds prices to a residence; one of the same energy, place and day is replaced. */
async function mergePrices(
  services: Services,
  { isDry, ...change }: Merge,
  wanted: readonly EnergyPriceRecord[],
): Promise<Written<Counts, "limit-reached">> {
  const merge = async (atomic: Atomic | null) => {
    const known = await listStored(
      services.store,
      keys.energyPrice.under(change.projectId),
      energyPriceRecord,
    );
    const pairs = wanted.map((price) => ({
      price,
      before: known.find(({ record }) => isSamePlace(record, price)),
    }));
    const isUnchanged = ({ price, before }: typeof pairs[number]) =>
      before !== undefined && isDeepStrictEqual(withoutAuthor(before.record), price);
    const changed = pairs.filter((pair) => !isUnchanged(pair));
    const replaced = changed.filter(({ before }) => before !== undefined);
    const insertedCount = changed.length - replaced.length;
    if (known.length + insertedCount > MOST_PRICES) {
      return { ok: false, code: "limit-reached" } as const;
    }
    for (const { price, before } of changed) {
      atomic?.set(keys.energyPrice(change.projectId, before?.id ?? newId()), {
        ...price,
        accountId: accountOf(change.caller),
      });
    }
    const answer = {
      insertedCount,
      replacedCount: replaced.length,
      unchangedCount: pairs.length - changed.length,
    };
    return { ok: true, answer, subject: priceCountText(changed.length) } as const;
  };
  return isDry ? await merge(null) : await transact(services, change, merge);
}

/** Imports a file of prices: nothing of a file with a faulty line is lost but that line. @spec prices.import */
export const importEnergyPrices: Handler<"importEnergyPrices"> = async (
  services,
  { projectId, dryRun, body },
  caller,
) => {
  const equipments = await cachedEquipments(services, projectId);
  const rooms = equipments.filter(({ record }) => record.kind === "boilerroom")
    .map(({ id, record: { name, code } }) => ({ id, name, code }));
  const file = await readPriceFile(body, rooms);
  if (!file.ok) {
    return { ok: false, code: "bad-file", issues: [{ path: "body", message: file.message }] };
  }
  const { lineCount, errors } = file;
  const isDry = dryRun === "true";
  const merge = { projectId, caller, action: "importEnergyPrices", isDry } as const;
  const merged = await mergePrices(services, merge, file.prices);
  if (!merged.ok) return merged;
  const counts = { ...merged.answer, ignoredCount: 0, refusedCount: errors.length };
  return {
    ok: true,
    answer: { lineCount, ...counts, errors: errors.slice(0, ERRORS_SHOWN) },
  };
};

/** Copies the prices of the whole residence; those of its boiler rooms are theirs. @spec prices.copy */
export const copyEnergyPrices: Handler<"copyEnergyPrices"> = async (
  services,
  { projectId, body: { projects } },
  caller,
) => {
  const orgId = await organisationOf(services, projectId);
  const role = "collect:boilerroom:write";
  const [own, writable, isAdmin] = await Promise.all([
    listStored(services.store, keys.energyPrice.under(projectId), energyPriceRecord),
    projectsWithRole(services, { orgId, caller, role }),
    services.callerRoles.of(caller).isAdminOf(orgId),
  ]);
  const ofOrg = await Promise.all(
    projects.map(async (id) => await services.callerRoles.organisationOf(id) === orgId),
  );
  const isOpen = (id: string, at: number) => ofOrg[at] === true && (isAdmin || writable.has(id));
  if (!projects.every(isOpen)) return { ok: false, code: "unknown-reference" };
  const wanted = own.map(({ record }) => withoutAuthor(record))
    .filter(({ boilerRoomId }) => boilerRoomId === null);
  const total = { insertedCount: 0, replacedCount: 0, unchangedCount: 0 };
  for (const id of projects) {
    const merge = { projectId: id, caller, action: "copyEnergyPrices", isDry: false } as const;
    const merged = await mergePrices(services, merge, wanted);
    if (!merged.ok) return merged;
    total.insertedCount += merged.answer.insertedCount;
    total.replacedCount += merged.answer.replacedCount;
    total.unchangedCount += merged.answer.unchangedCount;
  }
  return { ok: true, answer: { projectCount: projects.length, ...total } };
};

export const getEnergyCost: Handler<"getEnergyCost"> = async (services, { segment, ...room }) => {
  const period = balancePeriod(segment);
  if (period === null) return { ok: false, code: "bad-period" };
  const months = periodMonths(period);
  const readings = await readBalance(services, { ...room, months });
  if (readings === null) return { ok: false, code: "not-found" };
  const { boilerRoom, boilerRoomName } = readings;
  if (boilerRoom === null) {
    const nothing = yearCostOf([], { tariffs: [], today: readings.now });
    return { ok: true, answer: { boilerRoomName, fuel: null, ...nothing, billed: null } };
  }
  const { fuel, cost } = await readYearCost(services, room, { ...readings, boilerRoom, period });
  const known = await listStored(
    services.store,
    keys.energyBill.under(room.projectId),
    energyBillRecord,
  );
  const own = known.map(({ record }) => record)
    .filter(({ boilerRoomId }) => boilerRoomId === room.boilerRoomId);
  return { ok: true, answer: { boilerRoomName, fuel, ...cost, billed: billedOf(own, months) } };
};

/** The cost of each boiler room, remembered until a price, a setting or a reading of its residence changes. @spec prices.by-area */
export const listRoomCosts: Handler<"listRoomCosts"> = async (
  services,
  { orgId, segment },
  caller,
) => {
  const period = balancePeriod(segment);
  if (period === null) return { ok: false, code: "bad-period" };
  const months = periodMonths(period);
  const day = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const costOfRoom = async ({ projectId, boilerRoomId }: NamedRoom): Promise<RoomCost> => {
    const room = { projectId, boilerRoomId };
    const readings = await readBalance(services, { ...room, months });
    const { boilerRoom = null, now = "" } = readings ?? {};
    if (readings === null || boilerRoom === null) return { ...room, eurosPerM2: null };
    const isOver = (month: IsoMonth) => month < monthOf(now);
    const input = { ...readings, boilerRoom, period };
    const { rows, cost } = await readYearCost(services, room, input, isOver);
    return { ...room, eurosPerM2: eurosPerM2(rows, cost) };
  };
  const roles = { orgId, caller, role: "collect:boilerroom:read" } as const;
  const answer = await eachBoilerRoom(services, roles, (at) => {
    const what = `cost ${at.boilerRoomId} ${segment}`;
    const remembered = { what, day, freshForS: FRESH_DATA_SECONDS };
    return services.memory.ofReadings(at.projectId, remembered, () => costOfRoom(at));
  });
  return { ok: true, answer };
};

/** The wanted months of a boiler room's year, and what they cost. */
async function readYearCost(
  services: Services,
  room: Omit<BoilerRoomMonths, "months">,
  input: YearInput,
  isWanted: (month: IsoMonth) => boolean = () => true,
) {
  const { fuel } = SOURCE_KINDS[input.boilerRoom.sourceKind];
  const tariffs = await readTariffs(services, { ...room, fuel });
  const rows = yearReport(input).rows.filter(({ month }) => isWanted(month));
  const months = rows.map(({ month }) => month);
  const daily = await daysOfChanges(services, { ...room, months }, tariffs);
  return { fuel, rows, cost: yearCostOf(rows, { tariffs, today: input.now, daily }) };
}

/** kWh of each day of the months in which a price changes: a measured split, where every day was read. @spec prices.year-cost */
async function daysOfChanges(
  services: Services,
  { months, ...room }: BoilerRoomMonths,
  tariffs: readonly Tariff[],
): Promise<Record<IsoDate, number>> {
  const cut = months.filter((month) =>
    tariffs.some(({ from }) => monthOf(from) === month && from > firstDayOf(month))
  );
  const days = await Promise.all(cut.map(async (month) => {
    const readings = await readBalance(services, { ...room, months: [month], byDay: true });
    const { boilerRoom = null } = readings ?? {};
    return readings && boilerRoom && sourceOnDays({ ...readings, boilerRoom }, month);
  }));
  return Object.assign({}, ...days);
}

async function readTariffs(
  { store }: Services,
  { projectId, ...room }: RoomFuel & { readonly projectId: string },
) {
  const known = await listStored(store, keys.energyPrice.under(projectId), energyPriceRecord);
  return tariffsOf(known.map(({ record }) => record), room);
}

/** @spec prices.gap-cost, prices.electricity */
export const getGapCost: Handler<"getGapCost"> = async (services, input) => {
  const { projectId, boilerRoomId, from, to } = input;
  if (to < from) return { ok: false, code: "bad-period" };
  const efficiency = await cachedEfficiency(services, { projectId, boilerRoomId });
  if (!efficiency.ok) return efficiency;
  const { sources } = efficiency.answer;
  const fuel = input.fuel ?? (sources && SOURCE_KINDS[sources.sourceKind].fuel);
  const tariffs = fuel === null
    ? []
    : await readTariffs(services, { projectId, boilerRoomId, fuel });
  const gap = { from, to, kwh: Number(input.kwh) };
  return { ok: true, answer: gapCostOf(gap, tariffs) };
};
