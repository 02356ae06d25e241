import { MOST_PRODUCERS } from "../../domain/autoconsumption/limits.ts";
import { keys } from "../kv/keys.ts";
import { byName, producerRecord } from "./autoconsumption_records.ts";
import { atMost, entityOf } from "./entities.ts";
import { REFERRERS, refersToWhatIsThere } from "./references.ts";
import { readSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** The generators of a collective self-consumption; one that is deleted leaves the figures of the past too. */
export function producersOf(services: Services) {
  return entityOf(services, {
    key: ({ projectId }, id) => keys.accProducer(projectId, id),
    under: ({ projectId }) => keys.accProducer.under(projectId),
    record: producerRecord,
    compare: byName,
    subject: ({ name }) => name,
    full: atMost(MOST_PRODUCERS),
    rules: [
      refersToWhatIsThere(services, REFERRERS.accProducer),
      async ({ seriesId, prm }, { others, place: { projectId } }) => {
        if (seriesId !== null) {
          const series = await readSeries(services, projectId, seriesId);
          const isMeter = series?.dataUnitId === "PVE" && series.scope === "facilities";
          if (!isMeter) return "unknown-reference";
        }
        const isTaken = others.some(({ record }) =>
          record.prm === prm || (seriesId !== null && record.seriesId === seriesId)
        );
        return isTaken ? "counted-twice" : null;
      },
    ],
    actions: ["createProducer", "putProducer", "deleteProducer"],
  });
}
