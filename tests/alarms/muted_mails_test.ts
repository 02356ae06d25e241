import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { begins, ends, to, withReports, works, writeReport } from "@/tests/helpers/some_alarms.ts";

const began = { to, started: 1, ended: 0, open: 0 };
const ended = { to, started: 0, ended: 1, open: 0 };

// @spec alarms.mutes
Deno.test("mailAlarms() writes nothing about muted alarms, and reminds again afterwards", () =>
  withReports(async (built) => {
    const { clock, after } = built;
    await writeReport(built, { notifyEvery: "1h" });
    const alarmId = await begins(built);
    deepStrictEqual(await after(5), [began]);
    const until = new Date(clock.now() + 180 * 60_000).toISOString();
    await works(built, { minutes: 180 });
    const ask = await someone(built, { roles: ["collect"] });
    const alarm = await answerOf(ask("getAlarm", { projectId: PROJECT, alarmId }));
    strictEqual(alarm.mutedUntil, until);
    deepStrictEqual([...await after(60), ...await after(60), ...await after(59)], []);
    // The first check after the mute starts a new interval.
    deepStrictEqual([...await after(1), ...await after(59)], []);
    deepStrictEqual(await after(1), [{ to, started: 0, ended: 0, open: 1 }]);
  }));

// @spec alarms.held-starts
Deno.test("mailAlarms() writes once about an alarm muted before its mail, when the works end and the alarm is still open", () =>
  withReports(async (built) => {
    const { after } = built;
    await writeReport(built);
    const alarmId = await begins(built);
    await works(built, { fromMinute: 1, minutes: 60 });
    deepStrictEqual([...await after(1), ...await after(30), ...await after(29)], []);
    deepStrictEqual(await after(1), [began]);
    deepStrictEqual(await after(60), []);
    await ends(built, alarmId);
    deepStrictEqual(await after(2), [ended]);
  }));

// @spec alarms.held-starts
Deno.test("mailAlarms() writes about a delayed start when works are shortened or deleted, and waits when they are prolonged", () =>
  withReports(async (built) => {
    const { store, after } = built;
    await writeReport(built);
    await begins(built);
    await works(built, { fromMinute: 1, minutes: 60 });
    deepStrictEqual(await after(30), []);
    // Prolonged to an hour and a half from now.
    await works(built, { fromMinute: -29, minutes: 119 });
    deepStrictEqual([...await after(60), ...await after(29)], []);
    await works(built, { fromMinute: -118, minutes: 118 });
    deepStrictEqual(await after(1), [began]);
    await begins(built, { subjectKey: "collect-online/s2" });
    await works(built, { minutes: 60 });
    deepStrictEqual(await after(5), []);
    await store.atomic().delete(keys.alarmMute(PROJECT, "m1"))
      .sum(keys.version("project", PROJECT), 1n).commit();
    deepStrictEqual(await after(1), [began]);
  }));

Deno.test("mailAlarms() writes nothing of an alarm whose start was delayed and that ends during the works", () =>
  withReports(async (built) => {
    const { store, after } = built;
    await writeReport(built);
    const alarmId = await begins(built);
    await works(built, { minutes: 60 });
    deepStrictEqual(await after(30), []);
    await ends(built, alarmId);
    deepStrictEqual([...await after(29), ...await after(1), ...await after(60)], []);
    strictEqual(
      (await Array.fromAsync(store.list({ prefix: keys.alarmEvent.under(ORG) }))).length,
      0,
    );
  }));

// @spec alarms.held-starts
Deno.test("mailAlarms() writes about an end before works even if they begin before its mail, and about one during them once they have ended", () =>
  withReports(async (built) => {
    const { after } = built;
    await writeReport(built);
    const ids = [await begins(built), await begins(built, { subjectKey: "collect-online/s2" })];
    deepStrictEqual(await after(5), [{ ...began, started: 2 }]);
    await ends(built, ids[0] ?? "");
    await works(built, { fromMinute: 1, minutes: 60 });
    deepStrictEqual(await after(2), [ended]);
    await after(20);
    // Its start was mailed: whoever read it learns that the works put an end to it.
    await ends(built, ids[1] ?? "");
    deepStrictEqual(await after(38), []);
    deepStrictEqual([...await after(1), ...await after(30)], [ended]);
  }));
