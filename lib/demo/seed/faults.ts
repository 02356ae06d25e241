/** Table of the demo's faults, lasting and past, with their comments. @module */

import { round } from "@/lib/base/rounding.ts";
import { seedOf, swing } from "@/lib/demo/simulation/random.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { colleagueId } from "./people.ts";

/** Kind of a fault, and the value of its series meanwhile. @spec demo.stories */
type FaultyThing =
  /** Departure, or return of the loop, of the first boiler room's hot water, °C. */
  | { readonly kind: "hot-water"; readonly part: "out" | "back"; readonly value: number }
  /** The air of the first boiler room, °C or %. */
  | { readonly kind: "air"; readonly of: "temp" | "hum"; readonly value: number }
  /** The air that the first building's ventilation draws, °C. */
  | { readonly kind: "ventilation"; readonly value: number }
  | { readonly kind: "roof-light"; readonly value: 1 }
  | { readonly kind: "gate"; readonly value: 1 }
  /** A code of the first boiler. */
  | { readonly kind: "code"; readonly value: number }
  /** The return probe of the first boiler room's heating sends nothing. */
  | { readonly kind: "silent-sensor" }
  /** A dwelling sends nothing: its rank. */
  | { readonly kind: "silent-dwelling"; readonly position: number }
  /** The module of a dwelling, by rank, is offline: neither its sensors nor its gateway report it. */
  | { readonly kind: "silent-module"; readonly position: number }
  /** Nothing of the boiler rooms and buildings is received. */
  | { readonly kind: "silent-collectors" };

/** A fault whose series goes on sending. */
export type FaultyValue = Extract<FaultyThing, { readonly value: number }>;

/** Value of a faulty series at an hour since 1970; states and codes have no noise. */
export function faultyValue({ kind, value }: FaultyValue, localHour: number): number {
  const isMeasured = kind === "hot-water" || kind === "air" || kind === "ventilation";
  return isMeasured ? round(value + MEASURED_SWING * swing(seedOf(kind), localHour), 1) : value;
}

const MEASURED_SWING = 0.6;

/** A fault in a residence of the demo, present in its readings and its alarms. */
export interface DemoFault {
  /** Rank of the residence. */
  readonly site: number;
  readonly what: FaultyThing;
  /** Start, in days before the day the demo was filled. */
  readonly daysAgo: number;
  /** Hour of the local clock. */
  readonly hour: number;
  /** null while it lasts. */
  readonly hours: number | null;
  readonly comments?: readonly DemoComment[];
}

export interface DemoComment {
  readonly accountId: string;
  /** Hours after the alarm started. */
  readonly afterH: number;
  readonly text: string;
}

const LANDLORD = DEMO_ACCOUNTS.landlord.id;
const SOPHIE = colleagueId("Sophie", "Garnier");
const KARIM = colleagueId("Karim", "Benali");

function comment(accountId: string, afterH: number, text: string): readonly DemoComment[] {
  return [{ accountId, afterH, text }];
}

/** Faults that last: no two residences have the same. */
const LASTING: readonly DemoFault[] = [
  {
    ...lasting(0, 3, 7, { kind: "hot-water", part: "out", value: 57.8 }),
    comments: comment(SOPHIE, 2, "Résistance d’appoint commandée, pose prévue en fin de semaine."),
  },
  {
    ...lasting(0, 4, 14, { kind: "silent-module", position: 22 }),
    comments: comment(
      KARIM,
      3,
      "Occupant appelé\u00A0: le module a été débranché pour des travaux de peinture.",
    ),
  },
  lasting(1, 1, 6, { kind: "code", value: 34 }),
  {
    ...lasting(4, 1, 15, { kind: "roof-light", value: 1 }),
    comments: comment(
      KARIM,
      1,
      "Gardien prévenu\u00A0: vérin du skydome bloqué en position ouverte.",
    ),
  },
  {
    ...lasting(5, 9, 4, { kind: "hot-water", part: "back", value: 61.6 }),
    comments: comment(
      LANDLORD,
      28,
      "Le retour est à la température du départ\u00A0: vanne de mélange bloquée, devis demandé à l’exploitant.",
    ),
  },
  lasting(8, 1, 20, { kind: "gate", value: 1 }),
  lasting(9, 2, 5, { kind: "ventilation", value: 11.6 }),
  lasting(12, 1, 10, { kind: "air", of: "temp", value: 37.4 }),
  {
    ...lasting(13, 4, 3, { kind: "silent-sensor" }),
    comments: comment(KARIM, 9, "Sonde de retour à remplacer à la prochaine visite."),
  },
  lasting(16, 4, 8, { kind: "air", of: "hum", value: 91 }),
  lasting(17, 3, 14, { kind: "silent-dwelling", position: 4 }),
  {
    ...lasting(17, 12, 9, { kind: "silent-dwelling", position: 37 }),
    comments: comment(
      SOPHIE,
      26,
      "Logement en travaux, module débranché jusqu’à la remise des clés.",
    ),
  },
  lasting(20, 1, 4, { kind: "hot-water", part: "out", value: 72.6 }),
  lasting(21, 2, 22, { kind: "hot-water", part: "out", value: 53.9 }),
];

/** Faults that are over. */
const PAST: readonly DemoFault[] = [
  {
    ...past(0, { daysAgo: 21, hour: 1, hours: 31 }, { kind: "silent-collectors" }),
    comments: comment(
      LANDLORD,
      8,
      "Coupure de courant dans le local technique depuis la veille, rétablie à 8\u00A0h.",
    ),
  },
  past(0, { daysAgo: 12, hour: 14, hours: 4 }, { kind: "roof-light", value: 1 }),
  past(2, { daysAgo: 17, hour: 5, hours: 9 }, { kind: "hot-water", part: "out", value: 56.2 }),
  past(4, { daysAgo: 26, hour: 11, hours: 6 }, { kind: "air", of: "temp", value: 36.2 }),
  past(6, { daysAgo: 8, hour: 13, hours: 5 }, { kind: "roof-light", value: 1 }),
  past(6, { daysAgo: 33, hour: 20, hours: 11 }, { kind: "gate", value: 1 }),
  past(8, { daysAgo: 14, hour: 6, hours: 3 }, { kind: "ventilation", value: 12.4 }),
  past(10, { daysAgo: 24, hour: 8, hours: 57 }, { kind: "silent-sensor" }),
  past(12, { daysAgo: 19, hour: 15, hours: 3 }, { kind: "roof-light", value: 1 }),
  past(14, { daysAgo: 11, hour: 4, hours: 20 }, { kind: "hot-water", part: "out", value: 55.4 }),
  past(16, { daysAgo: 29, hour: 9, hours: 4 }, { kind: "ventilation", value: 30.1 }),
  past(18, { daysAgo: 15, hour: 16, hours: 40 }, { kind: "air", of: "hum", value: 88 }),
  past(20, { daysAgo: 7, hour: 17, hours: 5 }, { kind: "roof-light", value: 1 }),
];

/** @spec demo.alarms */
export const DEMO_FAULTS: readonly DemoFault[] = [...LASTING, ...PAST];

function lasting(site: number, daysAgo: number, hour: number, what: FaultyThing): DemoFault {
  return { site, what, daysAgo, hour, hours: null };
}

function past(
  site: number,
  when: Pick<DemoFault, "daysAgo" | "hour" | "hours">,
  what: FaultyThing,
): DemoFault {
  return { site, what, ...when };
}
