import { ok } from "node:assert/strict";
import { keys } from "../../../lib/backend/kv/keys.ts";
import { NO_FEATURES } from "../../../lib/backend/embedded/project_records.ts";
import { anAccount, signedIn, type TestPlatform } from "../../backend/a_platform.ts";

/** The residence that collectors write to. */
export const PROJECT = "p1";

/** A residence whose administrator asks, with a gas meter and a collector's token. */
export async function aResidence(built: TestPlatform) {
  const accountId = await anAccount(built);
  await built.store.atomic()
    .set(keys.org("o1"), { name: "Bailleur" })
    .set(keys.member("o1", accountId), { isAdmin: true })
    .set(keys.orgOfAccount(accountId, "o1"), true)
    .set(keys.project(PROJECT), {
      orgId: "o1",
      name: "Les Lilas",
      code: "",
      location: { street: "", zipCode: "", city: "", latitude: null, longitude: null },
      tags: [],
      hasPilot: false,
      hasTempPilot: false,
      instrumented: true,
      ecotouchAdmin: 0,
      timeZone: "Europe/Paris",
    })
    .set(keys.projectFeatures(PROJECT), NO_FEATURES)
    .set(keys.projectOfOrg("o1", PROJECT), true)
    .set(keys.roles(PROJECT, accountId), ["collect"])
    .commit();
  const { ask } = await signedIn(built);
  const created = await ask("createDataseries", {
    projectId: PROJECT,
    body: {
      dataUnitId: "GAZV",
      scope: "facilities",
      renamed: null,
      importedUnit: null,
      manualIndex: false,
      equipmentId: null,
      dataSourceOptions: {},
    },
  });
  const token = await ask("createIngestToken", { projectId: PROJECT, body: { name: "Telegraf" } });
  ok(created.ok && token.ok);
  return { ask, series: created.answer.id, token: token.answer.token };
}
