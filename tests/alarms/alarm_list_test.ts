import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { alarmList } from "@/components/alarms/AlarmListPage.tsx";
import { curveBounds, curveDays, curveMonths } from "@/lib/alarms/alarm_curve.ts";
import {
  alarmCounts,
  alarmDurationS,
  type AlarmLine,
  foldedAlarms,
  neighbours,
  placeAlarmCounts,
  unfoldedAlarms,
} from "@/lib/alarms/alarm_list.ts";
import { readAlarmNews } from "@/lib/alarms/report_data.ts";
import type { MonitoredItem, WatchRule } from "@/lib/alarms/subjects.ts";
import { alarmMessage } from "@/lib/alarms/text.ts";
import { openAlarmCount } from "@/lib/residences/open_alarms.ts";
import { RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { aSubject } from "@/tests/alarms/slow_models.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import {
  aLine,
  CHILDREN,
  CIRCUIT,
  GATEWAY,
  LIST,
  withReports,
} from "@/tests/helpers/some_alarms.ts";

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

const BOUNDS: WatchRule = { kind: "bounds", min: 60, max: 80, unit: "°C" };

function says(
  rule: WatchRule,
  value: number | string | null,
  own: Partial<MonitoredItem> = {},
  silentForS = 0,
): string {
  return alarmMessage({ subject: aSubject(rule, own), value, silentForS })
    .replaceAll("\u202F", "_").replaceAll("\u00A0", "~");
}

// @spec alarms.messages
Deno.test("alarmMessage() contains the value and the bound that it exceeds", () => {
  strictEqual(says(BOUNDS, 82.44), "Circuit Nord~: départ à 82,4_°C, au-dessus de 80_°C");
  strictEqual(says(BOUNDS, 80.04), "Circuit Nord~: départ à 80,04_°C, au-dessus de 80_°C");
  const back = says(BOUNDS, 55, { part: "back" });
  strictEqual(back, "Circuit Nord~: retour à 55_°C, au-dessous de 60_°C");
  const room = { part: null, name: "Chaufferie A" };
  strictEqual(says(BOUNDS, 85, room), "Chaufferie A~: air à 85_°C, au-dessus de 80_°C");
  const air: WatchRule = { kind: "bounds", min: null, max: 70, unit: "%" };
  strictEqual(says(air, 71, room), "Chaufferie A~: humidité de l’air à 71~%, au-dessus de 70~%");
  const cmv = says({ ...BOUNDS, unit: "Pa" }, 12, { part: null, handler: "building-cmv" });
  strictEqual(cmv, "Circuit Nord~: valeur à 12_Pa, au-dessous de 60_Pa");
  const threshold: WatchRule = { kind: "threshold", threshold: 26, unit: "°C" };
  strictEqual(
    says(threshold, 26.5, { name: "12, Température" }),
    "12, Température~: 26,5_°C, seuil de 26_°C atteint",
  );
});

// @spec alarms.messages
Deno.test("alarmMessage() describes codes, faults, openings and batteries", () => {
  const own = { part: null, name: "X" };
  strictEqual(says({ kind: "code", normalCodes: [] }, "E12", own), "X~: code E12");
  strictEqual(says({ kind: "fault", alarmKind: 0 }, 1, own), "X~: défaut signalé");
  strictEqual(
    says({ kind: "fault", alarmKind: 1 }, null, own),
    "X~: aucune émission depuis plus d’une heure",
  );
  strictEqual(says({ kind: "fault", alarmKind: 2 }, "on", own), "X~: défaut signalé (donnée~: on)");
  const gate: WatchRule = { kind: "open", alarmFromH: 4, hsType: "none" };
  strictEqual(says(gate, 1, own), "X~: ouverture depuis plus de 4_h");
  const quarter = says({ ...gate, alarmFromH: 0.25 }, 1, own);
  strictEqual(quarter, "X~: ouverture depuis plus de 0,25_h");
  strictEqual(says({ ...gate, alarmFromH: 0 }, 1, own), "X~: ouverture");
  strictEqual(says({ kind: "skydome" }, 1, own), "X~: ouverture");
  strictEqual(says({ kind: "battery" }, "low", own), "X~: pile faible");
});

// @spec alarms.messages
Deno.test("alarmMessage() contains the duration of a silence", () => {
  const dayS = 86_400;
  strictEqual(
    says({ kind: "silence" }, null, { name: "12" }, dayS),
    "12~: aucune donnée reçue depuis plus de 24_h",
  );
  strictEqual(
    says({ kind: "gateway" }, null, { name: "0102" }, 1.5 * dayS),
    "Passerelle 0102~: aucun capteur reçu depuis plus de 36_h",
  );
  strictEqual(
    says({ kind: "gateway" }, null, { name: "" }, 10.5 * dayS),
    "Collecteurs de la résidence~: aucun capteur reçu depuis plus de 10,5~jours",
  );
  strictEqual(
    says({ kind: "module", afterS: dayS }, null, { name: "12" }, dayS),
    "Module de 12~: aucun contact depuis plus de 24_h",
  );
});

const PARIS = "Europe/Paris";

Deno.test("curveBounds() is a day on each side of the start, until now at most", () => {
  const start = "2026-03-01T08:00:00.000Z";
  const bounds = (now: string) => {
    const { from, to } = curveBounds(start, Date.parse(now));
    return [from, to].map((epochMs) => new Date(epochMs).toISOString());
  };
  deepStrictEqual(bounds("2026-03-09T00:00:00Z"), [
    "2026-02-28T08:00:00.000Z",
    "2026-03-02T08:00:00.000Z",
  ]);
  deepStrictEqual(bounds("2026-03-01T10:00:00Z"), [
    "2026-02-28T08:00:00.000Z",
    "2026-03-01T10:00:00.000Z",
  ]);
});

Deno.test("curveDays() and curveMonths() cover the curve, across the end of a month and of a year", () => {
  const shown = curveBounds("2025-12-31T23:30:00.000Z", Date.parse("2026-02-01T00:00:00Z"));
  // 23:30 UTC on 31 December is 00:30 on 1 January in Paris: the curve begins there on 31 December.
  deepStrictEqual(curveDays(shown, PARIS), [
    { type: "hourly", year: 2025, month: 12, day: 31 },
    { type: "hourly", year: 2026, month: 1, day: 1 },
    { type: "hourly", year: 2026, month: 1, day: 2 },
  ]);
  deepStrictEqual(curveMonths(shown, PARIS), [
    { type: "daily", year: 2025, month: 12 },
    { type: "daily", year: 2026, month: 1 },
  ]);
});
