import type { GAS_CALLS } from "../../contract/gas.ts";
import type { Caller } from "../../contract/caller.ts";
import type { Backend, Input, Outcome } from "../../contract/catalogue.ts";
import { keptLines } from "../../domain/gas/lines.ts";
import type { GasPce } from "../../domain/gas/types.ts";
import type { Role } from "../../domain/roles/roles.ts";
import { UNTOUCHED_TABLE } from "../../domain/tables/table_state.ts";
import { listEntries } from "../kv/entries.ts";
import { idOf } from "../kv/key.ts";
import { keys } from "../kv/keys.ts";
import { importGasLines } from "./gas_import.ts";
import { readGasYear } from "./gas_lines.ts";
import { gasPcesOf } from "./gas_pces.ts";
import { gasPceRecord, NEW_GAS_PCE } from "./gas_records.ts";
import type { Services } from "./services.ts";

const READ_ROLE: Role = "collect:boilerroom:read";

/** Gas delivery points of an organisation and their lines. */
export function gasArea(services: Services) {
  return {
    listGasPces: ({ orgId }, caller) => listPces(services, orgId, caller),
    getGasYear: (input, caller) => getYear(services, input, caller),
    importGasLines: (input, caller) => importGasLines(services, input, caller),
  } satisfies Pick<Backend, keyof typeof GAS_CALLS>;
}

async function listPces(
  services: Services,
  orgId: string,
  caller: Caller,
): Promise<Outcome<"listGasPces">> {
  const [named, kept] = await Promise.all([
    gasPcesOf(services, { orgId, caller, role: READ_ROLE }),
    listEntries(services.store, { prefix: keys.gasPce.under(orgId) }, gasPceRecord),
  ]);
  const records = new Map(kept.map(({ key, value }) => [idOf(key), value]));
  const answer = named.map((one): GasPce => {
    const { last, consent, askedAt, fault } = records.get(one.pce) ?? NEW_GAS_PCE;
    return { ...one, last, consent, askedAt, fault };
  });
  return { ok: true, answer };
}

async function getYear(
  services: Services,
  { orgId, pce, year }: Input<"getGasYear">,
  caller: Caller,
): Promise<Outcome<"getGasYear">> {
  const named = await gasPcesOf(services, { orgId, caller, role: READ_ROLE });
  if (!named.some((one) => one.pce === pce)) return { ok: false, code: "not-found" };
  const lines = await readGasYear(services.store, { orgId, pce }, Number(year));
  return { ok: true, answer: keptLines(lines, UNTOUCHED_TABLE) };
}
