import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { GAS_FILE_FORM } from "@/lib/gas/forms.ts";
import {
  alarmingConsents,
  bestConsent,
  consentAlarm,
  type GasHolder,
  holderAt,
  NO_CONSENT,
  withHolder,
} from "@/lib/gas/pce_rules.ts";
import type { GasConsent } from "@/lib/gas/schema.ts";
import { consentText } from "@/lib/gas/text.ts";
import { aPce } from "./some_pces.ts";

const TODAY = "2026-02-10";

function aConsent(over: Partial<GasConsent> = {}): GasConsent {
  return { state: "active", isUsable: true, endDate: "2027-02-10", ...over };
}

// @spec gas.consents
Deno.test("consentAlarm() begins sixty days before the end, and counts the remaining days", () => {
  // 18 days are left in February, 31 in March, 11 in April: 60 to 11 April.
  strictEqual(consentAlarm(aConsent({ endDate: "2026-04-12" }), TODAY), null);
  deepStrictEqual(consentAlarm(aConsent({ endDate: "2026-04-11" }), TODAY), {
    kind: "ends",
    days: 60,
  });
  deepStrictEqual(consentAlarm(aConsent({ endDate: TODAY }), TODAY), { kind: "ends", days: 0 });
  deepStrictEqual(consentAlarm(aConsent({ endDate: "2026-02-09" }), TODAY), { kind: "ended" });
});

Deno.test("consentAlarm() reports an unusable consent, however far its end", () => {
  deepStrictEqual(consentAlarm(aConsent({ isUsable: false }), TODAY), { kind: "closed" });
  deepStrictEqual(consentAlarm(NO_CONSENT, TODAY), { kind: "closed" });
  strictEqual(consentAlarm(aConsent({ endDate: null }), TODAY), null);
});

Deno.test("bestConsent() is the usable one, and the last to end of several", () => {
  const old = aConsent({ state: "obsolete", isUsable: false, endDate: "2030-01-01" });
  const short = aConsent({ endDate: "2026-06-01" });
  const endless = aConsent({ endDate: null });
  deepStrictEqual(bestConsent([old, short]), short);
  deepStrictEqual(bestConsent([short, old, aConsent()]), aConsent());
  deepStrictEqual(bestConsent([endless, aConsent()]), endless);
  deepStrictEqual(bestConsent([old]), old);
  deepStrictEqual(bestConsent([]), NO_CONSENT);
});

Deno.test("alarmingConsents() returns those that need action, most urgent first", () => {
  const point = (pce: string, consent: GasConsent | null) => aPce(pce, { consent });
  const pces = [
    point("fine", aConsent()),
    point("soon", aConsent({ endDate: "2026-03-01" })),
    point("never asked", null),
    point("ended", aConsent({ endDate: "2026-02-01" })),
    point("none", NO_CONSENT),
  ];
  const kept = alarmingConsents(pces, TODAY).map(({ pce }) => pce);
  deepStrictEqual(kept, ["ended", "none", "soon"]);
});

const NORTH = { projectId: "p1", boilerRoomId: "north" };
const SOUTH = { projectId: "p2", boilerRoomId: "south" };

const MOVED: readonly GasHolder[] = [{ ...NORTH, fromDate: null }, { ...SOUTH, fromDate: TODAY }];

Deno.test("holderAt() is the holder of the day a line ends; the day of a move still belongs to the first", () => {
  strictEqual(holderAt(MOVED, "2024-01-01")?.projectId, "p1");
  strictEqual(holderAt(MOVED, TODAY)?.projectId, "p1");
  strictEqual(holderAt(MOVED, "2026-02-11")?.projectId, "p2");
  strictEqual(holderAt([], TODAY), null);
});

Deno.test("withHolder() gives another residence the future lines, and another room of the same one all lines", () => {
  deepStrictEqual(withHolder([], NORTH, TODAY), [{ ...NORTH, fromDate: null }]);
  deepStrictEqual(withHolder([{ ...NORTH, fromDate: null }], SOUTH, TODAY), MOVED);
  const east = { projectId: "p2", boilerRoomId: "east" };
  deepStrictEqual(withHolder(MOVED, east, "2026-03-01"), [
    { ...NORTH, fromDate: null },
    { ...east, fromDate: TODAY },
  ]);
});

Deno.test("withHolder() leaves no trace of a move that is undone on the same day", () => {
  deepStrictEqual(withHolder(MOVED, NORTH, TODAY), [{ ...NORTH, fromDate: null }]);
});

const DATED = { state: "active", isUsable: true, endDate: "2026-03-12" } as const;

const ENDLESS = { ...DATED, endDate: null };

Deno.test("consentText() is the state of a consent, with its end when it has one that is not near", () => {
  const ends = { kind: "ends", days: 30 } as const;
  const closed = { kind: "closed" } as const;
  deepStrictEqual([
    consentText(DATED, null),
    consentText(DATED, ends),
    consentText(DATED, { ...ends, days: 0 }),
    consentText(DATED, { kind: "ended" }),
    consentText({ ...DATED, state: "revoked" }, closed),
    consentText(ENDLESS, null),
    consentText({ ...ENDLESS, state: "to-validate" }, closed),
  ], [
    "Actif jusqu’au 12/03/2026",
    "Se termine dans 30\u00A0jours",
    "Se termine aujourd’hui",
    "Terminé le 12/03/2026",
    "Révoqué",
    "Actif",
    "À valider par le titulaire",
  ]);
});

Deno.test("GAS_FILE_FORM may select a delivery point, or leave it to the file", () => {
  deepStrictEqual(GAS_FILE_FORM.read({ pce: "GI123456" }), { pce: "GI123456" });
  deepStrictEqual(GAS_FILE_FORM.read({}), { pce: null });
});
