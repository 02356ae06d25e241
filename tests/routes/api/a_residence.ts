import { ok } from "node:assert/strict";
import type { TestPlatform } from "@/tests/backend/a_platform.ts";
import { PROJECT, someone, writeResidence } from "@/tests/backend/a_residence.ts";

export { PROJECT };

/** A residence whose administrator asks, with a gas meter and a collector's token. */
export async function aResidence(built: TestPlatform) {
  await writeResidence(built);
  const ask = await someone(built, { isAdmin: true, roles: ["collect"] });
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
