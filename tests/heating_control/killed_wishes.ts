import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { callAs, onEndingPlatform, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";

/** Changes that the process with `changes` makes, in a row. */
export const CHANGES = 12;

/** The temperature of a change, °C. */
export function tempOf(change: number): number {
  return 15 + change / 2;
}

/** A wish that a gateway received for a module. */
export interface Sent {
  readonly serial: string;
  readonly revision: number;
  readonly tempC: number;
}

/** A gateway polls, and reports that it applied the wishes it received. */
export async function gatewayTurn({ platform }: TestPlatform, token: string): Promise<Sent[]> {
  const collector = await platform.collectorOf(token);
  const answer = collector && await setpointRequestsFor(collector, { after: "", isAll: false });
  if (!collector || !answer) throw new Error("No gateway");
  const reports = answer.wishes.map(({ serial, revision }) => ({ serial, revision, status: null }));
  if (reports.length > 0) await takeReports(collector, reports, 100);
  return answer.wishes.map(({ serial, revision, config }) => (
    { serial, revision, tempC: config?.temp_conf ?? 0 }
  ));
}

/** A user sets a temperature on all modules. */
export async function putTemperature(built: TestPlatform, accountId: string, tempC: number) {
  const body = { ...FIRST_CONFIG, temp_conf: tempC };
  const put = await callAs(built, memberCaller(accountId))("putPilotConfig", {
    projectId: PROJECT,
    body,
  });
  if (!put.ok) throw new Error(`Not changed: ${put.code}`);
}

/**
 * Polls until the last change was sent to this gateway, or applied by another; earlier ones may be
 * skipped.
 */
async function turnsUntilLast(built: TestPlatform, token: string): Promise<Sent[]> {
  const collector = await built.platform.collectorOf(token);
  if (collector === null) throw new Error("No gateway");
  const all: Sent[] = [];
  for (;;) {
    const asked = await setpointRequestsFor(collector, { after: "", isAll: true });
    const isLast = asked?.wishes.at(0)?.config?.temp_conf === tempOf(CHANGES);
    const sent = await gatewayTurn(built, token);
    all.push(...sent);
    // Once the last change is requested, an empty poll means that it is applied.
    if (isLast && sent.length === 0) return all;
  }
}

/**
 * Performs one action and may be killed at a commit: `deno run … killed_wishes.ts PATH
 * put|acknowledge|changes|turns WHO COMMIT before|after`, WHO being an account or a token.
 *
 * A process that is not killed prints how many commits it made, or the wishes it received.
 */
if (import.meta.main) {
  const [path = "", what = "", who = "", commit = "", when = ""] = Deno.args;
  await onEndingPlatform({ path, commit, when }, async (built, commits) => {
    if (what === "put") await putTemperature(built, who, 22);
    if (what === "acknowledge") await gatewayTurn(built, who);
    if (what === "changes") {
      for (let one = 1; one <= CHANGES; one++) await putTemperature(built, who, tempOf(one));
    }
    console.log(what === "turns" ? JSON.stringify(await turnsUntilLast(built, who)) : commits());
  });
}
