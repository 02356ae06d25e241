import { ok } from "node:assert/strict";
import type { TestPlatform } from "@/tests/backend/a_platform.ts";
import { PROJECT, someone, writeResidence } from "@/tests/backend/a_residence.ts";
import { answerOf } from "@/tests/backend/fixtures.ts";
import { seriesDraft } from "@/tests/loading/drafts.ts";

export { PROJECT };

/** A residence called by its administrator, with a gas meter and a collector's token. */
export async function aResidence(built: TestPlatform) {
  await writeResidence(built);
  const ask = await someone(built, { isAdmin: true, roles: ["collect"] });
  const created = await answerOf(ask("createDataseries", {
    projectId: PROJECT,
    body: seriesDraft({ dataUnitId: "GAZV" }),
  }));
  const token = await ask("createIngestToken", { projectId: PROJECT, body: { name: "Telegraf" } });
  ok(token.ok);
  return { ask, series: created.id, token: token.answer.token };
}
