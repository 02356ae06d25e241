import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { readsWhatSuits } from "@/lib/backend/embedded/series_read.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { MOST_PRODUCERS } from "@/lib/domain/autoconsumption/limits.ts";
import { byName } from "@/lib/domain/tables/sort.ts";

/** Generators of a collective self-consumption; a deleted one is also removed from past figures. */
export function producersOf(services: Services) {
  return entityOf(services, ENTITIES.accProducer, {
    compare: byName,
    subject: ({ name }) => name,
    full: atMost(MOST_PRODUCERS),
    rules: [
      readsWhatSuits(services, ENTITIES.accProducer),
      ({ seriesId, prm }, { others }) => {
        const isTaken = others.some(({ record }) =>
          record.prm === prm || (seriesId !== null && record.seriesId === seriesId)
        );
        return isTaken ? "counted-twice" : null;
      },
    ],
    actions: ["createProducer", "putProducer", "deleteProducer"],
  });
}
