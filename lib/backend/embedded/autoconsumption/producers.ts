import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { ENTITIES, refersToWhatIsThere } from "@/lib/backend/embedded/references.ts";
import { readSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { byName } from "@/lib/backend/records/autoconsumption.ts";
import { MOST_PRODUCERS } from "@/lib/domain/autoconsumption/limits.ts";

/** The generators of a collective self-consumption; one that is deleted leaves the figures of the past too. */
export function producersOf(services: Services) {
  return entityOf(services, ENTITIES.accProducer, {
    compare: byName,
    subject: ({ name }) => name,
    full: atMost(MOST_PRODUCERS),
    rules: [
      refersToWhatIsThere(services, ENTITIES.accProducer),
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
