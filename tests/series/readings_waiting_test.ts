import { match, ok, strictEqual } from "node:assert/strict";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aMember, OTHER_WRITER, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";

Deno.test("page whose readings are being compacted says so, reloads, then shows them", () =>
  withSite(async (site) => {
    const { ask: writer } = await aMember(
      site,
      OTHER_WRITER,
      { features: { houseMode: 1, houseHourly: 0 } },
    );
    const series = await aHousingSeries(writer, "EFSV");
    const house = await aHouse(writer, { name: "A1", collectMode: 1 });
    const startS = Date.parse("2024-05-01T00:00:00Z") / 1000;
    const readings = Array.from({ length: 40 * 720 }, (_, minute) => ({
      epochS: startS + minute * 60,
      value: minute / 1000,
    }));
    const seriesId = storedSeriesId(series, house);
    await appendArrivals(site.store, PROJECT, [{ seriesId, kind: "index", readings }]);
    await someone(site, { roles: ["collect:read"] });
    const visitor = await site.signIn();
    const page = links.eachHouse(PROJECT, series, "daily/2024/05");
    // Another process is compacting for a while.
    const lease = await SeriesLease.take(site.store, PROJECT, site.clock.now);
    const waiting = await visitor.get(page);
    strictEqual(waiting.status, 503);
    match(waiting.text, /Relevés en cours de classement Beaucoup de relevés viennent d’arriver/);
    const seconds = Number(waiting.headers.get("retry-after"));
    ok(seconds >= 1 && seconds <= 5, `${seconds} s`);
    strictEqual(waiting.headers.get("refresh"), "3");
    await lease?.release();
    strictEqual(await compact(site.store, PROJECT, site.clock.now), "done");
    const filed = await visitor.get(page);
    strictEqual(filed.status, 200);
    match(filed.text, /Eau froide/);
  }));
