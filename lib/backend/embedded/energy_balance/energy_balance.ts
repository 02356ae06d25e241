import { cachedEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { rangeOf } from "@/lib/backend/embedded/facilities/facility_data.ts";
import type { BoilerRoomMonths } from "@/lib/backend/embedded/facilities/heating_seasons.ts";
import {
  cachedProject,
  projectsWithRole,
  readEachProject,
  RESIDENCES_AT_ONCE,
} from "@/lib/backend/embedded/projects/projects.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { oneInPart } from "@/lib/backend/kv/unread.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { comparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import { recentGap, recentMonths } from "@/lib/domain/energy_balance/recent_gap.ts";
import type {
  BalancePeriod,
  BalanceReadings,
  ComparisonLine,
  YearReport,
} from "@/lib/domain/energy_balance/types.ts";
import { periodMonths, yearReport } from "@/lib/domain/energy_balance/year_report.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { readBalance } from "./balance_readings.ts";

export * from "./efficiency.ts";

export const getBalanceReadings: Handler<"getBalanceReadings"> = async (services, input) => {
  const { projectId, boilerRoomId, segment } = input;
  const period = balancePeriod(segment);
  if (period === null) return { ok: false, code: "bad-period" };
  const months = periodMonths(period);
  const answer = await readBalance(services, { projectId, boilerRoomId, months });
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer };
};

export const compareBoilerRooms: Handler<"compareBoilerRooms"> = async (
  services,
  input,
  caller,
) => {
  const { orgId, segment } = input;
  const period = balancePeriod(segment);
  if (period === null) return { ok: false, code: "bad-period" };
  const months = periodMonths(period);
  const what = `comparison ${period.year} ${period.shifted}`;
  const lineOf = async (room: Room) => {
    const query = { projectId: room.projectId, boilerRoomId: room.boilerRoomId, months };
    return comparisonLine(room, await reportOf(services, query, period));
  };
  return { ok: true, answer: await linesOf(services, { orgId, caller, what, lineOf }) };
};

/** The gap of every boiler room over the last thirty days. @spec balance.recent-gap */
export const listRecentGaps: Handler<"listRecentGaps"> = async (services, { orgId }, caller) => {
  const lineOf = async (room: Room, today: IsoDate) => {
    const { projectId, boilerRoomId } = room;
    const query = { projectId, boilerRoomId, months: recentMonths(today), byDay: true } as const;
    const readings = await readBalance(services, query);
    const { boilerRoom = null } = readings ?? {};
    const isSet = readings !== null && boilerRoom !== null;
    return { ...room, gap: isSet ? recentGap({ ...readings, boilerRoom }) : null };
  };
  const what = "recent gaps";
  return { ok: true, answer: await linesOf(services, { orgId, caller, what, lineOf }) };
};

type Room = Omit<ComparisonLine, "cumulative">;

interface LinesQuery<Line> {
  readonly orgId: string;
  readonly caller: Caller;
  /** Name of the lines of a residence in its memory. */
  readonly what: string;
  lineOf(room: Room, today: IsoDate): Promise<Line>;
}

/** A line for each boiler room that the caller may read, by name. */
async function linesOf<Line extends Room>(
  services: Services,
  { orgId, caller, ...query }: LinesQuery<Line>,
): Promise<Line[]> {
  const role = "collect:boilerroom:read";
  const projectIds = [...await projectsWithRole(services, { orgId, caller, role })];
  const lines = await readEachProject(
    projectIds,
    (id) => cachedLines(services, id, query),
    RESIDENCES_AT_ONCE,
  );
  return lines.flat().sort(byName);
}

/** The lines of a residence, cached until it or its readings are written: other residences' readings do not recompute them. */
async function cachedLines<Line>(
  services: Services,
  projectId: string,
  { what, lineOf }: Pick<LinesQuery<Line>, "what" | "lineOf">,
): Promise<Line[]> {
  const { name: projectName, timeZone } = await cachedProject(services, projectId);
  const today = civilDateOf(services.now(), timeZone);
  return await services.memory.ofReadings(
    projectId,
    { what, day: today, freshForS: FRESH_DATA_SECONDS },
    async () => {
      const equipments = await cachedEquipments(services, projectId);
      const rooms = equipments.filter(({ record }) => record.kind === "boilerroom");
      const lines = await Promise.all(rooms.map(({ id: boilerRoomId, record }) => {
        const room = { projectId, projectName, boilerRoomId, boilerRoomName: record.name };
        return oneInPart(() => lineOf(room, today));
      }));
      return lines.flat();
    },
  );
}

async function reportOf(services: Services, query: BoilerRoomMonths, period: BalancePeriod) {
  const readings = await readBalance(services, query);
  const { boilerRoom = null } = readings ?? {};
  if (readings === null || boilerRoom === null) return null;
  return REPORTS.getOrInsertComputed(
    readings,
    () => yearReport({ ...readings, boilerRoom, period }),
  );
}

/** Reports of unchanged readings, which are one object per period. */
const REPORTS = new WeakMap<BalanceReadings, YearReport>();

/** A year or a shifted year; null for another period. */
function balancePeriod(segment: string): BalancePeriod | null {
  const { type, year } = rangeOf(segment);
  if (type !== "monthly" && type !== "monthly-shifted") return null;
  return { year, shifted: type === "monthly-shifted" };
}

function byName(a: Room, b: Room): number {
  return compareValues(a.projectName, b.projectName) ||
    compareValues(a.boilerRoomName, b.boilerRoomName);
}
