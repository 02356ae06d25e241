import { deepStrictEqual } from "node:assert/strict";
import { alarmList } from "@/components/alarms/alarm_list.tsx";
import { foldedAlarms } from "@/lib/alarms/alarm_list.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { aLine, LIST } from "@/tests/helpers/some_alarms.ts";

function kept(query: string, ofOrganisation = false, lines = LIST): string[] {
  const nowS = Date.parse("2026-01-15T10:00:00Z") / 1_000;
  const list = alarmList({ path: "/alarms", closedYear: undefined, ofOrganisation, nowS });
  return keptUnder(list, foldedAlarms(lines), query).map(({ id }) => id);
}

Deno.test("alarmList() has the latest first, and finds a line by the alarms nested under it", () => {
  deepStrictEqual(kept(""), ["r", "g", "o"]);
  deepStrictEqual(kept("filter:handler=boilerroom-circuit"), ["r"]);
  deepStrictEqual(kept("filter:place=Logement 14"), ["g"]);
  deepStrictEqual(kept("filter:search=logement 12"), ["g"]);
  deepStrictEqual(kept("filter:project=Ailleurs", true), []);
  deepStrictEqual(kept("sort=duration:asc"), ["r", "g", "o"]);
});

Deno.test("alarmList() sorts the kinds of alarms by their French names", () => {
  const lines = [
    aLine("État des accessoires", { handler: "accessory-status" }),
    aLine("Ventilation", { handler: "building-cmv" }),
    aLine("Circuits", { handler: "boilerroom-circuit" }),
    aLine("Réception des capteurs", { handler: "collect-online" }),
  ];
  deepStrictEqual(kept("sort=handler:asc", false, lines), [
    "Circuits",
    "État des accessoires",
    "Réception des capteurs",
    "Ventilation",
  ]);
});
