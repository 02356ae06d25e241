import { deepStrictEqual } from "node:assert/strict";
import { nextPurge } from "../../../lib/domain/platform/next_purge.ts";
import { DEFAULT_RETENTION } from "../../../lib/domain/series/retention.ts";
import { nextPurgeText } from "../../../lib/text/retention.ts";

Deno.test("nextPurge() is that of the night to come, by the durations in force that day", () => {
  // The last evening of November: the next night is in December, and one month more goes.
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

Deno.test("nextPurgeText() says when, and up to which days", () => {
  const kept = { points: "2024-12-01", days: "2023-12-01", months: "2019-01-01" };
  deepStrictEqual(
    nextPurgeText("2026-12-01T02:43:00.000Z", kept).replaceAll("\u00A0", " "),
    "Prochaine suppression : le 01/12/2026 à 03:43. S’il y en a, elle retirera les relevés d’avant le 01/12/2024, les jours d’avant le 01/12/2023 et les mois d’avant le 01/01/2019, même importés aujourd’hui. Pour les garder, allongez les durées avant.",
  );
});
