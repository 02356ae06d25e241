import { strictEqual } from "node:assert/strict";
import type { MonitoredItem, WatchRule } from "@/lib/alarms/subjects.ts";
import { alarmMessage } from "@/lib/alarms/text.ts";
import { aSubject } from "./followed.ts";

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
