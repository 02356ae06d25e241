/** Lists the statements of a season, of every boiler room that one may read. @module */

import { eachBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
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
  const roles = { orgId, caller, role: "collect:boilerroom:read" } as const;
  const answer = await eachBoilerRoom(services, roles, async (room): Promise<SettlementLine> => {
    const prefix = keys.settlement.under(room.projectId, room.boilerRoomId);
    const [latest] = (await listStored(services.store, prefix, settlementRecord))
      .map(({ record }) => record)
      .filter(({ yearStart }) => String(yearStart) === year)
      .sort((a, b) => b.number - a.number);
    const statement = latest?.sheet.statement ?? null;
    return {
      ...room,
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
  return { ok: true, answer };
};
