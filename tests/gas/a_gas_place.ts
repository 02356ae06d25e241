import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aGasBoilerRoom, ORG, withMember } from "@/tests/helpers/a_residence.ts";

/** The delivery point of the boiler room, and one that no room names. */
export const PCE = "21546987412365";
export const OTHER = "21000000000001";

/** Three lines as the export writes them: two published, one of a gas day. */
export const FILE =
  `Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS (kWh/m³(n));Conversion (kWh/m³)
Publiée;01/12/2023;01/01/2024;600;771;171;1931;;;11,29
Publiée;01/01/2024;23/01/2024;771;951;180;2032;0,968;11,66;11,29
Informative;16/01/2024;17/01/2024;;1325;1;8;;;11,16
`;

/** A residence with a boiler room that names a delivery point, and its administrator. */
export interface Place {
  built: TestPlatform;
  admin: CallFunction;
}

/** Runs a test in such a place; fails if a fault is reported. */
export function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({
    email: "admin@bailleur.fr",
    isAdmin: true,
    roles: ["collect"],
  }, async ({ built, ask: admin }) => {
    await aGasBoilerRoom(admin, PCE, "Chaufferie nord");
    await test({ built, admin });
  });
}

/** The answer of an import, or its refusal. */
export async function imported(
  ask: CallFunction,
  body: string,
  query: { pce?: string; dryRun?: "true" } = {},
) {
  const result = await ask("importGasLines", { orgId: ORG, body, ...query });
  return result.ok ? result.answer : result.code;
}

/** A year of a delivery point, or the refusal. */
export async function year(ask: CallFunction, year: string, pce = PCE) {
  const result = await ask("getGasYear", { orgId: ORG, pce, year });
  return result.ok ? result.answer : result.code;
}

/** The delivery points a user sees, or the refusal. */
export async function pces(ask: CallFunction) {
  const result = await ask("listGasPces", { orgId: ORG });
  return result.ok ? result.answer : result.code;
}
