/** Lists the statements of a season, of every boiler room that one may read. @module */

import type { Services } from "@/lib/api/services.ts";
import { seasonsInForce } from "@/lib/energy_balance/heating_seasons.ts";
import { periodMonths } from "@/lib/energy_balance/year_report.ts";
import { eachBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { todayAt } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { type SettlementRecord, settlementRecord, termsRecord } from "./records.ts";
import type { SettlementLine } from "./schema.ts";
import {
  isSeasonCut,
  partOn,
  type SeasonPart,
  seasonParts,
  uncoveredDays,
} from "./season_parts.ts";
import { type RoomSeason, yearOfCall } from "./settlements.ts";
import { effectiveState } from "./states.ts";

interface PartStatement {
  /** undefined for days that no contract covers. */
  readonly part: SeasonPart | undefined;
  /** Those days; undefined where no contract covers any of the season. */
  readonly uncovered?: SettlementLine["part"];
  /** The latest statement of the part; undefined while none was sent. */
  readonly latest: SettlementRecord | undefined;
}

/** What contracts cover of a season of a boiler room, with the latest statement of each; then the days of none. @spec settlement.parts */
export async function readParts(
  services: Services,
  { projectId, boilerRoomId, yearStart }: Omit<RoomSeason, "day">,
): Promise<PartStatement[]> {
  const { store } = services;
  const [stored, sent, today] = await Promise.all([
    listStored(store, keys.energyTerms.under(projectId, boilerRoomId), termsRecord),
    listStored(store, keys.settlement.under(projectId, boilerRoomId), settlementRecord),
    todayAt(services, projectId),
  ]);
  const terms = stored.map(({ record }) => record);
  const months = periodMonths({ year: yearStart, shifted: true });
  // Only a season that a contract cuts needs its dates.
  const seasons = isSeasonCut(terms, yearStart)
    ? await seasonsInForce(services, { projectId, boilerRoomId, months })
    : [];
  const season = { yearStart, seasons, today };
  const parts = seasonParts(terms, season);
  const own = sent.map(({ record }) => record)
    .filter((record) => record.yearStart === yearStart)
    .sort((a, b) => b.number - a.number);
  const stated = (parts.length === 0 ? [undefined] : parts).map((part) => ({
    part,
    latest: own.find(({ sheet }) => partOn(parts, sheet.to) === part),
  }));
  const uncovered = uncoveredDays(terms, season)
    .map((days) => ({ part: undefined, uncovered: days, latest: undefined }));
  return [...stated, ...uncovered];
}

/** The latest statement of each contract of a boiler room, and those without one. @spec settlement.table, settlement.several-rooms */
export const listSettlements: Handler<"listSettlements"> = async (
  services,
  { orgId, year },
  caller,
) => {
  const roles = { orgId, caller, role: "collect:boilerroom:read" } as const;
  const answer = await eachBoilerRoom(services, roles, async (room) => {
    const at = yearOfCall({ ...room, year });
    const parts = at === null ? [] : await readParts(services, at);
    return parts.map(({ part, uncovered = null, latest }): SettlementLine => {
      const statement = latest?.sheet.statement ?? null;
      const { isPart, from, to } = latest?.sheet ?? part ?? { isPart: false, from: "", to: "" };
      return {
        ...room,
        part: isPart ? { from, to } : uncovered,
        isCovered: part !== undefined || latest !== undefined,
        reference: (latest?.sheet.terms ?? part?.terms.at(-1))?.reference ?? "",
        state: latest === undefined ? null : effectiveState(latest, services.now()),
        operator: latest?.sheet.terms?.operator ?? part?.terms.at(-1)?.operator ?? "",
        sentAt: latest?.acts[0]?.at ?? null,
        gapPercent: statement?.gapPercent ?? null,
        ht: statement?.ht ?? null,
        vat: statement?.vat ?? null,
        ttc: statement?.ttc ?? null,
        payer: statement?.payer ?? null,
      };
    });
  });
  return { ok: true, answer: answer.flat() };
};
