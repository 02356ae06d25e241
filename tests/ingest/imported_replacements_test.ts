import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { Services } from "@/lib/api/services.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import {
  ImportedValues,
  plannedReplacements,
  type ReplacedLine,
  writeReplacements,
} from "@/lib/ingest/import_sorting.ts";
import { READINGS_MESSAGES } from "@/lib/ingest/import_text.ts";
import { MOST_EVENTS } from "@/lib/ingest/meter_rules.ts";
import type { NamedSeries } from "@/lib/ingest/named_series.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import { eventsOf } from "@/lib/timeseries/series_reader.ts";
import { aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";

const START_S = Date.parse("2025-01-01T12:00:00Z") / 1_000;

/** A replacement some days after the first of January 2025. */
function replacement(days: number): MeterEvent {
  const epochS = START_S + days * 86_400;
  return { epochS, what: "replacement", finalIndex: null, firstIndex: 0, comment: "" };
}

function withGas(test: (services: Services, named: NamedSeries) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const id = await aSeries(ask, "GAZV");
    const bounds = { min: 0, max: 1e9 };
    const meter = { kind: "index", scope: "facilities", title: "Gaz", bounds } as const;
    await test(built.platform.own.services, { seriesId: id, storedId: id, unit: "m³", ...meter });
  });
}

function writing(
  services: Services,
  named: NamedSeries,
  { before, after }: { readonly before: MeterEvent[]; readonly after: MeterEvent[] },
) {
  const lines = [{ line: 2, column: "Index de dépose" }];
  const by = { projectId: PROJECT, caller: ANONYMOUS };
  return writeReplacements(services, [{ named, before, after, lines }], by);
}

Deno.test("writeReplacements() writes nothing over an event that was written since the file was compared", () =>
  withGas(async (services, named) => {
    const mine = { before: [], after: [replacement(1)] };
    strictEqual((await writing(services, named, mine)).meterEventCount, 1);
    const late = { before: [], after: [replacement(2)] };
    await rejects(writing(services, named, late), { code: "store-unavailable" });
    const events = await eventsOf(services.seriesOf(PROJECT, "Europe/Paris"), named.storedId);
    deepStrictEqual(events, mine.after);
  }));

Deno.test("plannedReplacements() accepts as many events as a meter may have", () =>
  withGas(async (services, named) => {
    const known = Array.from({ length: MOST_EVENTS - 1 }, (_, day) => replacement(day));
    await writing(services, named, { before: [], after: known });
    const replaced = [MOST_EVENTS, MOST_EVENTS + 1].map((day): ReplacedLine => {
      const { epochS } = replacement(day);
      return { line: day, column: "Index de dépose", epochS, finalIndex: null, firstIndex: 0 };
    });
    const values = { values: new ImportedValues(), beside: new ImportedValues() };
    const { replacements: [planned], errors } = await plannedReplacements(
      services.seriesOf(PROJECT, "Europe/Paris"),
      [{ named, ...values, replaced }],
      { onConflict: "replace", timeZone: "Europe/Paris" },
    );
    ok(planned);
    strictEqual(planned.after.length, MOST_EVENTS);
    deepStrictEqual(errors, [{
      line: MOST_EVENTS + 1,
      column: "Index de dépose",
      message: READINGS_MESSAGES.eventsFull,
    }]);
  }));
