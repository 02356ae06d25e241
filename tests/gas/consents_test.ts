import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { alarmingConsents, bestConsent, consentAlarm, NO_CONSENT } from "@/lib/gas/pce_rules.ts";
import type { GasConsent } from "@/lib/gas/schema.ts";
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
