import { deepStrictEqual } from "node:assert/strict";
import { addDays, monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, epochOfClock } from "@/lib/base/time_zones.ts";
import { aFedSeries, withOwnSite } from "@/tests/loading/own_site.ts";
import { sendByInflux } from "@/tests/tools/influx_sender.ts";

const HOUR_S = 3_600;
const PARIS = "Europe/Paris";

/** Registers by their hour from midnight of the third day of last month: 3 m³ are counted of each. */
const SENT = {
  spike_up: [[0, 100], [24, 101], [25, 4294967.295], [48, 102], [72, 103]],
  one_zero: [[0, 100], [24, 101], [25, 0], [48, 102], [72, 103]],
  two_zeros: [[0, 14000], [24, 14001], [25, 0], [25 + 1 / 12, 0], [48, 14002], [72, 14003]],
  shifted_decimal: [[0, 35549.2], [24, 35549.7], [25, 355549.7], [48, 35550.3], [72, 35552.2]],
  last_reading: [[0, 100], [24, 101], [48, 102], [72, 103], [96, 9999999]],
} as const;

// @spec series.registers
Deno.test("errors of senders count nothing in the month, of cold water of a residence and of gas", () =>
  withOwnSite(async ({ url, landlord, projectId }) => {
    const { token } = await landlord.ask("createIngestToken", { projectId, body: { name: "c" } });
    const today = civilDateOf(Date.now(), PARIS);
    const month = monthOf(addDays(`${today.slice(0, 7)}-01`, -1));
    const startS = epochOfClock(`${month}-03`, 0, PARIS);
    const series = new Map<string, string>();
    for (const unit of ["EFSV", "GAZV"] as const) {
      for (const [name, registers] of Object.entries(SENT)) {
        const source = `serial=${name}-${unit}`;
        series.set(
          `${name} ${unit}`,
          await aFedSeries(landlord, { projectId, name, unit, source }),
        );
        const lines = registers.map(([hour, value]) =>
          `m,${source} value=${value} ${startS + hour * HOUR_S}`
        );
        await sendByInflux({ url, token, bucket: projectId }, lines);
      }
    }
    for (const [name, id] of series) {
      const { slots } = await landlord.ask("getFacilityRangeData", {
        projectId,
        series: id,
        segment: `monthly-${month.slice(0, 4)}`,
      });
      const { value, doubtful } = slots.find(({ slot }) => slot === month) ?? {};
      deepStrictEqual([name, value, doubtful], [name, 3, true]);
    }
  }));
