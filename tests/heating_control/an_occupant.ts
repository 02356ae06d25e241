import { deepStrictEqual, ok } from "node:assert/strict";
import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { aGateway, aModule, writePilot } from "./a_pilot.ts";

/** An earlier occupancy. */
const BEFORE_LEA = {
  id: "o0",
  name: "Noé",
  email: "noe@demo.example",
  from: "2023-01-01",
  to: "2024-12-31",
  consent: null,
  accountId: null,
};

/** A dwelling, its occupant until a day, and the wishes sent to its gateway. */
export async function anOccupant(built: TestPlatform, to: string | null) {
  await writePilot(built);
  const ask = await someone(built, { isAdmin: true, roles: ["pilot"] });
  const houseId = await aModule(ask, "A1", "M1");
  const accountId = await anAccount(built, { email: "lea@demo.example" });
  const record = {
    id: "o1",
    name: "Léa",
    email: "lea@demo.example",
    from: "2025-01-01",
    to,
    consent: null,
    accountId,
  };
  await built.store.atomic()
    .set(keys.occupancies(PROJECT, houseId), [BEFORE_LEA, record])
    .set(keys.homeOfAccount(accountId, PROJECT, houseId), { occupancyId: "o1", isOpen: true })
    .set(keys.moduleRights(PROJECT, houseId), { access: 2 })
    .commit();
  ok((await ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf: 19 } })).ok);
  const collectorOf = await aGateway(built, ask);
  const sent = async () => {
    const answer = await setpointRequestsFor(await collectorOf(), { after: "", isAll: true });
    const [wish] = answer?.wishes ?? [];
    return [wish?.config?.temp_conf, wish?.revision];
  };
  const acknowledge = async () => {
    const [tempC, revision = 0] = await sent();
    const report = { serial: "M1", revision, status: null };
    const taken = await takeReports(await collectorOf(), [report], 1);
    deepStrictEqual(taken?.applied, ["M1"]);
    return [tempC, revision];
  };
  const own = { ...at, houseId };
  const { ask: asOccupant } = await signedIn(built, "lea@demo.example");
  const choose = (tempC: number | null) => asOccupant("putOwnPilot", { ...own, body: { tempC } });
  return { ask, own, asOccupant, choose, sent, acknowledge };
}
