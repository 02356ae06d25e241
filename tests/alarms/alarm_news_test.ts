import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readAlarmNews } from "@/lib/alarms/report_data.ts";
import { RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withReports } from "@/tests/helpers/some_alarms.ts";

/** Maximum number of events of one run. */
const EVENTS_PER_RUN = 1_200;

Deno.test("readAlarmNews() looks again at once at an organisation with more events than one run reads", () =>
  withReports(async ({ store, clock, platform: { own: { services } } }) => {
    const faults = new RunFaults("reports");
    const at = new Date(clock.now()).toISOString();
    const read = async () => {
      const { events, nextMs } = await readAlarmNews(services, ORG, { isReminding: false, faults });
      return [events.length, nextMs];
    };
    for (let rank = 1; rank < EVENTS_PER_RUN; rank++) {
      await store.atomic().set(keys.alarmEvent(ORG, PROJECT, `a${rank}`, "start"), { at }).commit();
    }
    deepStrictEqual(await read(), [EVENTS_PER_RUN - 1, Infinity]);
    for (const one of ["b", "c"]) {
      await store.atomic().set(keys.alarmEvent(ORG, PROJECT, one, "start"), { at }).commit();
    }
    deepStrictEqual(await read(), [EVENTS_PER_RUN, clock.now()]);
    strictEqual(faults.count, 0);
  }));
