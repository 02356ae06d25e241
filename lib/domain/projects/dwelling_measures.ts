import type { UnknownSource } from "./types.ts";

export interface DwellingMeasure {
  /** The measure a series of dwellings is attached to, for every dwelling. */
  readonly measure: string;
  readonly sourceCount: number;
  /** The dwellings they name, each once. */
  readonly houseIds: readonly string[];
}

export interface SortedSources {
  /** Those that name a dwelling, by measure. */
  readonly measures: readonly DwellingMeasure[];
  /** The others, to attach one by one. */
  readonly others: readonly UnknownSource[];
}

/** Unknown sources, those that name a dwelling gathered by measure: a residence has hundreds of them. */
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
