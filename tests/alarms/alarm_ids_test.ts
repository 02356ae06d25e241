import { notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { alarmIdOf, alarmIdsFrom } from "@/lib/alarms/alarm_ids.ts";

Deno.test("alarmIdOf() is the same for the same subject and start, and sorts by start", () => {
  const startS = Date.parse("2026-02-10T11:00:00Z") / 1_000;
  strictEqual(alarmIdOf("collect-online/s1", startS), alarmIdOf("collect-online/s1", startS));
  notStrictEqual(alarmIdOf("collect-online/s1", startS), alarmIdOf("collect-online/s2", startS));
  ok(alarmIdOf("collect-online/s1", startS) < alarmIdOf("boilerroom-circuit/c1", startS + 1));
  ok(alarmIdsFrom(startS) < alarmIdOf("collect-online/s1", startS));
  ok(alarmIdOf("collect-online/s1", startS) < alarmIdsFrom(startS + 1));
});

Deno.test("alarmIdOf() is different for each subject of a large residence", () => {
  const ids = new Set<string>();
  for (let house = 0; house < 20_000; house++) ids.add(alarmIdOf(`collect-online/h${house}`, 0));
  strictEqual(ids.size, 20_000);
});
