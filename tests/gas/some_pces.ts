/** Five gas delivery points, their numbers 1 to 5. @module */

import type { GasConsent, GasPce } from "@/lib/gas/schema.ts";

/** A delivery point without reading or consent. */
export function aPce(pce: string, over: Partial<GasPce> = {}): GasPce {
  return {
    pce,
    name: "",
    projectId: null,
    boilerRoomId: null,
    projectName: null,
    last: null,
    consent: null,
    askedAt: null,
    fault: null,
    ...over,
  };
}

const ends = (endDate: string | null, isUsable = true): GasConsent => ({
  state: isUsable ? "active" : "revoked",
  isUsable,
  endDate,
});

export const PCES = [
  aPce("1", { name: "Chaufferie sud", projectName: "Les Érables", consent: ends("2027-01-01") }),
  aPce("2", { name: "Chaufferie nord", projectName: "Les Tilleuls", consent: ends(null) }),
  aPce("3", {
    projectName: "Cité",
    last: { date: "2026-01-01", index: 12 },
    consent: ends("2026-03-01"),
  }),
  aPce("4", { last: { date: "2025-01-01", index: 900 } }),
  aPce("5", { consent: ends("2028-01-01", false) }),
];
