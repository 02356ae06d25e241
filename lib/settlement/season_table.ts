/** Lists the statements of a season, of every boiler room that one may read. @module */

import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { cachedProject, projectsWithRole, readEachProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { settlementRecord } from "./records.ts";
import type { SettlementLine } from "./schema.ts";
import { effectiveState } from "./states.ts";

/** The latest statement of each boiler room, and those without one. @spec settlement.table */
export const listSettlements: Handler<"listSettlements"> = async (
  services,
  { orgId, year },
  caller,
) => {
  const role = "collect:boilerroom:read";
  const ids = [...await projectsWithRole(services, { orgId, caller, role })];
  const lines = await readEachProject(ids, async (projectId): Promise<SettlementLine[]> => {
    const [{ name: projectName }, equipments, stored] = await Promise.all([
      cachedProject(services, projectId),
      cachedEquipments(services, projectId),
      listStored(services.store, keys.settlement.under(projectId), settlementRecord),
    ]);
    const ofYear = stored.filter(({ record }) => String(record.yearStart) === year)
      .sort((a, b) => b.record.number - a.record.number);
    return equipments.filter(({ record }) => record.kind === "boilerroom").map((room) => {
      const place = { projectId, projectName, boilerRoomId: room.id };
      const latest = ofYear.find(({ entry }) => entry.key[2] === room.id)?.record;
      const statement = latest?.sheet.statement ?? null;
      return {
        ...place,
        boilerRoomName: room.record.name,
        state: latest === undefined ? null : effectiveState(latest, services.now()),
        operator: latest?.sheet.terms?.operator ?? "",
        sentAt: latest?.acts[0]?.at ?? null,
        gapPercent: statement?.gapPercent ?? null,
        ht: statement?.ht ?? null,
        vat: statement?.vat ?? null,
        ttc: statement?.ttc ?? null,
        payer: statement?.payer ?? null,
      };
    });
  });
  const answer = lines.flat().sort((a, b) =>
    compareValues(a.projectName, b.projectName) ||
    compareValues(a.boilerRoomName, b.boilerRoomName)
  );
  return { ok: true, answer };
};
