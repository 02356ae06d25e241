/** Groups the unknown sources of a residence by the measure they give of each dwelling. @module */

import type { UnknownSource } from "@/lib/series/schema.ts";

export interface DwellingMeasure {
  /** Name under which a housing series is attached, for every dwelling. */
  readonly measure: string;
  readonly sourceCount: number;
  /** The distinct dwellings of its sources. */
  readonly houseIds: readonly string[];
}

interface SortedSources {
  /** Sources that name a dwelling, by measure. */
  readonly measures: readonly DwellingMeasure[];
  /** Other sources, attached individually. */
  readonly others: readonly UnknownSource[];
}

/** Unknown sources, grouped by measure when they name a dwelling: a residence has hundreds of them. */
export function sortedSources(sources: readonly UnknownSource[]): SortedSources {
  const named = sources.flatMap(({ measure, houseId }) =>
    measure !== null && houseId !== null ? [{ measure, houseId }] : []
  );
  const byMeasure = Map.groupBy(named, ({ measure }) => measure);
  const measures = [...byMeasure].map(([measure, ofIt]) => ({
    measure,
    sourceCount: ofIt.length,
    houseIds: [...new Set(ofIt.map(({ houseId }) => houseId))],
  }));
  return { measures, others: sources.filter(({ measure }) => measure === null) };
}
