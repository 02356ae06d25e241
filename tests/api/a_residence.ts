import { ok } from "node:assert/strict";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type AppChoices, type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

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

/** An app with a residence that a collector sends readings to. */
interface FedApp extends Awaited<ReturnType<typeof aResidence>> {
  readonly askApp: AskApp;
  readonly built: TestPlatform;
}

/** Runs a test on an app with a residence. */
export function withFedApp(
  test: (app: FedApp) => Promise<void>,
  choices?: AppChoices,
): Promise<void> {
  return withApp(
    async (askApp, built) => await test({ askApp, built, ...await aResidence(built) }),
    choices,
  );
}
