import { strictEqual } from "node:assert/strict";
import type { Point } from "@/lib/timeseries/readings.ts";
import { aBoilerRoom, aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";

/** Values stored before readings had limits. */
const EXTREMES = [1e308, -1e308, Number.MAX_VALUE, 5e-324, 0, -Number.MAX_VALUE, 1e308, 21];

Deno.test("pages of series with any finite numbers are shown, and so are the related pages", () =>
  withVisitor(
    { isAdmin: true, roles: ["collect", "collect:boilerroom:read"] },
    async ({ site, ask, visitor }) => {
      const room = await aBoilerRoom(ask);
      const kept = storedSeries(site);
      const nowS = Math.floor(site.clock.now() / 1_000);
      for (
        const [unit, kind] of [["TDEP", "instant"], ["GAZV", "index"], [
          "BOIM",
          "consumption",
        ]] as const
      ) {
        const seriesId = await aSeries(ask, unit, room);
        const readings: Point[] = EXTREMES.flatMap((value, at) =>
          [0, 1, 40].map((days) => ({ epochS: nowS - days * 86_400 - at * 3_600, value }))
        );
        await kept.append([{ seriesId, kind, readings }]);
        const page = `/collect/${PROJECT}/facilities/${seriesId}`;
        const ranges = [
          "monthly/2026",
          "daily/2026/02",
          "hourly/2026/02/10",
          "weekly/2026",
          "fivemin/2026/02/10",
        ];
        for (const range of ranges) {
          const { status } = await visitor.get(`${page}/${range}`);
          strictEqual(status, 200, `${unit} ${range}: ${String(site.faults)}`);
        }
        strictEqual((await visitor.get(`${page}/daily/2026/02?csv=semicolon`)).status, 200);
        strictEqual((await visitor.get(`/collect/${PROJECT}/series/${seriesId}`)).status, 200);
      }
      for (const path of ["", "/series", "/sensors", `/boilerrooms/${room}`]) {
        const { status } = await visitor.get(`/collect/${PROJECT}${path}`);
        strictEqual(status < 400, true, `${path} ${status}: ${String(site.faults)}`);
      }
    },
  ));
