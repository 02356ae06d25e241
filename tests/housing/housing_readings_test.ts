import { ok, strictEqual } from "node:assert/strict";
import { slotsOfHouses } from "@/lib/housing/visible_readings.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const HOUSES = 200;
const AT_ONCE = 50;

/** Counts concurrent reads of a series' months. */
class Watched extends StoredSeries {
  readonly #reading = new Set<string>();
  most = 0;

  override async months(seriesId: string, year: number) {
    this.#reading.add(seriesId);
    this.most = Math.max(this.most, this.#reading.size);
    const months = await super.months(seriesId, year);
    this.#reading.delete(seriesId);
    return months;
  }
}

Deno.test("slotsOfHouses() reads the months of at most fifty dwellings at once", () =>
  withStore(async (store) => {
    const reader = new Watched(store, "p", Date.now);
    const series = {
      ...seriesDraft({ dataUnitId: "TEMP", scope: "housing" }),
      id: "t",
      dataSourceId: null,
      projectModuleId: null,
      unit: dataUnit("TEMP"),
    } as const;
    const houses = Array.from({ length: HOUSES }, (_, at) => ({ id: `h${at}` }));
    const world = { reader, spans: new Map(), timeZone: "Europe/Paris", today: "2026-11-22" };
    const range = { type: "monthly", year: 2025 } as const;
    const read = await slotsOfHouses(world, houses, { series, range });
    strictEqual(read.length, HOUSES);
    strictEqual(read.every(({ slots }) => slots.length === 12), true);
    ok(reader.most <= AT_ONCE, `${reader.most} dwellings`);
  }));
