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
import type { ProjectRecord } from "@/lib/backend/records/projects.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { comparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import type {
  BalancePeriod,
  BalanceReadings,
  ComparisonLine,
  YearReport,
} from "@/lib/domain/energy_balance/types.ts";
import { periodMonths, yearReport } from "@/lib/domain/energy_balance/year_report.ts";
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
  const role = "collect:boilerroom:read";
  const projectIds = [...await projectsWithRole(services, { orgId, caller, role })];
  const lines = await readEachProject(
    projectIds,
    (id) => cachedLines(services, id, period),
    RESIDENCES_AT_ONCE,
  );
  return { ok: true, answer: lines.flat().sort(byName) };
};

/** The lines of a residence, cached until it or its readings are written: other residences' readings do not recompute them. */
async function cachedLines(services: Services, projectId: string, period: BalancePeriod) {
  const project = await cachedProject(services, projectId);
  const today = civilDateOf(services.now(), project.timeZone);
  const what = `comparison ${period.year} ${period.shifted}`;
  return await services.memory.ofReadings(
    projectId,
    { what, day: today, freshForS: FRESH_DATA_SECONDS },
    () => linesOf(services, projectId, { period, project }),
  );
}

async function linesOf(
  services: Services,
  projectId: string,
  { period, project }: { period: BalancePeriod; project: ProjectRecord },
): Promise<ComparisonLine[]> {
  const equipments = await cachedEquipments(services, projectId);
  const rooms = equipments.filter(({ record }) => record.kind === "boilerroom");
  const months = periodMonths(period);
  const lines = await Promise.all(rooms.map(({ id, record }) => {
    const room = {
      projectId,
      projectName: project.name,
      boilerRoomId: id,
      boilerRoomName: record.name,
    };
    const query = { projectId, boilerRoomId: id, months };
    return oneInPart(async () => comparisonLine(room, await reportOf(services, query, period)));
  }));
  return lines.flat();
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

function byName(a: ComparisonLine, b: ComparisonLine): number {
  return compareValues(a.projectName, b.projectName) ||
    compareValues(a.boilerRoomName, b.boilerRoomName);
}
