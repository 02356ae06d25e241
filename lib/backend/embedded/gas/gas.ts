import type { Handler } from "@/lib/backend/embedded/services.ts";
import { NEW_GAS_PCE } from "@/lib/backend/records/gas.ts";
import { inOrder } from "@/lib/domain/gas/lines.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { readGasYear } from "./gas_lines.ts";
import { gasPcesOf } from "./gas_pces.ts";
import { cachedNamingRooms } from "./gas_rooms.ts";

export * from "./gas_import.ts";

const READ_ROLE: Role = "collect:boilerroom:read";

export const listGasPces: Handler<"listGasPces"> = async (services, { orgId }, caller) => {
  const open = await gasPcesOf(
    services,
    { orgId, caller, role: READ_ROLE },
    () => cachedNamingRooms(services, orgId),
  );
  const answer = open.map(({ named, record, isHeld }): GasPce => {
    const { last, consent, askedAt, fault } = isHeld ? record : NEW_GAS_PCE;
    return { ...named, last, consent, askedAt, fault };
  });
  return { ok: true, answer };
};

export const getGasYear: Handler<"getGasYear"> = async (services, { orgId, pce, year }, caller) => {
  const open = await gasPcesOf(services, { orgId, caller, role: READ_ROLE });
  const own = open.find(({ named }) => named.pce === pce);
  if (own === undefined) return { ok: false, code: "not-found" };
  const all = await readGasYear(services.store, { orgId, pce }, Number(year));
  const lines = all.filter(({ toDate }) => own.holds(toDate));
  return { ok: true, answer: inOrder(lines, "desc") };
};
