import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  alarmCounts,
  alarmDurationS,
  type AlarmLine,
  foldedAlarms,
  neighbours,
  placeAlarmCounts,
  unfoldedAlarms,
} from "@/lib/alarms/alarm_list.ts";
import { openAlarmCount } from "@/lib/residences/open_alarms.ts";
import { aLine, CHILDREN, CIRCUIT, GATEWAY, LIST } from "@/tests/helpers/some_alarms.ts";

// @spec alarms.children
Deno.test("foldedAlarms() lists the alarms of a silent gateway under it, and counts it once", () => {
  const rows = foldedAlarms(LIST);
  deepStrictEqual(rows.map(({ id, children }) => [id, children.map((child) => child.id)]), [
    ["r", []],
    ["g", ["c1", "c2"]],
    ["o", []],
  ]);
  strictEqual(openAlarmCount(LIST), 3);
  const elsewhere = aLine("e", { projectId: "p2" });
  deepStrictEqual([...alarmCounts([...LIST, elsewhere])], [["p1", 3], ["p2", 1]]);
  deepStrictEqual(
    unfoldedAlarms(rows).map(({ id, parent }) => [id, parent]),
    [["r", null], ["g", null], ["c1", "Concentrateur muet"], ["c2", "Concentrateur muet"], [
      "o",
      null,
    ]],
  );
});

Deno.test("foldedAlarms() nests the alarms of each residence under its own, even when two have the same id", () => {
  const elsewhere = [GATEWAY, ...CHILDREN].map((line) => ({ ...line, projectId: "p2" }));
  const rows = foldedAlarms([GATEWAY, ...CHILDREN, ...elsewhere]);
  deepStrictEqual(
    rows.map(({ projectId, children }) => [projectId, children.map((child) => child.projectId)]),
    [["p1", ["p1", "p1"]], ["p2", ["p2", "p2"]]],
  );
  // Their parent is of another residence: they are listed by themselves.
  strictEqual(openAlarmCount([GATEWAY, ...elsewhere.slice(1)]), 3);
});

Deno.test("alarmDurationS() runs until the end, or until now, and is never negative", () => {
  const nowS = Date.parse("2026-01-15T08:30:00Z") / 1_000;
  // 30 minutes; 10 minutes; a clock that is late.
  strictEqual(alarmDurationS(GATEWAY, nowS), 1_800);
  strictEqual(alarmDurationS({ ...GATEWAY, end: "2026-01-15T08:10:00.000Z" }, nowS), 600);
  strictEqual(alarmDurationS(GATEWAY, nowS - 3_600), 0);
});

Deno.test("neighbours() goes from one alarm of a list to the next, among those of the same parent", () => {
  const ids = (alarm: AlarmLine) => {
    const { previous, next } = neighbours(LIST, alarm);
    return [previous?.id ?? null, next?.id ?? null];
  };
  deepStrictEqual(ids(CIRCUIT), [null, "g"]);
  deepStrictEqual(ids(CHILDREN[0] ?? GATEWAY), [null, "c2"]);
  deepStrictEqual(ids(aLine("unlisted")), [null, null]);
});

// @spec alarms.places
Deno.test("placeAlarmCounts() counts the alarms of each dwelling, including those of a silent gateway", () => {
  const lines = [
    GATEWAY,
    aLine("c1", { parentId: "g", houseId: "h1" }),
    aLine("c2", { parentId: "g", houseId: "h2" }),
    aLine("t", { houseId: "h1" }),
    aLine("u", { houseId: "h1", parentId: "t" }),
  ];
  deepStrictEqual([...placeAlarmCounts(lines, "houseId")], [["h1", 2], ["h2", 1]]);
});
