import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { ComingPurge } from "@/lib/organisations/schema.ts";
import { arrivingText, nextPurgeText, uncountedText } from "@/lib/organisations/text_retention.ts";
import { DEFAULT_RETENTION, nextPurge, NOTHING_PURGED } from "@/lib/timeseries/retention.ts";

Deno.test("nextPurge() is that of the next night, by the durations valid that day", () => {
  // The last evening of November: the next night is in December, and one more month is deleted.
  deepStrictEqual(nextPurge(DEFAULT_RETENTION, Date.parse("2026-11-30T20:00:00Z")), {
    at: "2026-12-01T02:43:00.000Z",
    kept: { points: "2024-12-01", days: "2023-12-01", months: "2019-01-01" },
  });
  const longer = { infraDailyYears: 5, dailyYears: 20, monthlyYears: 30 };
  deepStrictEqual(nextPurge(longer, Date.parse("2026-11-30T01:00:00Z")), {
    at: "2026-11-30T02:43:00.000Z",
    kept: { points: "2021-11-01", days: "2006-11-01", months: "1996-01-01" },
  });
});

const COMING: ComingPurge = {
  at: "2026-12-01T02:43:00.000Z",
  kept: { points: "2024-12-01", days: "2023-12-01", months: "2019-01-01" },
  ...NOTHING_PURGED,
};

const plain = (text: string | null) => text?.replaceAll(/[\u00A0\u202F]/g, " ");

Deno.test("nextPurgeText() gives the date, the count of each kind, and the last days deleted", () => {
  strictEqual(
    plain(
      nextPurgeText({ ...COMING, pointCount: 12_345, dayCount: 0, monthCount: 1, projectCount: 2 }),
    ),
    "Prochaine suppression : le 01/12/2026 à 03:43, heure de Paris. Elle retirera, dans 2 résidences : 12 345 relevés d’avant le 01/12/2024, aucune valeur journalière d’avant le 01/12/2023 et 1 valeur mensuelle d’avant le 01/01/2019. Pour les garder, allongez les durées avant.",
  );
});

Deno.test("nextPurgeText() says when nothing will be deleted", () => {
  strictEqual(
    plain(nextPurgeText(COMING)),
    "Prochaine suppression : le 01/12/2026 à 03:43, heure de Paris. Elle ne retirera rien : aucun relevé d’avant le 01/12/2024, aucune valeur journalière d’avant le 01/12/2023 et aucune valeur mensuelle d’avant le 01/01/2019.",
  );
});

Deno.test("arrivingText() names where old readings have just arrived", () => {
  strictEqual(arrivingText(COMING), null);
  strictEqual(
    plain(arrivingText({ ...COMING, arrivingCount: 2 })),
    "Des relevés anciens viennent d’arriver dans 2 résidences : ils seront comptés d’ici quelques minutes.",
  );
});

Deno.test("uncountedText() gives the number of residences that a count leaves out", () => {
  strictEqual(uncountedText(COMING), null);
  strictEqual(
    plain(uncountedText({ ...COMING, uncountedCount: 1 })),
    "1 résidence n’est pas comptée ici.",
  );
  strictEqual(
    plain(uncountedText({ ...COMING, uncountedCount: 4 })),
    "4 résidences ne sont pas comptées ici.",
  );
});
